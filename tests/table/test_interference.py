"""What a viewer may not know changes nothing of what it is sent.

Two positions that differ only in what somebody may not know are put on one table in turn. Whatever that
viewer is sent then, it must be the same bytes. And whole games over real sockets: no frame names a card that
was hidden from its reader at that time.
"""

import json
import os
import random
import re
import secrets
from contextlib import ExitStack
from itertools import product

import msgspec
import pytest

import parlour
from parlour import draw
from parlour.core import registry
from parlour.core.errors import IllegalMove
from parlour.core.position import Position
from parlour.core.start import SeedStart
from parlour.games.splendor.cards import FIRST
from parlour.table import messages
from parlour.table.fragments import Log
from parlour.table.match import advice, turns
from parlour.table.match.table import MatchTable
from parlour.table.sockets import Seat
from parlour.table.table import SNAPSHOT
from parlour.table.watcher import Watcher
from tests.table.matches import guest, opened, started
from tests.table.programs import Programs, house_behind

GAMES = [(name, seats) for name in registry.names() for seats in registry.game(name).seats]
SMALL = {"arbos": {"size": 7, "seeds": 5, "placement": "interactive", "colours": "chosen"}}
"""Options beside the presets: a small board, and piles of which only the top is seen."""
VARIANTS = {"arboretum": ({}, {"piles": "top", "starting_discards": "all"})}
ROUNDS = int(os.environ.get("SOAK", "0")) // 100
"""Positions of each game, preset and seat count from which moves are made in both worlds; 0 for a few."""


async def table_of(house, game: str, seats: int):
    """Return a table with its players by seat; none of its commands is carried out."""
    if seats == 1:
        player = await guest(house, "Ada")
        table_id = await house.tables.create(player, game, None, SeedStart(1))
        table = await house.tables.get(table_id)
        players = [player]
    else:
        table = await started(house, game, seats=seats, **({"options": SMALL[game]} if game in SMALL else {}))
        players = list(table.course.players)

    async def append(*_: object) -> None:
        raise table.refusal("would", "This would be done.")

    table._append = append
    return table, players


def lay(table, position: Position) -> None:
    """Put a position on a table that nobody has looked at yet."""
    table.state = msgspec.structs.replace(table.state, position=position)
    table.views.clear()
    if isinstance(table, MatchTable):
        table._logs.clear()
        table._spoken.clear()
        table.here = frozenset()


async def sent(table, player, asked: list[dict]) -> list[str]:
    """Return every byte that a program is sent which comes to the table and asks for all this."""
    program = Watcher(player, "en", SNAPSHOT, form="program")
    table.arrive(program)
    seat = Seat(table, program)
    for command in asked:
        await seat.hear(json.dumps(command))
        program.bucket._tokens = 60
        program._bytes = 0
    table.leave(program)
    return list(program._waiting)


def commands(table, rng: random.Random, position: Position, legal: tuple[str, ...]) -> list[dict]:
    """Return commands of all kinds; those that play are mostly not legal for their viewer."""
    everywhere = list(position.legal_moves) + random_texts(position, rng)
    plays = [[move] for move in rng.sample(everywhere, min(6, len(everywhere)))]
    plays += [[move, other] for move, other in zip(legal[:3], reversed(everywhere), strict=False)]
    asked = [{"t": "play", "moves": moves} for moves in plays]
    asked += [{"t": t} for t in ("undo", "redo", "hint", "offer", "accept", "decline", "rematch", "restart")]
    asked += [{"t": "say", "phrase": "luck"}, {"t": "sit", "seat": 1}, {"t": "fly"}]
    return [{"id": f"command-{number}", "rev": table.rev, **command} for number, command in enumerate(asked)]


def random_texts(position: Position, rng: random.Random) -> list[str]:
    """Return texts of moves as the game may have them in any of its positions."""
    match position.game.name:
        case "splendor":
            slots = [f"{level}{slot}" for level in "123" for slot in "1234?"]
            pairs = product(("buy", "reserve"), (*slots, "r1", "r2", "r3"))
            others = ["take WUG", "take WW", "noble 1", "return W", "gold W", "pay", "pass", "reserve 1"]
            return [*map(" ".join, pairs), *others]
        case "arboretum":
            cards = [f"{species}{value}" for species in "abcdjmortw" for value in range(1, 9)]
            verbs = rng.sample(list(product(("play", "discard"), cards)), 12)
            return [" ".join(pair) for pair in verbs] + ["draw deck", "draw A", "draw D", "at C00", "at N01"]
        case "arbos":
            return ["A1", "C3", "G7", "pass", "timeout", "J9", "A1!"]
    return ["deal", *"1234567", "1 2", "1-2", "A", "KS", "x"]


def positions(game: str, seats: int, rng: random.Random):
    """Return positions in the middle of games with every preset, whose histories are cut off."""
    played = registry.game(game)
    for preset, variant in product(played.presets, VARIANTS.get(game, ({},))):
        options = {
            **(SMALL.get(game, {}) if preset == "standard" else {"size": 7} if game == "arbos" else {}),
            **variant,
        }
        for _ in range(ROUNDS or (1 if seats > 2 else 2)):
            position = parlour.new(game, seats=seats, seed=rng.getrandbits(60), preset=preset, **options)
            for _ in range(rng.randrange(80 if seats > 1 else 25)):
                if position.is_over:
                    break
                position.play(likely(position, rng))
            if not position.is_over:
                yield Position(played, position.states, SeedStart(1))


def likely(position: Position, rng: random.Random) -> str:
    """Return a move of some sense, now and then any."""
    if rng.random() < 0.3:
        return rng.choice(position.legal_moves)
    kernels = position.game.kernels
    return position.text(int(kernels.policy(position._states, position._acts, position._count)))


def step(one: Position, other: Position, seat: int | None, rng: random.Random) -> bool:
    """Play one move in both worlds that shows this viewer the same; say whether there was one."""
    moves = [move for move in one.legal_moves if move in other.legal_moves]
    rng.shuffle(moves)
    for move in moves[:6]:
        after, likewise = one.copy(), other.copy()
        after.play(move)
        likewise.play(move)
        if after.view(seat) == likewise.view(seat):
            one.play(move)
            other.play(move)
            return True
        of_another = one.current_player != seat and move.split()[0] in ("buy", "pay", "gold")
        assert one.reveals(move) or of_another, f"{move} shows what is hidden, but says it does not"
    return False


@pytest.mark.parametrize(("game", "seats"), GAMES)
async def test_a01_to_a04_what_a_viewer_may_not_know_changes_nothing_it_is_sent(
    house, game, seats, monkeypatch
):
    monkeypatch.setattr(advice, "LEVEL", "easy")
    rng = random.Random(f"{game} {seats}")
    table, players = await table_of(house, game, seats)
    compared = differing = 0
    for position in positions(game, seats, rng):
        for seat in range(seats):
            one, other = position.copy(), position.determinize(seat, rng.getrandbits(60))
            differing += one.key() != other.key()
            for number in range(4):
                for viewer in (seat, None) if number % 2 == 0 else (seat,):
                    if one.is_over or other.is_over:
                        break
                    assert one.view(viewer) == other.view(viewer)
                    player = None if viewer is None else players[viewer]
                    asked = commands(table, rng, one, one.view(viewer).legal)
                    answers = []
                    for world in (one, other):
                        lay(table, world)
                        answers.append(await sent(table, player, asked))
                    assert answers[0] == answers[1]
                    assert len(answers[0]) > len(asked), "a state, and an answer to each"
                    compared += 1
                if one.is_over or other.is_over or not step(one, other, seat, rng):
                    break
    assert compared >= 4 * seats
    assert differing or registry.game(game).open or game == "little_spider", "worlds have to differ"


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game, seats in GAMES if game in draw.boards()])
async def test_a03_pages_are_drawn_from_what_their_viewer_may_know(house, game, seats):
    rng = random.Random(f"page of {game} {seats}")
    table, players = await table_of(house, game, seats)
    for position in list(positions(game, seats, rng))[::2]:
        for seat in range(seats):
            one, other = position.copy(), position.determinize(seat, rng.getrandbits(60))
            while step(one, other, seat, rng) and len(one.history) < 3:
                pass
            for viewer in (seat, None):
                drawn = []
                for world in (one, other):
                    lay(table, world)
                    of = table.viewer(None if viewer is None else players[viewer])
                    drawn.append(messages.encode(table.board(of, "en", SNAPSHOT)))
                assert drawn[0] == drawn[1]


@pytest.mark.parametrize(("game", "seats"), [("splendor", 4), ("arboretum", 4)])
async def test_a02_a_viewer_that_comes_late_is_told_what_it_would_have_been_told_all_along(
    house, game, seats
):
    rng = random.Random(f"late {game}")
    table, players = await table_of(house, game, seats)
    position = parlour.new(game, seats=seats, seed=5)
    logs: dict[int | None, Log] = {viewer: Log() for viewer in (*range(seats), None)}
    while len(position.history) < 60 and not position.is_over:
        position.play(likely(position, rng))
        for viewer, log in logs.items():
            log.sync(position, viewer)
    lay(table, position)
    for viewer, log in logs.items():
        viewing = table.viewer(None if viewer is None else players[viewer])
        assert list(table.state_for(viewing, 0).told) == log.lines


async def test_a02_the_role_is_what_the_table_says_and_not_what_a_client_says(house):
    table = await opened(house, "splendor", chairs=("me", "open"), order="chosen")
    ada, ben = table.course.host, await guest(house, "Ben")
    before = messages.encode(table.state_for(table.viewer(ben), 0))
    assert before == messages.encode(table.state_for(table.viewer(None), 0)), "a guest is a spectator"
    await table.command(ben, messages.Sit(id=secrets.token_hex(8), rev=table.rev, seat=1))
    for player, hand in ((ada, 0), (ben, 1), (None, None), ("no such player", None)):
        state = table.state_for(table.viewer(player), 0)
        assert state.view == table.state.position.view(hand)
    await table.command(ben, messages.Resign(id=secrets.token_hex(8), rev=table.rev))
    assert table.state_for(table.viewer(ben), 0).view == table.state.position.view(1), "after the end, too"


# Whole games, every byte


class Splendor:
    """Which cards of Splendor a viewer may see, found in the record itself, and which stand in a message."""

    viewing = frozenset({
        "viewer", "options", "bank", "nobles", "claimed", "decks", "table", "players", "phase", "pending",
        "round", "passes", "last_round", "legal", "player", "result",
    })  # fmt: skip
    lying = frozenset(["tokens", "bonuses", "points", "cards", "nobles", "reserved"])

    @staticmethod
    def hidden(position: Position, viewer: int | None) -> set[str]:
        s = position.states[0]
        cards = {
            str(int(s["decks"][FIRST[level] + at]))
            for level in range(3)
            for at in range(int(s["decked"][level]))
        }
        for seat in range(position.seats):
            for at in range(int(s["reserves"][seat])):
                if seat != viewer and s["blind"][seat, at]:
                    cards.add(str(int(s["reserved"][seat, at])))
        return cards

    @classmethod
    def named(cls, state: dict) -> set[str]:
        """Return the cards in a state. All of its fields have to be known here."""
        found = {card for line in state["told"] for card in line["cards"]}
        assert all(set(line) == {"kind", "cards", "places"} for line in state["told"])
        view = state["view"]
        if view is None:
            return found
        assert set(view) == cls.viewing
        found |= {str(card) for row in view["table"] for card in row}
        for player in view["players"]:
            assert set(player) == cls.lying
            found |= {str(card) for card in player["cards"]}
            for reserved in player["reserved"]:
                assert set(reserved) == {"level", "blind", "card"}
                found.add(str(reserved["card"]))
        if view["pending"] is not None:
            assert set(view["pending"]) == {"buying", "gold_for", "taken", "returned"}
            found.add(str(view["pending"]["buying"]))
        return found - {"None"}

    @classmethod
    def in_text(cls, text: str) -> set[str]:
        message = json.loads(text)
        if message["t"] == "state":
            assert set(message) == {*messages.State.__struct_fields__, "t"}
            return cls.named(message)
        assert set(message) <= {"t", "id", "rev", "code", "why", "seat", "phrase"}
        return set()

    @staticmethod
    def own(state: dict, position: Position, seat: int) -> bool:
        """Whether a player sees the whole of its own hand."""
        s = position.states[0]
        hand = [int(card) for card in s["reserved"][seat, : int(s["reserves"][seat])]]
        return [one["card"] for one in state["view"]["players"][seat]["reserved"]] == hand


class Arboretum:
    """The same of Arboretum, whose cards have names that stand nowhere else."""

    @staticmethod
    def hidden(position: Position, viewer: int | None) -> set[str]:
        whole = position.to_dict()
        cards = set(whole["deck"])
        for seat, player in enumerate(whole["players"]):
            if seat != viewer:
                cards |= set(player["hand"]) - set(player["known"])
        return cards

    @staticmethod
    def in_text(text: str) -> set[str]:
        return set(re.findall(r"(?<![A-Za-z0-9_-])[abcdjmortw][1-8](?![A-Za-z0-9_-])", text))

    @staticmethod
    def own(state: dict, position: Position, seat: int) -> bool:
        return state["view"]["players"][seat]["hand"] == position.to_dict()["players"][seat]["hand"]


def allowed(position: Position, move: str) -> bool:
    """Whether a text would be played."""
    try:
        position.copy().play(move)
    except IllegalMove:
        return False
    return True


class Witness:
    """A viewer of a whole game, who keeps what it was shown; `seat` is None for a spectator."""

    def __init__(self, know, seat: int | None, program, table: str) -> None:
        self.know, self.seat, self.program, self.table = know, seat, program, table
        self.seen: set[str] = set()
        self.said: set[str] = set()
        """Cards in its own words, which a refusal may repeat."""

    def check(self, text: str, position: Position) -> None:
        """See to it that a text names no card that is hidden, but for what the log told openly once."""
        message = json.loads(text)
        hidden, named = self.know.hidden(position, self.seat), self.know.in_text(text)
        if message["t"] == "refused":
            named -= self.said
        assert not named & (hidden - self.seen), (self.seat, text)
        told = {card for line in message.get("told", ()) for card in line["cards"]}
        assert not named & hidden - told, "what was seen once stands in the log alone"
        self.seen |= named

    def read(self, socket, rev: int, stands: dict[int, Position]) -> None:
        """Read on to a revision."""
        state = socket.until("state", rev=rev)
        if self.seat is not None:
            assert self.know.own(state, stands[rev], self.seat), "A4: its own hand is complete"
        for frame in socket.frames:
            position = stands[json.loads(frame)["rev"]]
            if not position.is_over:
                self.check(frame, position)
        socket.frames.clear()

    def come_again(self, position: Position) -> None:
        """Come a second time, ask for the table and for the record so far."""
        with self.program.sit(self.table) as late:
            view = late.receive()["view"]
            assert view == json.loads(msgspec.json.encode(position.view(self.seat))), "A2"
        self.check(late.frames[0], position)
        self.check(self.program.get(f"/tables/{self.table}").text, position)
        record = self.program.get(f"/tables/{self.table}/record").json()
        assert record["start"] is None
        assert not any("move" in event for event in record["events"])
        named = {card for event in record["events"] for card in event["told"]["cards"]}
        assert not named & (self.know.hidden(position, self.seat) - self.seen)


@pytest.mark.parametrize(
    ("game", "seats", "options", "know"),
    [
        ("splendor", 3, {}, Splendor),
        ("arboretum", 4, {}, Arboretum),
        ("arboretum", 2, {"piles": "top", "starting_discards": "all"}, Arboretum),
    ],
)
def test_a01_no_byte_of_a_whole_game_names_a_card_that_is_hidden(running, game, seats, options, know):
    rng = random.Random(f"whole {game} {seats}")
    with ExitStack() as stack:
        program = stack.enter_context(Programs(running.url))
        table_id, players = program.full_table(game, seats, options=options)
        table = house_behind(running).tables._held[table_id]
        everybody = [*enumerate(players), (None, program("Eve"))]
        witnesses = {seat: Witness(know, seat, one, table_id) for seat, one in everybody}
        sockets = {seat: stack.enter_context(one.sit(table_id)) for seat, one in everybody}
        rev, stands = table.rev, {table.rev: table.state.position}
        while table.course.phase == "playing":
            position = stands[rev]
            turn = position.current_player
            for seat, socket in sockets.items() if rng.random() < 0.1 else ():
                move = rng.choice(random_texts(position, rng))
                witnesses[seat].said |= Arboretum.in_text(move)
                if seat != turn or not allowed(position, move):
                    assert socket.ask("play", rev, moves=[move])["t"] == "refused"
            done = sockets[turn].ask("play", rev, moves=[likely(position, rng)])
            rev = done["rev"]
            stands[rev] = table.state.position
            for seat, socket in sockets.items():
                witnesses[seat].read(socket, rev, stands)
            if rng.random() < 0.05 and not stands[rev].is_over:
                for witness in witnesses.values():
                    witness.come_again(stands[rev])
        assert table.course.end.ended == "game"
        for _, one in everybody:
            assert one.get(f"/tables/{table_id}/record").json()["start"] is not None


def test_a01_neither_seed_nor_tokens_of_others_are_sent(running):
    with Programs(running.url) as program:
        table_id, players = program.full_table("splendor", 3)
        table = house_behind(running).tables._held[table_id]
        secret = [str(table.kept.start.seed), *(one.token for one in players)]
        secret += [table.token(player) for player in table.course.players]
        for one in (*players, program()):
            with one.sit(table_id) as socket:
                if not one.token:
                    socket.connection.send('{"t":"hello"}')
                socket.receive()
                texts_sent = [*socket.frames, one.get(f"/tables/{table_id}").text, one.get("/tables").text]
                texts_sent += [one.get(f"/tables/{table_id}/record").text]
            for text in texts_sent:
                assert not [word for word in secret if word in text]


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
def test_a01_whoever_takes_over_a_shared_screen_is_told_what_their_own_seat_saw(game):
    rng = random.Random(f"shared {game}")
    position, shared = parlour.new(game, seats=2, seed=5), Log()
    turned = differing = 0
    while len(position.history) < 60 and not position.is_over:
        position.play(likely(position, rng))
        seat, alone = position.current_player, Log()
        before = list(shared.lines)
        turned += shared._eyes.seat not in (None, seat)
        shared.sync(position, seat)
        alone.sync(position, seat)
        assert shared.lines == alone.lines
        differing += shared.lines[: len(before)] != before
    assert turned > 5
    assert differing, "one seat is told what the other is not"


@pytest.mark.parametrize(("game", "seats"), [("splendor", 3), ("arboretum", 2)])
async def test_a_computer_at_the_table_plays_by_what_its_own_seat_may_know(house, game, seats):
    rng = random.Random(f"computer {game}")
    table = await opened(house, game, chairs=("me", *["hard"] * (seats - 1)))
    differing = 0
    for position in positions(game, seats, rng):
        seat = position.current_player
        if seat == 0:
            continue
        moves = set()
        for world in (position, position.determinize(seat, 1), position.determinize(seat, 2)):
            differing += world.key() != position.key()
            lay(table, Position(world.game, world.states, SeedStart(1)))
            draft = await table.turns._decide(turns.duty(table.state))
            moves.add(draft.payload.moves[0])
        assert len(moves) == 1
    assert differing, "worlds have to differ"
