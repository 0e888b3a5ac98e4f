"""A complaint by the pages: raised, seen by one desk, answered, lifted."""

import pytest

from padd.store.models.conduct import Complaint
from padd.store.models.people import Person

pytestmark = pytest.mark.django_db


@pytest.mark.req("GOV-12")
def test_a_complaint_is_raised_on_the_page_and_answered_at_the_desk(world):
    place = f"/events/{world.ids['event']}/concern/"
    about = Person.objects.get(handle="director").public_id
    given = {"person": about, "desk": "europe", "text": "The clock never ran."}

    form_page = world.ask("member", "GET", place).content.decode()
    empty = world.ask("member", "POST", place, {**given, "text": ""})
    sent = world.ask("member", "POST", place, given)
    desk = world.ask("coordinator", "GET", "/desk/").content.decode()
    elsewhere = world.ask("far", "GET", "/desk/").content.decode()
    close = {"answer": "We bought a clock.", "hold": "yes"}
    number = Complaint.objects.latest("id").public_id
    world.ask("coordinator", "POST", f"/concerns/{number}/close/", close)
    held = world.ask("coordinator", "GET", "/desk/").content.decode()
    world.ask("coordinator", "POST", f"/concerns/{number}/lift/")

    assert "Goes to" in form_page
    assert (empty.status_code, sent.status_code) == (422, 302)
    assert "The clock never ran." in desk
    assert "The clock never ran." not in elsewhere
    assert "On hold" in held
    assert "We bought a clock." in world.ask("member", "GET", "/mine/").content.decode()
    assert Complaint.objects.latest("id").lifted_at is not None
