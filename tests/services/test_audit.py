"""Every accepted act leaves exactly one entry; a refused one leaves none."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.db import transaction
from tests.services.leagues.league_world import LeagueWorld

from padd.core.model import Edition
from padd.core.refusal import RefusalError
from padd.services.access import event_helpers, laptop_sign_in, offices
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.access.permissions import Permission
from padd.services.championships import (
    applications,
    challenges,
    desk_rights,
    rights_file,
    season_plans,
    stages,
)
from padd.services.championships.applications import ApplicationForm
from padd.services.championships.season_plans import PlanForm
from padd.services.conduct import complaints
from padd.services.eventlog import room
from padd.services.events import approvals, lifecycle, regions, registrations, venues
from padd.services.events.venues import VenueDetails
from padd.services.limited import products
from padd.services.people import merge as duplicates
from padd.services.people import people, personal_data
from padd.services.people.people import PersonDetails
from padd.store.models.access import StaffInvite
from padd.store.models.championships import Championship
from padd.store.models.eventlog import AuditEntry
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.queries.events.calendar import CalendarFilter, list_events
from padd.store.queries.events.inbox import inbox_items

BY = {"by": SYSTEM}
PRODUCT = b"""
id = "dice"
title = "Dice"
edition = "2E"
version = 2026-11-16
source = "Made up for this test."
[sheets.dice]
cards = [{title = "one", weight = 3}, {title = "two"}, {title = "three"}]
[packs.throw]
title = "Throw"
variants = [{slots = [{sheet = "dice", count = 2}]}]
"""


def acts(world):
    """Return something to do for each act, in an order that works."""
    now, kept = {"now": world.now}, {}
    both = {**BY, **now}
    member = world.member()
    account = world.official("administrator")
    draft = world.draft()
    event = lifecycle.register_event(**both, form=draft).public_id
    venue = world.venue(by=member)
    (question,) = inbox_items(["europe"])
    person, double = world.person(), world.person()
    guest: list[str] = []
    invite = event_helpers.invite_helper(**both, event=event, role="judge")
    place = VenueDetails(name="Quark's", town="Bonn", region="germany", time_zone="Europe/Berlin")
    entered = registrations.enter_person(**both, event=event, person=person)
    registrations.enter_guest(
        **both, event=event, name="Vic", email="vic@x.example", link=guest.append
    )
    link = laptop_sign_in.create_sign_in_link(**now)

    directed = world.event(directors=(person,))
    thrown = lifecycle.register_event(**both, form=draft, publish=False)

    title = Championship.objects.create(
        year=2027, kind="world", edition="2E", name="Worlds", created_at=world.now
    )
    bid = ApplicationForm(
        kind="world",
        edition="2E",
        region="germany",
        first_day=date(2027, 9, 4),
        location="Town hall",
    )

    def grant_right():
        kept["right"] = desk_rights.grant_right(
            **both,
            handle=Person.objects.get(public_id=person).handle,
            edition="2E",
            target="world",
            rounds=(1,),
            year=2027,
            reason="Volunteer",
        )

    rights: list[bytes] = []

    def take_rights():
        rights.append(rights_file.export_rights(**both, event_id=directed))

    def nominate():
        kept["challenge"] = challenges.nominate_challenge(
            **both, challenge="", title="F", words="", event=event, prizes=["Mat"]
        )

    def draw_prizes():
        Event.objects.filter(public_id=event).update(state="processed")
        challenges.draw_prizes(**both, challenge=kept["challenge"])
        Event.objects.filter(public_id=event).update(state="listed")

    def apply():
        kept["application"] = applications.apply_to_host(**both, form=bid)

    def concern():
        kept["concern"] = complaints.raise_complaint(
            **both, event=directed, person=person, text="Late again"
        )

    def merge():
        kept["merge"] = duplicates.merge_people(**both, keep=person, duplicate=double, reason="")

    def grant():
        kept["grant"] = offices.grant_office(**both, email=account.email, office="league-director")

    return {
        Permission.PERSON_ADD: lambda: people.add_person(
            **both, details=PersonDetails(handle="Rom")
        ),
        Permission.PERSON_EDIT: lambda: people.edit_person(
            **both, person=person, details=PersonDetails(handle="Nog")
        ),
        Permission.PERSON_MERGE: merge,
        Permission.PERSON_UNMERGE: lambda: duplicates.undo_merge(
            **both, merge_id=kept["merge"], reason=""
        ),
        Permission.PERSON_EXPORT: lambda: personal_data.export_person(**both, person=person),
        Permission.REGION_ADD: lambda: regions.add_region(**both, name="Ohio", parent="germany"),
        Permission.VENUE_ADD: lambda: venues.add_venue(**both, details=place),
        Permission.VENUE_EDIT: lambda: venues.edit_venue(
            **both, venue=venue, details=replace(place, town="Köln")
        ),
        Permission.APPROVAL_COMMENT: lambda: approvals.add_comment(
            **both, approval=question.public_id, text="Hm"
        ),
        Permission.APPROVAL_DECIDE: lambda: approvals.decide_approval(
            **both, approval=question.public_id, approve=True
        ),
        Permission.EVENT_REGISTER: lambda: lifecycle.register_event(**both, form=draft),
        Permission.EVENT_EDIT: lambda: lifecycle.edit_event(
            **both, event=event, version=1, form=replace(draft, prizes="Gagh")
        ),
        Permission.ENTRY_ADD: lambda: registrations.enter_person(by=member, **now, event=event),
        Permission.ENTRY_ADD_OTHER: lambda: registrations.enter_person(
            **both, event=event, person=double
        ),
        Permission.ENTRY_CONFIRM: lambda: registrations.confirm_guest(
            by=VISITOR, **now, token=guest[0]
        ),
        Permission.ENTRY_WITHDRAW: lambda: registrations.withdraw_registration(
            **both, registration=entered.public_id
        ),
        Permission.ROOM_NOTES: lambda: room.write_room_notes(
            **both, event=event, notes="Raktajino"
        ),
        Permission.ROOM_SHOW: lambda: room.choose_wall_view(**both, event=event, shows="clock"),
        Permission.STAFF_INVITE: lambda: event_helpers.invite_helper(
            **both, event=event, role="display"
        ),
        Permission.STAFF_REDEEM: lambda: event_helpers.redeem_invite(
            by=VISITOR, **now, token=invite.token
        ),
        Permission.STAFF_REVOKE: lambda: event_helpers.revoke_invite(
            **both, invite=StaffInvite.objects.first().public_id
        ),
        Permission.RIGHT_GRANT: grant_right,
        Permission.RIGHT_WITHDRAW: lambda: desk_rights.withdraw_right(
            **both, right=kept["right"], reason="By mistake"
        ),
        Permission.CHAMPIONSHIP_STAGE: lambda: stages.set_stage(
            **both, event=directed, championship=title.public_id, stage="side"
        ),
        Permission.SEASON_PLAN: lambda: season_plans.save_plan(
            **both,
            form=PlanForm(
                year=2030,
                kind="world",
                edition="2E",
                first_day=date(2030, 8, 1),
                last_day=date(2030, 10, 31),
            ),
        ),
        Permission.CHALLENGE_SUGGEST: lambda: challenges.suggest_challenge(
            **both, title="Ferengi", words=""
        ),
        Permission.CHALLENGE_NOMINATE: nominate,
        Permission.CHALLENGE_DRAW: draw_prizes,
        Permission.RIGHTS_TAKE: take_rights,
        Permission.RIGHTS_BRING: lambda: rights_file.import_rights(
            **both, event_id=directed, data=rights[0]
        ),
        Permission.APPLICATION_MAKE: apply,
        Permission.APPLICATION_WITHDRAW: lambda: applications.withdraw_application(
            **both, application=kept["application"]
        ),
        Permission.OFFICE_GRANT: grant,
        Permission.OFFICE_END: lambda: offices.end_office(**both, grant_id=kept["grant"]),
        Permission.LAPTOP_SIGN_IN: lambda: laptop_sign_in.redeem_sign_in_link(**now, token=link),
        Permission.EVENT_DISCARD: lambda: lifecycle.discard_draft(
            **both, event=thrown.public_id, version=1
        ),
        Permission.COMPLAINT_RAISE: concern,
        Permission.COMPLAINT_CLOSE: lambda: complaints.close_complaint(
            **both, complaint=kept["concern"], answer="Noted", hold_back=True
        ),
        Permission.COMPLAINT_LIFT: lambda: complaints.lift_hold(**both, complaint=kept["concern"]),
        Permission.EVENT_CANCEL: lambda: lifecycle.cancel_event(
            **both, event=event, version=2, reason="Red alert"
        ),
        Permission.PERSON_ERASE: lambda: personal_data.erase_person(**both, person=person),
    }


NOT_ACTED_ON_HERE = {
    Permission.TOKEN_MAKE,  # see tests/interfaces/api/test_api_tokens.py
    Permission.TOKEN_REVOKE,  # same
    Permission.EMAIL_CHOOSE,  # see tests/services/delivery/test_email_preferences.py
    Permission.WEBHOOK_ADD,  # see tests/services/delivery/test_webhooks.py
    Permission.WEBHOOK_ADD_ALL,  # same
    Permission.WEBHOOK_REMOVE,  # same
    Permission.PERSON_CLAIM,  # every member of the world has claimed a person
    Permission.AUDIT_READ,  # changes nothing
    Permission.DEMO_FILL,  # needs an empty installation
    Permission.VENUE_VERIFY,  # is an approval
    Permission.APPROVAL_CHAIR,  # same
    Permission.EVENT_COPY,  # changes nothing
    Permission.EVENT_LEAGUE,  # is a part of an edit
    *(act for act in Permission if act.startswith("phone.")),  # see test_phones
    *(act for act in Permission if act.startswith(("report.", "rating."))),  # see test_reporting
    Permission.EVENT_IMPORT,  # same
    *(act for act in Permission if act.startswith("cards.")),  # see test_card_import
    *(act for act in Permission if act.startswith("deck.")),  # see test_kept_decks
    *(act for act in Permission if act.startswith("ruling.")),  # see test_rulings_desk
    *(act for act in Permission if act.startswith("case.")),  # see test_case_service
    *(act for act in Permission if act.startswith("league.")),  # see below
    Permission.PRODUCT_ADD,  # same
    Permission.EVENT_RUN,  # leaves its entries in the log of the event
    Permission.EVENT_SCORE,  # same
    Permission.EVENT_JUDGE,  # same
}


def test_every_act_leaves_exactly_one_entry_with_its_name(world):
    to_do = acts(world)
    assert set(to_do) | NOT_ACTED_ON_HERE == set(Permission)

    for act, do in to_do.items():
        before = AuditEntry.objects.count()
        do()
        left = list(AuditEntry.objects.order_by("id")[before:])
        assert [entry.act for entry in left] == [str(act)]
        assert left[0].at == world.now
        assert left[0].actor
        assert left[0].subject


def test_asking_for_a_league_granting_and_announcing_it_leave_one_entry_each(world):
    before = AuditEntry.objects.count()

    LeagueWorld(world)

    acts_left = AuditEntry.objects.order_by("id").values_list("act", flat=True)
    league_acts = [act for act in acts_left[before:] if act.startswith("league.")]
    assert league_acts == ["league.found", "league.decide", "league.run"]


def test_a_product_that_is_added_leaves_one_entry(world):
    products.add_product(by=SYSTEM, now=world.now, content=PRODUCT, name="", edition=Edition.SECOND)

    (entry,) = world.audit("product.add")
    assert entry.subject == "product:dice"


def test_the_claim_of_an_account_leaves_one_entry(world):
    world.member()

    assert len(world.audit("person.claim")) == 1


def test_what_fails_half_way_leaves_nothing(world, monkeypatch):
    draft = world.draft()
    before = AuditEntry.objects.count()

    def broken(*_, **__):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(lifecycle, "add_audit_entry", broken)
    with pytest.raises(RuntimeError), transaction.atomic():
        lifecycle.register_event(by=SYSTEM, now=world.now, form=draft)

    assert AuditEntry.objects.count() == before
    assert list_events(CalendarFilter(when="all"), now=world.now).total == 0


def test_a_refused_act_leaves_no_entry(world):
    draft = world.draft(rounds_planned=0)
    before = AuditEntry.objects.count()

    with pytest.raises(RefusalError):
        lifecycle.register_event(by=SYSTEM, now=world.now, form=draft)

    assert AuditEntry.objects.count() == before
