"""Goldens: readable playthroughs, every line compared. `pytest tests/games --update-goldens` writes them."""

from pathlib import Path

import pytest

from parlour.core.registry import names

GAMES = (*names(), "high_card")
FOLDER = Path(__file__).parent / "goldens"


def pytest_addoption(parser):
    parser.addoption(
        "--update-goldens", action="store_true", help="write the playthroughs of tests/games/goldens anew"
    )


def pytest_collection_modifyitems(items):
    """Keep the tests of a game in one worker, so that its rules are compiled once and not in each of them."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            game = next((name for name in GAMES if name in item.nodeid.rpartition("/")[2]), None)
            if game is not None:
                item.add_marker(pytest.mark.xdist_group(game))


@pytest.fixture
def golden(request):
    """Compare a text with the golden of that name."""

    def compare(name, text):
        path = FOLDER / f"{name}.txt"
        if request.config.getoption("--update-goldens"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8"), (
            f"{path.name} changed; if it should, --update-goldens"
        )

    return compare
