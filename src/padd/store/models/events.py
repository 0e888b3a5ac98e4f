"""Tables of events in the calendar, their directors, and changes to them."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from padd.core.model import DeckFormat, Edition, PairingStyle, RulesSet
from padd.store.models.accounts import Account
from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Person, Region
from padd.store.models.venues import Venue

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
