"""A finger on the cards, a hand with a card in it, and what the table says to both and to those who watch."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hands import MIDDLE, PHONE, at, play_out, shaken
from tests.browser.lines import golf_line, spider_home
from tests.table.server import Server, deal


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Move a finger, as the screen reports it: the browser decides whether that scrolls."""
    touch = page.context.new_cdp_session(page)
    for step in range(9):
        x, y = (a + (b - a) * step / 8 for a, b in zip(start, end, strict=True))
        kind = "touchMove" if step else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(16)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def grasp(page: Page, place: str, by: tuple[float, float]) -> None:
    """Take the card of a place by the mouse and hold it so far from there."""
    x, y = page.evaluate(MIDDLE, place)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=3)


def stays(page: Page) -> None:
    """Make sure that nothing was played."""
    page.wait_for_timeout(150)
    assert page.get_attribute("#table", "data-rev") == "0"
    expect(page.locator(".ghost, .selected, .pending")).to_have_count(0)


@pytest.mark.parametrize("guest", [PHONE], indirect=True)
def test_a_finger_drags_a_card_home(guest):
    number, pile = spider_home()
    page = guest.sit("little_spider", deal(number))
    suit = page.locator(f"#pile{pile} button.card").get_attribute("data-card")[1].lower()
    swipe(page, page.evaluate(MIDDLE, f"pile{pile}"), page.evaluate(MIDDLE, f"home-{suit}"))
    at(page, 1)
    expect(page.locator("#score .big b")).to_have_text("5")


@pytest.mark.parametrize("guest", [PHONE], indirect=True)
def test_a_finger_drags_the_stock(guest):
    page = guest.sit("golf", deal(1))
    swipe(page, page.evaluate(MIDDLE, "stock"), page.evaluate(MIDDLE, "home"))
    at(page, 1)
    pile = f"pile{next(move for move in golf_line(1)[1:] if move != 'deal')}"
    assert page.eval_on_selector(f"#{pile} span.card", "card => getComputedStyle(card).touchAction") != "none"


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_card_in_hand_looks_and_says_so(guest, size):
    number, pile = spider_home()
    page = guest.sit("little_spider", deal(number))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    card = page.locator(f"#pile{pile} button.card")
    card.click()
    shadow = card.evaluate("card => getComputedStyle(card).boxShadow")
    assert "6px" in shadow, "hovered, it still looks picked up"
    assert card.evaluate("card => getComputedStyle(card, '::after').content") == "none"
    expect(page.locator("#say")).to_contain_text("In your hand: ")
    expect(page.locator("#say")).to_contain_text("the homecell")
    page.keyboard.press("Escape")
    expect(page.locator("#say")).to_have_text("Put back.")


def test_escape_ends_a_drag_and_other_keys_wait(guest):
    number, pile = spider_home()
    page = guest.sit("little_spider", deal(number))
    grasp(page, f"pile{pile}", (40, 40))
    expect(page.locator(".ghost")).to_have_count(1)
    page.keyboard.press("h")
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.up()
    stays(page)


def test_a_drop_beside_every_target_shakes(guest):
    number, pile = spider_home()
    page = guest.sit("little_spider", deal(number))
    middle = page.evaluate(MIDDLE, f"pile{pile}")
    grasp(page, f"pile{pile}", (0, 790 - middle[1]))
    page.mouse.up()
    expect(page.locator("#say")).to_have_text("That card does not fit here.")
    shaken(page, f"pile{pile}")
    stays(page)


def test_a_card_that_cannot_go_is_not_dragged(guest):
    page = guest.sit("golf", deal(24))
    grasp(page, "pile3", (0, 60))
    shaken(page, "pile3")
    expect(page.locator("#say")).to_have_text("That card does not fit here.")
    page.mouse.up()
    stays(page)


def test_a_double_click_on_the_stock_deals_one_card(guest):
    page = guest.sit("golf", deal(24))
    page.dblclick("#stock .stock")
    at(page, 1)
    page.wait_for_timeout(200)
    assert page.get_attribute("#table", "data-rev") == "1"


def test_a_typed_mistake_is_quoted_and_said_once(guest):
    page = guest.sit("golf", deal(24))
    said = page.text_content("#say")
    page.fill("#typed", "x9")
    page.press("#typed", "Enter")
    expect(page.locator("#type-error")).to_contain_text("'x9'")
    assert page.eval_on_selector(
        "#type-error", "line => getComputedStyle(line, '::first-letter').textTransform"
    ) in ("", "none")
    assert page.text_content("#say") == said


def test_who_watches_is_told_so(guests):
    one = guests()
    page = one.sit("golf", deal(24))
    watching = guests().open(page.url.removeprefix(one.server.url))
    expect(watching.locator("#say")).to_contain_text("same deal")  # it comes with the first board
    for act in (
        lambda: watching.keyboard.press("d"),
        lambda: watching.keyboard.press("u"),
        lambda: watching.click("#stock .stock"),
        lambda: grasp(watching, "pile1", (0, 60)),
    ):
        watching.evaluate("document.getElementById('say').textContent = ''")
        act()
        expect(watching.locator("#say")).to_contain_text("only its player can move")
    assert watching.locator(".ghost, .nope").count() == 0
    watching.mouse.up()


def test_a_move_without_a_line_is_kept_and_that_is_said(guests, tmp_path):
    server = Server(tmp_path)
    server.start()
    page = guests(server, viewport=PHONE["viewport"]).sit("golf", deal(24))
    server.kill()
    expect(page.locator("#conn")).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator("#say")).to_have_text("Kept: it is played when the table is back.")
    pill, score = (page.locator(one).bounding_box() for one in ("#conn", "#score"))
    assert pill["y"] >= score["y"] + score["height"], "it covers nothing of the score"


def test_back_shows_the_front_page_as_it_is_now(guest):
    page = guest.open("/")
    assert page.locator(".mine").count() == 0
    page.locator('form[action="/new/golf"] button').first.click()
    page.wait_for_selector("#conn[data-state=on]", state="attached")
    page.keyboard.press("d")
    at(page, 1)
    page.go_back()
    expect(page.locator(".mine")).to_have_count(1)


def test_the_same_deal_again_begins_where_play_begins(guest):
    page = guest.sit("golf", deal(5))
    play_out(page)
    page.locator("#end [data-cmd=restart]").click()
    expect(page.locator("#end .end-in")).to_have_count(0)
    assert page.evaluate("document.activeElement.closest('[data-place]')?.id") == "stock"


def test_what_can_be_done_at_the_end_fits_into_every_window(guest):
    page = guest.sit("golf", deal(5))
    play_out(page)
    expect(page.locator("#end .end-acts .btn")).to_have_count(6)
    for width, height in [(1280, 800), (1280, 720), (844, 390), (390, 844), (360, 640)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        panel = page.locator("#end .end-in").bounding_box()
        for button in page.locator("#end .end-acts .btn").all():
            box = button.bounding_box()
            assert round(min(box["width"], box["height"]), 1) >= 44, button.inner_text()
            assert panel["x"] <= box["x"] <= box["x"] + box["width"] <= panel["x"] + panel["width"]
            assert box["y"] + box["height"] <= min(height, panel["y"] + panel["height"])


def test_covered_cards_of_golf_show_their_index(guest):
    page = guest.sit("golf", deal(24))
    for width, height in [(1280, 800), (640, 400), (667, 375), (844, 390), (360, 640), (800, 520)]:
        page.set_viewport_size({"width": width, "height": height})
        small, strip = page.evaluate(
            """() => { const all = [...document.querySelectorAll('#pile1 .card')];
                const [a, b] = all.map(card => card.getBoundingClientRect());
                const small = getComputedStyle(all[0].querySelector('.sm')).display !== 'none';
                return [small, (b.y - a.y) / a.width]; }"""
        )
        assert strip >= (0.54 if small else 0.34), (width, height)


def test_tall_piles_stay_on_the_felt(guest):
    page = guest.sit("little_spider", deal(24))
    for width, height in [(1280, 800), (1024, 700)]:
        page.set_viewport_size({"width": width, "height": height})
        for cards in (14, 31, 49):
            below = page.evaluate(
                """cards => {
                    const pile = document.querySelector('#pile1 .pile'), card = pile.firstElementChild;
                    while (pile.children.length < cards) pile.prepend(card.cloneNode(true));
                    while (pile.children.length > cards) pile.firstElementChild.remove();
                    pile.className = `pile n${cards} ${cards > 21 ? 'tallest' : 'tall'}`;
                    const felt = document.getElementById('board').getBoundingClientRect();
                    return pile.lastElementChild.getBoundingClientRect().bottom - felt.bottom; }""",
                cards,
            )
            assert below <= 0, (width, height, cards)


def test_the_homecell_that_takes_a_card_is_lit(guest):
    number, pile = spider_home()
    page = guest.sit("little_spider", deal(number))
    page.click(f"#pile{pile} .card >> nth=-1")
    expect(page.locator(".hc.lit")).to_have_count(1)
    shadow = "place => getComputedStyle(document.querySelector(place)).boxShadow"
    assert page.evaluate(shadow, ".hc.lit > .card") != page.evaluate(shadow, ".hc:not(.lit) > .card")
