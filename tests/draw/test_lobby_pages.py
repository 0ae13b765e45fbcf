"""Pages around tables for several: whole, translatable, and clear about what can be done and what cannot."""

import datetime as dt
import re

import jinja2
import msgspec
import pytest
from babel.support import NullTranslations

import parlour
from parlour import draw
from parlour.draw import env
from parlour.draw.pages import (
    NAME_LENGTH,
    EndedMatch,
    HomePage,
    Leader,
    LeadersPage,
    Lobby,
    LobbyChair,
    LobbyPage,
    MatchCard,
    MatchStats,
    NewMatchPage,
    OpenTable,
    Pace,
    PlayerPage,
    ProfilePage,
    ReviewPage,
    RulesPage,
    Side,
    TablesPage,
    TurningPoint,
    WatchTable,
)
from parlour.games._seats.people import Who
from tests.draw.reading import read
from tests.draw.test_pages import Marked, untranslated

DAY = dt.date(2026, 11, 29)
LONG = "Ж" * NAME_LENGTH
"""A name that knows no place to break, in letters that no sentence of ours has."""

BOARD = """
{% macro title() %}{{ _("Splendor") }}{% endmacro %}
{% macro tagline() %}{{ _("A game.") }}{% endmacro %}
{% macro picture_alt() %}{{ _("A picture") }}{% endmacro %}
{% macro minutes() %}30{% endmacro %}
{% macro preset_name(name) %}{{ _("Rules") }}{% endmacro %}
{% macro preset_text(name) %}{{ _("Some rules.") }}{% endmacro %}
"""
"""Stands in for the board of a game that has none: what the pages around it need, no words for options."""


def language(code="en", direction="ltr", translations=None):
    built = env.build(env.Language(code, code, direction), translations or NullTranslations())
    built.loader = jinja2.ChoiceLoader([built.loader, jinja2.DictLoader({"splendor/board.html": BOARD})])
    return built


@pytest.fixture(scope="module")
def english():
    return language()


@pytest.fixture(scope="module")
def marked():
    return language("fa", "rtl", Marked())


def drawn(languages, page):
    return languages.get_template(page.template).render(page=page)


# -- facts -----------------------------------------------------------------------------------------------


def form(name="arbos", **facts):
    game = parlour.game(name)
    plain = {"clock": Pace("move", 600), "passes": name == "arbos"}
    return NewMatchPage(
        game=name,
        seats=game.seats,
        presets=game.presets,
        options=game.described_options,
        **{**plain, **facts},
    )


HOST = LobbyChair(0, "me", "Ж", "p1", host=True, here=True, force=7)
MINE = msgspec.structs.replace(HOST, mine=True)
GUEST = LobbyChair(1, "open", "Ю", "p2")
COMPUTER = LobbyChair(1, "friend", "Ю", "cpu-easy-1", here=True, level="easy")


def lobby(*chairs, **facts):
    return Lobby(table="k3x9", game="arbos" if len(chairs) == 2 else "splendor", chairs=chairs, **facts)


def lobby_page(lobby, **facts):
    plain = {"preset": "standard", "clock": Pace("bank", 900, 10), "rev": 3, "command": "abcdefgh1234"}
    return LobbyPage(lobby=lobby, **{**plain, **facts})


STATS = (
    MatchStats("arbos", 43, 21, 3, 7, 8, ladder=True, history=(6, 7, 8, 7)),
    MatchStats("splendor", 4, 1, 0, 1033, 1040, history=(1000,)),
    MatchStats("splendor"),
)
ENDED = (
    EndedMatch("a", "arbos", ("Ж",), "won", DAY, "resigned", 7),
    EndedMatch("b", "splendor", ("", LONG), "lost", DAY),
    EndedMatch("c", "arbos", ("Ю",), "drawn", DAY, "agreed"),
)
CARDS = (
    MatchCard("x", "arbos", "playing", ("Ж",), waiting="Ж"),
    MatchCard("y", "splendor", "playing", (LONG, ""), yours=True),
    MatchCard("z", "arbos", "gathering", taken=1),
)
OPEN = (
    OpenTable("a", "arbos", "Ж", 1, 2, clock=Pace("move", 90), rated=True),
    OpenTable("b", "splendor", "", 2, 4, preset="", changed=2, clock=Pace("days", 2 * 86400)),
    OpenTable("c", "splendor", LONG, 1, 3, changed=1, clock=Pace("bank", 5400)),
)
LEADERS = (Leader(1, "p1", LONG, 14, 90), Leader(None, "p2", "", 3, 2, mine=True))

WHO = tuple(Who(seat, name, seat == 0) for seat, name in enumerate(("Ж", LONG, "", "Ю")))
TURNS = tuple(
    TurningPoint(n, WHO[n % 4], "⟦Ж⟧", "⟦Ю⟧", 0.08, 0.004, "⟦Ж⟧", "take WUG") for n in (9, 10, 11, 40)
)
CHANCES = tuple((0.25, 0.25, n / 80, 0.5 - n / 80) for n in range(41))

PAGES = {
    "review, being made": ReviewPage(table="k3x9", game="splendor", done=3, total=40),
    "review, waiting": ReviewPage(table="k3x9", game="arbos", ahead=2),
    "review": ReviewPage(
        table="k3x9",
        game="splendor",
        chances=CHANCES,
        least=0.05,
        sides=(
            *(Side(who, 20, 9, loss) for who, loss in zip(WHO, (0.0, 0.01, 0.03), strict=False)),
            Side(WHO[3]),
        ),
        turns=TURNS,
        finest=TurningPoint(12, WHO[1], "⟦Ж⟧", "", 0.3),
    ),
    "review, no turning point": ReviewPage(
        table="k3x9", game="arboretum", chances=((0.5, 0.5),) * 2, sides=tuple(map(Side, WHO[:2]))
    ),
    "home": HomePage(
        games=("arbos", "golf"), several={"arbos": (2,)}, matches=CARDS, ended=True, open=OPEN, guest=LONG
    ),
    "home, nobody there": HomePage(games=("arbos",), several={"arbos": (2,)}),
    "new": form(),
    "new, for four": form("splendor", clock=Pace("days", 86400)),
    "new, refused": form(problem="⟦Ж⟧", typed={"preset": "later", "drawn": "standard", "size": "9"}),
    "lobby, host": lobby_page(lobby(MINE, LobbyChair(1, "friend")), guest="Ж", public=True, rated=True),
    "lobby, full": lobby_page(lobby(MINE, GUEST, host=True), zero="idle", by_lot=True, rematch_of="old"),
    "lobby, four": lobby_page(
        lobby(HOST, GUEST, LobbyChair(2, "friend"), LobbyChair(3)), preset="", clock=Pace()
    ),
    "lobby, invited": lobby_page(lobby(HOST, LobbyChair(1, "friend")), zero="forfeit"),
    "lobby, kept": lobby_page(lobby(HOST, LobbyChair(1, "friend", kept="Ю", role="Black"))),
    "lobby, one screen": lobby_page(lobby(MINE, LobbyChair(1, "here", "Ж", "p1", mine=True), host=True)),
    "lobby, computers": lobby_page(
        lobby(MINE, COMPUTER, LobbyChair(2), host=True, levels=("easy", "expert")), zero="computer"
    ),
    "lobby, closed": lobby_page(lobby(HOST, LobbyChair(1), closed=True)),
    "tables": TablesPage(
        games=("arbos", "splendor"),
        open=OPEN,
        running=(WatchTable("w", "arbos", ("Ж", LONG), "Ж", 34, rated=True),),
    ),
    "tables, none": TablesPage(games=("arbos",)),
    "profile": ProfilePage(guest=LONG, games=STATS[:2], matches=CARDS, ended=ENDED, older="/me?before=4"),
    "profile, saved": ProfilePage(guest="Ж", games=STATS[2:], saved=True),
    "profile, refused": ProfilePage(problem="⟦Ж⟧", typed="Ж"),
    "player": PlayerPage(name=LONG, games=STATS[:2], ended=ENDED),
    "player, oneself": PlayerPage(name="", mine=True),
    "leaders": LeadersPage(game="arbos", games=("arbos", "splendor"), ladder=True, leaders=LEADERS),
    "leaders, further down": LeadersPage(
        game="splendor", games=("splendor",), leaders=LEADERS[:1], own=LEADERS[1]
    ),
    "leaders, none": LeadersPage(game="splendor", games=("splendor",)),
    "rules": RulesPage(game="arbos", presets=("standard",)),
}


@pytest.fixture(params=PAGES, ids=list(PAGES))
def page(request):
    return PAGES[request.param]


# -- all of them -----------------------------------------------------------------------------------------


def test_a_page_is_well_formed_and_has_nothing_inline(english, page):
    reading = read(drawn(english, page))
    assert reading.faults == []
    tags = [tag for tag, _ in reading.tags]
    assert tags.count("h1") == tags.count("main") == tags.count("title") == 1


def test_a_page_asks_for_files_that_exist(english, page):
    text = drawn(english, page)
    prefix = f"/static/{draw.static_version()}/"
    for address in set(re.findall(r'(?:href|src)="(/static/[^"]+)"', text)):
        name, _, symbol = address.removeprefix(prefix).partition("#")
        assert not symbol or f'id="{symbol}"' in draw.assets()[name].body.decode(), address


def test_every_word_goes_through_the_catalogue(marked, page):
    text = drawn(marked, page)
    assert '<html lang="fa" dir="rtl"' in text
    reading = read(text)
    assert reading.faults == []
    assert untranslated(" ".join(reading.texts)) == []


def test_every_field_has_a_label_and_every_picture_a_name(english, page):
    text = drawn(english, page)
    reading = read(text)
    labels = set(reading.values("for"))
    wrapped = set(re.findall(r'<label[^>]*><input[^>]*name="([^"]+)"', text))
    for tag, attributes in reading.tags:
        if tag in ("input", "select") and attributes.get("type") != "hidden":
            assert attributes.get("id") in labels or attributes.get("name") in wrapped, attributes
        if tag == "img":
            assert attributes["alt"]


def test_what_people_typed_is_escaped(english):
    name = "<b>\"'</b>"
    chairs = (LobbyChair(0, "me", name, "p1", host=True), LobbyChair(1, "friend", kept=name))
    pages = (
        form(problem=name, typed={"name": name, "size": name, "preset": name}),
        lobby_page(lobby(*chairs), guest=name, changed=(name,), problem=name),
        ProfilePage(guest=name, matches=(MatchCard("t", "arbos", "playing", (name,), waiting=name),)),
        ProfilePage(problem=name, typed=name),
        PlayerPage(name=name, ended=(EndedMatch("t", "arbos", (name,), "won", DAY),)),
        TablesPage(games=(), open=(OpenTable("t", "arbos", name, 1, 2),)),
        TablesPage(games=(), running=(WatchTable("t", "arbos", (name,), name),)),
        LeadersPage(game="arbos", games=("arbos",), leaders=(Leader(1, "p", name, 1, 1),)),
        ReviewPage(
            table="t",
            game="arbos",
            chances=((1.0,), (1.0,)),
            sides=(Side(Who(0, name)),),
            turns=(TurningPoint(1, Who(0, name), name, name, 0.1, why=name, show=name),),
        ),
    )
    for page in pages:
        text = drawn(english, page)
        assert "&lt;b&gt;" in text
        assert name not in text
        assert read(text).faults == []


def test_a_name_stands_in_its_own_direction(marked):
    for page in (PAGES["player"], PAGES["leaders"], PAGES["profile"]):
        assert f"<bdi>{LONG}</bdi>" in drawn(marked, page)
    assert "<bdi>Ж</bdi>" in drawn(marked, PAGES["lobby, full"])


# -- the front page --------------------------------------------------------------------------------------


def test_the_front_page_offers_tables_for_several(english):
    text = drawn(english, PAGES["home"])
    assert "2 players" in text
    assert 'name="quick" value="1"' in text
    assert 'href="/new/arbos"' in text
    assert 'href="/tables"' in text
    assert 'href="/me#ended"' in text


def test_the_table_where_it_is_my_turn_comes_first(english):
    text = drawn(english, PAGES["home"])
    assert re.findall(r'href="/t/([xyz])"', text) == ["y", "x", "z"]
    assert "Your turn" in text
    assert "Waiting for Ж" in text
    assert "1 of 2 chairs taken" in text


def test_at_most_five_open_tables_stand_on_the_front_page(english):
    page = msgspec.structs.replace(PAGES["home"], open=OPEN[:1] * 7)
    assert drawn(english, page).count(">Join</a>") == 5
    assert "Nobody is waiting for players" in drawn(english, PAGES["home, nobody there"])


def test_clocks_are_said_in_words(english):
    text = drawn(english, PAGES["tables"])
    for words in (
        "1 minute, 30 seconds a move",
        "2 days a move",
        "1 hour, 30 minutes each for the whole game",
    ):
        assert words in text
    assert "15 minutes each, and 10 seconds more after every move" in drawn(english, PAGES["lobby, host"])
    assert "no clock" in drawn(english, PAGES["lobby, four"])


# -- the form of a new table -----------------------------------------------------------------------------


def controls(text):
    """The value of each field as a browser would send it, by name; a list for one that is named again."""
    found = {}
    for tag, one in read(text).tags:
        if tag == "input" and one.get("type") in ("radio", "checkbox") and "checked" not in one:
            continue
        if tag == "input" and "name" in one:
            found[one["name"]] = one.get("value", "")
    for name, choices in re.findall(r'<select[^>]*name="(\w+)"[^>]*>(.*?)</select>', text):
        found[name] = re.search(r'value="(\w+)" selected', choices)[1]
    return found


@pytest.mark.parametrize("game", ["arbos", "splendor"])
def test_every_option_is_in_the_form_with_its_default(english, game):
    sent = controls(drawn(english, form(game)))
    for option in parlour.game(game).described_options:
        if isinstance(option.default, bool):
            assert (option.name in sent) == option.default
        else:
            assert sent[option.name] == str(option.default)


def test_every_option_is_explained(english):
    text = drawn(english, form())
    reading = read(text)
    for option in parlour.game("arbos").described_options:
        assert f"o-{option.name}-text" in reading.values("id")
    numbers = {one["name"]: one for tag, one in reading.tags if one.get("type") == "number"}
    assert (numbers["size"]["min"], numbers["size"]["max"]) == ("5", "20")


def test_options_without_words_of_their_own_are_explained_by_their_summaries(english, monkeypatch):
    board = english.get_template("splendor/board.html").module
    for name in ("option_name", "option_text", "option_value"):
        monkeypatch.delattr(board, name)
    text = drawn(english, form("splendor"))
    assert "Partial take" in text
    assert "exact: as many different tokens as possible" in text


def test_an_unchanged_form_changes_no_option(english):
    presets = parlour.game("arbos").presets
    sent = controls(drawn(english, form()))
    assert draw.given_options(presets, sent) == {}
    assert draw.given_options(presets, {**sent, "preset": "original"}) == {}
    assert sent["clock"] == "move"
    assert sent["clock_minutes"] == "10"
    assert (sent["chair1"], sent["chair2"], sent["seats"]) == ("me", "open", "2")
    assert (sent["public"], sent["rated"], sent["full_starts"]) == ("1", "1", "1")


def test_what_was_changed_by_hand_is_found():
    presets = parlour.game("splendor").presets
    assert draw.given_options(presets, {"drawn": "standard", "returns": "taken"}) == {
        "returns": "taken",
        "choose_payment": "false",  # a box without a tick
    }
    assert draw.given_options(presets, {"returns": "any"}) == {"returns": "any"}
    arbos = parlour.game("arbos").presets
    assert draw.given_options(arbos, {"drawn": "later", "must_place": "true"}) == {"must_place": "true"}


def test_a_refused_form_keeps_what_was_typed_and_says_why(english):
    typed = {
        "preset": "later", "drawn": "standard", "size": "5", "seeds": "40", "must_place": "true",
        "spacing": "2", "chair1": "open", "chair2": "me", "clock": "bank", "bank_minutes": "20",
        "bank_seconds": "5", "name": "Ж", "rated": "1",
    }  # fmt: skip
    text = drawn(english, form(problem="Too many seeds.", typed=typed))
    assert '<p class="alarm" role="alert">Too many seeds.</p>' in text
    sent = controls(text)
    assert sent["preset"] == sent["drawn"] == "later"
    assert (sent["size"], sent["seeds"], sent["must_place"]) == ("5", "40", "true")
    assert sent["spacing"] == "3"  # it was as in the preset that was drawn, so it follows the chosen one
    assert (sent["chair1"], sent["chair2"]) == ("open", "me")
    assert (sent["clock"], sent["bank_minutes"], sent["bank_seconds"]) == ("bank", "20", "5")
    assert sent["name"] == "Ж"
    assert "public" not in sent
    assert "rated" in sent
    assert re.search(r'<details class="change" id="change" open>', text)
    assert draw.given_options(parlour.game("arbos").presets, sent) == {
        "size": "5",
        "seeds": "40",
        "must_place": "true",
    }


def test_the_rules_to_change_are_folded_until_they_are(english):
    assert re.search(r'<details class="change" id="change">', drawn(english, form()))


def test_nothing_is_asked_about_a_clock_that_passes(english):
    assert 'name="zero"' not in drawn(english, form())
    assert 'name="zero"' in drawn(english, form("splendor"))


def test_a_game_that_says_who_has_which_seat_asks_for_no_order(english):
    assert 'name="order"' not in drawn(english, form())
    text = drawn(english, form("splendor"))
    assert 'name="order"' in text
    assert controls(text)["seats"] == "2"
    assert len(re.findall(r'data-chair="chair\d"', text)) == 4


# -- the lobby -------------------------------------------------------------------------------------------


def pieces(english, *chairs, **facts):
    """The fragments of a lobby."""
    found = draw.lobby_fragments(lobby(*chairs, **facts))
    module = english.get_template(draw.LOBBY).module
    return {name: str(getattr(module, macro)(value)).strip() for name, (macro, value) in found.items()}


def test_a_lobby_is_drawn_by_its_fragments(english):
    one = lobby(MINE, GUEST, host=True, full_starts=False)
    text = re.sub(r"\s+", " ", drawn(english, lobby_page(one)))
    for name, (macro, value) in draw.lobby_fragments(one).items():
        hash(value)
        html = draw.house_fragment("en", draw.LOBBY, macro, value)
        assert f'id="{name}"' in text
        assert re.sub(r"\s+", " ", html) in text


def test_a_start_that_is_not_possible_says_why(english):
    acts = pieces(english, MINE, LobbyChair(1), host=True)["host-acts"]
    start = re.search(r'<button[^>]*data-cmd="start"[^>]*>', acts)[0]
    assert "disabled" in start
    assert 'aria-describedby="why-not"' in start
    assert "You can start once one more player sits down." in acts


def test_the_host_starts_with_those_who_sit(english):
    acts = pieces(english, MINE, GUEST, LobbyChair(2), host=True)["host-acts"]
    assert "disabled" not in re.search(r'<button[^>]*data-cmd="start"[^>]*>', acts)[0]
    assert "Start with 2 players" in acts
    assert "Start the game" in pieces(english, MINE, GUEST, host=True)["host-acts"]


def test_only_the_host_starts_removes_and_closes(english):
    for name in ("start", "remove", "close"):
        mine = "".join(pieces(english, MINE, GUEST, host=True).values())
        theirs = "".join(pieces(english, HOST, msgspec.structs.replace(GUEST, mine=True)).values())
        assert f'formaction="/t/k3x9/{name}"' in mine
        assert f'formaction="/t/k3x9/{name}"' not in theirs
    assert 'formaction="/t/k3x9/stand"' in theirs
    assert 'data-action="seat-link"' in theirs


@pytest.mark.parametrize(
    ("chair", "offered", "hidden", "words"),
    [
        (LobbyChair(1), True, False, "Sit down"),
        (LobbyChair(1, "friend"), True, True, "Kept for a friend"),
        (LobbyChair(1, "friend", kept="Ю"), False, False, "Waiting for Ю."),
        (LobbyChair(1, "friend", kept="Ю", yours=True), True, False, "This chair is yours"),
        (GUEST, False, False, "away"),
    ],
)
def test_a_stranger_sits_where_a_chair_is_free(english, chair, offered, hidden, words):
    chairs = pieces(english, HOST, chair)["chairs"]
    sit = re.search(r'<button[^>]*formaction="/t/k3x9/sit"[^>]*>', chairs)
    assert bool(sit) == offered
    assert words in chairs
    if sit:
        assert ("hidden" in sit[0]) == hidden
        assert 'form="act"' in sit[0]
        assert 'name="seat" value="1"' in sit[0]


def test_whoever_sits_is_offered_no_other_chair(english):
    chairs = pieces(english, HOST, msgspec.structs.replace(GUEST, mine=True), LobbyChair(2))["chairs"]
    assert "/sit" not in chairs


def test_the_host_passes_on_the_link_of_a_friends_chair(english):
    chairs = pieces(english, MINE, LobbyChair(1, "friend"), host=True)["chairs"]
    assert 'data-action="invite"' in chairs
    assert 'formaction="/t/k3x9/invite"' in chairs
    assert "invite" not in pieces(english, HOST, LobbyChair(1, "friend"))["chairs"].replace("invited", "")


@pytest.mark.parametrize(
    ("chairs", "facts", "words"),
    [
        ((MINE, LobbyChair(1)), {"host": True}, "One chair is still empty."),
        ((MINE, GUEST, LobbyChair(2), LobbyChair(3)), {}, "2 chairs are still empty."),
        ((MINE, GUEST), {}, "Everybody is here: the game begins."),
        ((MINE, GUEST), {"full_starts": False, "host": True}, "Everybody is here. Start when you like."),
        ((HOST, GUEST), {"full_starts": False}, "Everybody is here. Ж starts the game."),
        ((HOST, LobbyChair(1)), {"closed": True}, "This table was closed before a game began."),
    ],
)
def test_one_sentence_says_how_it_stands(english, chairs, facts, words):
    assert pieces(english, *chairs, **facts)["lobby-say"] == words


def test_a_guest_without_a_name_sits_there_all_the_same(english):
    chairs = pieces(english, HOST, LobbyChair(1, "open", "", "p2"))["chairs"]
    assert "A guest" in chairs
    assert 'data-empty="0"' in chairs
    mine = lobby(LobbyChair(0, "open", "", "p2", mine=True), LobbyChair(1))
    assert "Choose a name" in drawn(english, lobby_page(mine))


def test_a_closed_table_offers_nothing_but_the_way_on(english):
    text = drawn(english, PAGES["lobby, closed"])
    assert "This table was closed before a game began." in text
    assert 'data-phase="closed"' in text
    assert "formaction" not in text
    assert 'id="act"' not in text


def test_the_form_of_a_lobby_carries_revision_and_command(english):
    sent = controls(drawn(english, PAGES["lobby, four"]))
    assert (sent["rev"], sent["command"], sent["invite"]) == ("3", "abcdefgh1234", "")
    form = drawn(english, PAGES["lobby, four"]).split('id="act"')[1]
    assert re.match(r"[^>]*>\s*<button disabled hidden></button>", form)  # what Enter in the name presses
    root = next(one for tag, one in read(drawn(english, PAGES["lobby, four"])).tags if tag == "main")
    assert {"data-table", "data-rev", "data-v", "data-epoch", "data-now", "data-phase"} <= set(root)


def test_changed_rules_are_said_in_words():
    game = parlour.game("golf")
    lines = draw.changed_rules("golf", "en", game.presets["standard"], game.presets["classic"])
    assert lines == ("Rule: classic",)
    assert draw.changed_rules("golf", "en", game.presets["classic"], game.presets["classic"]) == ()


# -- players ---------------------------------------------------------------------------------------------


def test_the_line_of_a_rating_goes_through_its_numbers(english):
    assert env.line((6, 7, 8, 7), 240, 56) == "0,56 80,28 160,0 240,28"
    assert env.line((5, 5), 10, 4) == "0,4 10,4"
    text = drawn(english, PAGES["profile"])
    assert 'points="0,56 80,28 160,0 240,28"' in text
    assert "Rating over the last games, from 6 to 7; least 6, most 8" in text


def test_a_ladder_is_explained_on_ones_own_page(english):
    assert "ops is your force, from 0 to 20" in drawn(english, PAGES["profile"])
    assert "ops is your force" not in drawn(english, PAGES["player"])


def test_deleting_is_confirmed_and_says_what_goes_and_what_stays(english):
    text = drawn(english, PAGES["profile"])
    form = re.search(r'<form method="post" action="/me/forget">.*?</form>', text, re.DOTALL)[0]
    assert "What goes" in form
    assert "What stays" in form
    assert re.search(r'<input type="checkbox" name="sure" value="1" required>', form)


def test_a_name_that_was_refused_stays_in_the_field(english):
    text = drawn(english, PAGES["profile, refused"])
    assert 'value="Ж"' in text
    assert 'aria-invalid="true"' in text
    assert 'role="alert">⟦Ж⟧' in text


def test_finished_games_can_be_seen_again(english):
    text = drawn(english, PAGES["profile"])
    assert 'href="/t/a#at=0" aria-label="Replay: Arbos, 29 Nov 2026"' in text
    assert "by resignation" in text
    assert 'href="/me?before=4#ended"' in text


def test_the_rules_of_a_game_for_several_lead_to_its_tables(english):
    text = drawn(english, PAGES["rules"])
    assert 'href="/new/arbos">New table' in text
    assert 'name="quick"' in text
    assert "Every deal has a number" not in text
    assert "Every deal has a number" in drawn(english, RulesPage(game="golf", presets=("standard",)))


def test_ones_own_place_is_marked(english):
    text = drawn(english, PAGES["leaders"])
    assert '<tr class="own" aria-current="true"><td>–</td>' in text
    assert "It takes 5 rated games to have a place." in text
    further = drawn(english, PAGES["leaders, further down"])
    assert further.index("⋮") < further.index('class="own"')
    assert "Nobody has played a rated game yet." in drawn(english, PAGES["leaders, none"])


def test_a_host_may_let_computers_play_and_nobody_looks_up_their_profiles(english):
    levels = ("easy", "normal", "hard", "expert")
    chairs = pieces(english, MINE, COMPUTER, LobbyChair(2), host=True, levels=levels)["chairs"]
    assert re.findall(r'data-level="(\w+)"', chairs) == list(levels)
    assert "/players/" not in chairs and "away" not in chairs
    assert "data-level" not in pieces(english, MINE, COMPUTER, LobbyChair(2), host=True)["chairs"], "rated"
    assert "data-level" not in pieces(english, HOST, COMPUTER, LobbyChair(2), levels=levels)["chairs"]
    assert "Stand up" not in pieces(english, MINE, COMPUTER, LobbyChair(2), host=True)["host-acts"]
