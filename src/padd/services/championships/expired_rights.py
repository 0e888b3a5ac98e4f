"""Record in the ledger which rights have expired unused."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from padd.core.championships.ledger import EntryKind, RightState, TargetEvent, is_over
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.championships.right_ledger import RightLedger
from padd.store.queries.championships.championships import target_events
from padd.store.writes.right_ledger import facts_of_right


def note_expired(
    ledger: RightLedger | None = None,
    targets: Sequence[TargetEvent] | None = None,
    *,
    now: datetime,
) -> int:
    """Note what has expired, and what came back; return how many lines were added.

    A right comes back where a championship that it covers was announced late.
    """
    ledger = RightLedger() if ledger is None else ledger
    targets = target_events() if targets is None else targets
    rules = rulebook(rulebook_ids()[0]).championships
    added = 0
    for right in ledger:
        folded, facts = ledger.fold(right), facts_of_right(right)
        over = is_over(facts, folded, targets, rules=rules, on=now.date())
        kind = None
        if over and folded.state is RightState.OPEN:
            kind = EntryKind.EXPIRED
        elif not over and folded.state is RightState.EXPIRED:
            kind = EntryKind.RETURNED
        if kind is not None:
            ledger.add(right, kind, now=now)
            added += 1
    return added
