"""Applications and bids: applied for, withdrawn, awarded, and never by oneself."""

from dataclasses import replace
from datetime import date, datetime

import pytest
from tests.services.championships.championship_builder import approval_of, award, bid, form

from padd.core.refusal import RefusalError
from padd.presentation.messages import text
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import SYSTEM
from padd.services.championships import applications, season_plans
from padd.services.championships.season_plans import PlanForm
from padd.services.championships.stages import add_heat, next_heat
from padd.services.events import approvals, lifecycle, regions
from padd.services.events.approvals_needed import is_championship_agreed
from padd.services.events.listed_event import listed_event
from padd.services.events.sanction_adviser import sanction_advice
from padd.services.refusal import NotAllowed
from padd.store.models.championships import Application, Championship
from padd.store.models.conduct import Case, Suspension
from padd.store.models.events import Approval, Event
from padd.store.models.people import Person


@pytest.mark.req("CHAMP-11", "CHAMP-34")
def test_an_award_makes_the_draft_and_declines_the_other_bids(world):
    first = bid(world, world.member("Lyon"))
    second = bid(world, world.member("Ghent"))

    award(world, first, world.official("coordinator", "europe"))

    won = Application.objects.get(public_id=first)
    assert won.event is not None
    assert (won.event.state, won.event.kind) == ("draft", "continental")
    assert Application.objects.get(public_id=second).state == "declined"
    assert approval_of(second).state == "refused"
    assert Event.objects.count() == 1


@pytest.mark.req("CHAMP-11")
def test_nobody_decides_on_the_own_bid(world):
    coordinator = world.official("coordinator", "europe")
    head = world.official("director-of-organized-play")
    chair = world.official("chair")
    of_coordinator, of_head = bid(world, coordinator), bid(world, head, kind="world")

    desks = [approval_of(one).area for one in (of_coordinator, of_head)]
    with pytest.raises(NotAllowed):
        award(world, of_head, head)
    award(world, of_head, chair)

    assert desks == ["", "chair"]
    assert Application.objects.get(public_id=of_head).state == "awarded"


def test_one_open_application_for_each_title(world):
    by = world.member("Lyon")
    first = bid(world, by)

    with pytest.raises(RefusalError) as refused:
        bid(world, by)
    applications.withdraw_application(by=by, now=world.now, application=first)
    again = bid(world, by)

    assert refused.value.codes == ("one-open",)
    assert Application.objects.get(public_id=first).state == "withdrawn"
    assert Application.objects.get(public_id=again).state == "open"


def test_what_is_missing_is_named(world):
    with pytest.raises(RefusalError) as refused:
        bid(world, world.member(), location="", last_day=date(2027, 7, 1), kind="x")

    assert {refusal.place for refusal in refused.value.refusals} == {"kind", "last_day", "location"}


@pytest.mark.req("CHAMP-9", "CHAMP-34", "GOV-27")
def test_applications_are_taken_while_their_window_is_open(world):
    director = world.official("director-of-organized-play")
    plan = PlanForm(
        year=2027,
        kind="continental",
        edition="2E",
        first_day=date(2027, 6, 1),
        last_day=date(2027, 8, 31),
        applications_open=date(2026, 12, 1),
        applications_close=date(2026, 12, 31),
    )
    season_plans.save_plan(by=director, now=world.now, form=plan)

    early = refused_codes(world, kind="continental")
    regional = refused_codes(world, kind="regional", first_day=date(2027, 3, 6))
    other_game = bid(world, world.member(), edition="1E")

    assert early == ("window-closed",)
    assert regional == ("window-closed",)
    assert Application.objects.get(public_id=other_game).state == "open"


def refused_codes(world, **more):
    with pytest.raises(RefusalError) as refused:
        bid(world, world.member(), last_day=None, **more)
    return refused.value.codes


@pytest.mark.req("COND-65")
def test_somebody_who_is_suspended_applies_for_nothing(world, settings):
    settings.HOUSE_PROCEDURE = True
    by = world.member("Khan")
    person = Person.objects.get(handle="Khan")
    case = Case.objects.create(
        person=person, number=1, created_at=world.now, area="europe", source="breach"
    )
    Suspension.objects.create(
        person=person, case=case, since=date(2027, 1, 1), until=date(2027, 12, 31)
    )

    with pytest.raises(RefusalError) as refused:
        bid(world, by)

    assert refused.value.codes == ("ask-the-desk",)


@pytest.mark.req("CHAMP-31", "CHAMP-6", "GOV-28")
def test_the_adviser_names_what_the_guide_asks_for(world):
    national = form(kind="national", location="", times="", first_day=date(2027, 2, 6))
    winter = form(kind="continental", first_day=date(2027, 12, 4), last_day=None)

    missing = [text(one.words) for one in applications.application_advice(national)]
    months = [one.cite for one in applications.application_advice(winter)]

    assert len(missing) == 2
    assert "times" in missing[0]
    assert "location" in missing[1]
    assert months == ["OPG5 §11.1.2"]


@pytest.mark.req("CHAMP-2")
def test_a_plan_that_ends_before_it_begins_is_refused(world):
    director = world.official("director-of-organized-play")
    plan = PlanForm(
        year=2027,
        kind="world",
        edition="2E",
        first_day=date(2027, 9, 1),
        last_day=date(2027, 8, 1),
        applications_open=date(2027, 2, 1),
        applications_close=date(2027, 1, 1),
    )

    with pytest.raises(RefusalError) as refused:
        season_plans.save_plan(by=director, now=world.now, form=plan)
    with pytest.raises(NotAllowed):
        season_plans.save_plan(by=world.member(), now=world.now, form=plan)

    places = {refusal.place for refusal in refused.value.refusals}
    assert places == {"last_day", "applications_close"}


@pytest.mark.req("CHAMP-10", "GOV-28", "AMB-134")
def test_a_second_national_of_a_country_game_and_year_is_refused(world):
    regions.add_region(by=SYSTEM, now=world.now, name="Saxony", parent="germany")
    summer = datetime(2027, 5, 8, 10)
    first = world.event(kind="national", starts=summer)

    national = {"kind": "national", "first_day": date(2027, 11, 6)}
    applied = refused_codes(world, **national, region="germany-saxony")
    with pytest.raises(RefusalError) as listed:
        world.event(kind="national", starts=datetime(2027, 11, 6, 10))
    other_game = bid(world, world.member(), **national, last_day=None, edition="1E")
    world.event(kind="national", starts=datetime(2028, 5, 6, 10))
    lifecycle.cancel_event(by=SYSTEM, now=world.now, event=first, version=1, reason="Flooded")
    after = bid(world, world.member(), **national, last_day=None)

    assert applied == listed.value.codes == ("second-national",)
    assert Application.objects.filter(public_id__in=(other_game, after)).count() == 2
    assert listed.value.refusal.rule == "OPG5 §11.2.1"


@pytest.mark.req("GOV-28", "AMB-134")
def test_an_award_declines_the_bids_of_the_same_country_alone(world):
    regions.add_region(by=SYSTEM, now=world.now, name="Saxony", parent="germany")
    spring = {"kind": "national", "first_day": date(2027, 2, 6), "last_day": None}
    first = bid(world, world.member(), **spring)
    rival = bid(world, world.member(), **spring, region="germany-saxony")
    abroad = bid(world, world.member(), **spring, region="france")

    award(world, first, world.official("coordinator", "europe"))

    states = [Application.objects.get(public_id=one).state for one in (rival, abroad)]
    assert states == ["declined", "open"]


@pytest.mark.req("GOV-29", "GOV-39")
def test_an_awarded_championship_is_not_asked_for_twice(world):
    host = world.member("Lyon")
    won = bid(world, host)
    award(world, won, world.official("coordinator", "europe"))
    draft = Application.objects.get(public_id=won).event
    assert draft is not None
    filled = world.draft(kind="continental", starts=datetime(2027, 7, 3, 10), directors=())

    edited = lifecycle.edit_event(
        by=host, now=world.now, event=draft.public_id, version=draft.version, form=filled
    )
    shown = listed_event(event=draft.public_id, by=host, now=world.now)
    row = world.row(draft.public_id)
    another = replace(shown.form, kind="world")
    saved = lifecycle.publish_event(
        by=host, now=world.now, event=draft.public_id, version=edited.version
    )

    assert saved.state == "listed"
    book = rulebook(shown.form.rulebook)
    adviser = sanction_advice(shown.form, book, now=world.now, agreed=shown.agreed)
    assert "championship" not in {one.kind for one in adviser.approvals}
    assert (is_championship_agreed(row, shown.form), is_championship_agreed(row, another)) == (
        True,
        False,
    )


@pytest.mark.req("CHAMP-33", "GOV-29")
def test_heats_are_listed_like_their_final_and_the_desk_is_not_asked(world):
    host = world.member("Lyon")
    day = datetime(2027, 7, 3, 10)
    wanted = world.draft(kind="continental", starts=day, directors=())
    final = lifecycle.register_event(by=host, now=world.now, form=wanted)
    title = Championship.objects.get()
    heat = {"by": host, "now": world.now, "championship": title.public_id}
    with pytest.raises(RefusalError) as unapproved:
        add_heat(**heat, name="Friday", starts=day)  # type: ignore[arg-type]
    approvals.decide_approval(
        by=world.official("coordinator", "europe"),
        now=world.now,
        approval=Approval.objects.get().public_id,
        approve=True,
    )

    proposed = next_heat(title)
    made = add_heat(**heat, name="Friday", starts=day)  # type: ignore[arg-type]
    with pytest.raises(RefusalError) as twice:
        add_heat(**heat, name="Friday", starts=day)  # type: ignore[arg-type]
    with pytest.raises(NotAllowed):
        add_heat(**{**heat, "by": world.member()}, name="X", starts=day)  # type: ignore[arg-type]

    assert unapproved.value.codes == ("final-not-listed",)
    assert twice.value.codes == ("heat-there",)
    assert proposed is not None
    assert proposed.name == "Ten Forward Open, heat 1"
    row = world.row(made)
    assert (row.state, row.kind, row.rounds_planned) == ("listed", "continental", 5)
    assert row.venue == world.row(final.public_id).venue
    stages = title.stages.order_by("pk").values_list("event__public_id", "stage")
    assert list(stages) == [(final.public_id, "final"), (made, "heat")]
    assert Championship.objects.count() == 1


@pytest.mark.req("CHAMP-27", "GOV-29")
def test_the_adviser_says_when_the_department_has_to_agree(world):
    summer = form(kind="national", first_day=date(2027, 7, 3), times="10:00")
    winter = form(kind="national", first_day=date(2027, 1, 9), times="10:00")

    said = [one.cite for one in applications.application_advice(summer)]

    assert said == ["OPG5 §11.2.1, §11.2.2"]
    assert applications.application_advice(winter) == ()
