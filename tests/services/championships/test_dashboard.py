"""A Continental of two heats and a final, from its dashboard to its awards."""

import pytest
from tests.services.championships.championship_builder import opened, play_out, step
from tests.world import NOW

from padd.core.championships.stage_steps import StagePhase, StageProgress, StepKind, next_stage_step
from padd.core.eventlog.actions.players import CheckedIn
from padd.core.model import ChampionshipStage, PairingStyle
from padd.core.refusal import RefusalError
from padd.services import reports
from padd.services.access.actors import SYSTEM
from padd.services.championships import dashboard, stages
from padd.services.refusal import NotAllowed
from padd.store.models.championships import Championship, Right
from padd.store.models.events import Event

pytestmark = pytest.mark.usefixtures("data_folder")

FIRST = ("kirk", "khan", "spock", "gorn")
SECOND = ("nog", "rom", "quark", "zek")


def continental(world):
    """Return a championship whose final and heats are named, all of them open."""
    final = opened((), "Final", 2, pairing_style=PairingStyle.SINGLE_ELIMINATION, rounds_planned=2)
    title = Championship.objects.get()
    first, second = (tuple(world.person(name) for name in names) for names in (FIRST, SECOND))
    heats = opened(first, "Heat 1", 0), opened(second, "Heat 2", 1)
    for event, stage in ((final, "final"), (heats[0], "heat"), (heats[1], "heat")):
        stages.set_stage(
            by=SYSTEM, now=NOW, event=event.id, championship=title.public_id, stage=stage
        )
    return title.public_id, *heats, final


@pytest.mark.req("CHAMP-33", "BRKT-16", "BRKT-20", "AMB-130")
def test_the_dashboard_leads_from_the_announcement_to_the_awards(world):
    title, one, two, final = continental(world)
    seen = [step(title)]
    dashboard.announce_heats(
        by=SYSTEM, now=NOW, championship=title, qualifiers={one.id: 2, two.id: 2}
    )
    seen.append(step(title))
    play_out(one, 3)
    play_out(two, 3)
    seen.append(step(title))
    dashboard.seed_final(by=SYSTEM, now=NOW, championship=title)
    seen.append(step(title))
    final.do(CheckedIn(players=tuple(final.state.players)))
    play_out(final, 2)
    seen.append(step(title))
    preview = dashboard.championship_dashboard(by=SYSTEM, championship=title).preview

    reported = reports.submit_stages(championship=title, by=SYSTEM, now=final.now)
    seen.append(step(title))
    Event.objects.filter(public_id=one.id).update(state="held")
    seen.append(step(title))

    assert seen == ["announce", "play", "seed", "play", "report", "done", "wait"]
    assert len(reported) == 3
    assert preview is not None
    assert preview.attendance == 8
    byes = Right.objects.order_by("place").values_list("rounds", "target")
    assert list(byes) == [([1, 2], "world"), ([1], "world")]
    champion = Championship.objects.get(public_id=title).champion
    assert champion is not None
    assert Championship.objects.count() == 1


@pytest.mark.req("CHAMP-33")
def test_a_championship_has_one_final_and_directors_of_others_stay_out(world):
    title, one, _, _ = continental(world)

    with pytest.raises(RefusalError) as refused:
        stages.set_stage(by=SYSTEM, now=NOW, event=one.id, championship=title, stage="final")
    with pytest.raises(NotAllowed):
        dashboard.championship_dashboard(by=world.member(), championship=title)

    assert refused.value.codes == ("two-finals",)


def progress(stage, phase, **more):
    return StageProgress(
        event=stage, name=stage, stage=ChampionshipStage(stage), phase=phase, **more
    )


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        ([progress("heat", StagePhase.OPEN)], StepKind.ADD_FINAL),
        ([progress("whole", StagePhase.LISTED)], StepKind.PLAY),
        ([progress("whole", StagePhase.FINISHED)], StepKind.REPORT),
        ([progress("whole", StagePhase.REPORTED)], StepKind.WAIT),
        (
            [progress("whole", StagePhase.PROCESSED), progress("side", StagePhase.OPEN)],
            StepKind.DONE,
        ),
        (
            [
                progress("heat", StagePhase.FINISHED),
                progress("final", StagePhase.OPEN, announced=True),
            ],
            StepKind.SEED,
        ),
    ],
)
def test_every_state_of_the_stages_has_one_next_step(found, kind):
    assert next_stage_step(found).kind is kind
