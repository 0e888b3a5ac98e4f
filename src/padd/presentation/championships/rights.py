"""Byes and head starts as their owners and officials see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.championships.ledger import (
    EntryKind,
    FoldedRight,
    RightChange,
    RightFacts,
    RightState,
    TargetEvent,
    championships_covered,
    fold_right_entries,
    is_expired,
    last_day_of_right,
)
from padd.core.model import Edition
from padd.presentation.championships.awards import right_kind, right_target
from padd.presentation.messages import text
from padd.rulebooks.schema import Rulebook

if TYPE_CHECKING:  # keeps the start of the command line short
    from padd.store.queries.championships.rights import EntryRow, RightRow

STATES: Final = {
    RightState.OPEN: ("Open", "ticket", "lavender"),
    RightState.USED: ("Used", "check", "blue"),
    RightState.EXPIRED: ("Expired", "circle-slash", ""),
    RightState.WITHDRAWN: ("Withdrawn", "circle-slash", ""),
}


class RightView(msgspec.Struct, frozen=True, kw_only=True):
    """One right: what it is, where it was won, how it stands, where it is good."""

    id: str
    person: str
    edition: str
    title: str
    """"Round 1 bye"."""
    into: str
    target: str
    year: int | None
    origin: str
    """The championship where it was won, by its id; empty where the desk granted it."""
    origin_name: str
    place: int | None
    state: RightState
    word: str
    icon: str
    colour: str
    where: str
    """The event at which it was used."""
    where_name: str
    use_at: tuple[TargetEvent, ...]
    ends: date | None
    cite: str
    rounds: tuple[int, ...]
    points: int
    entries: tuple[EntryRow, ...]

    @property
    def open(self) -> bool:
        """Whether it can still be used."""
        return self.state is RightState.OPEN


def right_view(
    row: RightRow, targets: Sequence[TargetEvent], *, book: Rulebook, today: date
) -> RightView:
    """Return a right as it stands today."""
    facts = core_right(row)
    rules = book.championships
    folded = fold_entries(row)
    state = folded.state
    if state in {RightState.OPEN, RightState.EXPIRED}:
        over = is_expired(facts, folded, targets, rules=rules, on=today)
        state = RightState.EXPIRED if over else RightState.OPEN
    word, icon, colour = STATES[state]
    used = next((e for e in reversed(row.entries) if e.kind == EntryKind.USED), None)
    return RightView(
        id=row.public_id,
        person=row.person,
        edition=row.edition,
        title=text(right_kind(row.rounds, row.points)),
        into=text(right_target(row.target, row.year, row.areas)),
        target=row.target,
        year=row.year,
        origin=row.origin,
        origin_name=row.origin_name,
        place=row.place,
        state=state,
        word=word,
        icon=icon,
        colour=colour,
        where=used.event if used and state is RightState.USED else "",
        where_name=used.event_name if used else "",
        use_at=tuple(
            target for target in championships_covered(facts, targets) if target.last_day >= today
        ),
        ends=last_day_of_right(facts, targets, rules=rules),
        cite=row.cite,
        rounds=row.rounds,
        points=row.points,
        entries=row.entries,
    )


def right_views(
    rows: Iterable[RightRow], targets: Sequence[TargetEvent], *, book: Rulebook, today: date
) -> tuple[RightView, ...]:
    """Return rights, the open ones first, then the latest."""
    views = [right_view(row, targets, book=book, today=today) for row in rows]
    return tuple(sorted(views, key=lambda view: not view.open))


def core_right(row: RightRow) -> RightFacts:
    """Return a right as a value of core."""
    return RightFacts(
        edition=Edition(row.edition),
        target=row.target,
        year=row.year,
        areas=row.areas,
        won_at=row.won_at,
    )


def fold_entries(row: RightRow) -> FoldedRight:
    """Return the state of a right after its entries."""
    return fold_right_entries(
        RightChange(kind=EntryKind(entry.kind), event=entry.championship or entry.event)
        for entry in row.entries
    )
