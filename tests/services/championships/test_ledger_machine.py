"""Random seasons of one right: never spent twice, and the fold equals a rebuild."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from padd.core.championships.ledger import (
    EntryKind,
    RightChange,
    RightFacts,
    RightState,
    TargetEvent,
    fold_right_entries,
    use_objection,
)
from padd.core.model import Edition

EVENTS = ("europe", "north-america", "australia")
RIGHT = RightFacts(
    edition=Edition.SECOND, target="continental", year=2026, won_at=datetime(2026, 5, 1, tzinfo=UTC)
)
TARGETS = [
    TargetEvent(
        id=name,
        name=name,
        kind="continental",
        edition=Edition.SECOND,
        year=2026,
        area=name,
        starts_at=datetime(2026, 7, number + 1, tzinfo=UTC),
        last_day=date(2026, 7, number + 3),
    )
    for number, name in enumerate(EVENTS)
]


class RightsLedger(RuleBasedStateMachine):
    """Directors, the desk and the booking act on one right, in any order.

    What is really spent is kept beside the ledger, in the plainest way.
    """

    def __init__(self):
        super().__init__()
        self.entries = [RightChange(kind=EntryKind.GRANTED)]
        self.spent_at: str | None = None
        self.awarded = True

    @property
    def folded(self):
        return fold_right_entries(self.entries)

    def add(self, kind, event=""):
        self.entries.append(RightChange(kind=kind, event=event))

    @rule(at=st.sampled_from(EVENTS))
    def use(self, at):
        """Use it, if the ledger lets it through."""
        target = next(one for one in TARGETS if one.id == at)
        folded = self.folded
        if folded.state is RightState.USED:
            assert self.spent_at is not None
            elsewhere = use_objection(RIGHT, folded, target, TARGETS)
            assert (elsewhere is None) == (at == self.spent_at)
            return
        if use_objection(RIGHT, folded, target, TARGETS) is None:
            assert self.spent_at is None
            assert self.awarded
            self.add(EntryKind.USED, at)
            self.spent_at = at

    @precondition(lambda self: self.spent_at is not None)
    @rule()
    def undo_or_void_the_use(self):
        """Undo the use, or void the report of the event."""
        assert self.spent_at is not None
        self.add(EntryKind.RETURNED, self.spent_at)
        self.spent_at = None

    @rule(at=st.sampled_from(EVENTS))
    def keep(self, at):
        """Keep it at check-in; nothing is spent by that."""
        if self.folded.state is RightState.OPEN:
            self.add(EntryKind.DECLINED, at)

    @rule()
    def void_the_origin(self):
        """Void or correct the report that it was won by."""
        if self.awarded:
            self.add(EntryKind.WITHDRAWN)
            self.awarded = False

    @rule()
    def reinstate_the_origin(self):
        """Reinstate that report."""
        if not self.awarded:
            self.add(EntryKind.GRANTED)
            self.awarded = True

    @rule()
    def expire(self):
        """Note that its season is over."""
        if self.folded.state is RightState.OPEN:
            self.add(EntryKind.EXPIRED)

    @invariant()
    def is_spent_where_it_was_used_and_nowhere_else(self):
        """Compare the fold with what really happened."""
        folded = self.folded
        assert (folded.state is RightState.USED) == (self.spent_at is not None)
        assert folded.event == (self.spent_at or "")

    @invariant()
    def nothing_is_usable_without_an_award(self):
        """Refuse it everywhere while its award is gone and it is not spent."""
        if not self.awarded and self.spent_at is None:
            assert all(use_objection(RIGHT, self.folded, one, TARGETS) for one in TARGETS)

    @invariant()
    def a_rebuild_says_the_same(self):
        """Fold in two parts, as a rebuild from the first line does."""
        assert fold_right_entries(iter(self.entries)) == self.folded


TestRightsLedger = pytest.mark.req("CHAMP-24", "CHAMP-35")(RightsLedger.TestCase)
RightsLedger.TestCase.settings = settings(max_examples=60, stateful_step_count=25)
