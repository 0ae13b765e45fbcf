"""`make shots`: pictures of every board, state and end at every size, light and dark, and a page of all.

They lie in build/shots, named by scene, size and theme. `make shots ONLY="splendor 390x844"` takes what has
both words in its name.
"""

import argparse
import html
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from websockets.sync.client import connect

from parlour.table.guests import COOKIE
from tests.browser import board_scenes, scenes
from tests.browser.conftest import CHROMIUM
from tests.browser.scenes import Scene
from tests.table.server import Server

FOLDER = Path(__file__).parents[2] / "build" / "shots"
DEVICES: dict[str, tuple[dict[str, Any], tuple[tuple[int, int], ...]]] = {
    "desk": ({}, ((1280, 800), (1024, 768))),
    "phone": ({"has_touch": True, "is_mobile": True}, ((390, 844), (844, 390), (360, 640))),
}
"""What its window can do, and the sizes it takes one after another: a scene is played once on each device."""

THEMES = ("light", "dark")
PARTS: dict[str, Callable[[], Iterator[Scene]]] = {
    "home": scenes.pages,
    "arboretum": board_scenes.arboretum,
    "arbos": scenes.arbos,
    "golf": scenes.golf,
    "spider": scenes.spider,
    "splendor": board_scenes.splendor,
}
"""What makes the scenes of each part: positions are looked for only where they are shown."""

SETTLED = """async () => {
    await document.fonts.ready;
    for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);
    for (const one of document.getAnimations())
        if (one.effect.getTiming().iterations !== Infinity) one.finish();
}"""
"""Lets a page come to rest."""

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Parlour: shots</title>
<meta name="viewport" content="width=device-width">
<style>
body {{ margin: 16px; font: 14px/1.4 system-ui, sans-serif; background: #777; color: #fff }}
section > div {{ display: flex; flex-wrap: wrap; gap: 8px; align-items: start }}
img {{ display: block; height: 260px; background: #555 }}
h2 {{ font-size: 16px; margin: 20px 0 6px }}
</style>
{sections}
</html>
"""


def names(scene: Scene, size: tuple[int, int], words: list[str]) -> dict[str, str]:
    """The names of the pictures that are asked for, by theme."""
    found = {theme: f"{scene.name}-{size[0]}x{size[1]}-{theme}" for theme in THEMES}
    return {theme: name for theme, name in found.items() if all(word in name for word in words)}


@contextmanager
def opened(browser: Browser, url: str, token: str, **device) -> Iterator[Page]:
    """Open a page for the guest with a token, and wait until it is connected."""
    context = browser.new_context(reduced_motion="reduce", **device)
    context.set_default_timeout(15_000)
    context.set_default_navigation_timeout(120_000)  # a first table may wait for its rules to be compiled
    context.add_cookies([{"name": COOKIE, "value": token, "url": url, "httpOnly": True}])
    page = context.new_page()
    page.goto(url)
    if page.locator("#table").count():
        page.wait_for_selector("#conn[data-state=on]", state="attached")
    yield page
    context.close()


@contextmanager
def there(url: str, others: list[str]) -> Iterator[None]:
    """Have others at a table while it is looked at."""
    with ExitStack() as lines:
        for other in others:
            head = {"Cookie": f"{COOKIE}={other}", "Origin": url.rpartition("/t/")[0]}
            lines.enter_context(connect(f"{url.replace('http', 'ws', 1)}/socket", additional_headers=head))
        yield


def pictures(browser: Browser, server: Server, scene: Scene, words: list[str]) -> Iterator[str]:
    """Take the pictures of a scene, and yield their names."""
    wanted = {
        size: found for _, sizes in DEVICES.values() for size in sizes if (found := names(scene, size, words))
    }
    if not wanted:
        return
    token = secrets.token_urlsafe(24)
    path, others = scene.place(server, token)
    url = server.url + path
    with there(url, [other for other in others if other != token]):
        for device, every in DEVICES.values():
            sizes = [size for size in every if size in wanted]
            if not sizes:
                continue
            with opened(browser, url, token, viewport=window(sizes[0]), **device) as page:
                scene.deed(page)
                for size in sizes:
                    page.set_viewport_size(window(size))
                    for theme, name in wanted[size].items():
                        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                        page.evaluate(SETTLED)
                        page.screenshot(path=FOLDER / f"{name}.png")
                        yield name


def window(size: tuple[int, int]) -> ViewportSize:
    """The size of a window as the browser's driver takes it."""
    return {"width": size[0], "height": size[1]}


def contact_sheet() -> None:
    """Write the page that shows all pictures there are, scene by scene."""
    sections: dict[str, list[str]] = {}
    for file in sorted(FOLDER.glob("*.png")):
        sections.setdefault(file.stem.rsplit("-", 2)[0], []).append(file.stem)
    written = (
        f"<section><h2>{html.escape(scene)}</h2><div>"
        + "".join(
            f'<a href="{n}.png"><img src="{n}.png" alt="{n}" title="{n}" loading="lazy"></a>' for n in found
        )
        + "</div></section>"
        for scene, found in sections.items()
    )
    (FOLDER / "index.html").write_text(PAGE.format(sections="\n".join(written)), encoding="utf-8")


def main() -> None:
    """Take the pictures that the arguments ask for."""
    parser = argparse.ArgumentParser(prog="make shots", description="Take pictures of the table.")
    parser.add_argument(
        "words", nargs="*", help="what their names shall have: a game, a scene, a size, a theme"
    )
    words = parser.parse_args().words
    FOLDER.mkdir(parents=True, exist_ok=True)
    began, count, failed = time.monotonic(), 0, []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        server = Server(Path(data))
        server.start()
        try:
            parts = [part for part in PARTS if part in " ".join(words)] or list(PARTS)
            for scene in (scene for part in parts for scene in PARTS[part]()):
                try:
                    for _name in pictures(browser, server, scene, words):
                        count += 1
                except Exception as error:  # noqa: BLE001 - one scene that fails keeps no other from being seen
                    failed.append(f"{scene.name}: {error}")
        finally:
            server.stop()
            browser.close()
    contact_sheet()
    seconds = time.monotonic() - began
    sys.stdout.write(f"{count} pictures in {seconds:.0f} s: {FOLDER / 'index.html'}\n")
    if failed:
        sys.exit("\n".join(failed))


if __name__ == "__main__":
    main()
