"""Tables of championships, the rights they give, season plans and applications."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from padd.core.championships.ledger import EntryKind
from padd.core.model import ChampionshipKind, ChampionshipStage, Edition
from padd.store.models.events import Event
from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Account, Area, Person, Region

TARGETS: Final = (ChampionshipKind.CONTINENTAL, ChampionshipKind.WORLD)


class Championship(models.Model):
    """One title of one year: its stages are events."""

    public_id = public_id()
    year = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12)
    edition = models.CharField(max_length=2)
    place = models.SlugField(max_length=60, blank=True)
    """The region of a Regional, the country of a National, the continent; or none."""
    area = models.CharField(max_length=20, choices=Area, blank=True)
    """The continent that it counts for; a coordinator names it for online events."""
    name = models.CharField(max_length=120)
    draw_seed = models.PositiveIntegerField(default=0)
    """Draws between people whom final and heats leave equal."""
    champion = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="titles_won"
    )
    """Who stands first in its ranking; none until every stage is processed."""
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["year", "kind", "edition", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["year", "kind", "edition", "place"], name="championship_once"
            ),
            one_of("kind", ChampionshipKind, name="championship_kind_known"),
            one_of("edition", Edition, name="championship_edition_known"),
        ]

    def __str__(self) -> str:
        return self.name


class StageEvent(models.Model):
    """Which part of which championship an event is."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="stage")
    championship = models.ForeignKey(Championship, models.PROTECT, related_name="stages")
    stage = models.CharField(max_length=10, default="whole")
    record = models.BinaryField(null=True)
    """Places, attendance and byes used by person; none until it is first booked."""
    made_from = models.CharField(max_length=64, blank=True)
    """Names what the record follows from; another name means make it anew."""

    class Meta:
        ordering: ClassVar = ["event__starts_at", "id"]
        constraints: ClassVar = [one_of("stage", ChampionshipStage, name="stage_known")]

    def __str__(self) -> str:
        return f"{self.championship_id}: {self.stage}"


class Right(models.Model):
    """A bye or a head start of one person; the entries say how it stands."""

    public_id = public_id()
    person = models.ForeignKey(Person, models.PROTECT, related_name="rights")
    edition = models.CharField(max_length=2)
    rounds = models.JSONField(default=list)
    """The rounds of a bye; none for a head start."""
    points = models.PositiveIntegerField(default=0)
    """The points of a head start; none for a bye."""
    target = models.CharField(max_length=12)
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    """The year of the target; none where it is the next one."""
    areas = models.JSONField(default=list)
    origin = models.ForeignKey(
        Championship, models.PROTECT, null=True, blank=True, related_name="rights"
    )
    """Where it was won; none where the desk granted it."""
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    won_at = models.DateTimeField()
    cite = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering: ClassVar = ["won_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["origin", "person", "place", "target"],
                condition=~models.Q(origin=None),
                name="right_won_once",
            ),
            one_of("edition", Edition, name="right_edition_known"),
            one_of("target", TARGETS, name="right_target_known"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.target} {self.year or 'next'}"


class RightEntry(models.Model):
    """One line of the ledger of a right; lines are only added."""

    right = models.ForeignKey(Right, models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField()
    """Counts up from 1; of two who write at once, one finds the number taken."""
    kind = models.CharField(max_length=10)
    event = models.ForeignKey(
        Event, models.PROTECT, null=True, blank=True, related_name="right_entries"
    )
    at = models.DateTimeField()
    by = models.CharField(max_length=60)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["right", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["right", "number"], name="right_entry_once"),
            one_of("kind", EntryKind, name="right_entry_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.right_id}: {self.number} {self.kind}"


class SeasonPlan(models.Model):
    """When a year's championships of one kind and game are held and applied for."""

    year = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12)
    edition = models.CharField(max_length=2)
    first_day = models.DateField()
    last_day = models.DateField()
    applications_open = models.DateField(null=True, blank=True)
    applications_close = models.DateField(null=True, blank=True)
    announcement = models.CharField(max_length=1000, blank=True)
    masters_line = models.PositiveSmallIntegerField(null=True, blank=True)
    """The Masters points from which somebody is invited; none where none is said."""
    masters_award = models.CharField(max_length=1000, blank=True)
    """What the Masters season of the year gives, in the Director's words."""

    class Meta:
        ordering: ClassVar = ["year", "kind", "edition"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["year", "kind", "edition"], name="season_plan_once"),
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")),
                name="season_plan_ends_after_it_begins",
            ),
            one_of("kind", ChampionshipKind, name="season_plan_kind_known"),
            one_of("edition", Edition, name="season_plan_edition_known"),
        ]

    def __str__(self) -> str:
        return f"{self.year} {self.kind} {self.edition}"


class ApplicationState(models.TextChoices):
    """How an application stands."""

    OPEN = "open", "Open"
    AWARDED = "awarded", "Awarded"
    DECLINED = "declined", "Declined"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Application(models.Model):
    """Somebody applies, or bids, to hold a championship of one game."""

    public_id = public_id()
    applicant = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="applications"
    )
    year = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12)
    edition = models.CharField(max_length=2)
    region = models.ForeignKey(Region, models.PROTECT, related_name="applications")
    first_day = models.DateField()
    last_day = models.DateField()
    times = models.CharField(max_length=100, blank=True)
    location = models.CharField(max_length=200)
    words = models.CharField(max_length=2000, blank=True)
    """What speaks for it, in the applicant's words."""
    state = models.CharField(max_length=10, choices=ApplicationState, default=ApplicationState.OPEN)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(max_length=500, blank=True)
    event = models.OneToOneField(
        Event, models.SET_NULL, null=True, blank=True, related_name="application"
    )
    """The draft that an award made."""

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["applicant", "kind", "edition", "year"],
                condition=models.Q(state=ApplicationState.OPEN) & ~models.Q(applicant=None),
                name="application_one_open",
            ),
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")),
                name="application_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=models.Q(state=ApplicationState.OPEN, decided_at=None)
                | (~models.Q(state=ApplicationState.OPEN) & ~models.Q(decided_at=None)),
                name="application_decided_has_a_moment",
            ),
            one_of("kind", ChampionshipKind, name="application_kind_known"),
            one_of("edition", Edition, name="application_edition_known"),
            one_of("state", ApplicationState.values, name="application_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.year} {self.kind} {self.edition}: {self.state}"


class ChairChallenge(models.Model):
    """A one-off event that the Chair nominates, and its drawing of prizes."""

    public_id = public_id()
    title = models.CharField(max_length=120)
    words = models.CharField(max_length=2000, blank=True)
    """What it is about: the suggestion, then the announcement."""
    suggested_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField()
    nominated_at = models.DateTimeField(null=True, blank=True)
    """When the Chair took it up; until then it is a suggestion."""
    event = models.OneToOneField(
        Event, models.PROTECT, null=True, blank=True, related_name="challenge"
    )
    prizes = models.JSONField(default=list)
    """One line for each prize, the first drawn first."""
    commitment = models.CharField(max_length=64, blank=True)
    """The seal of the seed, published before the drawing."""
    seed = models.CharField(max_length=64, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    drawn = models.JSONField(default=list)
    """The people drawn, in the order of the prizes, by their public ids."""

    class Meta:
        ordering: ClassVar = ["-created_at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(drawn_at=None)
                | (~models.Q(nominated_at=None) & ~models.Q(seed="")),
                name="challenge_drawn_after_nomination",
            )
        ]

    def __str__(self) -> str:
        return self.title
