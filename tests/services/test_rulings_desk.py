"""Interim rulings: drafted by the Director, previewed, published, pinned by events."""

from datetime import timedelta

import pytest
from tests.services.eventlog.table_driver import AtTheTable, entered
from tests.world import NOW

from padd.core.eventlog.actions.finish import EventFinished
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook
from padd.services import eventlog
from padd.services.eventlog.log_cache import clear_logs
from padd.services.refusal import NotAllowed, Outdated
from padd.services.rulebooks import interim_rulings
from padd.services.rulebooks.event_rulebook import ruling_folders
from padd.services.rulebooks.interim_rulings import RulingForm
from padd.store.models.eventlog import AuditEntry

pytestmark = [
    pytest.mark.req("GOV-18", "GOV-19", "AMB-123"),
    pytest.mark.usefixtures("data_folder"),
]
DAY = (NOW + timedelta(days=3)).date()


@pytest.fixture
def head(world):
    return world.official("director-of-organized-play")


def form(**changes):
    usual = {
        "rulebook": "opg-5",
        "title": "A tie is worth one point",
        "about": "Until the next guide.",
        "cite": "https://example.org/articles/1701",
        "in_force": DAY,
        "values": {"scoring.points.tie": 1},
    }
    return RulingForm(**(usual | changes))


def test_a_ruling_counts_once_it_is_published_and_from_its_day_on(
    head, django_capture_on_commit_callbacks
):
    ruling = interim_rulings.draft_ruling(by=head, now=NOW, form=form())
    drafted = rulebook("opg-5", on=DAY, rulings=ruling_folders())

    with django_capture_on_commit_callbacks(execute=True):
        interim_rulings.publish_ruling(by=head, now=NOW, ruling=ruling)
    before = rulebook("opg-5", on=DAY - timedelta(days=1), rulings=ruling_folders())
    after = rulebook("opg-5", on=DAY, rulings=ruling_folders())

    assert drafted.rulings == before.rulings == ()
    assert [one.id for one in after.rulings] == [ruling]
    assert after.scoring.points.tie == 1
    acts = [entry.act for entry in AuditEntry.objects.filter(act__startswith="ruling")]
    assert acts == ["ruling.write", "ruling.publish"]
    with pytest.raises(Outdated):
        interim_rulings.publish_ruling(by=head, now=NOW, ruling=ruling)


def test_a_running_event_keeps_its_rules_and_a_later_one_has_the_new(
    head, django_capture_on_commit_callbacks, settings
):
    starts = NOW.replace(hour=18).isoformat()
    running = AtTheTable(starts=starts)
    today = form(in_force=NOW.date())
    ruling = interim_rulings.draft_ruling(by=head, now=NOW, form=today)
    with django_capture_on_commit_callbacks(execute=True):
        interim_rulings.publish_ruling(by=head, now=NOW, ruling=ruling)
    later = AtTheTable(starts=starts)
    # Another machine has the table, and no file yet.
    (settings.DATA / "rulings" / f"{ruling}.toml").unlink()
    clear_logs()

    books = [eventlog.snapshot_event(event_id=day.id).book for day in (running, later)]

    assert [book.scoring.points.tie for book in books if book] == [2, 1]


def test_the_preview_names_who_would_move_and_changes_nothing(head):
    names = ("kirk", "khan", "spock", "gorn")
    day = AtTheTable(names, starts=NOW.isoformat(), players=entered(*names))
    for _ in range(3):
        day.play_round()
    day.do(EventFinished(), expected=day.sequence)
    upside_down = {
        **dict.fromkeys(("scoring.points.full_win", "scoring.points.modified_win"), 0),
        **dict.fromkeys(("scoring.points.full_loss", "scoring.points.modified_loss"), 9),
    }
    ruling = interim_rulings.draft_ruling(by=head, now=NOW, form=form(values=upside_down))

    seen = interim_rulings.preview_ruling(by=head, ruling=ruling)

    assert seen.events == 1
    assert {move.before for move in seen.moves} == {1, 2, 3, 4}
    assert all(move.before + move.after == 5 for move in seen.moves)
    assert rulebook("opg-5", on=DAY, rulings=ruling_folders()).rulings == ()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"values": {"scoring.points.tie": "many"}}, "value-refused"),
        ({"values": {"no.such.value": 1}}, "value-refused"),
        ({"values": {}}, "no-values"),
        ({"rulebook": "opg-9"}, "rulebook-unknown"),
        ({"in_force": None}, "missing"),
        ({"title": ""}, "missing"),
    ],
)
def test_a_draft_that_the_rulebook_does_not_take_is_refused(head, changes, code):
    with pytest.raises(RefusalError) as refused:
        interim_rulings.draft_ruling(by=head, now=NOW, form=form(**changes))

    assert code in refused.value.codes


def test_only_the_director_rules_and_never_backwards(world, head):
    ruling = interim_rulings.draft_ruling(by=head, now=NOW, form=form())

    for by in (world.official("coordinator", "europe"), world.laptop()):
        with pytest.raises(NotAllowed):
            interim_rulings.publish_ruling(by=by, now=NOW, ruling=ruling)
        with pytest.raises(NotAllowed):
            interim_rulings.draft_ruling(by=by, now=NOW, form=form(title="Other"))
    late = NOW + timedelta(days=9)
    with pytest.raises(RefusalError) as refused:
        interim_rulings.publish_ruling(by=head, now=late, ruling=ruling)
    interim_rulings.discard_ruling(by=head, now=NOW, ruling=ruling)

    assert refused.value.codes == ("day-passed",)
    assert interim_rulings.all_rulings() == ()
