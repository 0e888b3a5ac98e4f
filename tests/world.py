"""A small world for tests: short words for making what a test needs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from padd.services.access import actors, offices
from padd.services.events import lifecycle, venues
from padd.services.events.event_form import EventForm
from padd.services.events.venues import VenueDetails
from padd.services.people import people
from padd.services.people.people import PersonDetails
from padd.services.people.search import search_people
from padd.store.models.eventlog import AuditEntry
from padd.store.models.events import Event
from padd.store.models.people import Account

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


class World:
    """A moment, and short words for making what a test needs."""

    def __init__(self):
        self.now = NOW
        self.made = 0

    def person(self, handle="", **details):
        """Add a person and return the public id."""
        self.made += 1
        wanted = PersonDetails(handle=handle or f"Player {self.made}", **details)
        return people.add_person(by=actors.SYSTEM, now=self.now, details=wanted)

    def member(self, handle="", **details):
        """Add somebody with an account and a person."""
        self.made += 1
        account = Account.objects.create(email=f"member{self.made}@example.org")
        by = actors.actor_for_account(account_id=account.pk, now=self.now)
        wanted = PersonDetails(handle=handle or f"Member {self.made}", **details)
        people.claim(by=by, now=self.now, details=wanted)
        return self.again(by)

    def official(self, office, area=""):
        """Add somebody who holds an office."""
        by = self.member()
        offices.grant_office(
            by=actors.SYSTEM, now=self.now, email=by.email, office=office, area=area
        )
        return self.again(by)

    def laptop(self):
        """Return the director at this laptop."""
        account, _ = Account.objects.get_or_create(local=True, email="a@laptop.invalid")
        return actors.actor_for_account(account_id=account.pk, now=self.now)

    def again(self, actor):
        """Return the same actor as the next request sees them."""
        assert actor.account_id is not None
        return actors.actor_for_account(account_id=actor.account_id, now=self.now)

    def venue(self, by=actors.SYSTEM, **details):
        """Add a venue in Berlin and return the public id."""
        self.made += 1
        wanted = {
            "name": f"Ten Forward {self.made}",
            "town": "Berlin",
            "region": "germany",
            "time_zone": "Europe/Berlin",
            **details,
        }
        return venues.add_venue(by=by, now=self.now, details=VenueDetails(**wanted))

    def draft(self, **changes):
        """Return a draft that can be listed: an evening in Berlin, in two weeks."""
        values: dict[str, Any] = {
            "name": "Ten Forward Open",
            "starts": datetime(2026, 11, 29, 19, 0),
            "time_zone": "Europe/Berlin",
            "region": "germany",
            "expected_players": 6,
            **changes,
        }
        if not values.get("online") and "venue" not in values:
            values["venue"] = self.venue()
        if "directors" not in values:
            values["directors"] = (self.person(),)
        return EventForm(**values)

    def event(self, by=actors.SYSTEM, **changes):
        """List an event and return the public id."""
        made = lifecycle.register_event(by=by, now=self.now, form=self.draft(**changes))
        return made.public_id

    def found(self, text, limit=10):
        """Return who is found by a name or handle, as somebody who sees all names."""
        return search_people(by=actors.SYSTEM, now=self.now, text=text, limit=limit)

    def row(self, event):
        """Return the stored event."""
        return Event.objects.get(public_id=event)

    def audit(self, act):
        """Return the audit entries of an act."""
        return list(AuditEntry.objects.filter(act=act))
