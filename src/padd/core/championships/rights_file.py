"""The file with the rights for an event, for a laptop without internet."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from padd.core.messages import message
from padd.core.model import Edition, EventChampionship, StrictStruct
from padd.core.refusal import FILE_RULE, Refusal, RefusalError

FORMAT: Final = 1
LARGEST: Final = 1_000_000


class ListedRight(StrictStruct, frozen=True, kw_only=True):
    """A right that its owner may use at the event."""

    id: str
    person: str
    """The owner's id at headquarters."""
    handle: str
    rounds: tuple[int, ...] = ()
    points: int = 0
    year: int | None = None
    origin: str = ""
    """The name of the championship where it was won."""
    won_at: datetime
    cite: str = ""


class RightsList(StrictStruct, frozen=True, kw_only=True):
    """Everything that may be used at one event, as headquarters knew it."""

    padd_rights: int = FORMAT
    event: str
    """The name of the event, to be read by people."""
    edition: Edition
    championship: EventChampionship | None = None
    name: str = ""
    """The name of the championship."""
    made_at: datetime | None = None
    rights: tuple[ListedRight, ...]


class SignedList(StrictStruct, frozen=True, kw_only=True):
    """A list of rights with the signature of the headquarters that made it."""

    list: str
    """The list as JSON text: the signature is over these characters."""
    key: str
    """The public key of headquarters, in hexadecimal digits."""
    signature: str


def signed_text(rights: RightsList) -> str:
    """Return a list as the text that is signed."""
    return msgspec.json.encode(rights, order="deterministic").decode()


def rights_file_bytes(signed: SignedList) -> bytes:
    """Return the bytes of the file."""
    return msgspec.json.format(msgspec.json.encode(signed), indent=2) + b"\n"


def read_signed_list(data: bytes) -> SignedList:
    """Read the outer part of a file, or refuse it."""
    if len(data) > LARGEST:
        raise RefusalError(
            Refusal(code="too-large", message=message("The file is too large."), rule=FILE_RULE)
        )
    try:
        return msgspec.json.decode(data, type=SignedList)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RefusalError(_not_a_rights_file()) from None


def read_rights_list(signed: SignedList) -> RightsList:
    """Read the list itself; its signature is checked before."""
    try:
        found = msgspec.json.decode(signed.list, type=RightsList)
    except msgspec.DecodeError:
        found = None
    if found is None or found.padd_rights != FORMAT:
        raise RefusalError(_not_a_rights_file())
    return found


def _not_a_rights_file() -> Refusal:
    return Refusal(
        code="not-rights",
        message=message("This is not a file of byes and head starts."),
        rule=FILE_RULE,
    )
