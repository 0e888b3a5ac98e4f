"""Editing a listing within the rules: date, time, rounds, rulebook."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM
from padd.services.events import lifecycle, registrations
from padd.services.events.event_form import RoundsChangeForm
from padd.store.models.events import Event
from padd.store.queries.access import change_notes
from padd.store.queries.events.facts import event_facts

BEFORE = datetime(2026, 11, 1, tzinfo=UTC)


def listed(world, **changes):
    draft = world.draft(**changes)
    made = lifecycle.register_event(by=SYSTEM, now=BEFORE, form=draft)
    return made.public_id, draft


def edited(event, draft, *, now=BEFORE, change=None, **changes):
    return lifecycle.edit_event(
        by=SYSTEM,
        now=now,
        event=event,
        version=Event.objects.get(public_id=event).version,
        form=replace(draft, **changes),
        rounds_change=change,
    )


@pytest.mark.req("REG-37", "REG-38")
@pytest.mark.parametrize(("book", "hours"), [("opg-5", 24), ("opg-4.1", 168)])
def test_date_and_time_change_until_the_notice_and_not_a_minute_later(world, book, hours):
    event, draft = listed(world, rulebook=book)
    start = world.row(event).starts_at
    last = start - timedelta(hours=hours)
    later = datetime(2026, 12, 20, 19)

    with pytest.raises(RefusalError) as refused:
        edited(event, draft, now=last + timedelta(minutes=1), starts=later)
    assert refused.value.codes == ("date-too-late",)
    assert refused.value.refusal.rule != "PADD"
    edited(event, draft, now=last, starts=later)

    assert world.row(event).starts_at == datetime(2026, 12, 20, 18, tzinfo=UTC)


@pytest.mark.req("REG-38")
def test_the_new_start_must_itself_leave_the_notice(world):
    event, draft = listed(world)

    with pytest.raises(RefusalError) as refused:
        edited(event, draft, now=BEFORE, starts=datetime(2026, 11, 1, 22))

    assert refused.value.codes == ("date-too-soon",)


@pytest.mark.req("REG-38")
def test_where_the_guide_is_silent_the_date_may_move(world):
    event, draft = listed(world, rulebook="decipher-1998", edition="1E", rules="decipher")
    late = world.row(event).starts_at - timedelta(hours=1)

    edited(event, draft, now=late, starts=datetime(2026, 12, 20, 19))

    assert world.row(event).starts_at.month == 12


def test_whoever_has_entered_is_told_of_the_new_date(world, django_capture_on_commit_callbacks):
    event, draft = listed(world)
    player = world.member()
    registrations.enter_person(by=player, now=BEFORE, event=event)

    with django_capture_on_commit_callbacks(execute=True):
        edited(event, draft, starts=datetime(2026, 12, 20, 19))

    assert [letter.to for letter in mail.outbox] == [[player.email]]
    assert "20 December 2026, 19:00" in mail.outbox[0].body


@pytest.mark.req("REG-37")
def test_other_details_change_at_any_time_even_after_the_event(world):
    event, draft = listed(world)
    Event.objects.update(state="processed")
    after = world.row(event).starts_at + timedelta(days=3)

    edited(event, draft, now=after, prizes="As handed out", name="Ten Forward Closed")

    assert world.row(event).prizes == "As handed out"
    (note,) = change_notes(event)
    assert sorted(note.after) == ["name", "prizes"]


@pytest.mark.req("REG-39", "REG-42", "GOV-38", "AMB-118")
def test_rounds_change_before_the_start_only_if_all_agree(world):
    event, draft = listed(world)
    player = world.person("Morn")
    registrations.enter_person(by=SYSTEM, now=BEFORE, event=event, person=player)

    for change in (
        None,
        RoundsChangeForm(ground="emergency", description="Red alert"),
        RoundsChangeForm(ground="all-players-agree"),
    ):
        with pytest.raises(RefusalError):
            edited(event, draft, change=change, rounds_planned=5)
    edited(
        event,
        draft,
        change=RoundsChangeForm(ground="all-players-agree", agreed=(player,)),
        rounds_planned=5,
    )

    (note,) = change_notes(event)
    assert (note.before, note.after) == ({"rounds_planned": 4}, {"rounds_planned": 5})
    assert (note.ground, note.agreed) == ("all-players-agree", ("Morn",))
    assert (note.at, note.by) == (BEFORE, "system")


@pytest.mark.req("REG-39")
def test_nobody_need_agree_before_anybody_has_entered(world):
    event, draft = listed(world)

    edited(event, draft, rounds_planned=6)

    assert world.row(event).rounds_planned == 6


@pytest.mark.req("REG-40", "REG-42")
def test_a_running_event_changes_rounds_by_agreement_or_in_an_emergency(world):
    event, draft = listed(world)
    Event.objects.update(state="running")

    with pytest.raises(RefusalError) as refused:
        edited(event, draft, rounds_planned=3)
    assert refused.value.codes == ("rounds-ground",)
    with pytest.raises(RefusalError) as refused:
        edited(event, draft, change=RoundsChangeForm(ground="emergency"), rounds_planned=3)
    assert refused.value.codes == ("missing",)
    edited(
        event,
        draft,
        change=RoundsChangeForm(ground="emergency", description="The venue closes"),
        rounds_planned=3,
    )

    (note,) = change_notes(event)
    assert (note.ground, note.reason) == ("emergency", "The venue closes")


@pytest.mark.req("REG-41", "RATE-10")
def test_rounds_are_corrected_before_results_are_entered(world):
    event, draft = listed(world)
    Event.objects.update(state="results-entered")

    with pytest.raises(RefusalError) as refused:
        edited(
            event,
            draft,
            change=RoundsChangeForm(ground="emergency", description="x"),
            rounds_planned=3,
        )

    assert refused.value.codes == ("results-entered",)


@pytest.mark.req("REG-52")
def test_the_rulebook_is_chosen_anew_until_the_start_and_then_kept(world):
    event, draft = listed(world)
    edited(event, draft, rulebook="opg-4.1")
    assert world.row(event).rulebook == "opg-4.1"
    Event.objects.update(state="running")

    with pytest.raises(RefusalError) as refused:
        edited(event, draft, rulebook="opg-5")

    assert refused.value.codes == ("rulebook-pinned",)


def test_seats_that_are_taken_are_not_taken_away(world):
    event, draft = listed(world, capacity=4)
    for _ in range(3):
        registrations.enter_person(by=SYSTEM, now=BEFORE, event=event, person=world.person())

    with pytest.raises(RefusalError) as refused:
        edited(event, draft, capacity=2)

    assert refused.value.codes == ("seats-taken",)


def test_more_seats_let_the_waiting_list_move_up(world):
    event, draft = listed(world, capacity=2)
    for _ in range(4):
        registrations.enter_person(by=SYSTEM, now=BEFORE, event=event, person=world.person())

    edited(event, draft, capacity=3)

    facts = event_facts(event, now=BEFORE)
    assert facts is not None
    assert (facts.line.coming, facts.line.waiting) == (3, 1)


def test_a_change_that_needs_approval_hides_the_event_again(world):
    by = world.member()
    draft = world.draft(directors=())
    event = lifecycle.register_event(by=by, now=BEFORE, form=draft).public_id

    changed = lifecycle.edit_event(
        by=by, now=BEFORE, event=event, version=1, form=replace(draft, kind="regional")
    )
    back = lifecycle.edit_event(by=by, now=BEFORE, event=event, version=2, form=draft)

    assert (changed.state, back.state) == ("awaiting-approval", "listed")
