"""The made-up community has a correction that somebody can decide on."""

import pytest

from padd.presentation.reports.corrections import correction_view
from padd.services.access.actors import SYSTEM
from padd.services.installation.demo import DemoLoader
from padd.services.reports.corrections import correction_of
from padd.store.models.reports import Report, ReportState

WRONG_WAY = (
    "At table 1 I typed the two scores the wrong way round. "
    "Both scorecards and the signed slip say 30-65."
)


@pytest.mark.django_db
def test_a_correction_waits_with_its_games_its_reason_and_what_it_does_to_ratings(
    world, settings, tmp_path
):
    settings.DATA, settings.BACKUP = tmp_path, ""
    loader = DemoLoader(by=SYSTEM, now=world.now)
    loader._load_people()
    loader.load_running_event("spacedock-cup.event.json")

    loader.run_steps("correction")

    report = Report.objects.get(state=ReportState.HELD).public_id
    view = correction_view(correction_of(report=report, by=SYSTEM, now=world.now))
    assert len(view.games) == 2
    assert WRONG_WAY in {entry.reason for entry in view.reasons}
    assert view.ratings
