"""Cases under two who act at the same moment: one decides, and nobody slips in."""

from __future__ import annotations

import threading

import pytest
from django.db import connections
from tests.services.conduct.case_world import disqualified, heard, suspended
from tests.wait_limits import PATIENCE
from tests.world import NOW, World

from padd.core.eventlog.log.chain import check_chain
from padd.core.refusal import RefusalError
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.conduct import cases
from padd.services.events import registrations
from padd.store.models.conduct import Suspension
from padd.store.queries.people import search
from padd.store.writes.case_log import case_rows

pytestmark = [pytest.mark.postgresql]


@pytest.fixture
def there(real_database, settings):
    settings.ACCOUNTS = settings.HOUSE_PROCEDURE = True
    search.clear_people_index()
    return World()


def at_once(*wishes):
    """Do things at the same moment; return each answer, or why it was refused."""
    start = threading.Barrier(len(wishes), timeout=PATIENCE)
    answers: list[object] = [None] * len(wishes)

    def do(number, wish):
        try:
            start.wait()
            answers[number] = wish() or "done"
        except RefusalError as refused:
            answers[number] = refused
        finally:
            connections.close_all()

    threads = [threading.Thread(target=do, args=one, daemon=True) for one in enumerate(wishes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return answers


@pytest.mark.req("COND-63", "COND-66")
@pytest.mark.parametrize("trials", [3], indirect=True)
def test_of_two_who_decide_at_once_one_does(there, trials):
    for trial in range(trials):
        case = disqualified(there, f" of trial {trial}")
        heard(case)
        on = {"now": NOW, "case": case.case, "outcome": "warning", "reason": "No."}
        expected = {"expected": 4}

        answers = at_once(
            lambda: cases.decide_case(by=case.desk, **on, **expected),  # type: ignore[arg-type]  # noqa: B023 -- joined before the next turn
            lambda: cases.decide_case(by=case.head, **on, **expected),  # type: ignore[arg-type]  # noqa: B023 -- same
        )

        kinds = [row.kind for row in case_rows(case.row.pk)]
        assert answers.count("done") == 1, answers
        assert kinds.count("case.decided") == 1
        assert check_chain(case_rows(case.row.pk)) is None


@pytest.mark.req("COND-65")
@pytest.mark.parametrize("trials", [3], indirect=True)
def test_who_enters_while_being_suspended_does_not_play(there, trials):
    for trial in range(trials):
        case = disqualified(there, f" of trial {trial}")
        event = there.event()
        day = there.row(event).starts_at.date()
        registrations.enter_person(by=there.member(), now=NOW, event=event)

        at_once(
            lambda: suspended(case, since=day, until=day),  # noqa: B023 -- same
            lambda: registrations.enter_person(by=case.corin, now=NOW, event=event),  # noqa: B023 -- same
        )
        eventlog.open_event(listing_id=event, by=SYSTEM, now=NOW)

        assert Suspension.objects.filter(person=case.corin.person_id).count() == 1
        playing = eventlog.event_state(event_id=event).players
        assert case.corin.person not in playing
        assert len(playing) == 1
