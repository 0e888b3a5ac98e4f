"""The rights that an event has used: found in its facts, and checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Final

from padd.core.championships.ledger import EntryKind, RightState, TargetEvent, use_objection
from padd.core.messages import Message, message
from padd.core.model import ChampionshipStage
from padd.core.model import Event as Facts
from padd.core.refusal import RefusalError
from padd.rulebooks.schema import cite
from padd.services.championships.right_ledger import RightLedger
from padd.services.championships.stage_records import UsedRight, stage_record, uses_in
from padd.services.ratings import facts_of_finished, finished_event_rulebook, matched_people
from padd.store.models.championships import TARGETS, Right, StageEvent
from padd.store.models.events import Event, EventState
from padd.store.models.messages import Reason
from padd.store.models.people import Person
from padd.store.queries.championships.championships import target_events
from padd.store.writes.right_ledger import facts_of_right, fold_right, rights_with_entries

UNDER_WAY: Final = frozenset(
    {
        EventState.RUNNING,
        EventState.RESULTS_ENTERED,
        EventState.HELD,
        EventState.AWAITING_PROCESSING,
    }
)


def can_be_right(use: UsedRight, right: Right) -> bool:
    """Tell whether what was used can have been this right."""
    if use.points:
        return right.points == use.points
    return set(use.rounds) <= set(right.rounds)


def book_uses(
    stage: StageEvent, ledger: RightLedger, targets: Sequence[TargetEvent], *, now: datetime
) -> None:
    """Let the ledger say what an event used, and return what it uses no more.

    While an event is under way the ledger follows its log; nothing is returned here.
    """
    event, taken = stage.event, set[int]()
    if event.state in UNDER_WAY:
        return
    good_here = stage.championship.kind in TARGETS
    record = None
    if event.state == EventState.PROCESSED and good_here:
        record = stage_record(stage, stage.championship.draw_seed)
    for use in record.uses if record else ():
        rights = ledger.owned_by(int(use.player), event.edition)
        target = _target(stage, targets)
        right = _right_used(use, rights, event, target, targets, ledger=ledger)
        if right is not None:
            taken.add(right.pk)
            if ledger.fold(right).state is not RightState.USED:
                ledger.add(right, EntryKind.USED, event=event, now=now)
    for right in ledger.noted_at(event.pk):
        lines = [line for line in ledger.lines(right) if line.kind in _SPENDING]
        here = bool(lines) and lines[-1].kind == EntryKind.USED
        if here and lines[-1].event == event.pk and right.pk not in taken:
            ledger.add(right, EntryKind.RETURNED, event=event, now=now)


_SPENDING = frozenset({EntryKind.USED, EntryKind.RETURNED})


def _right_used(
    use: UsedRight,
    rights: Sequence[Right],
    event: Event,
    target: TargetEvent | None,
    targets: Sequence[TargetEvent],
    *,
    ledger: RightLedger,
) -> Right | None:
    """Return the right behind a use: the one noted for it, or the first that fits."""
    fitting = [right for right in rights if can_be_right(use, right)]
    for right in fitting:
        noted = any(line.event == event.pk for line in ledger.lines(right))
        if noted and ledger.fold(right).state is RightState.USED:
            return right
    if target is None:
        return None
    good = (
        right
        for right in fitting
        if (folded := ledger.fold(right)).state is not RightState.USED
        and use_objection(facts_of_right(right), folded, target, targets) is None
    )
    return next(good, None)


def usable_rights(event: Event, *, on: date | None = None) -> dict[int, list[Right]]:
    """Return who may use which rights at an event, the smallest first, by person.

    `on` is the day of their use; without it the day does not matter.
    """
    stage = StageEvent.objects.select_related("championship").filter(event=event)
    found = stage.first()
    good: dict[int, list[Right]] = {}
    if found is None:
        return good
    targets = target_events()
    target = _target(found, targets)
    if target is None:
        return good
    rows = rights_with_entries().filter(edition=event.edition, target=target.kind)
    for right in sorted(rows, key=lambda row: (len(row.rounds), row.points, row.pk)):
        folded = fold_right(right)
        if (
            folded.state is not RightState.USED
            and use_objection(facts_of_right(right), folded, target, targets, on=on) is None
        ):
            good.setdefault(right.person_id, []).append(right)
    return good


def _target(stage: StageEvent, targets: Sequence[TargetEvent]) -> TargetEvent | None:
    own = stage.championship.public_id
    return next((target for target in targets if target.id == own), None)


def reasons_about_rights(event: Event, facts: Facts) -> Iterator[Reason]:
    """Give each reason to look at the byes and head starts of a report."""
    uses = list(uses_in(facts))
    stage = StageEvent.objects.select_related("championship").filter(event=event)
    found = stage.first()
    if not uses or found is None:
        return
    book = finished_event_rulebook(event, facts)
    rule = cite(book, "scoring.points.earned_bye")
    people = matched_people(event, (player.id for player in facts.players))
    targets = target_events()
    target = _target(found, targets)
    owners = {row.merged_into_id or row.pk for row in people.values()}
    ledger = RightLedger(Right.objects.filter(person__in=owners))
    for use in uses:
        person = people.get(use.player)
        if person is None:
            continue
        rights = ledger.owned_by(person.merged_into_id or person.pk, event.edition)
        if _entered_before(person, found):
            words = message(
                "{player} entered an earlier heat; a bye counts in the first heat entered.",
                player=person.handle,
            )
            yield Reason("right-second-heat", words, rule)
        elif not _right_used(use, rights, event, target, targets, ledger=ledger):
            yield Reason(*_missing(use, person, rights, ledger), rule)


def _missing(
    use: UsedRight, person: Person, rights: Sequence[Right], ledger: RightLedger
) -> tuple[str, Message]:
    if any(
        can_be_right(use, right) and ledger.fold(right).state is RightState.USED for right in rights
    ):
        words = message("{player} has already used this bye or head start.", player=person.handle)
        return "right-spent", words
    words = message("{player} has no such bye or head start in the ledger.", player=person.handle)
    return "right-unknown", words


def _entered_before(person: Person, stage: StageEvent) -> bool:
    """Tell whether a person played an earlier heat of the same championship."""
    if stage.stage != ChampionshipStage.HEAT:
        return False
    earlier = stage.championship.stages.filter(
        stage=ChampionshipStage.HEAT, event__starts_at__lt=stage.event.starts_at
    )
    known = {person.pk, person.merged_into_id}
    for row in earlier.select_related("event"):
        try:
            facts = facts_of_finished(row.event)
        except RefusalError:
            continue
        played = matched_people(row.event, (player.id for player in facts.players))
        if known & {p.pk for p in played.values()}:
            return True
    return False
