"""Events of the calendar as rows: their text, state and sanction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Final

import msgspec

from padd.core.validation.sanction import Sanction
from padd.presentation import page_words
from padd.presentation.words import Chip
from padd.rulebooks.loader import rulebook
from padd.services.events.event_form import EventForm
from padd.services.events.sanction_adviser import sanction_advice
from padd.store.queries.events.calendar import EventRow
from padd.store.writes.local_events import NOWHERE

GOING_ON: Final = frozenset({"running"})
OVER: Final = frozenset({"results-entered", "held", "awaiting-processing", "processed"})
HIDDEN: Final = frozenset({"draft", "awaiting-approval"})
COLOURS: Final = {**dict.fromkeys(GOING_ON, "orange"), **dict.fromkeys(OVER, "blue")}
MOST_VERDICTS: Final = 2000
MOST_ROWS: Final = 4000
_verdicts: dict[tuple[object, ...], tuple[bool, bool]] = {}
STATES: Final = {
    "draft": Chip("Draft", "circle-dashed", "lavender"),
    "awaiting-approval": Chip("Waiting for approval", "hourglass", "lavender"),
    "listed": Chip("Listed", "calendar", "lavender"),
    "running": Chip("Playing now", "play", "orange"),
    "results-entered": Chip("Played", "check", "blue"),
    "held": Chip("Under review", "hourglass", "lavender"),
    "awaiting-processing": Chip("Played", "check", "blue"),
    "processed": Chip("Played", "check", "blue"),
    "cancelled": Chip("Canceled", "circle-slash", "red"),
    "voided": Chip("Void", "circle-slash", "red"),
}


class CalendarRow(msgspec.Struct, frozen=True, kw_only=True):
    """One event in a list."""

    line: EventRow
    day: str
    weekday: str
    where: str
    game: str
    about: str
    chip: Chip
    colour: str


@lru_cache(MOST_ROWS)
def calendar_row(line: EventRow) -> CalendarRow:
    """Return an event as a row of a list."""
    local = line.local_start
    return CalendarRow(
        line=line,
        day=str(local.day),
        weekday=f"{local:%a}",
        where=place_line(line),
        game=page_words.EDITIONS[line.edition],
        about=format_line(line),
        chip=sanction_chip(line),
        colour=COLOURS.get(line.state, "lavender"),
    )


def rows_by_month(lines: Iterable[EventRow]) -> Iterator[tuple[str, list[CalendarRow]]]:
    """Yield the rows of a list by month."""
    for month, rows in groupby(lines, key=lambda line: f"{line.local_start:%B %Y}"):
        yield month, [calendar_row(line) for line in rows]


def place_line(line: EventRow) -> str:
    """Return the place in one line; empty if none is named."""
    if line.online:
        return "online"
    if line.venue == NOWHERE:
        return ""
    place = ", ".join(part for part in (line.venue, line.town) if part)
    place = place or line.region
    return f"{place} (venue not verified yet)" if has_unverified_venue(line) else place


def has_unverified_venue(line: EventRow) -> bool:
    """Tell whether the venue is still unverified."""
    return line.venue_state == "unverified"


def format_line(line: EventRow) -> str:
    """Return format and rounds in one line; a release tournament says so."""
    rounds = page_words.count(line.rounds_planned, "round")
    kind = "" if line.format == "constructed" else f"{line.format}, "
    release = f", release of {line.release_set}" if line.release_set else ""
    return f"{kind}{rounds}{release}"


def listed_sanction(line: EventRow) -> Sanction:
    """Return the sanction of a listed event by its rulebook."""
    form = EventForm(
        name=line.name,
        rulebook=line.rulebook,
        edition=line.edition,
        format=line.format,
        card_pool=line.card_pool,
        rules=line.rules,
        scenario=line.scenario,
        kind=line.kind,
        rounds_planned=line.rounds_planned,
        pairing_style=line.pairing_style,
        online=line.online,
        starts=line.local_start.replace(tzinfo=None, fold=0),
        second_time=bool(line.local_start.fold),
        time_zone=line.time_zone,
        expected_players=line.expected_players,
    )
    registered = line.registered_at or line.starts_at
    book = rulebook(line.rulebook)
    return sanction_advice(form, book, now=registered, registered=registered).sanction


def _known_verdict(line: EventRow) -> tuple[bool, bool]:
    """Return sanctioned and rated; events alike in all that decides share it."""
    notice = rulebook(line.rulebook).sanctioning.notice_hours or 0
    ahead = line.starts_at - (line.registered_at or line.starts_at)
    alike = (
        *(line.rulebook, line.edition, line.format, line.card_pool, line.rules),
        *(line.scenario, line.kind, line.rounds_planned, line.pairing_style),
        ahead >= timedelta(hours=notice),
    )
    if alike not in _verdicts:
        if len(_verdicts) >= MOST_VERDICTS:
            _verdicts.clear()
        sanction = listed_sanction(line)
        _verdicts[alike] = (sanction.sanctioned, sanction.rated)
    return _verdicts[alike]


def sanction_chip(line: EventRow) -> Chip:
    """Return the chip of a listed event: canceled, or how it is sanctioned."""
    if line.state in {"cancelled", "voided"} | HIDDEN:
        return STATES[line.state]
    sanctioned, rated = _known_verdict(line)
    level = f", level {line.level}" if line.level > 1 else ""
    if not sanctioned:
        return Chip("Not sanctioned", "circle")
    if not rated:
        return Chip("Sanctioned, unrated", "circle-slash", "lavender")
    return Chip(f"Sanctioned{level}", "badge-check", "blue")


def long_moment(at: datetime) -> str:
    """Return a moment as on a wall: Saturday 14 March 2026, 10:00 CET."""
    return f"{at:%A} {at.day} {at:%B %Y, %H:%M} {at.tzname()}"


def short_moment(at: datetime) -> str:
    """Return a moment in short: Fri 15 May, 10:00 CEST."""
    return f"{at:%a} {at.day} {at:%b}, {at:%H:%M} {at.tzname()}"


def long_date(at: datetime) -> str:
    """Return a day: 14 March 2026."""
    return f"{at.day} {at:%B %Y}"
