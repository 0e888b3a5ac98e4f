"""A player with results on record claims them; a coordinator decides."""

import pytest
from tests.world import NOW

from padd.core.refusal import RefusalError
from padd.services.access import actors
from padd.services.access.actors import SYSTEM
from padd.services.events import approvals
from padd.services.people import people
from padd.services.people.claims import claim_record
from padd.services.people.people import PersonDetails
from padd.store.models.eventlog import AuditEntry
from padd.store.models.events import Approval
from padd.store.models.people import Account, Person

pytestmark = pytest.mark.django_db


def on_record(region="germany"):
    details = PersonDetails(handle="Old Wolf", region=region)
    return people.add_person(by=SYSTEM, now=NOW, details=details)


def claimed(by, person):
    return claim_record(by=by, now=NOW, person=person, words="I won in Mainz in 2003")


def test_an_approved_claim_joins_the_record_to_the_account(world):
    record, by = on_record(), world.member("Wolf")

    approval = claimed(by, record)
    coordinator = world.official("coordinator", "europe")
    approvals.decide_approval(by=coordinator, now=NOW, approval=approval, approve=True)

    account = Account.objects.get(pk=by.account_id)
    assert account.person is not None
    assert account.person.public_id == record
    old = Person.objects.get(pk=by.person_id)
    assert old.merged_into == account.person
    assert actors.actor_for_account(account_id=account.pk, now=NOW).person == record


def test_a_refused_claim_changes_nothing(world):
    record, by = on_record(), world.member("Wolf")
    approval = claimed(by, record)

    approvals.decide_approval(
        by=world.official("coordinator", "europe"),
        now=NOW,
        approval=approval,
        approve=False,
        reason="That was your brother",
    )

    account = Account.objects.get(pk=by.account_id)
    assert account.person_id == by.person_id
    assert Person.objects.get(public_id=record).merged_into is None


def test_nobody_claims_a_record_with_an_account_the_own_or_twice(world):
    record, by = on_record(), world.member("Wolf")
    other = Person.objects.get(pk=world.member("Kirk").person_id).public_id
    own = Person.objects.get(pk=by.person_id).public_id
    claimed(by, record)

    codes = []
    for person in (other, own, record):
        with pytest.raises(RefusalError) as refused:
            claimed(by, person)
        codes += refused.value.codes

    assert codes == ["has-account", "own", "claimed"]
    assert Approval.objects.filter(kind="claim").count() == 1
    about = AuditEntry.objects.filter(subject=f"person:{record}", act="person.claim")
    assert about.count() == 1


def test_the_desk_of_the_records_area_decides_and_not_who_asked(world):
    by = world.official("coordinator", "europe")
    approval = claimed(by, on_record())

    assert Approval.objects.get(public_id=approval).area == "europe"
    with pytest.raises(RefusalError) as refused:
        approvals.decide_approval(by=by, now=NOW, approval=approval, approve=True)
    assert refused.value.codes == ("own-request",)
