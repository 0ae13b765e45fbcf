"""What every route answers with: pages in the browser's language and theme, ways on, the guest's cookies."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.response import Redirect

from parlour import draw
from parlour.draw.pages import Page, Theme
from parlour.table import guests, texts
from parlour.table.errors import Refusal
from parlour.table.house import House, house_of
from parlour.table.match.table import MatchTable
from parlour.table.table import Table

Asked = Request[Any, Any, Any]


def language(cookies: Mapping[str, str]) -> str:
    """Return the language that a browser chose."""
    chosen = cookies.get("lang", texts.LANGUAGE)
    return chosen if chosen in draw.LANGUAGES else texts.LANGUAGE


def theme(cookies: Mapping[str, str]) -> Theme:
    """Return the theme that a browser chose; empty for the device's own."""
    match cookies.get("theme"):
        case "light":
            return "light"
        case "dark":
            return "dark"
    return ""


def show(request: Asked, page: Page, status: int = 200) -> Response[str]:
    """Answer with a page."""
    html = draw.page(language(request.cookies), page)
    headers = {"cache-control": "private, no-cache"}
    return Response(html, status_code=status, media_type=MediaType.HTML, headers=headers)


def go(path: str) -> Redirect:
    """Send the browser to another page."""
    return Redirect(path, status_code=303)


def remember(request: Asked, answer: Response[Any], token: str, key: str = guests.COOKIE) -> Response[Any]:
    """Give a browser a cookie: that of its guest, or of a seat."""
    answer.cookies.append(
        Cookie(
            key=key,
            value=token,
            max_age=guests.COOKIE_DAYS * 24 * 3600,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https" or house_of(request).settings.secure,
        )
    )
    return answer


def token_of(request: Asked) -> str:
    """Return the guest's token, empty without a cookie or with one that cannot be ours."""
    token = request.cookies.get(guests.COOKIE, "")
    return token if guests.TOKEN.fullmatch(token) else ""


def fields_of(form: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of a form that was sent; files are left out."""
    return {name: value.strip() for name, value in form.items() if isinstance(value, str)}


async def viewer_of(house: House, cookies: Mapping[str, str], table: Table) -> str | None:
    """Return the player as whom a browser comes to a table.

    That is its own guest, or the player whose seat link was opened in it; that link counts only where the
    guest does not sit at the table.
    """
    return linked(await house.player(cookies.get(guests.COOKIE, "")), cookies, table)


def linked(guest: str | None, cookies: Mapping[str, str], table: Table) -> str | None:
    """Return the player as whom a browser of this guest comes to a table."""
    if isinstance(table, MatchTable) and not table.course.seats_of(guest):
        with suppress(Refusal):
            return table.player_by(cookies.get(seat_cookie(table.kept.id), ""))
    return guest


def seat_cookie(table: str) -> str:
    """Return the name of the cookie that keeps a seat link."""
    return f"seat_{table}"


def client_of(request: Asked) -> str:
    """Return the address that a request came from."""
    return request.client.host if request.client is not None else ""
