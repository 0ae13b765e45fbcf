"""A browser, a server, and guests. Without Chromium these tests are skipped, and say so."""

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from parlour.core.start import Start
from parlour.table.guests import COOKIE
from tests.browser.hands import DESK, SHAKES
from tests.table.server import Server

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Programs that will do. The first is Chromium without windows, which takes half the time for everything."""

CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
expect.set_options(timeout=20_000)
SHOTS = Path(__file__).parents[2] / "test-results"


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None:
                item.add_marker(
                    pytest.mark.skip(reason="NO BROWSER: install chromium, or set CHROMIUM to its path")
                )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("house"))
    running.start()
    yield running
    running.stop()


class Pool:
    """Browser profiles that tests take and give back emptied: to open a window costs more than most tests do.

    What cannot be undone, such as a script for every page, is for further pages that a test opens.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: dict[str, list[BrowserContext]] = {}

    def take(self, options: dict[str, object]) -> BrowserContext:
        """Return an empty profile that nobody has, with one blank page."""
        kept = self.free.get(json.dumps(options, sort_keys=True))
        if kept:
            return kept.pop()
        context = self.browser.new_context(**options)
        context.set_default_timeout(20_000)
        context.set_default_navigation_timeout(60_000)  # a first table may wait for its rules to be compiled
        context.add_init_script(SHAKES)
        context.new_page()
        return context

    def give(self, options: dict[str, object], context: BrowserContext, server: Server) -> None:
        """Empty a profile, and keep it for the next test."""
        first, *more = context.pages
        for page in more:
            page.close()
        first.goto("about:blank")
        first.set_viewport_size(options["viewport"])
        first.emulate_media(
            color_scheme=options.get("color_scheme", "light"),
            reduced_motion=options.get("reduced_motion", "no-preference"),
        )
        devtools = context.new_cdp_session(first)
        devtools.send("Storage.clearDataForOrigin", {"origin": server.url, "storageTypes": "local_storage"})
        devtools.detach()
        context.clear_cookies()
        self.free.setdefault(json.dumps(options, sort_keys=True), []).append(context)


@pytest.fixture(scope="session")
def pool(browser) -> Pool:
    return Pool(browser)


class Guest:
    """One browser profile at one server. Errors in its pages fail the test at its end."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.context = context
        self.server = server
        self.token = secrets.token_urlsafe(24)
        self.errors: list[str] = []
        context.add_cookies([{"name": COOKIE, "value": self.token, "url": server.url, "httpOnly": True}])
        context.on("weberror", self.note)
        context.on("console", self.note)

    def note(self, event) -> None:
        """Keep what went wrong in a page."""
        if not hasattr(event, "text"):
            self.errors.append(str(event.error))
        elif "Content Security" in event.text:
            self.errors.append(event.text)

    def leave(self) -> None:
        """Listen to the profile's pages no more."""
        self.context.remove_listener("weberror", self.note)
        self.context.remove_listener("console", self.note)

    def sit(self, game: str, start: Start) -> Page:
        """Lay out a table from a start and open its page."""
        return self.open(f"/t/{self.server.set_table(self.token, game, start)}")

    def open(self, path: str) -> Page:
        """Open a page, in a blank tab if there is one; a table's when its socket is up."""
        page = self.context.pages[-1] if self.context.pages else None
        if page is None or page.url != "about:blank":
            page = self.context.new_page()
        page.goto(self.server.url + path)
        if page.locator("#table").count():
            page.wait_for_selector("#conn[data-state=on]", state="attached")
        return page


@pytest.fixture
def guests(pool, server) -> Iterator[Callable[..., Guest]]:
    """Returns a function that opens a browser profile at the server, or at another one."""
    made = []

    def one(at: Server = server, **options: object) -> Guest:
        options = {**DESK, **options}
        made.append((options, Guest(pool.take(options), at)))
        return made[-1][1]

    yield one
    errors = []
    for options, guest in made:
        pool.give(options, guest.context, guest.server)
        guest.leave()
        errors += guest.errors
    assert errors == []


@pytest.fixture
def guest(guests, request) -> Guest:
    return guests(**getattr(request, "param", {}))


@pytest.fixture
def shot() -> Iterator[object]:
    """Returns a function that takes a picture of a page, for people to look at."""
    SHOTS.mkdir(exist_ok=True)

    def take(page: Page, name: str) -> None:
        page.screenshot(path=SHOTS / f"{name}.png")

    return take
