"""Repeats count over all days and heats of an event (AMB-78)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.services.eventlog.table_driver import AtTheTable, entered, p
from tests.world import NOW, World

from padd.core.eventlog.action_kinds import PenaltyGiven, PlayerEntered
from padd.core.model import PairingStyle
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.store.models import EventAction

FOUR = ("kirk", "khan", "spock", "gorn")


@pytest.mark.req("AMB-78", "COND-34")
def test_a_penalty_of_a_heat_raises_that_of_the_final_day_and_is_recorded(
    world: World,
) -> None:
    del world
    heat = AtTheTable(FOUR, players=entered(*FOUR))
    heat.publish()
    heat.do(PenaltyGiven(player=p("kirk"), level=1, infraction="B1"))
    final = AtTheTable(
        (), pairing_style=PairingStyle.SINGLE_ELIMINATION, rounds_planned=2
    )
    planned = eventlog.plan_heats(
        event_id=final.id,
        heats=[(heat.id, 2)],
        by=SYSTEM,
        now=NOW + timedelta(hours=1),
        reason="The hall was free after all.",
    )
    assert isinstance(planned, eventlog.Recorded), planned
    final.do(PlayerEntered(player=p("kirk"), name="Kirk"))
    stranger = AtTheTable(FOUR)
    again = PenaltyGiven(player=p("kirk"), level=1, infraction="B1")

    refused = final.refused(again)
    final.do(PenaltyGiven(player=p("kirk"), level=2, infraction="B1"))
    stranger.do(again)

    (row,) = EventAction.objects.filter(event__public_id=final.id, kind="penalty.given")
    assert refused.code == "level-differs"
    assert row.payload["earlier"] == 1
    assert [one.level for one in stranger.state.sentences] == [1]
