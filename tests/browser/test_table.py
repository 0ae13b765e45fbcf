"""What a page goes through: taking back, reloading, other windows, a dead server, keys, phones, readers."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import PHONE, at, play_out, press, shaken
from tests.browser.lines import spider_line
from tests.browser.looks import serious
from tests.table.server import Server, deal, position


def cards(page: Page) -> list[str]:
    """Return the faces that show, in the order of the page."""
    return page.eval_on_selector_all("#board [data-card]", "all => all.map(card => card.dataset.card)")


def test_undo_and_redo_by_button_and_key(guest):
    page = guest.sit("golf", deal(24))
    start = cards(page)
    press(page, "d", "1")
    played = cards(page)
    page.click('[data-cmd="undo"]')
    at(page, 3)
    press(page, "u")
    assert cards(page) == start
    expect(page.locator("#actions [data-cmd=undo]")).to_be_disabled()
    press(page, "r", "y")
    assert cards(page) == played
    expect(page.locator("#actions [data-cmd=redo]")).to_be_disabled()


def test_a_reload_goes_on_where_it_was(guest):
    page = guest.sit("golf", deal(24))
    press(page, "d", "1", "d")
    before = cards(page)
    page.reload()
    assert cards(page) == before
    assert page.locator("#log li").count() == 3
    press(page, "u")


def test_two_windows_show_the_same(guest):
    one = guest.sit("golf", deal(24))
    two = guest.open(one.url.removeprefix(guest.server.url))
    press(one, "d")
    at(two, 1)
    press(two, "1")
    at(one, 2)
    assert cards(one) == cards(two)


def test_a_move_made_while_the_server_is_dead_is_played_when_it_is_back(guests, tmp_path):
    server = Server(tmp_path)
    server.start()
    page = guests(server).sit("golf", deal(24))
    press(page, "d", "1")
    server.kill()
    expect(page.locator("#conn")).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator(".pending")).to_have_count(1)
    page.evaluate("window.stays = true")
    server.start()
    page.wait_for_selector('#table[data-rev="3"]', timeout=20_000)
    expect(page.locator("#conn")).to_be_hidden()
    expect(page.locator(".pending")).to_have_count(0)
    assert page.evaluate("window.stays"), "it was not reloaded"
    server.kill()
    page.keyboard.press("d")
    server.start()
    page.reload()  # the outbox outlives the page
    page.wait_for_selector('#table[data-rev="4"]', timeout=20_000)
    page.goto("about:blank")
    server.stop()


def test_fast_clicks_are_played_in_order(guest):
    page = guest.sit("golf", deal(24))
    for _ in range(6):
        page.keyboard.press("d")
    at(page, 6)
    assert page.locator("#log li").count() == 6


def test_what_does_not_fit_shakes_and_is_said(guest):
    page = guest.sit("golf", deal(24))
    press(page, "d")
    page.keyboard.press("3")
    shaken(page, "pile3")
    expect(page.locator("#say")).to_have_text("That card does not fit here.")
    assert page.get_attribute("#table", "data-rev") == "1"


def test_moves_can_be_typed(guest):
    page = guest.sit("golf", deal(24))
    page.keyboard.press("/")
    page.keyboard.type("deal")
    page.keyboard.press("Enter")
    at(page, 1)
    expect(page.locator("#typed")).to_have_value("")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator("#type-error")).not_to_be_empty()
    expect(page.locator("#typed")).to_have_value("3")
    page.keyboard.press("Escape")
    assert page.evaluate("Boolean(document.activeElement.closest('[data-place]'))")


def test_a_hint_shows_a_move_and_is_counted(guest):
    page = guest.sit("golf", deal(24))
    press(page, "h")
    expect(page.locator("#stock .hint")).to_have_count(1)
    expect(page.locator("#say")).not_to_be_empty()


def test_places_keep_the_focus_and_arrows_go_between_them(guest):
    page = guest.sit("golf", deal(24))
    tab_stops = "document.querySelectorAll('#board [tabindex=\"0\"]').length"
    assert page.evaluate(tab_stops) == 1
    here = "document.activeElement.closest('[data-place]')?.id"
    press(page, "d")
    assert page.evaluate(here) == "stock"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(here).startswith("pile")
    page.keyboard.press("2")
    at(page, 2)
    assert page.evaluate(here) == "pile2"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(here) == "pile3"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(here) in ("home", "stock")
    assert page.evaluate(tab_stops) == 1


def test_picking_lights_the_targets_and_escape_lets_go(guest):
    board, line = spider_line(0)
    page = guest.sit("little_spider", position(board, "little_spider"))
    origin, target = line[0].split("-")
    page.keyboard.press(origin)
    expect(page.locator(f"#pile{origin} .selected")).to_have_count(1)
    assert page.locator(".lit").count() >= 1
    page.keyboard.press("Escape")
    expect(page.locator(".lit, .selected")).to_have_count(0)
    page.click(f"#pile{origin} .card >> nth=-1")
    if target != "h":
        page.click(f"#pile{target} .card >> nth=-1")
        at(page, 1)


def test_a_double_click_sends_home(guest):
    from tests.browser.lines import spider_home

    number, pile = spider_home()
    page = guest.sit("little_spider", deal(number))
    page.dblclick(f"#pile{pile} .card >> nth=-1")
    at(page, 1)
    expect(page.locator("#score .big b")).to_have_text("5")


def test_a_spectator_sees_everything_and_moves_nothing(guests):
    one = guests()
    page = one.sit("golf", deal(24))
    press(page, "d")
    watching = guests().open(page.url.removeprefix(one.server.url))
    assert cards(watching) == cards(page)
    press(page, "1")
    at(watching, 2)
    assert watching.locator("[data-cmd]:not(:disabled), .legal").count() == 0


def test_the_theme_is_remembered(guest):
    page = guest.open("/")
    button = page.locator('[data-action="theme"]').first
    button.click()  # the device is set to light: the first press shows the other one
    assert page.get_attribute("html", "data-theme") == "dark"
    button.click()
    page.reload()
    assert page.get_attribute("html", "data-theme") == "light"
    button.click()
    page.reload()
    assert page.get_attribute("html", "data-theme") is None


def test_dialogs_open_by_button_and_key_and_close(guest):
    page = guest.sit("golf", deal(24))
    page.keyboard.press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()
    page.click('[data-opens="deals"]')
    assert page.evaluate("document.activeElement.id") == "deal-number"
    page.keyboard.type("25")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    expect(page.locator(".top-sub")).to_contain_text("25")


def test_no_hidden_card_reaches_the_page(guest):
    import parlour

    page = guest.sit("golf", deal(24))
    hidden = parlour.new("golf", deal=24).to_dict()["stock"]
    html = page.content()
    assert not [card for card in hidden if f'"{card}"' in html or f"k-{card.lower()}" in html]


@pytest.mark.parametrize("guest", [{"reduced_motion": "reduce"}], indirect=True)
def test_reduced_motion_moves_nothing(guest):
    page = guest.sit("golf", deal(24))
    press(page, "d")
    flights = page.evaluate(
        """document.getAnimations().filter(one => one.constructor === Animation)
            .flatMap(one => one.effect.getKeyframes())"""
    )
    assert not [frame for frame in flights if "transform" in frame]


@pytest.mark.parametrize("guest", [PHONE], indirect=True)
def test_home_and_the_end_look_well(guest, shot):
    page = guest.sit("golf", deal(5))
    play_out(page)
    page.wait_for_timeout(400)
    shot(page, "golf-stuck")
    press(guest.sit("golf", deal(6)), "d")
    home = guest.open("/")
    shot(home, "home")
    assert serious(home) == []
