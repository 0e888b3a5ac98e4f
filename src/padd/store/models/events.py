"""Tables of the calendar: venues, events, registrations, approvals."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from padd.core.model import DeckFormat, Edition, PairingStyle, RulesSet
from padd.store.models.keys import one_of, public_id
from padd.store.models.messages import MessageField
from padd.store.models.people import Account, Area, Person, Region


class VenueState(models.TextChoices):
    """Whether somebody has looked at a venue."""

    UNVERIFIED = "unverified", "Not verified yet"
    VERIFIED = "verified", "Verified"
    REFUSED = "refused", "Refused"


class Venue(models.Model):
    """A shop, hall or home; a new one is shown at once, marked unverified."""

    public_id = public_id()
    name = models.CharField(max_length=100)
    outline = models.CharField(max_length=200, db_index=True)
    """Name and town as they look, so that a known venue is found again."""
    street = models.CharField(max_length=200, blank=True)
    postcode = models.CharField(max_length=20, blank=True)
    town = models.CharField(max_length=100)
    region = models.ForeignKey(Region, models.PROTECT, related_name="venues")
    time_zone = models.CharField(max_length=64)
    phone = models.CharField(max_length=40, blank=True)
    email = models.EmailField(blank=True)
    website = models.URLField(blank=True)
    state = models.CharField(max_length=12, choices=VenueState, default=VenueState.UNVERIFIED)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["outline", "region", "street"], name="venue_once"),
            one_of("state", VenueState.values, name="venue_state_known"),
        ]

    def __str__(self) -> str:
        return self.name


MOST_ROUNDS: Final = 50
HIGHEST_LEVEL: Final = 5
MOST_SEATS: Final = 10_000


class EventState(models.TextChoices):
    """The life of an event, from the first draft to its place in the ratings."""

    DRAFT = "draft", "Draft"
    AWAITING_APPROVAL = "awaiting-approval", "Awaiting approval"
    LISTED = "listed", "Listed"
    RUNNING = "running", "Running"
    RESULTS_ENTERED = "results-entered", "Results entered"
    HELD = "held", "Held for review"
    AWAITING_PROCESSING = "awaiting-processing", "Awaiting processing"
    PROCESSED = "processed", "Processed"
    CANCELLED = "cancelled", "Cancelled"
    VOIDED = "voided", "Voided"


class EventKind(models.TextChoices):
    """What an event is in the programme; the level follows from it."""

    OTHER = "other", "Local event"
    REGIONAL = "regional", "Regional Championship"
    NATIONAL = "national", "National Championship"
    MASTERS = "masters", "Trek Masters Championship"
    CONTINENTAL = "continental", "Continental Championship"
    WORLD = "world", "World Championship"


class EventManager(models.Manager["Event"]):
    """Every event but those that were deleted, whose logs alone are kept."""

    def get_queryset(self) -> models.QuerySet[Event]:
        """Leave out what was deleted."""
        return super().get_queryset().filter(models.Q(deleted_at=None))


class Event(models.Model):
    """One event of the calendar; while it is run, its log says the rest."""

    public_id = public_id()
    name = models.CharField(max_length=120)
    state = models.CharField(max_length=20, choices=EventState, default=EventState.DRAFT)
    rulebook = models.CharField(max_length=30)
    rulings = models.JSONField(default=list, blank=True)
    """The interim rulings in force, pinned when the event starts."""

    edition = models.CharField(max_length=2)
    format = models.CharField(max_length=20)
    card_pool = models.CharField(max_length=40)
    pool_note = models.CharField(max_length=200, blank=True)
    """What a limited pool holds."""
    rules = models.CharField(max_length=30)
    scenario = models.CharField(max_length=60, blank=True)
    theme = models.CharField(max_length=200, blank=True)
    """What the decks are about, where the event has a theme (REG-22)."""
    theme_cards = models.CharField(max_length=200, blank=True)
    """A card query that every card of a deck must pass."""
    kind = models.CharField(max_length=12, choices=EventKind, default=EventKind.OTHER)
    level = models.PositiveSmallIntegerField(default=1)
    release_set = models.CharField(max_length=80, blank=True)
    """The set that a release tournament celebrates."""
    rounds_planned = models.PositiveSmallIntegerField()
    final_confrontation = models.BooleanField(default=False)
    pairing_style = models.CharField(max_length=40)
    league_event = models.BooleanField(default=False)
    online = models.BooleanField(default=False)

    starts_at = models.DateTimeField()
    time_zone = models.CharField(max_length=64)
    ends_on = models.DateField(null=True, blank=True)
    """The last day of an event of several days."""
    registered_at = models.DateTimeField(null=True, blank=True)
    """The moment that counts for the notice."""

    region = models.ForeignKey(Region, models.PROTECT, related_name="events")
    venue = models.ForeignKey(Venue, models.PROTECT, null=True, blank=True, related_name="events")
    contact_name = models.CharField(max_length=100, blank=True)
    contact_email = models.EmailField(blank=True)
    contact_phone = models.CharField(max_length=40, blank=True)
    discussion_thread = models.CharField(max_length=200, blank=True)
    entry_fee = models.CharField(max_length=100, blank=True)
    prizes = models.CharField(max_length=500, blank=True)
    special_rules = models.CharField(max_length=1000, blank=True)
    deck_lists_required = models.BooleanField(default=False)
    deck_deadline = models.DateTimeField(null=True, blank=True)
    """Until when players register their decks."""
    preregistration_required = models.BooleanField(default=False)
    expected_players = models.PositiveSmallIntegerField(null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(null=True, blank=True)

    registrar = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="registered"
    )
    copied_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="copies"
    )
    version = models.PositiveIntegerField(default=1)
    """Grows with every edit; an edit of an older version is refused."""
    created_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = EventManager()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["starts_at", "id"], name="event_by_start"),
            models.Index(fields=["state", "starts_at", "id"], name="event_by_state"),
            models.Index(fields=["region", "starts_at"], name="event_by_region"),
        ]
        constraints: ClassVar = [
            one_of("state", EventState.values, name="event_state_known"),
            one_of("kind", EventKind.values, name="event_kind_known"),
            one_of("edition", Edition, name="event_edition_known"),
            one_of("format", DeckFormat, name="event_format_known"),
            one_of("rules", RulesSet, name="event_rules_known"),
            one_of("pairing_style", PairingStyle, name="event_style_known"),
            models.CheckConstraint(
                condition=models.Q(rounds_planned__gte=1, rounds_planned__lte=MOST_ROUNDS),
                name="event_rounds_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(level__gte=1, level__lte=HIGHEST_LEVEL),
                name="event_level_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(capacity=None)
                | models.Q(capacity__gte=2, capacity__lte=MOST_SEATS),
                name="event_capacity_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(state=EventState.DRAFT) | ~models.Q(registered_at=None),
                name="event_listed_means_registered",
            ),
            models.CheckConstraint(
                condition=models.Q(online=True)
                | ~models.Q(venue=None)
                | models.Q(state=EventState.DRAFT),
                name="event_in_person_has_a_venue",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="event_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Directorship(models.Model):
    """Who directs an event: first, second, third."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="directorships")
    person = models.ForeignKey(Person, models.PROTECT, related_name="directorships")
    rank = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["rank"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "rank"], name="directorship_one_per_rank"),
            models.UniqueConstraint(fields=["event", "person"], name="directorship_one_per_person"),
            models.CheckConstraint(
                condition=models.Q(rank__in=[1, 2, 3]), name="directorship_rank_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.rank}"


class RoundsGround(models.TextChoices):
    """Why the number of rounds may be changed."""

    ALL_AGREED = "all-players-agree", "All players agreed"
    EMERGENCY = "emergency", "Emergency"
    NOBODY_ENTERED = "nobody-entered", "Nobody had entered yet"


class ChangeNote(models.Model):
    """One edit of an event: what was, what is, and on what ground."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="changes")
    at = models.DateTimeField()
    by = models.CharField(max_length=60)
    before = models.JSONField()
    after = models.JSONField()
    ground = models.CharField(max_length=20, choices=RoundsGround, blank=True)
    agreed = models.ManyToManyField(Person, blank=True, related_name="+")
    """The players who agreed to another number of rounds."""
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            one_of("ground", RoundsGround.values, name="change_ground_known", blank=True)
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {', '.join(self.after)}"


class ApprovalKind(models.TextChoices):
    """What is asked for."""

    VENUE = "venue", "Venue"
    CARD_POOL = "special-card-pool", "Card pool at a championship"
    SEASON = "conflicting-season", "Date in another championship season"
    CHAMPIONSHIP = "championship", "Championship"
    DIRECTOR = "director", "Director to approve"
    HELD = "held-director", "Director held back"
    APPLICATION = "application", "Application to hold a championship"
    CLAIM = "claim", "Record claimed by its player"


HIDES_AN_EVENT: Final = (
    ApprovalKind.CARD_POOL,
    ApprovalKind.SEASON,
    ApprovalKind.CHAMPIONSHIP,
    ApprovalKind.HELD,
)
"""The questions that must be answered before an event is listed."""


class ApprovalState(models.TextChoices):
    """How it stands."""

    OPEN = "open", "Open"
    APPROVED = "approved", "Approved"
    REFUSED = "refused", "Refused"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Approval(models.Model):
    """One question for one coordinator, about a venue or an event."""

    public_id = public_id()
    kind = models.CharField(max_length=20, choices=ApprovalKind)
    state = models.CharField(max_length=10, choices=ApprovalState, default=ApprovalState.OPEN)
    area = models.CharField(max_length=20, choices=Area, blank=True)
    """Whose coordinator decides; empty where only the Director does."""
    event = models.ForeignKey(
        Event, models.CASCADE, null=True, blank=True, related_name="approvals"
    )
    venue = models.ForeignKey(
        Venue, models.CASCADE, null=True, blank=True, related_name="approvals"
    )
    about = models.CharField(max_length=40, blank=True)
    """Anything else that is asked for, as the audit names it: `application:…`."""
    requester = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="requests"
    )
    rule = models.CharField(max_length=120, blank=True)
    """The section that asks for it."""
    asked = MessageField(max_length=500)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="decisions"
    )
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        indexes: ClassVar = [
            models.Index(fields=["state", "area", "created_at"], name="approval_queue")
        ]
        constraints: ClassVar = [
            one_of("kind", ApprovalKind.values, name="approval_kind_known"),
            one_of("state", ApprovalState.values, name="approval_state_known"),
            models.UniqueConstraint(
                fields=["kind", "event"],
                condition=models.Q(state=ApprovalState.OPEN) & ~models.Q(event=None),
                name="approval_one_open_per_event",
            ),
            models.UniqueConstraint(
                fields=["kind", "venue"],
                condition=models.Q(state=ApprovalState.OPEN) & ~models.Q(venue=None),
                name="approval_one_open_per_venue",
            ),
            models.UniqueConstraint(
                fields=["kind", "about"],
                condition=models.Q(state=ApprovalState.OPEN) & ~models.Q(about=""),
                name="approval_one_open_about",
            ),
            models.CheckConstraint(
                condition=models.Q(event=None, about="", venue__isnull=False)
                | models.Q(venue=None, about="", event__isnull=False)
                | (models.Q(event=None, venue=None) & ~models.Q(about="")),
                name="approval_about_one_thing",
            ),
            models.CheckConstraint(
                condition=models.Q(state=ApprovalState.OPEN, decided_at=None)
                | (~models.Q(state=ApprovalState.OPEN) & ~models.Q(decided_at=None)),
                name="approval_decided_has_a_moment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class ApprovalComment(models.Model):
    """A comment of the requester or the coordinator."""

    approval = models.ForeignKey(Approval, models.CASCADE, related_name="comments")
    account = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.approval_id}: {self.at:%Y-%m-%d %H:%M}"


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
