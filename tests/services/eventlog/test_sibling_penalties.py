"""Repeats count over all days and heats of an event (AMB-78)."""

from datetime import timedelta

import pytest
from tests.services.eventlog.table_driver import AtTheTable, entered, p
from tests.world import NOW

from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import PlayerEntered
from padd.core.model import ChampionshipKind, ChampionshipStage, EventChampionship, PairingStyle
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.store.models.championships import Championship, StageEvent
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event

FOUR = ("kirk", "khan", "spock", "gorn")


@pytest.mark.req("AMB-78", "COND-34")
def test_a_penalty_of_a_heat_raises_that_of_the_final_day_and_is_recorded(world):
    del world
    heat = AtTheTable(FOUR, players=entered(*FOUR))
    heat.publish()
    heat.do(PenaltyGiven(player=p("kirk"), level=1, infraction="B1"))
    final = AtTheTable((), pairing_style=PairingStyle.SINGLE_ELIMINATION, rounds_planned=2)
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
    assert [one.level for one in stranger.state.penalties] == [1]


def label(stage):
    return EventChampionship(id="de", kind=ChampionshipKind.NATIONAL, year=2026, stage=stage)


@pytest.mark.req("AMB-78", "COND-34")
@pytest.mark.parametrize("known_by", ["file", "listing"])
def test_repeats_count_over_the_stages_of_a_championship_and_not_beside_it(world, known_by):
    del world
    stages = (ChampionshipStage.HEAT, ChampionshipStage.FINAL, ChampionshipStage.SIDE)
    of_file = known_by == "file"
    heat, final, beside = (
        AtTheTable(FOUR, championship=label(stage) if of_file else None) for stage in stages
    )
    if not of_file:
        title = Championship.objects.create(
            year=2026, kind="national", edition="2E", name="Nationals", created_at=NOW
        )
        for day, stage in zip((heat, final, beside), stages, strict=True):
            StageEvent.objects.update_or_create(
                event=Event.objects.get(public_id=day.id),
                defaults={"championship": title, "stage": stage},
            )
    heat.do(PenaltyGiven(player=p("kirk"), level=1, infraction="B1"))

    final.do(PenaltyGiven(player=p("kirk"), level=2, infraction="B1"))
    beside.do(PenaltyGiven(player=p("kirk"), level=1, infraction="B1"))

    given = EventAction.objects.filter(kind="penalty.given").order_by("pk")
    assert [row.payload.get("earlier", 0) for row in given] == [0, 1, 0]
