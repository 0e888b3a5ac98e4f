"""Both players of a table press *I am done* at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from tests.answers import answer
from tests.services.eventlog.table_driver import AtTheTable, p
from tests.wait_limits import PATIENCE

from padd.core.eventlog.actions.scenarios.seeding import FirstPlayerNoted, StepDone
from padd.core.refusal import Refusal
from padd.services import eventlog


@pytest.mark.django_db
@pytest.mark.req("OTF-15")
def test_one_who_is_done_waits_for_the_other():
    day = AtTheTable(("kirk", "khan"), edition="1E", rules="otf-beta-1")
    day.publish()
    at = {"number": 1, "table": 1, "player": p("kirk")}
    day.do(FirstPlayerNoted(first=p("kirk"), **at))

    day.do(StepDone(step=0, **at))
    again = day.refused(StepDone(step=0, **at))

    assert day.round.tables[1].seeding.step == 0
    assert again.code == "step-done"


@pytest.mark.usefixtures("real_world")
@pytest.mark.req("OTF-15")
def test_two_who_are_done_at_once_begin_the_next_step_once():
    day = AtTheTable(("kirk", "khan"), edition="1E", rules="otf-beta-1")
    day.publish()
    at = {"number": 1, "table": 1}
    day.do(FirstPlayerNoted(first=p("kirk"), player=p("kirk"), **at))
    presses = ("kirk", "khan", "kirk", "khan")
    gate = Barrier(len(presses))

    def press(player):
        try:
            gate.wait(timeout=PATIENCE)
            done = StepDone(step=0, player=p(player), **at)
            return answer(
                eventlog.record_action, event_id=day.id, action=done, by=day.by, now=day.now
            )
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(presses)) as pool:
        answers = list(pool.map(press, presses))

    refused = [one.code for one in answers if isinstance(one, Refusal)]
    seeding = day.round.tables[1].seeding
    assert (seeding.step, seeding.done) == (1, {})
    assert len(refused) == 2
    assert set(refused) <= {"step-done", "other-step"}
