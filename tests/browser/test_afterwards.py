"""After a game: it is looked through with slider and keys, by a link to a move, and its picture is shared."""

import re
import struct
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from parlour.table.guests import COOKIE

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


RECORDS = Path(__file__).parents[1] / "data" / "records"


def bring(guest, game):
    """Bring a record and return the address of its table."""
    url = guest.server.url
    answer = httpx.post(
        f"{url}/open",
        data={"text": (RECORDS / f"{game}.json").read_text(encoding="utf-8")},
        headers={"origin": url},
        cookies={COOKIE: guest.token},
        timeout=60,
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def looking_at(page, n):
    """Wait until the page shows the position after so many moves."""
    expect(page.locator("#at")).to_have_value(str(n))
    expect(page.locator("#table")).to_have_class(re.compile("looking"))
    page.wait_for_function("n => location.hash === `#at=${n}`", arg=n)


def test_a_finished_match_is_looked_through_with_hands_open(guest, shot):
    page = guest.open(bring(guest, "arboretum"))
    looking_at(page, 0)
    expect(page.locator("#at")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    looking_at(page, 3)
    expect(page.locator("#back-at")).to_have_text("Looking back: move 3 of 165")
    expect(page.locator("#say")).to_contain_text("was chosen")
    expect(page.locator("#hand .tcard")).to_have_count(9)
    expect(page.locator("#facts-1 .held.open .cd")).to_have_count(7)
    page.keyboard.press("Home")
    looking_at(page, 0)
    page.keyboard.press("]")
    looking_at(page, 1)
    shot(page, "looking-back-arboretum")
    page.goto(page.url.replace("#at=1", "#at=120"))
    looking_at(page, 120)
    page.keyboard.press("Escape")
    expect(page.locator("#end")).to_be_visible()
    assert "#" not in page.url
    page.locator("#end [data-step=first]").click()
    looking_at(page, 0)
    expect(page.locator("#at")).to_be_focused()


@pytest.mark.parametrize("guest", [PHONE], indirect=True)
def test_a_solitaire_is_looked_through_on_a_phone(guest, shot):
    page = guest.open(bring(guest, "golf"))
    looking_at(page, 0)
    page.evaluate("document.documentElement.dir = 'rtl'")
    page.locator('.steps [data-step="next"]').tap()
    looking_at(page, 1)
    expect(page.locator("#say")).to_contain_text("stock")
    for name in ("first", "prev", "next", "last"):
        box = page.locator(f'.steps [data-step="{name}"]').bounding_box()
        assert min(box["width"], box["height"]) >= 44, name
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    left = page.locator('.steps [data-step="prev"]').bounding_box()["x"]
    assert left < page.locator('.steps [data-step="next"]').bounding_box()["x"], "time goes the same way"
    shot(page, "looking-back-golf-phone")
    page.locator('.replay [data-step="now"]').tap()
    expect(page.locator("#end")).to_be_visible()
    shot(page, "over-golf-phone")


@pytest.mark.parametrize("game", ["golf", "splendor"])
def test_the_picture_of_a_game_is_saved_as_a_png(guest, shot, game):
    page = guest.open(bring(guest, game))
    looking_at(page, 0)
    page.keyboard.press("Escape")
    shot(page, f"over-{game}")
    with page.expect_download() as saved:
        page.locator('#end [data-action="picture"]').click()
    assert saved.value.suggested_filename == f"{game}.png"
    png = saved.value.path().read_bytes()
    assert png.startswith(b"\x89PNG")
    wide, high = struct.unpack(">II", png[16:24])
    assert wide >= 2000
    assert high >= 1000


def test_a_record_that_is_refused_says_why_and_a_good_one_opens(guest, shot):
    page = guest.open("/open")
    shot(page, "open")
    page.locator("#file").set_input_files({"name": "game.json", "mimeType": "", "buffer": b"{}"})
    page.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not a game record")
    shot(page, "open-refused")
    good = (RECORDS / "golf.json").read_bytes()
    page.locator("#file").set_input_files({"name": "game.json", "mimeType": "", "buffer": good})
    page.get_by_role("button", name="Open it").click()
    looking_at(page, 0)
