"""The desks: what waits for a coordinator or the Director, and what follows."""

from datetime import timedelta

import pytest
from django.core import mail

from padd.core.refusal import RefusalError
from padd.services.access import offices
from padd.services.access.actors import SYSTEM
from padd.services.events import approvals
from padd.services.refusal import NotAllowed, NotFound, Outdated
from padd.store.models.events import Approval, Venue
from padd.store.queries.events.inbox import inbox_items, own_inbox_items


def waiting(world, actor):
    desks = approvals.inbox_areas(actor, now=world.now)
    return [question.kind for question in inbox_items(desks)]


@pytest.mark.req("GOV-3", "GOV-34", "REG-26")
def test_a_new_venue_goes_to_its_coordinator_and_is_verified(
    world, django_capture_on_commit_callbacks
):
    europe = world.official("coordinator", "europe")
    australia = world.official("coordinator", "australia")
    by = world.member()
    venue = world.venue(by=by)
    assert (waiting(world, europe), waiting(world, australia)) == (["venue"], [])
    (question,) = inbox_items(["europe"])

    with pytest.raises(NotAllowed):
        approvals.decide_approval(
            by=australia, now=world.now, approval=question.public_id, approve=True
        )
    with django_capture_on_commit_callbacks(execute=True):
        approvals.decide_approval(
            by=europe, now=world.now, approval=question.public_id, approve=True
        )

    assert Venue.objects.get(public_id=venue).state == "verified"
    assert waiting(world, europe) == []
    assert [letter.to for letter in mail.outbox] == [[by.email]]
    assert len(world.audit("approval.decide")) == 1


def test_a_venue_that_a_coordinator_adds_is_verified_at_once(world):
    venue = world.venue(by=world.official("coordinator", "europe"))

    assert Venue.objects.get(public_id=venue).state == "verified"
    assert inbox_items(["europe"]) == ()


def test_a_refusal_has_a_reason_and_the_venue_cannot_be_chosen(world):
    venue = world.venue(by=world.member())
    (question,) = inbox_items(["europe"])
    with pytest.raises(RefusalError) as refused:
        approvals.decide_approval(
            by=SYSTEM, now=world.now, approval=question.public_id, approve=False
        )
    assert refused.value.codes == ("missing",)

    approvals.decide_approval(
        by=SYSTEM,
        now=world.now,
        approval=question.public_id,
        approve=False,
        reason="That is a lake",
    )

    with pytest.raises(RefusalError) as refused:
        world.event(venue=venue)
    assert refused.value.codes == ("venue-refused",)


@pytest.mark.req("FMT-21", "GOV-26", "GOV-27", "GOV-39")
def test_a_championship_with_a_special_pool_is_hidden_until_both_desks_agree(world):
    europe = world.official("coordinator", "europe")
    head = world.official("director-of-organized-play")
    by = world.member("Quark")
    event = world.event(by=by, directors=(), kind="regional", card_pool="traditional")
    assert world.row(event).state == "awaiting-approval"
    assert waiting(world, europe) == ["championship"]
    assert "special-card-pool" in waiting(world, head)
    questions = {question.kind: question for question in inbox_items(["", "europe"])}
    asked = questions["championship"]
    assert (asked.requester, asked.rule[:4]) == ("Quark", "OPG5")

    approvals.decide_approval(by=europe, now=world.now, approval=asked.public_id, approve=True)
    assert world.row(event).state == "awaiting-approval"
    approvals.decide_approval(
        by=head,
        now=world.now,
        approval=questions["special-card-pool"].public_id,
        approve=True,
        reason="Fits the season",
    )

    row = world.row(event)
    assert row.state == "listed"
    assert row.registered_at == world.now


def test_a_coordinator_does_not_decide_what_is_the_directors(world):
    europe = world.official("coordinator", "europe")
    world.event(by=world.member(), directors=(), kind="regional", card_pool="virtual")
    (question,) = inbox_items([""])

    with pytest.raises(NotAllowed):
        approvals.decide_approval(
            by=europe, now=world.now, approval=question.public_id, approve=True
        )


def test_a_refused_championship_goes_back_to_draft(world):
    event = world.event(by=world.member(), directors=(), kind="regional")
    (question,) = inbox_items(["europe"])

    approvals.decide_approval(
        by=SYSTEM,
        now=world.now,
        approval=question.public_id,
        approve=False,
        reason="There is one already",
    )

    assert world.row(event).state == "draft"


@pytest.mark.req("GOV-9", "AMB-122")
def test_what_a_vacant_office_would_do_falls_to_the_director(
    world, django_capture_on_commit_callbacks
):
    head = world.official("director-of-organized-play")
    with django_capture_on_commit_callbacks(execute=True):
        event = world.event(by=world.member(), directors=(), kind="regional")

    assert waiting(world, head) == ["championship"]
    assert [letter.to for letter in mail.outbox] == [[head.email]]
    (question,) = inbox_items(["europe"])
    approvals.decide_approval(by=head, now=world.now, approval=question.public_id, approve=True)
    assert world.row(event).state == "listed"
    world.official("coordinator", "europe")
    assert "europe" not in approvals.inbox_areas(head, now=world.now)


@pytest.mark.req("AMB-122", "GOV-3", "ONL-6")
def test_online_events_go_to_the_online_coordinator(world):
    online = world.official("coordinator", "online")

    world.event(by=world.member(), directors=(), kind="regional", online=True, region="germany")

    assert waiting(world, online) == ["championship"]


@pytest.mark.req("REG-8", "GOV-5")
def test_a_director_to_approve_holds_nothing_up(world):
    head = world.official("director-of-organized-play")
    event = world.event(
        by=world.member(), directors=(), rulebook="decipher-1998", edition="1E", rules="decipher"
    )
    assert world.row(event).state == "listed"
    assert waiting(world, head) == ["director"]
    (question,) = inbox_items([""])

    approvals.decide_approval(
        by=head,
        now=world.now,
        approval=question.public_id,
        approve=False,
        reason="Not registered with the program",
    )

    assert world.row(event).state == "listed"


def test_a_laptop_asks_nobody(world):
    event = world.event(by=world.laptop(), kind="national", card_pool="virtual")

    assert world.row(event).state == "listed"
    assert not Approval.objects.exists()
    assert "" in approvals.inbox_areas(world.laptop(), now=world.now)


def test_what_was_decided_is_not_decided_again(world):
    world.venue(by=world.member())
    (question,) = inbox_items(["europe"])
    decide = {"by": SYSTEM, "now": world.now, "approval": question.public_id}
    approvals.decide_approval(**decide, approve=True)

    with pytest.raises(Outdated):
        approvals.decide_approval(**decide, approve=False, reason="On second thought")


def test_whoever_asked_and_whoever_decides_talk_and_nobody_else(world):
    by, europe = world.member("Quark"), world.official("coordinator", "europe")
    world.venue(by=by)
    (question,) = inbox_items(["europe"])
    said = {"now": world.now, "approval": question.public_id}

    approvals.add_comment(by=europe, text="Which floor?", **said)
    approvals.add_comment(by=by, text="The promenade", **said)
    with pytest.raises(NotAllowed):
        approvals.add_comment(by=world.member(), text="Me too", **said)

    (question,) = own_inbox_items(account_id=by.account_id or 0)
    assert [word.text for word in question.comments] == ["Which floor?", "The promenade"]
    assert question.comments[1].by == "Quark"
    with pytest.raises(NotFound):
        approvals.add_comment(by=by, now=world.now, approval="none", text="x")


@pytest.mark.req("GOV-9", "GOV-11")
def test_an_office_has_days_and_can_be_taken_away_at_once(world):
    by = world.member()
    given = offices.grant_office(
        by=SYSTEM, now=world.now, email=by.email, office="coordinator", area="europe"
    )
    assert world.again(by).areas == {"europe"}

    offices.end_office(by=SYSTEM, now=world.now, grant_id=given)

    assert world.again(by).areas == frozenset()
    with pytest.raises(NotFound):
        offices.end_office(by=SYSTEM, now=world.now, grant_id=given)


@pytest.mark.parametrize(
    ("since", "until", "held"),
    [(-1, 1, True), (0, 0, True), (1, 9, False), (-9, -1, False), (-9, None, True)],
)
def test_an_office_is_held_from_its_first_to_its_last_day(world, since, until, held):
    by, today = world.member(), world.now.date()

    offices.grant_office(
        by=SYSTEM,
        now=world.now,
        email=by.email,
        office="director-of-organized-play",
        since=today + timedelta(days=since),
        until=None if until is None else today + timedelta(days=until),
    )

    assert bool(world.again(by).offices) == held


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"email": "nobody@x.example"}, "account-unknown"),
        ({"office": "nagus"}, "office-unknown"),
        ({"office": "coordinator", "area": ""}, "area"),
        ({"office": "coordinator", "area": "elsewhere"}, "area"),
        ({"office": "administrator", "area": "europe"}, "area"),
    ],
)
def test_an_office_that_makes_no_sense_is_refused(world, values, code):
    usual = {"email": world.member().email, "office": "administrator"}

    with pytest.raises(RefusalError) as refused:
        offices.grant_office(by=SYSTEM, now=world.now, **{**usual, **values})

    assert refused.value.codes == (code,)
