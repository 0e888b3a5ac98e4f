"""The made-up community has a correction that somebody can decide on."""

import pytest

from padd.presentation.reports.corrections import correction_view
from padd.services.access.actors import SYSTEM
from padd.services.installation.demo_corrections import WRONG_WAY, add_correction
from padd.services.reports.corrections import correction_of
from padd.store.models.reports import Report, ReportState


@pytest.mark.django_db
def test_a_correction_waits_with_its_games_its_reason_and_what_it_does_to_ratings(
    world, settings, tmp_path
):
    settings.DATA, settings.BACKUP = tmp_path, ""
    for _ in range(7):
        world.person(region="germany")

    report = add_correction(now=world.now)

    view = correction_view(correction_of(report=report, by=SYSTEM, now=world.now))
    assert Report.objects.get(public_id=report).state == ReportState.HELD
    assert len(view.games) == 2
    assert WRONG_WAY in {entry.reason for entry in view.reasons}
    assert view.ratings
