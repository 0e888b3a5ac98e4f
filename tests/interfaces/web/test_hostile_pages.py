"""Forty hostile texts in every text field: shown or refused, never run (R22)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from icalendar import Calendar
from tests.hostile_text import HOSTILE, breaks_calendar, runs_script, splits_header
from tests.rate_limits import forget_requests

from padd.interfaces.web.events.event_form import NEW_VENUE, TEXTS
from padd.services.access import rate_limit
from padd.store.models.access import StaffInvite
from padd.store.models.events import Approval, Event, Registration, Venue
from padd.store.models.people import Person
from world import make_world

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.req("R22")]

ANSWERS = {200, 302, 400, 404, 409, 422, 429}


class Attacker:
    """Puts one text into every field that it finds, as whoever may."""

    def __init__(self, world):
        self.world = world
        self.found: list[str] = []

    def ask(self, who, method, place, **data):
        """Ask, and note whatever in the answer would run."""
        forget_requests()
        answer = self.world.ask(who, method, place, data)
        if answer.status_code not in ANSWERS:
            self.found.append(f"{place}: {answer.status_code}")
        if answer.get("Content-Type", "").startswith("text/html"):
            bad = runs_script(answer.content.decode())
            self.found += [f"{method} {place}: {one}" for one in bad]
        if any("\r" in value or "\n" in value for _, value in answer.items()):
            self.found.append(f"{place}: a header with two lines")
        return answer

    def everywhere(self, text, number):
        """Type the text into all forms of people, venues, events and desks."""
        self._people(text, number)
        self._places(text, number)
        self._events(text, number)
        self._desk(text)
        for place in ("/search/", "/players/", "/venues/", "/calendar/"):
            self.ask("visitor", "GET", place, q=text, region=text, when=text)
        self.ask("head", "GET", "/players/merge/", keep=text, duplicate=text)
        self.ask("visitor", "POST", "/theme/", theme=text, back=text)
        self.ask("visitor", "GET", "/accounts/login/", next=text)

    def _people(self, text, number):
        for handle in (text, f"hostile-{number}"):
            values = {"handle": handle, "name": text[:90], "contact": text[:190]}
            self.ask("member", "POST", "/players/new/", **values, region=text)
            self.ask("member", "POST", "/players/new/", **values)
        own = f"/players/{self.world.ids['person']}/"
        self.ask("member", "POST", f"{own}erase/", handle=text)
        self.ask("member", "POST", f"{own}edit/", handle="member", name=text[:90])

    def _places(self, text, number):
        short = text[:30]
        values = {
            "name": f"{short} {number}",
            "street": text,
            "postcode": text[:20],
            "town": short,
            "phone": short,
            "email": text,
            "website": text,
        }
        zone = {"region": "germany", "time_zone": "Europe/Berlin"}
        self.ask("member", "POST", "/venues/new/", **values, **zone)
        plain = {**values, "email": "", "website": "", "street": text[:200]}
        self.ask("member", "POST", "/venues/new/", **plain, **zone)

    def _events(self, text, number):
        event = self.world.ids["event"]
        day = datetime.now(UTC) + timedelta(days=30 + number)
        usual = {
            "date": f"{day:%Y-%m-%d}",
            "time": "10:30",
            "time_zone": "Europe/Berlin",
            "rounds": "4",
            "rules": "standard",
            "where": "The Lantern, Mainz",
            "step": "look",
        }
        short = {name: text[:60] for name in TEXTS if name != "time_zone"}
        mail = {"contact_email": "", "discussion_thread": "", "contact_phone": ""}
        for values in (
            dict.fromkeys((*TEXTS, *NEW_VENUE, "where", "director_1"), text),
            {**short, **usual, **mail},
        ):
            self.ask("member", "POST", "/events/new/", **values)
            self.ask("member", "POST", "/events/advice/", **values)
        name = " ".join(text[:60].split()).replace("\0", "")
        made = Event.objects.filter(name=name).first()
        if made is not None:
            place = f"/events/{made.public_id}/publish/"
            self.ask("member", "POST", place, version=str(made.version))
        place = f"/events/{event}/"
        guest = {"name": text[:90], "email": f"guest-{number}@example.org"}
        self.ask("visitor", "POST", f"{place}guest/", **guest)
        self.ask("visitor", "POST", f"{place}guest/", name="Gus", email=text)
        self.ask("director", "POST", f"{place}players/", list=text, step="sort")
        label = {"role": "judge", "hours": "12"}
        self.ask("director", "POST", f"{place}helpers/", label=text[:60], **label)

    def _desk(self, text):
        place = f"/desk/{self.world.ids['approval']}/"
        self.ask("coordinator", "POST", f"{place}comment/", text=text)
        self.ask("head", "POST", "/offices/", email=text, office=text, until=text)


@pytest.fixture
def attacker(django_capture_on_commit_callbacks, monkeypatch):
    """Return somebody who has typed everything everywhere, and whose mail has left."""
    monkeypatch.setattr(rate_limit, "MOST", dict.fromkeys(rate_limit.MOST, 10_000))
    with django_capture_on_commit_callbacks(execute=True):
        made = Attacker(make_world())
        for number, text in enumerate(HOSTILE):
            made.everywhere(text, number)
        question = Approval.objects.filter(requester__isnull=False).first()
        assert question is not None
        place = f"/desk/{question.public_id}/decide/"
        made.ask("head", "POST", place, do="refuse", reason=HOSTILE[0])
    return made


def shown(world):
    """Give the pages on which the texts have come to stand, and who opens them."""
    own = world.ids["event"]
    for who in ("visitor", "head"):
        yield from ((who, place) for place in ("/", "/calendar/", "/venues/"))
        yield who, "/players/?q=hostile"
    for event in Event.objects.all():
        yield "head", f"/events/{event.public_id}/"
    for name in ("players", "helpers"):
        yield "director", f"/events/{own}/{name}/"
    last = Event.objects.order_by("-id")[:8]
    yield from (("member", f"/events/{one.public_id}/edit/") for one in last)
    for venue in Venue.objects.order_by("-id")[:30]:
        yield "visitor", f"/venues/{venue.public_id}/"
    for person in Person.objects.order_by("-id")[:30]:
        yield "visitor", f"/players/{person.public_id}/"
    yield "head", "/desk/"
    yield "head", "/players/merge/?keep=hostile"
    yield "member", "/mine/"


def test_no_hostile_text_runs_or_breaks_what_is_sent_and_printed(attacker, mailoutbox):
    pages = 0
    for who, place in shown(attacker.world):
        attacker.ask(who, "GET", place)
        pages += 1

    assert attacker.found == []
    # What was typed has really come so far: otherwise nothing was tried.
    assert Event.objects.filter(name=HOSTILE[0]).exists()
    assert Person.objects.filter(name=HOSTILE[0]).count() >= 1
    assert Venue.objects.filter(town=HOSTILE[0][:30]).exists()
    assert Registration.objects.filter(name=HOSTILE[0]).exists()
    assert StaffInvite.objects.filter(label=HOSTILE[0]).exists()
    assert pages > 100

    mail_is_whole(mailoutbox)
    calendar_is_whole(attacker)
    flyers_are_paper(attacker)


def mail_is_whole(mails):
    sent = [mail.message().as_string() for mail in mails]
    assert len(sent) > 30
    assert [splits_header(one) for one in sent if splits_header(one)] == []
    assert {mail.to[0].rpartition("@")[2] for mail in mails} == {"example.org"}


def calendar_is_whole(attacker):
    feed = attacker.ask("visitor", "GET", "/calendar.ics").content
    events = Calendar.from_ical(feed).walk("VEVENT")
    listed = Event.objects.filter(state="listed").count()
    assert breaks_calendar(feed) == []
    assert len(events) == listed > 20


def flyers_are_paper(attacker):
    for event in Event.objects.filter(state="listed"):
        paper = attacker.ask("visitor", "GET", f"/events/{event.public_id}/flyer.pdf")
        assert paper.content.startswith(b"%PDF")
        assert not re.search(rb"/(JavaScript|JS|Launch|OpenAction)\b", paper.content)


def test_the_checks_see_what_they_are_for():
    for text in HOSTILE[:10]:
        assert runs_script(f"<p>{text}</p>"), text
    assert runs_script(f'<a href="{HOSTILE[21]}">x</a>')
    assert splits_header(f"Subject: {HOSTILE[30]}\r\n\r\nbody")
    assert breaks_calendar(
        f"BEGIN:VCALENDAR\r\nSUMMARY:{HOSTILE[32]}\r\nEND:VCALENDAR\r\n".encode()
    )
