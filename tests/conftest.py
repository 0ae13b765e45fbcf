"""What tests of several rooms share."""

import os
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

from parlour.core import registry
from parlour.core.game import Game

# The suite tries the same examples each time: a change is judged by what it changes. `make soak` tries more.
settings.register_profile("suite", derandomize=True)
if "SOAK" not in os.environ:
    settings.load_profile("suite")

GAMES = (*registry.names(), "high_card")
EXAMPLE = Path(__file__).parents[1] / "examples" / "high_card"


class ByGame(LoadScopeScheduling):
    """Keeps the tests of a game in one worker: there its rules are compiled and its page is opened once."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.partition("::")
        names = file if file.startswith("tests/games/") else test if "test_acceptance" in file else ""
        return next((f"{name} in {file[:13]}" for name in GAMES if name in names), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByGame:
    return ByGame(config, log)


@pytest.fixture
def high_card(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Register the example game as installing its package would."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    known = {**registry._registered(), "high_card": EntryPoint("high_card", "high_card:GAME", registry.GROUP)}
    monkeypatch.setattr(registry, "_registered", lambda: known)
    yield registry._loaded("high_card")
    registry._loaded.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "high_card"]:
        del sys.modules[name]


@pytest.fixture
def installed_high_card(tmp_path: Path) -> str:
    """Return the `PYTHONPATH` of a process where the example game's package is installed."""
    facts = tmp_path / "packages" / "high_card-1.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1\n")
    (facts / "entry_points.txt").write_text(f"[{registry.GROUP}]\nhigh_card = high_card:GAME\n")
    return os.pathsep.join([str(facts.parent), str(EXAMPLE)])
