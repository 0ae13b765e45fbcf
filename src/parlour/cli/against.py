"""Computer players at the other seats of a game in the terminal."""

from collections.abc import Iterator, Sequence

from parlour.core.errors import IllegalMove, ParlourError, did_you_mean
from parlour.core.game import Game
from parlour.core.position import Position
from parlour.search.players import Player, PlayerError, player


class Opponents:
    """Who plays which seat beside the person at the terminal."""

    def __init__(self, mine: int, names: dict[int, str]) -> None:
        """Take players by name for all seats but `mine`. Raises `PlayerError`."""
        self.mine = mine
        self.names = names
        self._players: dict[int, Player] = {seat: player(name, seat) for seat, name in names.items()}

    def introduced(self, game: Game) -> str:
        """Say who is who."""
        others = ", ".join(f"{game.seat_name(seat)} is {name}" for seat, name in self.names.items())
        return f"You are {game.seat_name(self.mine)}; {others}."

    def on_turn(self, position: Position) -> bool:
        """Say whether one of them is to move."""
        return position.current_player in self._players

    def play(self, position: Position) -> Iterator[str]:
        """Play until the person is on turn, and tell what was played, turn by turn.

        Raises `ParlourError` if a player fails; the position stands where that was.
        """
        turn: list[str] = []
        while (seat := position.current_player) in self._players:
            legal, name = position.legal_actions, position.game.seat_name(seat)
            action = legal[0]
            if len(legal) > 1:
                try:
                    action = self._players[seat].choose(position, seat)
                except PlayerError as error:
                    raise ParlourError(
                        f"{name} does not play: {error}. What you type next asks again"
                    ) from None
            turn.append(position.text(action))
            position.play(action)
            if position.current_player != seat:
                yield f"{name}: {'; '.join(turn)}"
                turn.clear()

    def taken_back(self, position: Position) -> Position:
        """Return the position before the person's latest move. Raises `IllegalMove` if there is none."""
        walk = position.copy()
        walk.undo()
        while self.on_turn(walk):
            if not walk.can_undo:
                raise IllegalMove("nothing_to_undo", "you have played nothing yet that could be taken back")
            walk.undo()
        return walk

    def played_again(self, position: Position) -> Position:
        """Return the position after a move that was taken back, and its answers. Raises `IllegalMove`."""
        walk = position.copy()
        walk.redo()
        while self.on_turn(walk) and walk.can_redo:
            walk.redo()
        return walk


def seated(game: Game, seats: int, names: Sequence[str], seat: str | None) -> Opponents | None:
    """Seat players by name around the person, who takes the first seat or a named one.

    Of fewer players than seats the last one takes those that are left. Raises `ParlourError` for a seat that
    there is not, and where there is nobody to play against or no place for somebody.
    """
    if not names:
        if seat is not None:
            raise ParlourError("--seat says which seat is yours against computers: add --against")
        return None
    if seats == 1:
        raise ParlourError(f"{game.title} is for one player, so nobody can play against you")
    if len(names) >= seats:
        raise ParlourError(
            f"{len(names)} players against you need {len(names) + 1} seats, and there are {seats}"
        )
    mine = 0 if seat is None else _seat(game, seats, seat)
    others = [one for one in range(seats) if one != mine]
    return Opponents(mine, {one: names[min(k, len(names) - 1)] for k, one in enumerate(others)})


def _seat(game: Game, seats: int, word: str) -> int:
    called = {game.seat_name(one).lower(): one for one in range(seats)}
    if word.lower() not in called:
        raise ParlourError(
            f"there is no seat {word!r}{did_you_mean(word, map(game.seat_name, range(seats)))}"
        )
    return called[word.lower()]
