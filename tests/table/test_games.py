"""A registered game without a board: the table goes on without it, the terminal plays it."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from parlour.core import registry
from parlour.table import games

EXAMPLE = Path(__file__).parents[2] / "examples" / "high_card"


@pytest.fixture
def boardless(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLE))
    known = {**registry._registered(), "high_card": EntryPoint("high_card", "high_card:GAME", registry.GROUP)}
    monkeypatch.setattr(registry, "_registered", lambda: known)
    yield
    registry._loaded.cache_clear()


def test_the_front_page_shows_the_games_with_a_board(boardless, running):
    assert "high_card" in registry.names()
    assert games.names() == ("arboretum", "arbos", "golf", "little_spider", "splendor")
    for path in ("/", "/stats"):
        page = running.visitor().http.get(path)
        assert page.status_code == 200 and "high_card" not in page.text


@pytest.mark.parametrize("path", ["/new/high_card", "/play/high_card?deal=1", "/rules/high_card"])
def test_its_pages_say_where_it_can_be_played(boardless, running, path):
    page = running.visitor().http.get(path)
    assert page.status_code == 404 and "parlour play high_card" in page.text


def test_an_unknown_game_is_answered_with_titles(running):
    page = running.visitor().http.get("/rules/chess")
    assert page.status_code == 404
    assert "Golf, Little Spider" in page.text
    assert "little_spider" not in page.text.split("<h1>")[1].split("</h1>")[0]
