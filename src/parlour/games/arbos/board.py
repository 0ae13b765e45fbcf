"""The board of Arbos as fragments: the groups of one SVG, and panels around it.

Nothing but `turn`, `legal`, `may` and the record's last part depends on whose turn it is. What a cell is to
the viewer stands in one text, `cells`, with a sign for each: from it the page's script reads where a pawn may
go, hatches what is barred, and tells a screen reader what lies where.
"""

from typing import Literal

import msgspec

from parlour.core.board import Fragment, Match, Source, Told
from parlour.games._seats.people import Outcome, Who, outcome, prompt, who
from parlour.games.arbos import artwork, layers
from parlour.games.arbos.options import Scoring
from parlour.games.arbos.picture import bars
from parlour.games.arbos.preview import gains
from parlour.games.arbos.state import WIDTH
from parlour.games.arbos.view import ArbosView

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


class Label(msgspec.Struct, frozen=True):
    """The head of a seat's panel."""

    who: Who
    here: bool
    force: int | None
    person: bool


class Score(msgspec.Struct, frozen=True):
    """Points, and what counted for them: `trees` that score together."""

    points: int
    scoring: Scoring
    trees: int


class Branch(msgspec.Struct, frozen=True):
    """A tree in the list of a seat; `scores` says whether it is outlined."""

    number: int
    pawns: int
    seeds: int
    scores: bool


class Trees(msgspec.Struct, frozen=True):
    """The list of a seat's trees."""

    letter: str
    most: int
    trees: tuple[Branch, ...]


class Supply(msgspec.Struct, frozen=True):
    """Pawns that are not yet placed."""

    left: int
    full: int


class Row(msgspec.Struct, frozen=True):
    """A row of the record: its number, 0 while seeds are put, the count of its first move, and two acts.

    `now` is the seat whose act is awaited here, and `last` says that the latest act stands here.
    """

    number: int
    first: int
    acts: tuple[Told | None, Told | None]
    now: int | None = None
    last: int | None = None


class Act(msgspec.Struct, frozen=True):
    """The last act and who did it."""

    told: Told
    who: Who


class Turn(msgspec.Struct, frozen=True):
    """Who is to do what: put a seed, place or pass, place, or only pass; nobody, once it is over.

    `mine` says that the viewer does it, also for a seat that shares their screen.
    """

    who: Who | None
    act: Literal["seed", "place", "must", "forced", "over"]
    mine: bool = False
    number: int = 0
    of: int = 0


class Legal(msgspec.Struct, frozen=True):
    """What the viewer may do now; "" is nothing. `gains` are points that a pawn on those cells would make."""

    act: Literal["", "seed", "pawn"] = ""
    seat: int = 0
    can_pass: bool = False
    points: int = 0
    gains: tuple[tuple[int, tuple[str, ...]], ...] = ()


class Account(msgspec.Struct, frozen=True):
    """A seat in the final sheet: `counted` are the seeds of the trees that score, `common` those of both."""

    who: Who
    points: int
    counted: tuple[int, ...]
    common: int
    trees: tuple[int, ...]
    placed: int
    won: bool


class End(msgspec.Struct, frozen=True):
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
    side = _side(view, match)
    drawn: dict[str, Fragment] = {
        "grid": ("drawing", layers.grid(view.options.size)),
        "coordinates": ("drawing", layers.frame(view.options.size)),
        "last": ("drawing", _last(log)),
        "size": ("plain", view.options.size),
        "moves": ("plain", len(log)),
        "cells": ("datum", cells(view, side)),
        "legal": ("legal", _legal(view)),
        "may": ("datum", _may(view, match)),
        "sown": ("sown", len(view.seeds)),
        "last-act": _last_act(view, log, match),
        "turn": ("turn", _turn(view, match)),
        "people": ("prompt", prompt(match)),
        "end": ("end", _end(view, match)),
    }
    parts = {"seeds": layers.seeds(view)}
    for seat, letter in enumerate(artwork.LETTERS):
        parts |= {f"trees-{letter}": layers.trees(view, seat), f"pawns-{letter}": layers.pawns(view, seat)}
        drawn |= _panel(view, match, seat)
    drawn |= {
        f"{name}-{k}": ("drawing", part) for name, group in parts.items() for k, part in enumerate(group)
    }
    drawn |= {f"linked-{kind}": ("plain", number) for kind, number in enumerate(_linked(view))}
    rows = _record(view, log, match)
    blocks = range(-(-_most_rows(view) // ROWS))
    drawn |= {f"record-{k}": ("rows", rows[k * ROWS : (k + 1) * ROWS]) for k in blocks}
    return drawn


def _side(view: ArbosView, match: Match) -> int:
    """Return the seat for which barred cells are drawn: the viewer's own, or else the one on turn."""
    return match.mine[0] if len(match.mine) == 1 else view.player or 0


def cells(view: ArbosView, seat: int) -> str:
    """Return a sign for each cell, row after row, as it is to a seat."""
    size = view.options.size
    able = view.phase == "seeds" or bool(view.players[seat].left and view.player is not None)
    signs = [OPEN if able else SHUT] * (WIDTH * WIDTH)
    beside, beyond = bars(view, seat)
    for cell in beside:
        signs[cell] = NEAR if view.phase == "seeds" else BESIDE
    for cell in beyond:
        signs[cell] = BEYOND
    for seed, kind in layers.kinds(view).items():
        signs[layers.AT[seed]] = str(kind)
    for first, player in zip("Aa", view.players, strict=True):
        for k, tree in enumerate(player.trees):
            for pawn in tree.pawns:
                signs[layers.AT[pawn]] = chr(ord(first) + k)
    return "".join("".join(signs[row * WIDTH : row * WIDTH + size]) for row in range(size))


def _last(log: tuple[Told, ...]) -> str:
    told = log[-1] if log else None
    if told is None or told.kind not in {"seed", *PLACED}:
        return ""
    return layers.last(told.places[0], seed=told.kind == "seed")


def _legal(view: ArbosView) -> Legal:
    if not view.legal or view.player is None:
        return Legal()
    seat = view.player
    if view.phase == "seeds":
        return Legal("seed", seat)
    player = view.players[seat]
    return Legal("pawn", seat, "pass" in view.legal, player.points, gains(view, seat))


# Panels


def _panel(view: ArbosView, match: Match, seat: int) -> dict[str, Fragment]:
    player, chair = view.players[seat], match.chairs[seat]
    trees = tuple(
        Branch(k + 1, len(tree.pawns), len(tree.seeds), k in player.pair)
        for k, tree in enumerate(player.trees)
    )
    label = Label(who(match, seat), chair.here, chair.force, bool(chair.name))
    return {
        f"name-{seat}": ("label", label),
        f"clock-{seat}": ("clock", match.times[seat] if match.times else None),
        f"score-{seat}": ("score", Score(player.points, view.options.scoring, len(player.pair))),
        f"treelist-{seat}": ("treelist", Trees(artwork.LETTERS[seat], view.options.max_trees, trees)),
        f"supply-{seat}": ("supply", Supply(player.left, view.options.pawns)),
    }


def _linked(view: ArbosView) -> tuple[int, ...]:
    """Count the seeds of each kind."""
    found = list(layers.kinds(view).values())
    return tuple(found.count(kind) for kind in range(len(layers.KINDS)))


def movers(log: tuple[Told, ...]) -> tuple[int, ...]:
    """Return the seat of each act: seeds are put in turn, then White begins."""
    sown = sum(told.kind == "seed" for told in log)
    return tuple((k if k < sown else k - sown) % 2 for k in range(len(log)))


def _most_rows(view: ArbosView) -> int:
    """Return how long the record may become: a pass before each pawn, and two at the end."""
    options = view.options
    put = -(-options.seeds // 2) if options.placement == "interactive" else 0
    return put + min(2 * options.pawns, options.size**2) + 2


def _record(view: ArbosView, log: tuple[Told, ...], match: Match) -> tuple[Row, ...]:
    """Return all rows. The view says whose act is awaited: it may be that of an earlier time."""
    sown = sum(told.kind == "seed" for told in log)
    rows: list[Row] = []
    for begin, end in ((0, sown), (sown, len(log))):
        for k in range(begin, end, 2):
            second = log[k + 1] if k + 1 < end else None
            rows.append(Row(0 if k < sown else (k - sown) // 2 + 1, k + 1, (log[k], second)))
    if rows:
        rows[-1] = msgspec.structs.replace(rows[-1], last=0 if rows[-1].acts[1] is None else 1)
    if match.turn is None or view.player is None:
        return tuple(rows)
    if view.player == 1 and rows:
        rows[-1] = msgspec.structs.replace(rows[-1], now=1)
    else:
        number = 0 if view.phase == "seeds" else rows[-1].number + 1 if rows else 1
        rows.append(Row(number, len(log) + 1, (None, None), now=view.player))
    return tuple(rows)


def _last_act(view: ArbosView, log: tuple[Told, ...], match: Match) -> Fragment:
    if log:
        return "last_act", Act(log[-1], who(match, movers(log)[-1]))
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
