"""Table of registrations: who is coming to an event."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from padd.store.models.events import Event
from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Person


class RegistrationState(models.TextChoices):
    """How far somebody has come."""

    UNCONFIRMED = "unconfirmed", "Not confirmed yet"
    GOING = "going", "Coming"
    WAITING = "waiting", "On the waiting list"
    WITHDRAWN = "withdrawn", "Not coming"


class Registration(models.Model):
    """A pre-registration: by a known person, or by name and e-mail address.

    A seat is a number that only one entry of the event can hold, so the last seat
    is given once, whatever happens at the same time.
    """

    public_id = public_id()
    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    person = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="entries"
    )
    name = models.CharField(max_length=100, blank=True)
    email = models.EmailField(blank=True)
    """Of guests only: somebody with an account is written to there."""
    state = models.CharField(max_length=12, choices=RegistrationState)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    number = models.PositiveIntegerField()
    """The order of arrival, which is the order of the waiting list."""
    token_hash = models.CharField(max_length=64, null=True, unique=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    """When a link was last sent, so that nobody is flooded with them."""
    pairings_by_email = models.BooleanField(default=False)
    """Whether somebody wants their own table of every round by e-mail."""
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "store_entry"
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["event", "seat"], name="entry_seat_once"),
            models.UniqueConstraint(fields=["event", "person"], name="entry_person_once"),
            models.UniqueConstraint(
                fields=["event", "email"], condition=~models.Q(email=""), name="entry_email_once"
            ),
            one_of("state", RegistrationState.values, name="entry_state_known"),
            models.CheckConstraint(
                condition=(models.Q(state=RegistrationState.GOING) & ~models.Q(seat=None))
                | (~models.Q(state=RegistrationState.GOING) & models.Q(seat=None)),
                name="entry_seat_while_going",
            ),
            models.CheckConstraint(
                condition=~models.Q(person=None) | ~models.Q(name=""), name="entry_is_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.number}"
