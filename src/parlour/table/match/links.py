"""Links that lead to a seat: signed with the house's secret, so that none has to be stored.

A seat link (and the token of a program) stands for a player at one table, whichever seat is drawn for them,
an invitation for one chair. Each carries the number of its seat's links; a new link raises that number, and
earlier ones are void.
"""

import hashlib
import hmac
from abc import abstractmethod
from base64 import urlsafe_b64encode
from typing import Literal

import msgspec

from parlour.table import texts
from parlour.table.errors import Refusal
from parlour.table.match import rows, rulings
from parlour.table.match.course import Course
from parlour.table.table import Table

Kind = Literal["seat", "invite"]


class Claim(msgspec.Struct, frozen=True):
    """What a token says: a seat of a table, as it was when this was signed, and the number of its link."""

    kind: Kind
    seat: int
    link: int


def sign(secret: str, table: str, claim: Claim, player: str = "") -> str:
    """Return the token of a claim; that of a seat is signed for the `player` who sits there."""
    said = f"{claim.kind}.{claim.seat}.{claim.link}"
    return f"{said}.{_mac(secret, table, said, player)}"


def read(secret: str, table: str, token: str, player: str = "") -> Claim | None:
    """Return what a token claims, `None` unless this house signed it for this table and this player."""
    said, _, mac = token.rpartition(".")
    parts = said.split(".")
    if not hmac.compare_digest(_mac(secret, table, said, player).encode(), mac.encode("utf-8", "replace")):
        return None
    match parts:
        case [("seat" | "invite") as kind, seat, link]:
            return Claim(kind, int(seat), int(link))
    return None


def _mac(secret: str, table: str, said: str, player: str) -> str:
    key, text = secret.encode(), f"{table}/{said}/{player}".encode("utf-8", "replace")
    return urlsafe_b64encode(hmac.digest(key, text, hashlib.sha256)[:18]).decode()


class LinkedTable(Table):
    """A table with links to its seats. `links` are the numbers of those that are valid, by seat."""

    links: dict[int, int]

    @property
    @abstractmethod
    def course(self) -> Course:
        """How the match stands beside its position."""

    @property
    @abstractmethod
    def secret(self) -> str:
        """What links are signed with."""

    def token(self, player: str) -> str:
        """Return the token by which a program or another device plays a player's seats. Raises `Refusal`."""
        seats = self.course.seats_of(player)
        if not seats:
            raise self.refusal("not_seated", texts.NOT_SEATED)
        claim = Claim("seat", seats[0], self.links.get(seats[0], 0))
        return sign(self.secret, self.kept.id, claim, player)

    def invitation(self, player: str, chair: int) -> str:
        """Return the token of an empty chair. Raises `Refusal` unless the host asks."""
        try:
            rulings.check_host(self.course, player)
        except Refusal as refusal:
            raise self.refusal(refusal.code, str(refusal)) from refusal
        if self.course.phase != "gathering" or not 0 <= chair < len(self.course.players):
            raise self.refusal("no_such_seat", texts.NO_SUCH_SEAT)
        claim = Claim("invite", chair, self.links.get(chair, 0))
        return sign(self.secret, self.kept.id, claim)

    def player_by(self, token: str) -> str:
        """Return the player whose seat a token leads to. Raises `Refusal`."""
        for player in {one for one in self.course.players if one is not None}:
            claim = read(self.secret, self.kept.id, token, player)
            valid = {self.links.get(seat) for seat in self.course.seats_of(player)}
            if claim is not None and claim.kind == "seat" and claim.link in valid:
                return player
        raise self.refusal("bad_link", texts.BAD_LINK)

    async def renew_link(self, player: str) -> str:
        """Make earlier links to a player's seats void and return the new token. Raises `Refusal`."""
        seats = self.course.seats_of(player)
        await self.store.write(rows.renewal(self.kept.id, seats))
        await self.store.read(self.look_up)
        self.end_links(player)
        return self.token(player)
