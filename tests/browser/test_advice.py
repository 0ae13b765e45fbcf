"""A hint in a match, and the review after it."""

import random
import re
import secrets

from playwright.sync_api import expect

import parlour
from parlour.core.start import SeedStart
from tests.browser.hands import PHONE
from tests.browser.looks import serious


def test_a_hint_is_shown_to_the_player_on_turn_alone_and_marks_its_move(guests):
    ada, ben = guests(), guests()
    tokens = {"Ada": ada.token, "Ben": ben.token}
    path = f"/t/{ada.server.set_match('splendor', SeedStart(4), tokens=tokens)}"
    page, other = ada.open(path), ben.open(path)
    expect(other.locator('[data-cmd="hint"]')).to_be_disabled()
    page.keyboard.press("h")
    advice = page.locator("#advice")
    expect(advice).to_contain_text("It wins about")
    marked = page.locator(".hint")
    assert marked.count() > 0
    assert serious(page) == []
    assert not other.locator("#advice").is_visible() and other.get_attribute("#table", "data-rev") == "3"
    advice.get_by_role("button", name="Close").click()
    expect(advice).to_be_hidden()
    assert marked.count() > 0, "what the words may have covered stays marked"
    page.keyboard.press("Escape")
    expect(marked).to_have_count(0)
    page.locator('[data-cmd="hint"]').click()
    expect(advice).to_be_visible()
    page.locator("#pile-w").focus()
    for c in "wug":
        page.keyboard.press(c)
    page.keyboard.press("Enter")
    expect(advice).to_be_hidden()
    expect(page.locator('[data-cmd="hint"]')).to_be_disabled()
    expect(other.locator('[data-cmd="hint"]')).to_be_enabled()


def test_the_review_of_a_game_shows_where_it_turned_and_leads_there(guests):
    ada = guests()
    options = {"size": 7, "seeds": 6, "colours": "chosen"}
    position, dice = parlour.new("arbos", seed=4, **options), random.Random(4)
    while not position.is_over:
        position.play(dice.choice(position.legal_moves))
    moves = [move for move in position.moves if move != "forced"]
    table = ada.server.set_match(
        "arbos",
        SeedStart(4),
        tokens={"Ada": ada.token, "Ben": secrets.token_urlsafe(24)},
        moves=moves,
        options=options,
    )
    page = ada.open(f"/t/{table}")
    page.locator("#end").get_by_role("link", name="Review").click()
    expect(page.locator(".turns li").first).to_be_visible(timeout=60_000)
    assert page.locator(".wide-chart").is_visible() and not page.locator(".narrow-chart").is_visible()
    assert page.locator(".wide-chart .line").count() == 2
    assert serious(page) == []
    page.set_viewport_size(PHONE["viewport"])
    assert page.locator(".narrow-chart").is_visible() and not page.locator(".wide-chart").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(color_scheme="dark")
    page.locator(".numbers summary").click()
    assert serious(page) == []
    first = page.locator(".turns a").first
    number = int(re.search(r"Move (\d+)", first.text_content())[1])
    first.click()
    page.wait_for_selector("#table.looking")
    expect(page.locator("#back-at")).to_contain_text(f"{number - 1} of" if number > 1 else "before the first")
    expect(page.locator(".hint")).to_have_count(1)
