"""Links that lead to a seat: signed with the house's secret, so that none has to be stored.

A seat link (and the token of a program) stands for a player at one table, whichever seat is drawn for them,
an invitation for one chair. Each carries the number of its seat's links; a new link raises that number, and
earlier ones are void.
"""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from typing import Literal

import msgspec

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
