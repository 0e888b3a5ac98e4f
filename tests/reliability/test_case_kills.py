"""kill -9 while a case is decided: all of the decision is kept, or nothing of it."""

from __future__ import annotations

import os
import signal
from types import ModuleType

import pytest
from tests.reliability.child_process import in_a_child
from tests.services.conduct.case_world import disqualified, heard
from tests.world import NOW

from padd.core.eventlog.log.chain import check_chain
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.conduct import cases
from padd.services.events import registrations
from padd.store.models.conduct import Suspension
from padd.store.models.eventlog import AuditEntry
from padd.store.writes import case_log
from padd.store.writes.case_log import case_rows

pytestmark = [pytest.mark.postgresql]

BEFORE_COMMIT: tuple[tuple[ModuleType, str, bool], ...] = (
    (case_log, "_write", False),
    (case_log, "_write", True),
    (cases, "add_audit_entry", True),
    (cases, "Suspension", False),
    (cases, "_concerned_addresses", True),
)


def killed_at(where, step, *, after, act):
    """Return an act whose process is killed before or after one of its steps."""

    def work():
        known = getattr(where, step)

        class Dies:
            def __call__(self, *args, **kwargs):
                if after:
                    known(*args, **kwargs)
                os.kill(os.getpid(), signal.SIGKILL)

            def __getattr__(self, _):
                return self

        setattr(where, step, Dies())
        act()

    return work


@pytest.mark.req("COND-63", "COND-65", "R4")
def test_a_decision_that_is_killed_is_kept_whole_or_not_at_all(real_world, settings):
    settings.ACCOUNTS = settings.HOUSE_PROCEDURE = True
    there = real_world
    case = disqualified(there)
    event = there.event()
    day = there.row(event).starts_at.date()
    registrations.enter_person(by=there.member(), now=NOW, event=event)
    registrations.enter_person(by=case.corin, now=NOW, event=event)
    heard(case)
    before = case_rows(case.row.pk)
    audited = AuditEntry.objects.count()

    def decide():
        cases.decide_case(
            by=case.head,
            now=NOW,
            case=case.case,
            outcome="suspension",
            reason="Twice.",
            since=day,
            until=day,
        )

    for where, step, after in BEFORE_COMMIT:
        ended = in_a_child(killed_at(where, step, after=after, act=decide))

        assert ended == -signal.SIGKILL, step
        assert case_rows(case.row.pk) == before, step
        assert (case.row.stage, Suspension.objects.count()) == ("answered", 0), step
        assert AuditEntry.objects.count() == audited, step

    ended = in_a_child(killed_at(cases, "withdraw_entries", after=False, act=decide))
    eventlog.open_event(listing_id=event, by=SYSTEM, now=NOW)

    kinds = [row.kind for row in case_rows(case.row.pk)]
    assert ended == -signal.SIGKILL
    assert kinds.count("case.decided") == 1
    assert check_chain(case_rows(case.row.pk)) is None
    assert Suspension.objects.filter(person=case.corin.person_id).count() == 1
    # The entry outlived the kill; whoever is suspended does not play all the same.
    assert case.corin.person not in eventlog.event_state(event_id=event).players
