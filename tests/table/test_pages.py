"""The pages: what they answer, what they set, and what they refuse."""

import gzip
import json

import httpx
import pytest

import parlour
from parlour import draw
from parlour.core.record import GameRecord
from parlour.draw.assets import STATIC
from parlour.table import guests

HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200), ("/stats", 200), ("/rules/golf", 200), ("/rules/little_spider", 200), ("/new/golf", 200),
        ("/new/golf?deal=24&preset=classic", 200), ("/healthz", 200), ("/metrics", 200), ("/robots.txt", 200),
        ("/t/nothing", 404), ("/t/nothing/record.json", 404), ("/rules/chess", 404), ("/new/chess", 404),
        ("/nowhere", 404), ("/play/chess?deal=1", 404), ("/play/golf?deal=0", 400),
        ("/play/golf?deal=-1", 400), ("/play/golf?deal=abc", 400), ("/play/golf?deal=" + "9" * 21, 400),
        ("/play/golf?deal=" + "9" * 5000, 400), ("/play/golf?deal=24&preset=x", 400),
        ("/static/x/nothing.js", 404), ("/static/x/..%2f..%2fapp.py", 404),
    ],
)  # fmt: skip
def test_every_page_answers_with_its_status_and_strict_headers(running, path, status):
    answer = running.visitor().http.get(path)
    assert answer.status_code == status
    assert all(name in answer.headers for name in HEADERS)
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "Traceback" not in answer.text
    if status == 200 and "html" in answer.headers["content-type"]:
        assert "<script>" not in answer.text
        assert " style=" not in answer.text


@pytest.mark.parametrize("deal", ["0", "-1", "abc", "9" * 21, "1.5", "<b>", "%s %d"])
def test_a_bad_deal_number_is_refused_where_it_was_typed(running, deal):
    answer = running.visitor().http.post("/new/golf", data={"deal": deal})
    assert answer.status_code == 400
    assert "deal number" in answer.text.lower()
    assert "<b>" not in answer.text.split("<main", 1)[1].split("</h1>")[0]


def test_posts_of_other_sites_are_refused(running):
    for origin in (None, "http://evil.example", "null"):
        headers = {"origin": origin} if origin else {}
        answer = httpx.post(f"{running.url}/new/golf", headers=headers)
        assert answer.status_code == 403
        assert answer.json()["detail"]
        assert all(name in answer.headers for name in HEADERS)


def test_the_guest_gets_a_cookie_that_scripts_and_other_sites_cannot_use(running):
    visitor = running.visitor()
    answer = visitor.http.post("/new/golf")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    token = visitor.http.cookies["parlour_guest"]
    assert token.encode() not in (running.data / "parlour.db").read_bytes()
    assert token.encode() not in (running.data / "parlour.db-wal").read_bytes()


def test_a_shared_link_opens_the_deal_once_and_leaves_nothing_for_crawlers(running):
    crawler = httpx.get(f"{running.url}/play/golf?deal=24&preset=classic", follow_redirects=False)
    assert crawler.status_code == 303
    assert httpx.get(f"{running.url}{crawler.headers['location']}").status_code == 400, "no cookie, no table"
    friend = running.visitor()
    first = friend.http.get("/play/golf?deal=24&preset=classic", follow_redirects=True)
    assert first.status_code == 200
    assert "/t/" in str(first.url)
    assert friend.http.get("/play/golf?deal=24&preset=classic", follow_redirects=True).url == first.url
    assert friend.http.get("/play/golf?deal=25", follow_redirects=True).url != first.url


def test_tables_begin_by_number_at_random_with_todays_deal_and_as_a_round(running):
    visitor = running.visitor()
    assert "Deal 24" in visitor.http.get(f"/t/{visitor.new(deal='24')}").text
    today = visitor.new(today="1", deal="999")
    assert "Today’s deal" in visitor.http.get(f"/t/{today}").text
    assert visitor.new(today="1") == today
    assert visitor.new(random="1", deal="24") != visitor.new(random="1")
    hole = visitor.new(round="new")
    assert "Hole 1" in visitor.http.get(f"/t/{hole}").text
    assert visitor.http.post("/new/golf", data={"round": hole}).status_code == 404, (
        "this hole is not played yet"
    )
    assert visitor.http.post("/new/little_spider", data={"round": "new"}).status_code == 400


def test_home_lists_what_was_begun(running):
    visitor = running.visitor()
    untouched, begun = visitor.new(deal="1"), visitor.new(deal="2")
    with visitor.sit(begun) as socket:
        socket.receive()
        socket.ask("play", 0, ["deal"])
    home = visitor.http.get("/").text
    assert begun in home
    assert untouched not in home
    assert begun not in running.visitor().http.get("/").text


def test_assets_are_compressed_and_kept_for_ever_under_their_version(running):
    address = f"{running.url}{draw.static_url('table.js')}"
    answer = httpx.get(address, headers={"accept-encoding": "gzip"})
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.content == draw.assets()["table.js"].body
    assert "content-encoding" not in httpx.get(address, headers={"accept-encoding": "identity"}).headers
    other = httpx.get(f"{running.url}/static/older/table.js")
    assert other.headers["cache-control"] == "no-cache"


def test_the_first_load_of_golf_is_small(running):
    visitor = running.visitor()
    page = visitor.http.get(f"/t/{visitor.new()}")
    scripts = [file.name for file in STATIC.glob("*.js")]
    loaded = ["parlour.css", "golf.css", "cards.svg", "icons.svg", "mark.svg", *scripts]
    size = len(gzip.compress(page.content, 6)) + sum(
        len(gzip.compress(draw.assets()[name].body, 9)) for name in loaded
    )
    assert size <= 60_000


def test_a_record_is_a_viewers_log_before_the_end_and_replays_after_it(running):
    visitor = running.visitor()
    table = visitor.new(deal="24")
    position = parlour.new("golf", deal=24)
    with visitor.sit(table) as socket:
        socket.receive()
        while not position.is_over:
            move = position.legal_moves[-1]
            position.play(move)
            socket.ask("play", socket_rev := len(position.history) - 1, [move])
            if socket_rev == 3:
                text = visitor.http.get(f"/t/{table}/record.json").text
                record = GameRecord.from_json(text)
                assert record.start is None
                assert [event.told.kind for event in record.events][:1] == ["deal"]
                assert json.loads(text)["result"] is None
                with pytest.raises(parlour.RecordError):
                    record.replay()
    text = running.visitor().http.get(f"/t/{table}/record.json").text
    assert GameRecord.from_json(text).replay() == position


def test_a_form_that_is_too_large_is_refused(running):
    assert running.visitor().http.post("/new/golf", data={"deal": "1" * 100_000}).status_code == 413


def test_statistics_show_what_was_played(running):
    visitor = running.visitor()
    table = visitor.new(deal="24")
    position = parlour.new("golf", deal=24)
    with visitor.sit(table) as socket:
        socket.receive()
        while not position.is_over:
            socket.ask("play", len(position.history), [position.legal_moves[0]])
            position.play(position.legal_moves[0])
    assert table in visitor.http.get("/stats").text
    assert table not in running.visitor().http.get("/stats").text


@pytest.mark.parametrize("path", ["/", "/rules/golf", "/t/nothing", "/robots.txt"])
def test_head_is_the_head_of_get(running, path):
    http = running.visitor().http
    head, get = http.head(path), http.get(path)
    assert head.status_code == get.status_code
    assert head.content == b""
    assert head.headers["content-type"] == get.headers["content-type"]


def test_an_origin_is_ours_to_the_letter(running):
    http = running.visitor().http
    own = str(http.base_url).rstrip("/")
    for origin in (f"{own}/", f"{own}.example.org", own.replace("http:", "https:"), own.upper(), "null", ""):
        answer = http.post("/new/golf", data={"deal": "1"}, headers={"origin": origin})
        assert answer.status_code == 403, origin


def test_health_tells_when_nothing_can_be_saved(running, monkeypatch):
    http = running.visitor().http
    assert http.get("/healthz").json() == {"status": "ok"}
    monkeypatch.setattr("parlour.table.log.Writer.alive", property(lambda writer: False))
    assert http.get("/healthz").status_code == 503


def test_where_the_page_of_an_error_fails_a_sentence_is_answered(running, monkeypatch):
    def broken(lang, page):
        raise RuntimeError("no template")

    visitor = running.visitor()
    monkeypatch.setattr(draw, "page", broken)
    for path, status in (("/t/nothing", 404), ("/nowhere", 404), ("/", 500)):
        answer = visitor.http.get(path)
        assert answer.status_code == status
        assert answer.headers["content-type"].startswith("text/plain")
        assert answer.text.endswith(".")
        assert "RuntimeError" not in answer.text


def test_a_cookie_that_cannot_be_ours_is_as_none(running):
    for odd in ("%F0%9F%8C%B3", "x", "a" * 5000, "%00", "a" * 31 + "%0A"):
        answer = httpx.post(
            f"{running.url}/new/arbos",
            data={"name": "Ada", "chair2": "open"},
            headers={"origin": running.url, "cookie": f"{guests.COOKIE}={odd}"},
        )
        assert answer.status_code == 303, odd
        assert guests.TOKEN.fullmatch(answer.cookies[guests.COOKIE])
