"""How a table of several seats comes about."""

import msgspec

from parlour.core import registry
from parlour.core.game import Game
from parlour.core.options import GameOptions
from parlour.core.start import SeedStart, random_seed
from parlour.table import computers
from parlour.table.event import Event, Payload
from parlour.table.guests import new_id
from parlour.table.kept import Kept, insertion, options_text
from parlour.table.log import Statement
from parlour.table.match.clocks import Outages
from parlour.table.match.course import Course, State, follow
from parlour.table.match.rows import seating
from parlour.table.match.terms import Seat, Terms


def plan(game: Game, preset: str, options: GameOptions, terms: Terms) -> Kept:
    """Check that a table can be played so, and return it.

    Raises `OptionsError`, also for options that allow no start.
    """
    terms.check(game)
    game.check_seats(len(terms.chairs), options)
    start = SeedStart(random_seed())
    kept = Kept(
        id=new_id(),
        game=game.name,
        preset=game.preset_of(options) or preset,
        options=options_text(options),
        start=start,
        deal_key="",
        players=(),
        terms=terms,
    )
    kept.begin(len(terms.chairs))
    return kept


def opening(kept: Kept, now: int) -> tuple[tuple[Event, ...], State]:
    """Return the first events of a table, by which its host and computers sit down, and where they lead."""
    terms = kept.agreed
    state, events = State(Course.of(terms)), []
    for chair, kind in enumerate(terms.chairs):
        player = terms.host if kind in ("me", "here") else None
        if kind in computers.LEVELS:
            player = computers.another(kind, state.course.players)
        if player is not None:
            event = Event(state.rev + 1, now, chair, new_id(), "sit", Payload(player=player))
            state = follow(state, event, kept, Outages())
            events.append(event)
    return tuple(events), state


def statements(kept: Kept, events: tuple[Event, ...], now: int) -> tuple[Statement, ...]:
    """Return what makes a table with its first events."""
    seated = (statement for event in events for statement in seating(kept.id, event))
    return (*kept.insertions(now), *(insertion(kept.id, event) for event in events), *seated)


def again(kept: Kept, state: State, host: str) -> Kept:
    """Return the table of a rematch that `host` opens: the same terms, every seat one further."""
    game, terms = registry.game(kept.game), kept.agreed
    players = state.course.players
    rotated = players[1:] + players[:1]
    at = rotated.index(host)
    chairs: list[Seat] = ["friend"] * len(rotated)
    for chair, player in enumerate(rotated):
        if player == host:
            chairs[chair] = "me" if chair == at else "here"
        chairs[chair] = computers.level_of(player) or chairs[chair]
    following = msgspec.structs.replace(
        terms,
        host=host,
        chairs=tuple(chairs),
        order="chosen",
        public=False,
        full_starts=True,
        reserved=tuple(None if computers.level_of(one) else one for one in rotated),
        rematch_of=kept.id,
    )
    options = msgspec.json.decode(kept.options, type=game.options_type)
    return plan(game, kept.preset, options, following)
