"""Running the command line: in this process for what it prints, in a real one for how it leaves."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from parlour.cli.app import parlour

Command = Callable[..., Result]
Process = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def command() -> Command:
    """Call `parlour` with arguments and a standard input."""
    return lambda *arguments, text="": CliRunner().invoke(parlour, [str(a) for a in arguments], input=text)


@pytest.fixture
def process() -> Process:
    """Run `parlour` as a shell would."""
    program = Path(sys.executable).with_name("parlour")

    def run(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, *arguments],
            input=text,
            text=True,
            capture_output=True,
            timeout=60,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        )

    return run
