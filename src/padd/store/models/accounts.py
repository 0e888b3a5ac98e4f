"""Accounts that sign in, and the offices that some of them hold."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower

from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Area, Person


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
