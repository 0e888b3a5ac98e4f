"""One's own data: exported whole, erased wholly, results kept."""

from io import StringIO

import pytest
from axes.models import AccessAttempt
from django.core.management import call_command

from padd.services.access.actors import SYSTEM
from padd.services.events import approvals, lifecycle, registrations
from padd.services.people import people, personal_data
from padd.services.people.people import PersonDetails
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.events import Approval
from padd.store.models.people import Account, Erasure, Person
from padd.store.queries.events.facts import event_facts
from padd.store.queries.people.facts import person_facts

SECRETS = ("Benjamin", "Sisko", "emissary", "new-orleans-1", "555-0199", "b.sisko")


def sisko(world):
    """Let somebody leave traces everywhere; return who, and the event."""
    by = world.member("Emissary", name="Benjamin Sisko", region="germany")
    account = Account.objects.get(pk=by.account_id)
    account.email = "b.sisko@ds9.example"
    account.save()
    by = world.again(by)
    own = Person.objects.get(pk=by.person_id).public_id
    people.edit_person(
        by=by,
        now=world.now,
        person=own,
        details=PersonDetails(handle="Emissary", name="Benjamin Sisko", contact="new-orleans-1"),
    )
    event = world.event(
        by=by,
        venue=world.venue(by=by),
        directors=(own,),
        contact_name="Benjamin Sisko",
        contact_email="b.sisko@ds9.example",
        contact_phone="555-0199",
    )
    registrations.enter_person(by=by, now=world.now, event=event)
    question = Approval.objects.get(requester=by.account_id).public_id
    approvals.add_comment(by=by, now=world.now, approval=question, text="Sisko here")
    AccessAttempt.objects.create(username="b.sisko@ds9.example", failures_since_start=1)
    lifecycle.copy_event(by=by, event=event)
    return own, event


def dumped():
    out = StringIO()
    call_command("dumpdata", stdout=out)
    return out.getvalue().lower()


def test_the_export_holds_every_row_about_a_person_and_no_secret(world):
    own, event = sisko(world)

    document = personal_data.export_person(by=SYSTEM, now=world.now, person=own)

    assert document["people"][0]["name"] == "Benjamin Sisko"
    assert document["accounts"][0]["email"] == "b.sisko@ds9.example"
    assert document["registered"][0]["public_id"] == event
    assert len(document["directing"]) == len(document["entries"]) == 1
    assert document["comments"][0]["text"] == "Sisko here"
    assert {entry["act"] for entry in document["acts"]} >= {"event.register"}
    assert "password" not in document["accounts"][0]
    assert "token_hash" not in document["entries"][0]


def test_after_an_erasure_no_trace_is_found_in_the_whole_database(world):
    own, event = sisko(world)
    assert all(secret.lower() in dumped() for secret in SECRETS)

    personal_data.erase_person(by=SYSTEM, now=world.now, person=own)

    left = dumped()
    assert [secret for secret in SECRETS if secret.lower() in left] == []
    facts = event_facts(event, now=world.now)
    assert facts is not None
    assert facts.line.coming == 1
    assert facts.seats[0].handle == f"former-player-{own}"
    assert person_facts(own) is None
    assert world.found("emissary") == ()


def test_a_restored_backup_is_erased_again(world):
    Erasure.objects.create(person_public_id=world.person("Dukat"), at=world.now)

    assert personal_data.repeat_erasures(now=world.now) == 1
    assert personal_data.repeat_erasures(now=world.now) == 0
    assert "dukat" not in dumped()


def test_one_erases_oneself_and_nobody_else(world):
    rom, nog = world.member("Rom"), world.member("Nog")
    own = Person.objects.get(pk=rom.person_id).public_id

    for act in (personal_data.export_person, personal_data.erase_person):
        with pytest.raises(NotAllowed):
            act(by=nog, now=world.now, person=own)
    personal_data.erase_person(by=rom, now=world.now, person=own)

    with pytest.raises(NotFound):
        personal_data.export_person(by=SYSTEM, now=world.now, person=own)
