"""Options are chosen from presets, changed by name, and refused with what there is."""

from typing import Annotated, Literal

import msgspec
import pytest

import parlour
from parlour.core.options import GameOptions, choose, describe


class Options(GameOptions, frozen=True):
    speed: Literal["slow", "fast"] = "slow"
    blind: bool = False
    points: Annotated[int, msgspec.Meta(ge=3, le=9)] = 5


PRESETS = {"standard": Options(), "quick": Options(speed="fast", points=3)}


def pick(preset=None, **given):
    return choose(PRESETS, preset, given, "Toy")


def test_presets_and_changes():
    assert pick() == Options() and pick("quick").points == 3
    assert pick("quick", points=9, blind=True) == Options("fast", True, 9)


def test_words_are_read_as_the_options_type():
    assert pick(points="7", blind="true", speed="fast") == Options("fast", True, 7)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"points": 2}, "Toy: the option points is 3 to 9, not 2"),
        ({"points": "ten"}, "3 to 9, not 'ten'"),
        ({"points": True}, "3 to 9, not True"),
        ({"speed": "Fast"}, "slow or fast, not 'Fast'"),
        ({"blind": 1}, "true or false, not 1"),
        ({"blnd": True}, "no option 'blnd'; did you mean 'blind'?"),
        ({"weather": 1}, "no option 'weather'; there is speed, blind, points"),
    ],
)
def test_refusals_say_what_there_is(given, reason):
    with pytest.raises(parlour.OptionsError) as refusal:
        pick(**given)
    assert reason in str(refusal.value)


def test_unknown_presets():
    with pytest.raises(parlour.OptionsError, match="did you mean 'standard'"):
        pick("standart")
    with pytest.raises(parlour.OptionsError, match="there is standard, quick"):
        pick("zzz")


def test_description_for_help_texts():
    speed, blind, points = describe(Options)
    assert (speed.values, speed.spoken, speed.default) == (("slow", "fast"), "slow or fast", "slow")
    assert blind.spoken == "true or false" and points.values == range(3, 10) and points.spoken == "3 to 9"


@pytest.mark.parametrize("seats", [0, 2, -1, True, "1"])
def test_seats_of_a_solitaire(seats):
    with pytest.raises(parlour.OptionsError, match="Golf has 1 seat, not"):
        parlour.new("golf", seats)
