"""Goldens: readable playthroughs, every line compared. `pytest tests/games --update-goldens` writes them."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "goldens"


def pytest_addoption(parser):
    parser.addoption(
        "--update-goldens", action="store_true", help="write the playthroughs of tests/games/goldens anew"
    )


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
