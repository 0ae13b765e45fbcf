"""A browser, a server, and guests. Without Chromium these tests are skipped, and say so."""

import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from parlour.core.start import Start
from parlour.table.guests import COOKIE
from tests.browser.hands import SHAKES
from tests.table.server import Server

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
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


class Guest:
    """One browser profile at one server. Errors in its pages fail the test at its end."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.context = context
        self.server = server
        self.token = secrets.token_urlsafe(24)
        self.errors: list[str] = []
        context.add_cookies([{"name": COOKIE, "value": self.token, "url": server.url, "httpOnly": True}])
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        context.on(
            "console", lambda line: self.errors.append(line.text) if "Content Security" in line.text else None
        )

    def sit(self, game: str, start: Start) -> Page:
        """Lay out a table from a start and open its page."""
        return self.open(f"/t/{self.server.set_table(self.token, game, start)}")

    def open(self, path: str) -> Page:
        """Open a page; a table's when its socket is up."""
        page = self.context.new_page()
        page.goto(self.server.url + path)
        if page.locator("#table").count():
            page.wait_for_selector("#conn[data-state=on]", state="attached")
        return page


@pytest.fixture
def guest(browser, server, request) -> Iterator[Guest]:
    options = {"viewport": {"width": 1280, "height": 800}, **getattr(request, "param", {})}
    context = browser.new_context(**options)
    context.set_default_timeout(20_000)
    context.set_default_navigation_timeout(60_000)  # a first table may wait for its rules to be compiled
    context.add_init_script(SHAKES)
    one = Guest(context, server)
    yield one
    context.close()
    assert one.errors == []


@pytest.fixture
def shot() -> Iterator[object]:
    """Returns a function that takes a picture of a page, for people to look at."""
    SHOTS.mkdir(exist_ok=True)

    def take(page: Page, name: str) -> None:
        page.screenshot(path=SHOTS / f"{name}.png")

    return take
