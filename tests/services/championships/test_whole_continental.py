"""A whole Continental: bid, award, two heats of five rounds, top eight, title."""

from datetime import date

import pytest
from tests.services.championships.championship_builder import (
    award,
    bid,
    opened,
    play_best_of_three,
    play_out,
    step,
)
from tests.world import NOW

from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.players import CheckedIn
from padd.core.model import PairingStyle
from padd.services import reports
from padd.services.access.actors import SYSTEM
from padd.services.championships import dashboard, stages
from padd.services.championships.awarded_rights import championship_outcome
from padd.store.models.championships import Application, Championship, Right

pytestmark = pytest.mark.usefixtures("data_folder")


@pytest.mark.long
@pytest.mark.req("CHAMP-33", "CHAMP-14", "BRKT-16", "BRKT-20", "AMB-130")
def test_a_continental_from_the_bid_to_the_title(world):
    won = bid(world, world.member("Lyon"), first_day=date(2027, 7, 3))
    award(world, won, world.official("coordinator", "europe"))
    fields = [tuple(world.person(f"{heat}{n}") for n in range(10)) for heat in "ab"]
    final = opened(
        (),
        "Final",
        2,
        pairing_style=PairingStyle.SINGLE_ELIMINATION,
        rounds_planned=4,
        best_of=dict.fromkeys(range(1, 5), 3),
    )
    title = Championship.objects.get().public_id
    heats = [opened(field, f"Heat {at}", at, rounds_planned=5) for at, field in enumerate(fields)]
    for event, stage in ((final, "final"), *((heat, "heat") for heat in heats)):
        stages.set_stage(by=SYSTEM, now=NOW, event=event.id, championship=title, stage=stage)
    qualifiers = {heat.id: 8 for heat in heats}

    announced = dashboard.announce_heats(
        by=SYSTEM, now=NOW, championship=title, qualifiers=qualifiers
    )
    for heat in heats:
        play_out(heat, 5)
    seeded = dashboard.seed_final(by=SYSTEM, now=NOW, championship=title)
    final.do(CheckedIn(players=tuple(final.state.players)))
    for _ in range(4):
        play_best_of_three(final)
    final.do(EventFinished())
    reported = reports.submit_stages(championship=title, by=SYSTEM, now=final.now)

    assert announced.sequence
    assert seeded.sequence
    assert reported
    assert Application.objects.get(public_id=won).state == "awarded"
    result = championship_outcome(title)
    assert result is not None
    assert (step(title), result.attendance, len(result.ranking)) == ("done", 20, 20)
    in_final = [line.in_final for line in result.ranking]
    assert in_final == [*range(1, 17), None, None, None, None]
    champion = Championship.objects.get(public_id=title).champion
    assert champion is not None
    assert str(champion.pk) == result.ranking[0].person
    byes = Right.objects.order_by("place").values_list("person", "rounds")
    assert list(byes) == [(champion.pk, [1, 2]), (int(result.ranking[1].person), [1])]
