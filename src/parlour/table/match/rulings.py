"""Who may do what at a table of several seats, and which events that becomes."""

import secrets
from collections.abc import Callable, Sequence

import msgspec

from parlour.core import registry
from parlour.core.errors import IllegalMove, NotationError, OptionsError
from parlour.core.position import Position
from parlour.table import computers, messages, texts
from parlour.table.errors import Refusal
from parlour.table.event import HOUSE, Kind, Payload
from parlour.table.kept import Kept
from parlour.table.match.course import Act, Course, State
from parlour.table.match.terms import Terms
from parlour.table.match.undoing import revealed
from parlour.table.moves import written


class Draft(msgspec.Struct, frozen=True):
    """An event that is not in the log yet."""

    kind: Kind
    seat: int
    payload: Payload = Payload()


# Before the match


def gather(course: Course, kept: Kept, player: str, command: messages.Gathering, *, invited: bool) -> Draft:
    """Return what a command before the match becomes, but for `start`. Raises `Refusal`.

    `invited`: the command has the link of a chair that is kept for a friend.
    """
    if course.phase != "gathering":
        raise Refusal("begun", texts.BEGUN if course.phase == "playing" else texts.CLOSED)
    mine = course.seats_of(player)
    match command:
        case messages.Sit(seat=chair):
            _check_chair(course, kept, player, chair, invited=invited)
            return Draft("sit", chair, Payload(player=player))
        case messages.Stand():
            if not mine:
                raise Refusal("not_seated", texts.NOT_SEATED)
            if course.host != player:
                return Draft("stand", mine[0], Payload(by=player))
            others = [one for one in _people(course.players) if one != player]
            if not others or len(mine) > 1:
                return Draft("close", mine[0], Payload(by=player))
            return Draft("stand", mine[0], Payload(player=others[0], by=player))
        case messages.SeatComputer(seat=chair, level=level):
            check_host(course, player)
            _check_computer(course, kept, chair)
            return Draft("sit", chair, Payload(player=computers.another(level, course.players), by=player))
        case messages.Remove(seat=chair):
            check_host(course, player)
            if chair >= len(course.players) or course.players[chair] in (None, player):
                raise Refusal("nobody_there", texts.NOBODY_THERE)
            return Draft("remove", chair, Payload(by=player))
        case messages.Close():
            check_host(course, player)
            return Draft("close", mine[0] if mine else HOUSE, Payload(by=player))
    raise Refusal("not_here", texts.NOT_HERE)


def check_host(course: Course, player: str) -> None:
    """Raise `Refusal` unless a player is the host."""
    if course.host != player:
        raise Refusal("not_host", texts.NOT_HOST)


def _people(players: Sequence[str | None]) -> list[str]:
    return [one for one in players if one is not None and not computers.level_of(one)]


def _check_computer(course: Course, kept: Kept, chair: int) -> None:
    """Raise `Refusal` unless a computer may sit down on a chair."""
    if chair >= len(course.players):
        raise Refusal("no_such_seat", texts.NO_SUCH_SEAT)
    if course.players[chair] is not None:
        raise Refusal("taken", texts.TAKEN)
    if kept.agreed.rated:
        raise Refusal("rated", texts.NO_COMPUTER_RATED)


def _check_chair(course: Course, kept: Kept, player: str, chair: int, *, invited: bool) -> None:
    terms = kept.agreed
    if chair >= len(course.players):
        raise Refusal("no_such_seat", texts.NO_SUCH_SEAT)
    if course.seats_of(player):
        raise Refusal("seated", texts.SEATED)
    if course.players[chair] is not None:
        raise Refusal("taken", texts.TAKEN if None in course.players else texts.FULL)
    reserved = terms.reserved[chair] if terms.reserved else None
    if reserved is not None and player in (reserved, course.host):
        return
    if terms.chairs[chair] != "open" and not invited and player != course.host:
        raise Refusal("kept", texts.KEPT)


def begin(course: Course, kept: Kept, forces: Callable[[str], int]) -> Draft:
    """Return the start of the match by those who sit. Raises `Refusal` if they are too few.

    `forces` gives the rating of a player, by which a game may say who has the first seat.
    """
    players = [player for player in course.players if player is not None]
    game = registry.game(kept.game)
    options = msgspec.json.decode(kept.options, type=game.options_type)
    if len(players) < max(2, game.seats[0]):
        raise Refusal("too_few", texts.TOO_FEW)
    if not _people(players):
        raise Refusal("no_person", texts.NO_PERSON)
    try:
        game.check_seats(len(players), options)
    except OptionsError as error:
        raise Refusal(error.code, str(error)) from error
    return Draft("start", HOUSE, Payload(players=_seating(kept, players, forces), by=course.host))


def _seating(kept: Kept, players: Sequence[str], forces: Callable[[str], int]) -> tuple[str, ...]:
    """Return the players by seat: by the game's own option `colours` where it has that, else as agreed."""
    game, terms = registry.game(kept.game), kept.agreed
    options = msgspec.json.decode(kept.options, type=game.options_type)
    order = getattr(options, "colours", terms.order)
    if len(set(players)) < len(players):
        order = "chosen"  # people at one screen sit as they were entered
    if order == "weaker_white" and game.ops is not None and len(players) == 2:
        first = game.ops.white((forces(players[0]), forces(players[1])), 1 if secrets.randbelow(2) else 0)
        return (players[first], players[1 - first])
    if order == "random":
        return tuple(secrets.SystemRandom().sample(players, len(players)))
    return tuple(players)


# The match


def play(state: State, terms: Terms, player: str | None, command: messages.Command, *, seen: bool) -> Draft:
    """Return what a command of the match becomes. Raises `Refusal`.

    `seen`: another player has seen the position since it was reached.
    """
    course, position = state.course, state.position
    if course.phase == "gathering" or position is None:
        raise Refusal("not_begun", texts.NOT_BEGUN)
    seats = playing(course, player)
    turn = position.current_player
    seat = seats[0] if turn not in seats or turn is None else turn
    if isinstance(command, messages.Resign):
        return _given_up(course, terms, position, seat, "resign")
    if command.rev < course.moved:
        raise Refusal("stale", texts.STALE)
    match command:
        case messages.Play(moves=moves):
            return _moved(course, position, seat, moves)
        case messages.Undo():
            return _take_back(course, position, seats, seen=seen)
        case messages.Offer():
            return _offer(course, position, seat)
        case messages.Accept():
            return _accept(course, seats, command.rev)
        case messages.Decline():
            return _decline(course, seats)
    raise Refusal("not_here", texts.NOT_HERE)


def playing(course: Course, player: str | None) -> tuple[int, ...]:
    """Return the seats that a player still plays. Raises `Refusal` if there is none, or nothing to play."""
    mine = course.seats_of(player)
    if not mine:
        raise Refusal("spectator", texts.ONLY_PLAYERS)
    if course.phase != "playing":
        raise Refusal("over", texts.OVER if course.phase == "over" else texts.CLOSED)
    still = tuple(seat for seat in mine if seat not in course.left)
    if not still:
        raise Refusal("left", texts.LEFT)
    return still


def _moved(course: Course, position: Position, seat: int, moves: tuple[str, ...]) -> Draft:
    try:
        done, after = written(position, moves, seat)
    except (IllegalMove, NotationError) as error:
        raise Refusal(error.code, str(error)) from error
    return Draft("play", seat, Payload(moves=(*done, *settle(after, course.idle))))


def settle(position: Position, idle: tuple[int, ...]) -> tuple[str, ...]:
    """Play, in place, what goes on of itself: forced passes, and acts for seats that nobody plays."""
    done: list[str] = []
    while not position.is_over:
        done += position.play_automatic()
        if position.current_player not in idle:
            break
        done.append(position.idle())
        position.play(done[-1])
    return tuple(done)


def _given_up(course: Course, terms: Terms, position: Position, seat: int, kind: Kind) -> Draft:
    """Return how a seat gives up: of more than two the others go on, unless only one is left."""
    if course.deserted((*course.left, seat)):
        return Draft(kind, seat)
    played_on = terms.zero == "computer" or seat in course.stand_ins
    idle = course.idle if played_on else (*course.idle, seat)
    return Draft(kind, seat, Payload(moves=settle(position.copy(), idle)))


def time_up(course: Course, terms: Terms, position: Position) -> Draft:
    """Return what the clock does to the seat on turn: it plays until its turn is over, or hands it over."""
    seat = position.current_player or 0
    if terms.zero == "forfeit":
        return _given_up(course, terms, position, seat, "forfeit")
    if terms.zero == "computer":
        return Draft("takeover", seat)
    walk, done = position.copy(), []
    while walk.current_player == seat:
        done.append(walk.idle())
        walk.play(done[-1])
    return Draft("timeout", seat, Payload(moves=(*done, *settle(walk, course.idle))))


def undoable(course: Course, seats: Sequence[int]) -> int:
    """Return how many moves lead back to before the latest act of one of these seats; 0 if there is none."""
    return sum(act.moves for act in _since_latest(course, seats))


def _since_latest(course: Course, seats: Sequence[int]) -> tuple[Act, ...]:
    """Return the latest act of one of these seats with all that followed, nothing if there is none."""
    for number in range(len(course.line) - 1, -1, -1):
        if course.line[number].seat in seats:
            return course.line[number:]
    return ()


def _take_back(course: Course, position: Position, mine: Sequence[int], *, seen: bool) -> Draft:
    acts = _since_latest(course, mine)
    count = sum(act.moves for act in acts)
    if not count:
        raise Refusal("nothing_to_undo", texts.NOTHING_TO_UNDO)
    if revealed(position, count):
        raise Refusal("revealed", texts.REVEALED)
    if course.asked is not None:
        raise Refusal("asked", texts.ASKED)
    asks = seen or not all(act.chosen for act in acts)  # nobody gives themselves time again
    if not asks or not course.people(mine[0]):
        return Draft("undo", mine[0], Payload(count=count))
    if set(mine) & set(course.pleaded):
        raise Refusal("pleaded", texts.PLEADED)
    return Draft("ask", mine[0], Payload(count=count))


def _offer(course: Course, position: Position, seat: int) -> Draft:
    if not position.game.draws:
        raise Refusal("no_draws", texts.NO_DRAWS)
    if course.asked is not None:
        raise Refusal("asked", texts.ASKED)
    if course.offered[seat] >= len(position.history) - 1 and course.offered[seat] >= 0:
        raise Refusal("offered", texts.OFFERED)
    return Draft("agree" if not course.others(seat) else "offer", seat)


def _accept(course: Course, mine: Sequence[int], rev: int) -> Draft:
    asked = course.asked
    if asked is None:
        raise Refusal("nothing_asked", texts.NOTHING_ASKED)
    waiting = [seat for seat in asked.waiting if seat in mine]
    if not waiting:
        raise Refusal("own_offer", texts.OWN_OFFER)
    if rev < asked.since:
        raise Refusal("stale", texts.STALE)
    if set(asked.waiting) - set(mine):
        return Draft("accept", waiting[0])
    if asked.what == "draw":
        return Draft("agree", waiting[0])
    return Draft("undo", asked.by, Payload(count=asked.count, by=course.players[waiting[0]]))


def _decline(course: Course, mine: Sequence[int]) -> Draft:
    asked = course.asked
    if asked is None or not set(mine) & {asked.by, *asked.waiting}:
        raise Refusal("nothing_asked", texts.NOTHING_ASKED)
    return Draft("decline", mine[0])


def answer(course: Course, seat: int, *, agreed: bool) -> Draft:
    """Return how a seat that was asked something answers. Raises `Refusal` if it was not."""
    since = course.asked.since if course.asked is not None else 0
    return _accept(course, (seat,), since) if agreed else _decline(course, (seat,))


# Who plays


def hand_over(course: Course, terms: Terms, player: str | None, turn: int | None) -> Draft:
    """Return how the computer begins to play for somebody who wants it to. Raises `Refusal`."""
    seats = [seat for seat in playing(course, player) if seat not in course.stand_ins]
    if terms.rated:
        raise Refusal("rated", texts.NO_COMPUTER_RATED)
    if not seats:
        raise Refusal("handed", texts.HANDED)
    return Draft("takeover", turn if turn in seats and turn is not None else seats[0])


def stand_in(course: Course, terms: Terms, player: str | None, turn: int | None, *, away: bool) -> Draft:
    """Return how the computer begins to play for the seat on turn. Raises `Refusal`.

    `away`: its player has not been here for long.
    """
    playing(course, player)
    if terms.rated:
        raise Refusal("rated", texts.NO_COMPUTER_RATED)
    if turn is None or course.level(turn):
        raise Refusal("handed", texts.HANDED)
    if terms.clock.kind == "days":
        raise Refusal("slow", texts.SLOW)
    if not away or course.players[turn] == player:
        raise Refusal("not_away", texts.NOT_AWAY)
    return Draft("takeover", turn, Payload(by=player))


def back(course: Course, player: str | None, turn: int | None) -> Draft:
    """Return how somebody plays again for whom the computer did. Raises `Refusal`."""
    seats = [seat for seat in playing(course, player) if seat in course.stand_ins]
    if not seats:
        raise Refusal("not_handed", texts.NOT_HANDED)
    return Draft("back", turn if turn in seats and turn is not None else seats[0])
