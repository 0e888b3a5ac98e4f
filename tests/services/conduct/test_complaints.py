"""A complaint about a director goes to a desk, is answered, and may hold them back."""

import pytest

from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM
from padd.services.conduct import complaints
from padd.services.events import approvals, lifecycle
from padd.services.refusal import NotAllowed, Outdated
from padd.store.models.conduct import Complaint
from padd.store.models.events import Approval, Event
from padd.store.models.people import Person
from padd.store.queries.conduct import area_complaints

pytestmark = pytest.mark.req("GOV-12", "GOV-39")


def director(world):
    """Return a director, their person and an event of theirs."""
    by = world.member("Dukat")
    own = Person.objects.get(pk=by.person_id).public_id
    return by, own, world.event(by=by, venue=world.venue(), directors=(own,))


def raised(world, desk="europe"):
    by, own, event = director(world)
    made = complaints.raise_complaint(
        by=world.member("Kira"),
        now=world.now,
        event=event,
        person=own,
        text="He paired his friends.",
        area=desk,
    )
    return by, own, made


@pytest.mark.parametrize("desk", ["", "australia", "europe", "online"])
def test_any_desk_may_be_asked_and_answers_once(world, desk, mailoutbox):
    _, _, made = raised(world, desk)
    office = ("coordinator", desk) if desk else ("director-of-organized-play", "")
    official = world.official(*office)

    waiting = area_complaints(approvals.inbox_areas(official, now=world.now))
    complaints.close_complaint(by=official, now=world.now, complaint=made, answer="We spoke.")

    assert [one.public_id for one in waiting] == [made]
    row = Complaint.objects.get()
    assert (row.state, row.answer, row.held_back) == ("closed", "We spoke.", False)
    with pytest.raises(Outdated):
        complaints.close_complaint(by=official, now=world.now, complaint=made, answer="Again")


def test_another_desk_and_the_director_concerned_decide_nothing(world):
    by, _, made = raised(world)

    for actor in (world.official("coordinator", "australia"), world.member(), by):
        with pytest.raises(NotAllowed):
            complaints.close_complaint(by=actor, now=world.now, complaint=made, answer="Nothing")
    accused = world.official("director-of-organized-play")
    Complaint.objects.update(about=accused.person_id)
    with pytest.raises(NotAllowed):
        complaints.close_complaint(by=accused, now=world.now, complaint=made, answer="Nothing")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"text": " "}, "missing"),
        ({"text": "x" * 2001}, "too-long"),
        ({"area": "elsewhere"}, "desk-unknown"),
        ({"person": "nobody"}, "director-unknown"),
    ],
)
def test_a_complaint_names_a_director_a_desk_and_what_happened(world, changes, code):
    _, own, event = director(world)
    usual = {"event": event, "person": own, "text": "Late", "area": ""}

    with pytest.raises(RefusalError) as refused:
        complaints.raise_complaint(by=world.member(), now=world.now, **(usual | changes))

    assert refused.value.codes == (code,)
    assert not Complaint.objects.exists()


def test_a_director_held_back_waits_for_the_desk_until_it_is_lifted(world):
    by, own, made = raised(world)
    official = world.official("coordinator", "europe")
    complaints.close_complaint(
        by=official, now=world.now, complaint=made, answer="Yes.", hold_back=True
    )
    venue = world.venue()

    def register():
        draft = world.draft(venue=venue, directors=(own,))
        listed = lifecycle.register_event(by=by, now=world.now, form=draft)
        return Event.objects.get(public_id=listed.public_id)

    waits = register()
    question = Approval.objects.get(event=waits)
    approvals.decide_approval(by=official, now=world.now, approval=question.public_id, approve=True)
    complaints.lift_hold(by=official, now=world.now, complaint=made)

    assert waits.state == "awaiting-approval"
    assert (question.kind, question.area) == ("held-director", "europe")
    assert "Dukat" in str(question.asked)
    waits.refresh_from_db()
    assert waits.state == "listed"
    assert register().state == "listed"
    with pytest.raises(Outdated):
        complaints.lift_hold(by=SYSTEM, now=world.now, complaint=made)
