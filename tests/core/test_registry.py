"""The games there are."""

import pytest

import parlour
from parlour.core import registry


def test_games_by_name():
    assert {"golf", "little_spider"} <= {game.name for game in parlour.games()}
    assert parlour.game("golf") is parlour.game("Golf") and parlour.game("little spider") is parlour.game(
        "little-spider"
    )
    assert parlour.games() == parlour.games()


@pytest.mark.parametrize(
    ("name", "hint"), [("gulf", "did you mean 'golf'"), ("chess", "there is "), ("", "there is ")]
)
def test_unknown_names(name, hint):
    with pytest.raises(parlour.UnknownGame, match=hint):
        parlour.new(name)


def test_an_entry_point_must_name_a_game(monkeypatch):
    from importlib.metadata import EntryPoint

    registry._loaded.cache_clear()
    monkeypatch.setattr(
        registry, "_registered", lambda: {"bad": EntryPoint("bad", "math:pi", registry.GROUP)}
    )
    with pytest.raises(TypeError, match="must name a Game, not a float"):
        registry.game("bad")
    registry._loaded.cache_clear()
