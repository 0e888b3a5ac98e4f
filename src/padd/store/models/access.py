"""Tables of helpers, phones and API tokens: who may act without an account."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from padd.store.models.events import Event
from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Account


class StaffRole(models.TextChoices):
    """What an invited helper may be."""

    DIRECTOR = "director", "Director"
    SCOREKEEPER = "scorekeeper", "Scorekeeper"
    JUDGE = "judge", "Judge"
    DISPLAY = "display", "Display"


class StaffInvite(models.Model):
    """A link or QR code for one helper at one event; only its hash is kept."""

    public_id = public_id()
    event = models.ForeignKey(Event, models.CASCADE, related_name="invites")
    role = models.CharField(max_length=12, choices=StaffRole)
    label = models.CharField(max_length=60, blank=True)
    """Whom it is for, as the director calls them."""
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    created_by = models.CharField(max_length=60)
    expires_at = models.DateTimeField()
    redeemed_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            one_of("role", StaffRole.values, name="invite_role_known"),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")),
                name="invite_expires_later",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.role}"


class LoginLink(models.Model):
    """The one-time link that `padd serve` prints for the director at the laptop."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="login_links")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.account_id}: {self.created_at:%Y-%m-%d %H:%M}"


class ApiToken(models.Model):
    """Lets a program act for an account, or for one event; only its hash is kept."""

    public_id = public_id()
    account = models.ForeignKey(Account, models.CASCADE, related_name="api_tokens")
    """Who made it; it ends with what they may do themselves."""
    event = models.ForeignKey(
        Event, models.CASCADE, null=True, blank=True, related_name="api_tokens"
    )
    """The only event that it is good for; none for everything of the account."""
    role = models.CharField(max_length=12, choices=StaffRole, blank=True)
    """What it is at its event; empty where it stands for its account."""
    label = models.CharField(max_length=60)
    scopes = models.JSONField()
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            one_of("role", StaffRole.values, name="api_token_role_known", blank=True),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")),
                name="api_token_expires_later",
            ),
            models.CheckConstraint(
                condition=models.Q(event=None, role="")
                | (~models.Q(event=None) & ~models.Q(role="")),
                name="api_token_role_at_an_event",
            ),
        ]

    def __str__(self) -> str:
        return self.label


class ApiAnswer(models.Model):
    """The answer to a request that carried a key, kept with its effect."""

    token = models.ForeignKey(ApiToken, models.CASCADE, related_name="answers")
    key = models.CharField(max_length=128)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    content = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["created_at"], name="api_answer_by_age")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["token", "key"], name="api_answer_once_per_key")
        ]

    def __str__(self) -> str:
        return f"{self.token_id}: {self.key}"


class RequestCount(models.Model):
    """How many requests a caller has sent, to all processes together."""

    caller = models.CharField(max_length=32, primary_key=True)
    """A hash: nobody's address is kept here."""
    starts = models.BigIntegerField()
    """When the window of the last request began, in seconds of the clock."""
    current = models.PositiveIntegerField()
    previous = models.PositiveIntegerField(default=0)
    """How many there were in the window before."""

    class Meta:
        indexes: ClassVar = [models.Index(fields=["starts"], name="request_count_by_age")]

    def __str__(self) -> str:
        return f"{self.caller}: {self.current}"


class CacheEntry(models.Model):
    """What Django's cache keeps for all processes; its columns are named by Django."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.cache_key


class Webhook(models.Model):
    """An address that is told what everybody may know of an event, or of all."""

    public_id = public_id()
    account = models.ForeignKey(Account, models.CASCADE, related_name="webhooks")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="webhooks")
    """The event that is told of; none for every event here."""
    url = models.CharField(max_length=500)
    topics = models.JSONField()
    created_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    """How many deliveries in a row were given up."""

    class Meta:
        ordering: ClassVar = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.public_id


class WebhookCursor(models.Model):
    """How far in the log of an event a webhook has been told."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="cursors")
    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    sequence = models.PositiveIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["webhook", "event"], name="webhook_cursor_once")
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.event_id} {self.sequence}"


class Delivery(models.Model):
    """One message for a webhook, tried until it is taken or given up."""

    public_id = public_id()
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    sequence = models.PositiveIntegerField()
    topic = models.CharField(max_length=40)
    body = models.TextField()
    created_at = models.DateTimeField()
    next_at = models.DateTimeField()
    """When it is tried next; a sender that takes it moves this on first."""
    tries = models.PositiveSmallIntegerField(default=0)
    delivered_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)
    said = models.CharField(max_length=200, blank=True)
    """What came of the last try."""

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(
                fields=["next_at"],
                condition=models.Q(delivered_at=None, given_up_at=None),
                name="delivery_due",
            )
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["webhook", "event", "sequence"], name="delivery_once")
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.topic} {self.sequence}"


LONGEST_PLAYER: Final = 60


class PlayerPass(models.Model):
    """What lets one player's phone into one event; only a hash of it is kept."""

    public_id = public_id()
    event = models.ForeignKey(Event, models.CASCADE, related_name="passes")
    player = models.CharField(max_length=LONGEST_PLAYER)
    issue = models.PositiveSmallIntegerField()
    """Grows when the director gives a new one; the one before ends."""
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    openings = models.PositiveIntegerField(default=0)
    """How often a phone came in by it."""

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player", "issue"], name="pass_one_per_issue")
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player} {self.issue}"


class WrongPin(models.Model):
    """One wrong guess at a PIN; too many close the PIN for a while."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="wrong_pins")
    player = models.CharField(max_length=LONGEST_PLAYER)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["event", "at"], name="wrong_pin_by_moment")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player}"


class PassRequest(models.Model):
    """A phone that asks the director to be let in as a player."""

    public_id = public_id()
    event = models.ForeignKey(Event, models.CASCADE, related_name="pass_requests")
    player = models.CharField(max_length=LONGEST_PLAYER)
    number = models.PositiveSmallIntegerField()
    """What the phone shows and the player says, so that the right one is let in."""
    asked_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    granted = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["asked_at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(granted=False) | ~models.Q(decided_at=None),
                name="pass_request_granted_means_decided",
            )
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.player}"


class PhoneRules(models.Model):
    """What the director lets the phones of an event show."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="phone_rules")
    outlook_hidden = models.BooleanField(default=False)

    def __str__(self) -> str:
        return str(self.event_id)
