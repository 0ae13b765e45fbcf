"""Pages: well-formed, strict about what stands inline, and translatable to the last word."""

import re

import msgspec
import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.support import NullTranslations

from parlour import draw
from parlour.draw import env
from parlour.draw.pages import Day
from tests.draw.reading import read
from tests.draw.tables import pages, played, table_page

PAGES = pages()


@pytest.fixture(params=PAGES, ids=list(PAGES))
def page(request):
    return PAGES[request.param]


def test_a_page_is_well_formed_and_has_nothing_inline(page):
    reading = read(draw.page("en", page))
    assert reading.faults == []
    tags = [tag for tag, _ in reading.tags]
    assert tags.count("h1") == tags.count("main") == tags.count("title") == 1


def test_a_page_asks_for_files_that_exist(page):
    text = draw.page("en", page)
    prefix = f"/static/{draw.static_version()}/"
    asked = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', text))
    for address in asked:
        assert address.startswith(prefix)
        name, _, symbol = address.removeprefix(prefix).partition("#")
        body = draw.assets()[name].body.decode()
        assert not symbol or f'id="{symbol}"' in body, address


def test_every_control_and_picture_has_a_name(page):
    reading = read(draw.page("en", page))
    for tag, attributes in reading.tags:
        if tag == "img":
            assert attributes.get("alt")
        if tag == "button" and {"iconbtn", "card"} & set(attributes.get("class", "").split()):
            assert attributes.get("aria-label")


def test_buttons_in_no_form_do_not_submit():
    reading = read(draw.page("en", PAGES["golf, round"]))
    for tag, attributes in reading.tags:
        if tag == "button" and {"data-cmd", "data-opens", "data-closes", "data-action"} & set(attributes):
            assert attributes.get("type") == "button"


def test_what_people_typed_is_escaped():
    text = draw.page("en", PAGES["refused deal"])
    assert "<b>" not in re.sub(r"<b>\w", "", text.split('name="deal"')[1].split(">")[0])
    assert "No &lt;such&gt; deal." in text


def test_the_theme_is_set_by_the_server():
    assert 'data-theme="light"' in draw.page("en", PAGES["home, bare"])
    assert "data-theme" not in draw.page("en", PAGES["home"]).split("<head>")[0]


def test_legal_moves_stand_on_the_table():
    page = PAGES["golf, new"]
    value = read(draw.page("en", page)).values("data-legal")
    assert value == ['[["deal","stock","home"]]']


def test_the_share_link_names_deal_and_preset():
    assert 'href="/play/golf?deal=95"' in draw.page("en", PAGES["golf, round"])
    strict = draw.page("en", table_page(*played("little_spider", 24, 1), preset="strict"))
    assert 'href="/play/little_spider?deal=24&amp;preset=strict"' in strict
    assert "/play/" not in draw.page("en", PAGES["unnumbered"])


def test_statistics_say_what_counts():
    text = draw.page("en", PAGES["statistics"])
    assert (
        "Only the first try of a deal, without undo or hint, counts for streak, best and quickest win."
        in text
    )
    assert "1,234" in text
    assert "\N{MINUS SIGN}11" in text


def test_statistics_show_scores_and_name_holes():
    text = draw.page("en", PAGES["statistics"])
    assert "not won" not in text
    assert "<span>cards left</span>" in text
    assert "Hole 2, deal 95" in text


def test_a_round_is_not_left_by_a_new_deal():
    assert "<span>New deal</span>" in draw.page("en", PAGES["golf, won"])
    assert "<span>New deal</span>" not in draw.page("en", PAGES["golf, round"])


def test_a_round_goes_on_from_the_front_page():
    text = draw.page("en", PAGES["home"])
    assert "hole 3 of 9" in text
    assert "\N{MINUS SIGN}2 to par" in text
    assert 'name="round" value="a"' in text
    assert 'href="/t/c"' in text


@pytest.mark.parametrize(
    ("facts", "words", "missing"),
    [
        ({}, ["Play today’s deal", "The first try counts"], "Play it again"),
        ({"begun": True}, ["Continue", "The first try counts"], "Play today’s deal"),
        (
            {"score": -1, "state": "won"},
            ["Done: \N{MINUS SIGN}1", "Play it again", "does not count"],
            "first try",
        ),
        (
            {"score": 3, "state": "lost"},
            ["Not cleared: 3 left", "Play it again", "does not count"],
            "first try",
        ),
    ],
)
def test_todays_deal_says_how_far_it_is(facts, words, missing):
    day = PAGES["home"].daily
    state = facts.pop("state", "open")
    days = (*day.days[:-1], Day(day.date, state))
    page = msgspec.structs.replace(
        PAGES["home"], tables=(), daily=msgspec.structs.replace(day, days=days, **facts)
    )
    text = draw.page("en", page)
    assert all(word in text for word in words)
    assert missing not in text


@pytest.mark.parametrize("status", [400, 403, 404, 405, 410, 418, 429, 500, 503, 507])
def test_every_error_has_one_clear_sentence(status):
    from parlour.draw.pages import ErrorPage

    heading = re.search(r"<h1>(.*?)</h1>", draw.page("en", ErrorPage(status=status)))
    assert heading
    assert heading.group(1).endswith(".")


class Marked(NullTranslations):
    """A language that puts brackets around all it translates."""

    def gettext(self, message):
        return f"⟦{message}⟧"

    def ngettext(self, singular, plural, n):
        return f"⟦{singular if n == 1 else plural}⟧"

    ugettext, ungettext = gettext, ngettext  # the names that Jinja asks for first


@pytest.fixture(scope="module")
def marked():
    return env.build(env.Language("fa", "Marked", "rtl"), Marked())


def untranslated(text):
    """The words of a text that went past the catalogue; names, keys and digits are the same everywhere."""
    before = None
    while before != text:
        before, text = text, re.sub(r"⟦[^⟦⟧]*⟧", "", text)
    return re.findall(r"[A-Za-z]{2,}", re.sub(r"Parlour|Enter|Esc", "", text))


@pytest.mark.parametrize("name", [name for name in PAGES if name not in {"own words", "refused deal"}])
def test_every_word_goes_through_the_catalogue(marked, name):
    def fragment(game, macro, value):
        return str(env.macro(marked, game, macro)(value))

    page = pages(fragment)[name]
    text = marked.get_template(page.template).render(page=page)
    reading = read(text)
    assert reading.faults == []
    assert untranslated(" ".join(reading.texts)) == []


def test_pages_follow_their_language(marked):
    home = marked.get_template("home.html").render(page=PAGES["home"])
    assert '<html lang="fa" dir="rtl"' in home
    assert "نوامبر" in home
    table = marked.get_template("table.html").render(page=PAGES["golf, round"])
    assert re.search(r'<div class="felt board" id="board" dir="ltr">', table)


def test_every_text_can_be_extracted():
    """What templates translate stands in them as a literal, so that Babel finds it for the catalogues."""
    with (env.LOCALE / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)
    keywords = {**DEFAULT_KEYWORDS, "N_": None, "text": (2,)}
    found = {
        message if isinstance(message, str) else message[0]
        for _, _, message, _, _ in extract_from_dir(env.HOUSE, methods, options, keywords)
    }
    assert {"queen", "hearts", "%(rank)s of %(suit)s", "Today’s deal", "No card fits"} <= found
    assert {"%(n)s card left", "There is nothing at this address.", "Keys and rules"} <= found
    assert len(found) > 150


def test_texts_of_the_server_are_translated_with_their_values():
    assert draw.text("en", "There is no table %(name)s.", name="<x>") == "There is no table <x>."
    assert draw.text("en", "100% sure.") == "100% sure."


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (65, "1:05"), (3599, "59:59"), (3725, "1:02:05"), (-3, "0:00")]
)
def test_clocks_read_as_clocks(seconds, shown):
    assert env.clock(seconds) == shown


def test_scores_carry_a_true_minus_sign():
    assert [env.signed(-7), env.signed(0), env.signed(3)] == ["\N{MINUS SIGN}7", "0", "3"]
    assert [env.signed(-1, plus=True), env.signed(0, plus=True), env.signed(2, plus=True)] == [
        "\N{MINUS SIGN}1",
        "0",
        "+2",
    ]
