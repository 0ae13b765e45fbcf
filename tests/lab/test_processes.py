"""Work shared out to processes: all of it is done, errors arrive, and no process outlives its parent."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from parlour.lab.processes import share_out


def squared(add, number):
    if number == 13:
        raise ValueError("thirteen cannot be done")
    return number**2 + add


def test_all_of_it_is_done():
    assert sorted(share_out(partial(squared, 1), range(10), 2)) == [one**2 + 1 for one in range(10)]
    assert list(share_out(squared, [], 2)) == []


def test_an_error_of_a_piece_arrives():
    with pytest.raises(ValueError, match="thirteen"):
        list(share_out(partial(squared, 0), [1, 13, 2], 1))


WORK = """
import os, time
from pathlib import Path
from parlour.lab.processes import share_out
def work(number):
    Path(f"pid{number}").write_text(str(os.getpid()))
    time.sleep(600)
if __name__ == "__main__":
    list(share_out(work, range(2), 2))
"""


def running(pid):
    """Whether a process is there and not only its entry, which nobody has asked for yet."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def wait_for(true):
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux for processes")
def test_processes_end_with_the_one_that_asked(tmp_path):
    (tmp_path / "work.py").write_text(WORK)
    asking = subprocess.Popen([sys.executable, "work.py"], cwd=tmp_path)
    files = [tmp_path / f"pid{number}" for number in range(2)]
    wait_for(lambda: all(file.exists() and file.read_text() for file in files))
    found = [int(file.read_text()) for file in files]
    assert all(map(running, found))
    os.kill(asking.pid, signal.SIGKILL)
    asking.wait()
    wait_for(lambda: not any(map(running, found)))
