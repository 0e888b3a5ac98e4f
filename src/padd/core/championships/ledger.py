"""The ledger of byes and head starts: what each entry does, and where a right is valid.

A right is granted once and used once. Whether it can be used at an event follows from
the right, its entries and the championships there are; nothing of it is stored.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from enum import StrEnum

from padd.core.messages import Message, message
from padd.core.model import Edition, StrictStruct
from padd.core.refusal import Refusal
from padd.rulebooks.sections.programme import ChampionshipRules


class EntryKind(StrEnum):
    """What can happen to a right."""

    GRANTED = "granted"
    USED = "used"
    DECLINED = "declined"
    EXPIRED = "expired"
    RETURNED = "returned"
    WITHDRAWN = "withdrawn"


class RightState(StrEnum):
    """How a right stands."""

    OPEN = "open"
    USED = "used"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


class RightChange(StrictStruct, frozen=True, kw_only=True):
    """One line of the ledger of a right."""

    kind: EntryKind
    event: str = ""
    """Where it was used, declined or returned from."""


class RightFacts(StrictStruct, frozen=True, kw_only=True):
    """A right as it was won or granted."""

    edition: Edition
    target: str
    year: int | None
    """The year of the target; none where it is the next one, whatever the year."""
    areas: tuple[str, ...] = ()
    """The continents that it is good on; none said is any."""
    won_at: datetime
    """When it was won; an event that began before is not covered (AMB-62)."""


class TargetEvent(StrictStruct, frozen=True, kw_only=True):
    """A championship at which rights may be used."""

    id: str
    name: str
    kind: str
    edition: Edition
    year: int
    area: str
    starts_at: datetime
    last_day: date


class FoldedRight(StrictStruct, frozen=True, kw_only=True):
    """A right after all its entries."""

    state: RightState
    event: str = ""
    """Where it was used."""
    declined: tuple[str, ...] = ()


def fold_right_entries(entries: Iterable[RightChange]) -> FoldedRight:
    """Return how a right stands; what was spent stays spent (CHAMP-35)."""
    granted = spent = expired = False
    event, declined = "", list[str]()
    for entry in entries:
        match entry.kind:
            case EntryKind.GRANTED:
                granted, expired = True, False
            case EntryKind.WITHDRAWN:
                granted = False
            case EntryKind.USED:
                spent, event = True, entry.event
            case EntryKind.RETURNED:
                spent, expired, event = False, False, ""
            case EntryKind.DECLINED:
                declined.append(entry.event)
            case EntryKind.EXPIRED:
                expired = True
    state = RightState.EXPIRED if expired else RightState.OPEN
    if not granted:
        state = RightState.WITHDRAWN
    if spent:
        state = RightState.USED
    return FoldedRight(state=state, event=event, declined=tuple(declined))


def championships_covered(
    right: RightFacts, targets: Sequence[TargetEvent]
) -> Iterator[TargetEvent]:
    """Give the championships at which a right is good, the earliest first."""
    ahead = sorted(targets, key=lambda target: (target.starts_at, target.id))
    for target in ahead:
        if target_objection(right, target, ahead) is None:
            yield target


def target_objection(
    right: RightFacts, target: TargetEvent, targets: Sequence[TargetEvent]
) -> Refusal | None:
    """Say why a right is not good at a championship, or nothing."""
    if target.edition is not right.edition:
        return _refusal("other-game", message("It was won in {edition}.", edition=right.edition))
    if target.kind != right.target:
        return _refusal(
            "other-target", message("It is for the {target} Championship.", target=right.target)
        )
    if right.areas and target.area not in right.areas:
        return _refusal("other-continent", message("It is for another continent."))
    return _date_objection(right, target, targets)


def _date_objection(
    right: RightFacts, target: TargetEvent, targets: Sequence[TargetEvent]
) -> Refusal | None:
    if right.year is not None and target.year != right.year:
        return _refusal("other-year", message("It is for the year {year}.", year=str(right.year)))
    if target.starts_at < right.won_at:
        return _refusal("won-later", message("{name} started before it was won.", name=target.name))
    if right.year is None and _first_after(right, target, targets) != target.id:
        return _refusal("not-the-next", message("It is for the next one on each continent only."))
    return None


def _first_after(right: RightFacts, target: TargetEvent, targets: Sequence[TargetEvent]) -> str:
    """Return the first one on the continent after the right was won (AMB-133)."""
    there = [
        other
        for other in targets
        if (other.kind, other.edition, other.area) == (target.kind, target.edition, target.area)
        and other.starts_at >= right.won_at
    ]
    first = min(there, key=lambda other: (other.starts_at, other.id), default=target)
    return first.id


def use_objection(
    right: RightFacts,
    folded: FoldedRight,
    target: TargetEvent,
    targets: Sequence[TargetEvent],
    *,
    on: date | None = None,
) -> Refusal | None:
    """Say why a right cannot be used at a championship, or nothing (AMB-63).

    `on` is the day of its use. A championship that is announced after the season
    has ended still counts, so an entry that says "expired" alone refuses nothing.
    """
    if folded.state is RightState.USED and folded.event != target.id:
        return _refusal(
            "already-used", message("It was used at {event}.", event=_name_of_use(folded, targets))
        )
    if folded.state is RightState.WITHDRAWN:
        return _refusal("withdrawn", message("It was withdrawn."))
    refusal = target_objection(right, target, targets)
    if refusal is None and on is not None and target.last_day < on:
        return _refusal("expired", message("It has expired."))
    return refusal


def _name_of_use(folded: FoldedRight, targets: Sequence[TargetEvent]) -> str:
    """Return the name of the championship at which a right was used."""
    names = {target.id: target.name for target in targets}
    return names.get(folded.event, "another event")


def season_end(right: RightFacts, rules: ChampionshipRules | None) -> date | None:
    """Return the last day of the season that a right is for."""
    if right.year is None or rules is None:
        return None
    month = getattr(rules.events, right.target).last_month
    return date(right.year, month, monthrange(right.year, month)[1])


def last_day_of_right(
    right: RightFacts, targets: Sequence[TargetEvent], *, rules: ChampionshipRules | None
) -> date | None:
    """Return the last day of a right: of the season, or of the last one it covers.

    The next one is not known before it is announced, so such a right stays open.
    """
    days = [target.last_day for target in championships_covered(right, targets)]
    end = season_end(right, rules)
    if end is not None:
        days.append(end)
    return max(days, default=None)


def is_expired(
    right: RightFacts,
    folded: FoldedRight,
    targets: Sequence[TargetEvent],
    *,
    rules: ChampionshipRules | None,
    on: date,
) -> bool:
    """Tell whether an unused right has expired."""
    if folded.state in {RightState.USED, RightState.WITHDRAWN}:
        return False
    last = last_day_of_right(right, targets, rules=rules)
    return last is not None and last < on


def _refusal(code: str, words: Message) -> Refusal:
    return Refusal(code, words)
