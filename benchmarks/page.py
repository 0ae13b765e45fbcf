"""How heavy and how quick the table is: bytes of Golf's first page, time from a click to the swapped board.

Both are measured in a real Chromium against a server of its own, on this machine, with an empty database.
"""

import contextlib
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

KILOBYTE = 1000

CLICKS = 16
"""Clicks a table: one less than Golf's stock has cards, so that every one of them only deals."""

RECORD = """watched => {
    window.swaps = [];
    let released = null;
    document.addEventListener("pointerup", () => { released = performance.now(); }, true);
    new MutationObserver(() => {
        if (released !== null) { window.swaps.push(performance.now() - released); released = null; }
    }).observe(document.getElementById(watched), { childList: true, subtree: true, characterData: true });
}"""
"""Notes the milliseconds from letting go of the mouse to a change of a part of the page."""


@contextlib.contextmanager
def server() -> Iterator[tuple[str, Path]]:
    """Run a table on a free port; give its address and the folder of its database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "parlour", "--no-browser", "--port", str(port), "--data", folder]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            _wait_for(address)
            yield address, Path(folder)
        finally:
            running.terminate()
            running.wait(timeout=20)


def _wait_for(address: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            with urlopen(f"{address}/healthz", timeout=5):  # noqa: S310 -- our own server
                return
        except (URLError, ConnectionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Start the system's Chromium without a window."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=quiet)
        yield browser
        browser.close()


def first_load(browser: Browser, address: str) -> int:
    """Return the bytes that cross the wire for a newcomer who opens a deal of Golf."""
    return bytes_loaded(browser.new_context(), f"{address}/play/golf?deal=24")


def bytes_loaded(context: BrowserContext, url: str) -> int:
    """Return the bytes, heads included and fonts not, of a page and all that it loads; close the context."""
    page, sizes, fonts = context.new_page(), dict[str, int](), set[str]()

    def asked(event: dict[str, Any]) -> None:
        if event.get("type") == "Font":
            fonts.add(event["requestId"])

    def loaded(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = int(event["encodedDataLength"])

    session = context.new_cdp_session(page)
    session.on("Network.requestWillBeSent", asked)
    session.on("Network.loadingFinished", loaded)
    session.send("Network.enable")
    page.goto(url, wait_until="networkidle")
    context.close()
    return sum(size for request, size in sizes.items() if request not in fonts)


def click_to_swap(browser: Browser, address: str, tables: int) -> list[float]:
    """Return the milliseconds from click to swapped board for every card of some stocks but the last."""
    page = browser.new_page()
    times = [
        ms for deal in range(1, tables + 2) for ms in _deal_out(page, f"{address}/play/golf?deal={deal}")
    ]
    page.close()
    return times[CLICKS:]  # the first table warms up


def _deal_out(page: Page, url: str) -> list[float]:
    page.goto(url, wait_until="networkidle")
    page.evaluate(RECORD, "home")
    for done in range(1, CLICKS + 1):
        page.click("#stock button")
        while page.evaluate("window.swaps.length") < done:
            page.wait_for_timeout(5)
        page.wait_for_timeout(60)
    return [float(ms) for ms in page.evaluate("window.swaps")]


def durable_commit(folder: Path, commits: int = 200) -> float:
    """Return the median milliseconds of one bare durable commit of SQLite in the same folder."""
    times = []
    with contextlib.closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE event (at REAL, move TEXT)")
        for number in range(commits):
            began = time.perf_counter()
            database.execute("INSERT INTO event VALUES (?, ?)", (began, str(number)))
            times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)
