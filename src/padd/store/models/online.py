"""Tables of online play: free hours, proposals, messages and reminders; all private.

The log of an event contains only facts. What two people exchange to find a time is
here, and is deleted some weeks after the event.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from padd.store.models.access import LONGEST_PLAYER
from padd.store.models.delivery import QueuedEmail
from padd.store.models.events import Event
from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Person


class OnlinePlayer(models.Model):
    """What a player of an online event keeps for it: zone, free hours, reminders."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="online_players")
    player = models.CharField(max_length=LONGEST_PLAYER)
    person = models.ForeignKey(
        Person, models.SET_NULL, null=True, blank=True, related_name="online_events"
    )
    zone = models.CharField(max_length=60, blank=True)
    hours = models.JSONField(default=list, blank=True)
    """Free hours as pairs of moments in UTC; shown to nobody but the player."""
    hours_at = models.DateTimeField(null=True, blank=True)
    reminded = models.BooleanField(default=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    """When the player last opened the page of their own game."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player"], name="online_player_once")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player}"


class ProposalState(models.TextChoices):
    """What became of a proposal."""

    OPEN = "open", "Open"
    ACCEPTED = "accepted", "Accepted"
    CLOSED = "closed", "Closed"


class GameProposal(models.Model):
    """A moment at which one player would play; the other accepts it or not."""

    public_id = public_id()
    event = models.ForeignKey(Event, models.CASCADE, related_name="game_proposals")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=LONGEST_PLAYER)
    starts_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=ProposalState, default=ProposalState.OPEN)
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["made_at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["event", "round", "table"], name="proposals_of_a_table")
        ]
        constraints: ClassVar = [
            one_of("state", ProposalState.values, name="proposal_state_known"),
            models.UniqueConstraint(
                fields=["event", "round", "table", "player", "starts_at"],
                condition=models.Q(state="open"),
                name="proposal_open_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.round}/{self.table}"


class GameMessage(models.Model):
    """What a player wrote to the other one, or says to have written elsewhere."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="game_messages")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=LONGEST_PLAYER)
    text = models.CharField(max_length=500)
    elsewhere = models.BooleanField(default=False)
    """The player's own word about something that PADD did not see."""
    mailed = models.BooleanField(default=False)
    """Whether it left as an e-mail; without an address it waits on the page."""
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["event", "round", "table"], name="messages_of_a_table")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.round}/{self.table}"


class ReminderOutcome(models.TextChoices):
    """What became of a reminder."""

    SENT = "sent", "Sent"
    NO_ADDRESS = "no-address", "No e-mail address"
    OFF = "off", "Switched off"
    FAILED = "failed", "Failed"


class SentReminder(models.Model):
    """One reminder to one person; whoever writes the row sends it, and nobody else."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="reminders")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    player = models.CharField(max_length=LONGEST_PLAYER, blank=True)
    """Empty for a reminder to the directors."""
    kind = models.CharField(max_length=20)
    due = models.DateTimeField()
    """The moment that it is about; a moved deadline reminds anew."""
    outcome = models.CharField(max_length=10, choices=ReminderOutcome, default=ReminderOutcome.SENT)
    mail = models.ForeignKey(
        QueuedEmail, models.SET_NULL, null=True, blank=True, related_name="reminders"
    )
    """The message while it waits for the mail server."""
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            one_of("outcome", ReminderOutcome.values, name="reminder_outcome_known"),
            models.UniqueConstraint(
                fields=["event", "round", "table", "player", "kind", "due"], name="reminder_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.kind}"
