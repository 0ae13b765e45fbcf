"""A game against the computer, from one click on the front page; it plays on for who lets it."""

import re

from playwright.sync_api import Page, expect

from tests.browser.looks import serious


def answered(page: Page, moves: int) -> None:
    """Wait until so many moves were made at least, and it is one's own turn again."""
    page.wait_for_function("n => Number(document.getElementById('moves').textContent) >= n", arg=moves)
    expect(page.locator("#turn")).to_contain_text("Your turn")


def test_a_game_against_the_computer_is_one_click_away(guest, shot):
    page = guest.open("/")
    page.click('#game-splendor button[name="computer"][value="easy"]')
    page.wait_for_selector('#table[data-phase="playing"]')
    page.wait_for_selector("#conn[data-state=on]", state="attached")
    answered(page, 0)
    before = int(page.locator("#moves").inner_text() or page.locator("#moves").text_content())
    for number, move in enumerate(("take WUG", "reserve 11"), 1):
        page.fill("#typed", move)
        page.press("#typed", "Enter")
        answered(page, before + 2 * number)
    expect(page.locator("#record")).to_contain_text("Computer (easy)")
    page.click("[data-opens=menu]")
    page.click("[data-cmd=hand_over]")
    expect(page.locator("#people")).to_contain_text("The computer plays for you.")
    answered(page, before + 6)  # whoever plays for her
    shot(page, "computer-plays-for-you")
    assert serious(page) == []
    page.click("#people [data-cmd=back]")
    expect(page.locator("#people [data-cmd=back]")).to_have_count(0)
    answered(page, before + 6)
    assert not re.search("declined", page.locator("#say").text_content())
    shot(page, "computer")
