"""Tables of people, regions, accounts and offices."""

from __future__ import annotations

from typing import ClassVar, Final

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower

from padd.store.models.keys import one_of, public_id

OLDEST_BIRTH_YEAR: Final = 1900
LATEST_BIRTH_YEAR: Final = 2100


class Area(models.TextChoices):
    """The areas that coordinators look after, and the rest of the world."""

    AUSTRALIA = "australia", "Australia"
    EUROPE = "europe", "Europe"
    NORTH_AMERICA = "north-america", "North America"
    ONLINE = "online", "Online"
    ELSEWHERE = "elsewhere", "Elsewhere"


class Region(models.Model):
    """A country, or a part of one; it belongs to the area of one coordinator."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    area = models.CharField(max_length=20, choices=Area)
    parent = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="parts")

    class Meta:
        ordering: ClassVar = ["area", "name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["area", "name"], name="region_name_once"),
            one_of("area", Area.values, name="region_area_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """Somebody who plays, directs or helps; most have no account."""

    public_id = public_id()
    handle = models.CharField(max_length=40, unique=True)
    outline = models.CharField(max_length=80, unique=True)
    """What the handle looks like: two that look alike cannot both exist."""
    name = models.CharField(max_length=100, blank=True)
    name_outline = models.CharField(max_length=200, blank=True, db_index=True)
    region = models.ForeignKey(Region, models.PROTECT, null=True, blank=True, related_name="people")
    contact = models.CharField(max_length=200, blank=True)
    birth_year = models.SmallIntegerField(null=True, blank=True)
    """Asked for by Junior events only, and never shown."""
    hides_name = models.BooleanField(default=False)
    """Whether only officials and directors of their own events see the name."""
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="duplicates"
    )
    anonymised_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    revision = models.BigIntegerField(db_index=True)
    """Grows with every change of any person, so that look-ups know what is new."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(handle=""), name="person_has_a_handle"),
            models.CheckConstraint(condition=~models.Q(outline=""), name="person_has_an_outline"),
            models.CheckConstraint(
                condition=models.Q(birth_year=None)
                | models.Q(birth_year__gte=OLDEST_BIRTH_YEAR, birth_year__lte=LATEST_BIRTH_YEAR),
                name="person_birth_year_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(merged_into=None) | ~models.Q(merged_into=models.F("id")),
                name="person_not_merged_into_itself",
            ),
        ]

    def __str__(self) -> str:
        return self.handle

    @property
    def erased(self) -> bool:
        """Whether the data of the person was erased."""
        return self.anonymised_at is not None


class Counter(models.Model):
    """A number that only grows; whoever raises it holds it until the end."""

    name = models.CharField(max_length=20, primary_key=True)
    value = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} {self.value}"


class Merge(models.Model):
    """A duplicate that was merged, with what moved, so that it can be undone."""

    kept = models.ForeignKey(Person, models.PROTECT, related_name="merges")
    duplicate = models.ForeignKey(Person, models.PROTECT, related_name="merged_away")
    moved = models.JSONField()
    """The ids of the rows that moved, by table."""
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["duplicate"],
                condition=models.Q(undone_at=None),
                name="merge_once_per_duplicate",
            )
        ]

    def __str__(self) -> str:
        return f"{self.duplicate_id} into {self.kept_id}"


class Erasure(models.Model):
    """That a person's data was erased, kept so that a restored backup erases again."""

    person_public_id = models.CharField(max_length=16, unique=True)
    at = models.DateTimeField()
    under_way = models.BooleanField(default=False)
    """Only while this is set, in the transaction that erases, do logs let a name go."""

    def __str__(self) -> str:
        return self.person_public_id


class AccountManager(BaseUserManager["Account"]):
    """Finds accounts by e-mail address, whatever its capitals."""

    def get_by_natural_key(self, username: str | None) -> Account:
        """Return the account that signs in with an e-mail address."""
        return self.get(email__iexact=username)


class Account(AbstractBaseUser):
    """Signs in with an e-mail address; the person is what others see."""

    public_id = public_id()
    email = models.EmailField(unique=True)
    person = models.OneToOneField(
        Person, models.SET_NULL, null=True, blank=True, related_name="account"
    )
    is_active = models.BooleanField(default=True)
    local = models.BooleanField(default=False)
    """The director at this laptop, signed in by the link printed at start."""
    created_at = models.DateTimeField(auto_now_add=True)
    reset_links = models.PositiveIntegerField(default=0)
    """How many links for a new password were asked for; only the last one opens."""
    refused_emails = models.JSONField(default=list)
    """The kinds of e-mail that its owner does without, in alphabetical order."""

    objects = AccountManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("email"), name="account_email_once"),
            models.UniqueConstraint(
                fields=["local"], condition=models.Q(local=True), name="account_local_once"
            ),
        ]

    def __str__(self) -> str:
        return self.public_id


class Office(models.TextChoices):
    """The offices of organized play, and the administration of the installation."""

    LEAGUE_DIRECTOR = "league-director", "League Director"
    COORDINATOR = "coordinator", "Coordinator"
    DIRECTOR = "director-of-organized-play", "Director of Organized Play"
    CHAIR = "chair", "Chair of the Board"
    ACHIEVEMENTS = "achievement-master", "Achievement Master"
    AMBASSADOR = "chief-ambassador", "Chief Ambassador"
    SOCIAL_MEDIA = "social-media-manager", "Social Media Manager"
    HALL_OF_FAME = "hall-of-fame-committee", "Hall of Fame Selection Committee"
    VENUE_VERIFIER = "venue-verifier", "Venue verifier"
    DATA_PROCESSOR = "data-processor", "Data processor"
    ADMINISTRATOR = "administrator", "Administrator"


class Grant(models.Model):
    """An office held by an account from one day until another."""

    account = models.ForeignKey(Account, models.CASCADE, related_name="grants")
    office = models.CharField(max_length=30, choices=Office)
    area = models.CharField(max_length=20, choices=Area, blank=True)
    """Whose coordinator; empty for the other offices."""
    since = models.DateField()
    until = models.DateField(null=True, blank=True)
    """The last day; none while it is open."""
    ended_at = models.DateTimeField(null=True, blank=True)
    """The moment at which it was taken away, whatever the last day was to be."""

    class Meta:
        ordering: ClassVar = ["office", "area", "since"]
        constraints: ClassVar = [
            one_of("office", Office.values, name="grant_office_known"),
            models.CheckConstraint(
                condition=models.Q(until=None) | models.Q(until__gte=models.F("since")),
                name="grant_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    office=Office.COORDINATOR,
                    area__in=[a for a in Area.values if a != Area.ELSEWHERE],
                )
                | (~models.Q(office=Office.COORDINATOR) & models.Q(area="")),
                name="grant_area_of_coordinators_only",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.office} {self.area}".strip()
