"""The byes and head starts in the ledger that an event's log uses or returns.

The ledger is written in the transaction of the log: what is undone, forfeited or
amended is available again, and what is redone is used again.
"""

from __future__ import annotations

from datetime import datetime

from padd.core.championships.ledger import EntryKind, RightState, use_objection
from padd.core.eventlog.state.event_state import LogState
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import cite
from padd.store.models.championships import Right, StageEvent
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.models.reports import PlayerMatch
from padd.store.queries.championships.championships import local_day, target_events
from padd.store.writes.right_ledger import (
    add_right_entry,
    facts_of_right,
    fold_right,
    rights_with_entries,
)


def update_right_ledger(
    row: Event, *, before: LogState, after: LogState, by: str, now: datetime
) -> Refusal | None:
    """Spend what the log has come to use and free the rest, or refuse.

    Belongs into the transaction that appends to the log.
    """
    if before.players is after.players:
        return None
    used_before, used_now = _used(before), _used(after)
    if used_before == used_now:
        return None
    fresh = {right: used_now[right] for right in used_now.keys() - used_before.keys()}
    known = {
        right.public_id: right
        for right in rights_with_entries().filter(public_id__in=[*used_before, *used_now])
    }
    for id_, player in sorted(fresh.items()):
        refusal = _right_refusal(known.get(id_), row, player, now)
        if refusal is not None:
            return refusal
    for id_ in sorted(fresh):
        last = max(entry.number for entry in known[id_].entries.all())
        add_right_entry(known[id_], EntryKind.USED, event=row, now=now, by=by, after=last)
    for id_ in sorted(used_before.keys() - used_now.keys()):
        if id_ in known and _spent_here(known[id_], row):
            add_right_entry(known[id_], EntryKind.RETURNED, event=row, now=now, by=by)
    return None


def _used(state: LogState) -> dict[str, str]:
    return {right: player for player, entrant in state.players.items() for right in entrant.rights}


def _spent_here(right: Right, row: Event) -> bool:
    spending = {EntryKind.USED, EntryKind.RETURNED}
    entries = [entry for entry in right.entries.all() if entry.kind in spending]
    last = entries[-1] if entries else None
    return bool(last and last.kind == EntryKind.USED and last.event_id == row.pk)


def _right_refusal(right: Right | None, row: Event, player: str, now: datetime) -> Refusal | None:
    """Refuse a right that is unknown, of another person, spent, or not valid here."""
    rules = rulebook(row.rulebook).championships
    passed_on = rules is not None and rules.awards_transferable
    own = right is not None and right.person_id in _people(row, player)
    if right is None or not (own or passed_on):
        return Refusal(
            "right-unknown",
            message("This player has no such bye or head start."),
            rule=cite(rulebook(row.rulebook), "championships.awards_transferable"),
            way_out=message("You can find it on the player’s page."),
        )
    stage = StageEvent.objects.select_related("championship").filter(event=row).first()
    targets = target_events()
    here = stage.championship.public_id if stage else ""
    target = next((one for one in targets if one.id == here), None)
    if target is None:
        return Refusal("right-unusable", message("Byes and head starts are used at championships."))
    folded = fold_right(right)
    if folded.state is RightState.USED and folded.event == target.id:
        return Refusal("already-used", message("It has already been used in this championship."))
    day = local_day(row, now)
    return use_objection(facts_of_right(right), folded, target, targets, on=day)


def _people(row: Event, player: str) -> set[int | None]:
    """Return the rows of a player's person, before and after a merge."""
    people = list(Person.objects.filter(public_id=player))
    matches = PlayerMatch.objects.filter(event=row, player=player)
    people += [match.person for match in matches.select_related("person")]
    return {key for one in people for key in (one.pk, one.merged_into_id)} - {None}
