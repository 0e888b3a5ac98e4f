"""Packed records of rated events: their games, and what they changed.

Floats are packed as they are in memory, so nothing is lost to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from django.db.models import F

from padd.store.models.ratings import EventRecord, RatingsNow


class SeriesName(NamedTuple):
    """One of the ratings that somebody can have."""

    keeper: str
    edition: str
    list: str


class PackedGame(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A rated game: two players by index, the first one's score, and its weight.

    A refresh makes millions of them: the collector need not look at each.
    """

    first: int
    second: int
    score: float
    weight: float
    round: int


class PackedSheet(msgspec.Struct, frozen=True, array_like=True):
    """The rated games of one event; players are rows of people."""

    k: int
    rulebook: str
    rulings: tuple[str, ...]
    day: str
    """The local date of the start, on which rulings depend."""
    series: tuple[SeriesName, ...]
    players: tuple[int, ...]
    counts: tuple[int, ...]
    games: tuple[PackedGame, ...]


class PackedRules(msgspec.Struct, frozen=True, array_like=True):
    """The beginning of a packed sheet: all that its rules follow from."""

    k: int
    rulebook: str
    rulings: tuple[str, ...]
    day: str


class PackedChanges(msgspec.Struct, frozen=True, array_like=True):
    """What one event did to ratings: for each series, ratings before and after."""

    k: int
    rulebook: str
    base: float
    scale: float
    series: tuple[SeriesName, ...]
    players: tuple[int, ...]
    counts: tuple[int, ...]
    before: tuple[tuple[float, ...], ...]
    after: tuple[tuple[float, ...], ...]
    games: tuple[PackedGame, ...]


class PackedMeeting(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A game on record, rated or not: who, and what each scorecard says."""

    round: int
    first: int
    second: int
    score: float
    """What the first scored: 1, a half or 0."""
    codes: tuple[str, str]
    """Both result codes; empty in a pod."""
    rated: bool


pack = msgspec.msgpack.Encoder().encode
_sheet = msgspec.msgpack.Decoder(PackedSheet)
_rules = msgspec.msgpack.Decoder(PackedRules)
_changes = msgspec.msgpack.Decoder(PackedChanges)
_meetings = msgspec.msgpack.Decoder(tuple[PackedMeeting, ...])


def decode_sheet(data: bytes | memoryview) -> PackedSheet:
    """Return the rated games that are packed."""
    return _sheet.decode(data)


def decode_rules(data: bytes | memoryview) -> PackedRules:
    """Return what the rules of a packed sheet follow from, and leave its games."""
    return _rules.decode(data)


def decode_changes(data: bytes | memoryview) -> PackedChanges:
    """Return the changes that are packed."""
    return _changes.decode(data)


def decode_meetings(data: bytes | memoryview) -> tuple[PackedMeeting, ...]:
    """Return the games that are packed."""
    return _meetings.decode(data)


def request_refresh(records: Iterable[int] = ()) -> int:
    """Say that these records have changed: the ratings are to follow them.

    Belongs into the transaction of the change. Others who want something wait until
    it ends, so the numbers grow in the order in which changes are seen.
    """
    now = RatingsNow.objects.filter(pk=1)
    if not now.update(wanted=F("wanted") + 1):
        RatingsNow.objects.get_or_create(pk=1)
        now.update(wanted=F("wanted") + 1)
    requested = now.values_list("wanted", flat=True).get()
    EventRecord.objects.filter(pk__in=list(records)).update(stamp=requested)
    return requested
