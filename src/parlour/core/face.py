"""How a game is started and read back: the functions of the public face that need the rules."""

from pathlib import Path
from typing import Any

from parlour.core.beginning import begin
from parlour.core.errors import OptionsError, RecordError
from parlour.core.position import Position
from parlour.core.record import GameRecord
from parlour.core.registry import game, games
from parlour.core.start import DealStart, SeedStart, Start, random_seed


def new(
    name: str,
    seats: int | None = None,
    *,
    seed: int | None = None,
    deal: int | str | None = None,
    preset: str | None = None,
    **options: Any,
) -> Position:
    """Start a game.

    `seed` (0 to 2^64 - 1) shuffles by the game's own generator; a solitaire may be started by `deal` number
    instead. Without either the shuffle is random. `preset` names a set of options, single `options` change
    it.

    Raises `UnknownGame`, `OptionsError` or `DealError`, each saying what there is.
    """
    played = game(name)
    chosen = played.choose(preset, **options)
    count = played.check_seats(seats, chosen)
    if seed is not None and deal is not None:
        raise OptionsError("a game starts from a seed or from a deal number, not from both")
    start: Start
    if deal is not None:
        start = DealStart(played.deal_number(deal))
    else:
        start = SeedStart(random_seed() if seed is None else seed)
    return begin(played, start, chosen, count)


def load(path: str | Path) -> GameRecord:
    """Read a game record from a file: JSON, or a format of other programs if its suffix is that of one.

    Raises `RecordError`, or `OSError` where the file cannot be read.
    """
    suffix = Path(path).suffix.lower()
    formats = [] if suffix == ".json" else [g.files[suffix] for g in games() if suffix in g.files]
    if not formats:
        return GameRecord.load(path)
    data, reasons = Path(path).read_bytes(), []
    for form in formats:
        try:
            return form.record(data)
        except RecordError as error:
            reasons.append(str(error))
    raise RecordError("; ".join(reasons))
