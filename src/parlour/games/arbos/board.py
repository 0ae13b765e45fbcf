"""The board of Arbos as fragments: the groups of one SVG, and panels around it.

Nothing but `turn`, `legal`, `may` and the record's last part depends on whose turn it is. What a cell is to
the viewer stands in one text, `cells`, with a sign for each: from it the page's script reads where a pawn may
go, hatches what is barred, and tells a screen reader what lies where.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from parlour.core.board import Fragment, Match, Source, Told
from parlour.games._seats.people import Outcome, Who, outcome, prompt, who
from parlour.games.arbos import artwork, layers
from parlour.games.arbos.cells import cell_text
from parlour.games.arbos.options import ArbosOptions, Scoring
from parlour.games.arbos.preview import gains
from parlour.games.arbos.state import WIDTH
from parlour.games.arbos.view import ArbosView, Player

STYLE = artwork.SHAPES
"""The style sheet of what is drawn; it stands in the sheet of the game's pages."""

ART = layers.art()
"""What drawings refer to; it stands once in each page."""

ROWS = 8
"""Rows of the record that are one part, so that a move sends little."""

OPEN, BESIDE, NEAR, BEYOND, SHUT = ".", "x", "n", "o", "_"
"""Signs of empty cells in `cells`: a pawn or seed may go there; beside an opponent's pawn; too near to a seed
for another; where a pawn would begin a tree too many; and where there is nothing to put any more. Digits are
seeds, as indexes of `layers.KINDS`. Letters are pawns by their tree, capitals White's."""

PLACED = ("begin", "grow", "merge")


class Label(msgspec.Struct, frozen=True, gc=False):
    """The head of a seat's panel."""

    who: Who
    here: bool
    force: int | None
    person: bool
    stand_in: bool = False


class Score(msgspec.Struct, frozen=True, gc=False):
    """Points, and what counted for them: `trees` that score together."""

    points: int
    scoring: Scoring
    trees: int


class Branch(msgspec.Struct, frozen=True, gc=False):
    """A tree in the list of a seat; `scores` says whether it is outlined."""

    letter: str
    number: int
    pawns: int
    seeds: int
    scores: bool


class Trees(msgspec.Struct, frozen=True, gc=False):
    """The list of a seat's trees."""

    most: int
    trees: tuple[Branch, ...]


class Supply(msgspec.Struct, frozen=True, gc=False):
    """Pawns that are not yet placed."""

    left: int
    full: int


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row of the record: its number, 0 while seeds are put, the count of its first move, and two acts.

    `now` is the seat whose act is awaited here, and `last` says that the latest act stands here.
    """

    number: int
    first: int
    acts: tuple[Told | None, Told | None]
    now: int | None = None
    last: int | None = None


class Block(msgspec.Struct, frozen=True, gc=False):
    """A part of the record, from the act that counts `first` on; `seeds` of its acts are seeds.

    `number` is that of its first row with pawns, 0 while seeds are put. `now` and `last` are as for a row.
    Rows are made as it is drawn: most parts only have to be told from what they were before.
    """

    first: int
    number: int
    seeds: int
    acts: tuple[Told, ...]
    now: int | None
    last: bool

    def __iter__(self) -> Iterator[Row]:
        """Go through the rows."""
        rows = []
        for begin, end in ((0, self.seeds), (self.seeds, len(self.acts))):
            for k in range(begin, end, 2):
                number = 0 if k < self.seeds else self.number + (k - self.seeds) // 2
                second = self.acts[k + 1] if k + 1 < end else None
                rows.append(Row(number, self.first + k, (self.acts[k], second)))
        if self.last and rows:
            rows[-1] = replace(rows[-1], last=0 if rows[-1].acts[1] is None else 1)
        if self.now == 1 and rows:
            rows[-1] = replace(rows[-1], now=1)
        elif self.now is not None:
            number = self.number + (len(self.acts) - self.seeds) // 2 if self.number else 0
            rows.append(Row(number, self.first + len(self.acts), (None, None), now=self.now))
        return iter(rows)


class Act(msgspec.Struct, frozen=True, gc=False):
    """The last act and who did it."""

    told: Told
    who: Who


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Who is to do what: put a seed, place or pass, place, or only pass; nobody, once it is over.

    `mine` says that the viewer does it, also for a seat that shares their screen.
    """

    who: Who | None
    act: Literal["seed", "place", "must", "forced", "over"]
    mine: bool = False
    number: int = 0
    of: int = 0


class Legal(msgspec.Struct, frozen=True, gc=False):
    """What the viewer may do now; "" is nothing. `gains` are points that a pawn on those cells would make."""

    act: Literal["", "seed", "pawn"] = ""
    seat: int = 0
    can_pass: bool = False
    points: int = 0
    gains: tuple[tuple[int, tuple[str, ...]], ...] = ()


class Account(msgspec.Struct, frozen=True, gc=False):
    """A seat in the final sheet: `counted` are the seeds of the trees that score, `common` those of both."""

    who: Who
    points: int
    counted: tuple[int, ...]
    common: int
    trees: tuple[int, ...]
    placed: int
    won: bool


class End(msgspec.Struct, frozen=True, gc=False):
    """The panel at the end."""

    outcome: Outcome
    accounts: tuple[Account, Account]
    scoring: Scoring
    table: str
    preset: str
    rated: bool
    can_rematch: bool
    rematch: str


def sources(view: ArbosView) -> tuple[Source, ...]:
    """Return nothing: legal cells are read from `cells`, which is a tenth of the size."""
    return ()


def progress(view: ArbosView) -> int:
    """Return the pawns on the board."""
    return sum(len(player.pawns) for player in view.players)


def fragments(view: ArbosView, log: tuple[Told, ...], match: Match) -> dict[str, Fragment]:
    """Return every fragment of the board and its panels."""
    drawn: dict[str, Fragment] = {
        "last": ("drawing", _last(log)),
        "moves": ("plain", len(log)),
        "cells": ("datum", cells(view, _cells_of(view, match))),
        "legal": ("legal", _legal(view)),
        "may": ("datum", _may(view, match)),
        "last-act": _last_act(view, log, match),
        "turn": ("turn", _turn(view, match)),
        "people": ("prompt", prompt(match)),
        "end": ("end", _end(view, match)),
    }
    for seat in range(2):
        chair = match.chairs[seat]
        label = Label(who(match, seat), chair.here, chair.force, bool(chair.name), chair.stand_in)
        drawn[f"name-{seat}"] = "label", label
        drawn[f"clock-{seat}"] = "clock", match.times[seat] if match.times else None
    drawn |= {f"record-{k}": ("rows", block) for k, block in enumerate(_record(view, log, match))}
    return drawn | _common(_open(view)).drawn


def _open(view: ArbosView) -> ArbosView:
    """Return what all viewers see alike."""
    return replace(view, viewer=None, legal=())


class Common(NamedTuple):
    """Fragments that do not depend on who looks, and the signs of the cells where something lies."""

    drawn: dict[str, Fragment]
    signs: dict[str, str]


@lru_cache(maxsize=64)
def _common(view: ArbosView) -> Common:
    """Return what all viewers share of a position, made once for all who see it."""
    options, kinds = view.options, layers.kinds(view)
    drawn: dict[str, Fragment] = {
        "grid": ("drawing", layers.grid(options.size)),
        "coordinates": ("drawing", layers.frame(options.size)),
        "size": ("plain", options.size),
    }
    signs: dict[str, str] = {}
    white, black = (replace(player, open=(), barred=()) for player in view.players)
    for part in (
        _sown_seeds(options, tuple(kinds.items())),
        _side(options, 0, white),
        _side(options, 1, black),
    ):
        drawn |= part.drawn
        signs |= part.signs
    return Common(drawn, signs)


@lru_cache(maxsize=64)
def _sown_seeds(options: ArbosOptions, kinds: tuple[tuple[str, int], ...]) -> Common:
    """Return the seeds, each with whom it is linked to."""
    drawn: dict[str, Fragment] = {"sown": ("sown", len(kinds))}
    drawn |= _parts("seeds", layers.seeds(dict(kinds)), -(-options.seeds // layers.PART))
    counts = Counter(kind for _, kind in kinds)
    drawn |= {f"linked-{kind}": ("plain", counts[kind]) for kind in range(len(layers.KINDS))}
    return Common(drawn, {seed: str(kind) for seed, kind in kinds})


@lru_cache(maxsize=128)
def _side(options: ArbosOptions, seat: int, player: Player) -> Common:
    """Return what a player has on the board and beside it: a move changes it of one player."""
    letter = artwork.LETTERS[seat]
    pawns = layers.pawns(letter, player.pawns, player.trees)
    drawn = _parts(f"trees-{letter}", layers.trees(letter, player), options.max_trees)
    drawn |= _parts(f"pawns-{letter}", pawns, -(-options.pawns // layers.PART))
    drawn |= _panel(options, seat, player)
    signs = {pawn: chr(ord("Aa"[seat]) + k) for k, tree in enumerate(player.trees) for pawn in tree.pawns}
    return Common(drawn, signs)


def _parts(name: str, parts: list[str], most: int) -> dict[str, Fragment]:
    """Return the fragments of a group of which there may be `most` parts."""
    return {f"{name}-{k}": ("drawing", parts[k] if k < len(parts) else "") for k in range(most)}


def _cells_of(view: ArbosView, match: Match) -> int:
    """Return the seat for which barred cells are drawn: the viewer's own, or else the one on turn."""
    return match.mine[0] if len(match.mine) == 1 else view.player or 0


@lru_cache(maxsize=64)
def cells(view: ArbosView, seat: int) -> str:
    """Return a sign for each cell, row after row, as it is to a seat."""
    size, player = view.options.size, view.players[seat]
    empty, may, barred = BEYOND, player.open, player.barred
    if view.phase == "seeds":
        empty, may, barred = NEAR, view.sites, ()
    elif view.player is None or not player.left:
        empty, may = SHUT, ()
    places, signs = _places(size), [empty] * size**2
    for cell in barred:
        signs[places[cell]] = BESIDE
    for cell in may:
        signs[places[cell]] = OPEN
    for cell, sign in _common(_open(view)).signs.items():
        signs[places[cell]] = sign
    return "".join(signs)


@cache
def _places(size: int) -> dict[str, int]:
    """Return where the sign of each cell stands."""
    return {cell_text(k // size * WIDTH + k % size): k for k in range(size**2)}


def _last(log: tuple[Told, ...]) -> str:
    told = log[-1] if log else None
    if told is None or told.kind not in {"seed", *PLACED}:
        return ""
    return layers.last(told.places[0], seed=told.kind == "seed")


@lru_cache(maxsize=64)
def _legal(view: ArbosView) -> Legal:
    if not view.legal or view.player is None:
        return Legal()
    seat = view.player
    if view.phase == "seeds":
        return Legal("seed", seat)
    player = view.players[seat]
    return Legal("pawn", seat, "pass" in view.legal, player.points, gains(view, seat))


# Panels


def _panel(options: ArbosOptions, seat: int, player: Player) -> dict[str, Fragment]:
    letter = artwork.LETTERS[seat]
    trees = tuple(
        Branch(letter, k + 1, len(tree.pawns), len(tree.seeds), k in player.pair)
        for k, tree in enumerate(player.trees)
    )
    return {
        f"score-{seat}": ("score", Score(player.points, options.scoring, len(player.pair))),
        f"treelist-{seat}": ("treelist", Trees(options.max_trees, trees)),
        f"supply-{seat}": ("supply", Supply(player.left, options.pawns)),
    }


def _sown(log: tuple[Told, ...]) -> int:
    """Count the seeds that the players put: in turn, before White begins."""
    return next((k for k, told in enumerate(log) if told.kind != "seed"), len(log))


def _most_rows(view: ArbosView) -> int:
    """Return how long the record may become: a pass before each pawn, and two at the end."""
    options = view.options
    put = -(-options.seeds // 2) if options.placement == "interactive" else 0
    return put + min(2 * options.pawns, options.size**2) + 2


def _record(view: ArbosView, log: tuple[Told, ...], match: Match) -> Iterator[Block | tuple[()]]:
    """Give all parts. The view says whose act is awaited: it may be that of an earlier time."""
    sown = _sown(log)
    seeding, count = -(-sown // 2), -(-sown // 2) - (-(len(log) - sown) // 2)
    now = None if match.turn is None else view.player
    awaited = count - 1 if now == 1 and count else count
    for row in range(0, _most_rows(view), ROWS):
        if row > awaited:
            yield ()
            continue
        first, end = (2 * k if k < seeding else sown + 2 * (k - seeding) for k in (row, row + ROWS))
        yield Block(
            first=first + 1,
            number=0 if view.phase == "seeds" else max(0, row - seeding) + 1,
            seeds=max(0, min(sown, end) - first),
            acts=log[first:end],
            now=now if row <= awaited < row + ROWS else None,
            last=row < count <= row + ROWS,
        )


def _last_act(view: ArbosView, log: tuple[Told, ...], match: Match) -> Fragment:
    if log:
        sown, latest = _sown(log), len(log) - 1
        return "last_act", Act(log[-1], who(match, (latest if latest < sown else latest - sown) % 2))
    return "begins", view.phase


def _turn(view: ArbosView, match: Match) -> Turn:
    if match.turn is None or view.player is None:
        return Turn(None, "over")
    player = view.players[view.player]
    on, mine = who(match, match.turn), match.turn in match.mine
    if view.phase == "seeds":
        return Turn(on, "seed", mine, len(view.seeds) + 1, view.options.seeds)
    if not player.open:
        return Turn(on, "forced", mine)
    return Turn(on, "must" if view.options.must_place else "place", mine)


def _may(view: ArbosView, match: Match) -> str:
    """Name the buttons that do something; "last" says that a pass ends the game."""
    able = [name for name in match.may if name not in {"accept", "decline"}]
    if match.turn is not None and ("pass" in view.legal or "forced" in view.legal):
        able += ["pass", "last"] if view.passes else ["pass"]
    return " ".join(able)


def _end(view: ArbosView, match: Match) -> End | None:
    how = outcome(match)
    if how is None:
        return None
    won = {one.seat for one in how.winners}
    accounts = []
    for seat, player in enumerate(view.players):
        counted = [set(player.trees[k].seeds) for k in player.pair]
        accounts.append(
            Account(
                who=who(match, seat),
                points=player.points,
                counted=tuple(map(len, counted)),
                common=len(counted[0] & counted[1]) if len(counted) == 2 else 0,
                trees=tuple(len(tree.seeds) for tree in player.trees),
                placed=len(player.pawns),
                won=seat in won,
            )
        )
    return End(
        outcome=how,
        accounts=(accounts[0], accounts[1]),
        scoring=view.options.scoring,
        table=match.table,
        preset=match.preset,
        rated=match.rated,
        can_rematch="rematch" in match.may,
        rematch=match.rematch,
    )
