"""Tables of leagues: seasons, their events, points by place, bonus, missions."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Lower

from padd.core.leagues.bonus_schemes import Scheme
from padd.core.model import Edition, LeaguePart
from padd.store.models.championships import Right
from padd.store.models.events import Event
from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Account, Area, Person


class LeagueState(models.TextChoices):
    """How far a league is."""

    REQUESTED = "requested", "Requested"
    ACTIVE = "active", "Active"
    REFUSED = "refused", "Refused"
    ENDED = "ended", "Ended"


class League(models.Model):
    """A league: its name, its place, and who answers for it."""

    public_id = public_id()
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=80, blank=True)
    area = models.CharField(max_length=20, choices=Area, blank=True)
    """Whose desk decides on the request; empty where only the Director does."""
    edition = models.CharField(max_length=2)
    rulebook = models.CharField(max_length=30)
    state = models.CharField(max_length=10, choices=LeagueState, default=LeagueState.REQUESTED)
    director = models.ForeignKey(Person, models.PROTECT, related_name="leagues")
    deputies = models.ManyToManyField(Person, blank=True, related_name="+")
    committed = models.PositiveSmallIntegerField()
    """How many players promised to play when it was founded."""
    requester = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answer = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            one_of("state", LeagueState.values, name="league_state_known"),
            one_of("edition", Edition, name="league_edition_known"),
            models.UniqueConstraint(
                Lower("name"), condition=~models.Q(state="refused"), name="league_name_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """One season of a league, by the year in which it starts."""

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    year = models.PositiveSmallIntegerField()
    short = models.BooleanField(default=False)
    rulebook = models.CharField(max_length=30)
    rulings = models.JSONField(default=list, blank=True)
    """The interim rulings in force, pinned when it is announced."""
    first_qualifiers = models.PositiveSmallIntegerField()
    second_qualifiers = models.PositiveSmallIntegerField(null=True, blank=True)
    """None in a short season, which has one cut."""
    by_season = models.BooleanField(default=False)
    """The second cut is by the points of both halves."""
    replaced = models.BooleanField(default=False)
    """The next one moves up for somebody who had qualified before."""
    playoff_bonus = models.BooleanField(default=False)
    schemes = models.JSONField(default=list)
    announced_at = models.DateTimeField(null=True, blank=True)
    first_closed_at = models.DateTimeField(null=True, blank=True)
    second_closed_at = models.DateTimeField(null=True, blank=True)
    seed = models.BigIntegerField()
    """Draws where only chance decides (AMB-33)."""
    champion = models.ForeignKey(
        Person, models.PROTECT, null=True, blank=True, related_name="titles"
    )
    crowned_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-year"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "year"], name="season_once"),
            models.CheckConstraint(
                condition=models.Q(champion=None, crowned_at=None)
                | (~models.Q(champion=None) & ~models.Q(crowned_at=None)),
                name="season_champion_has_a_moment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.year}"


class LeagueEvent(models.Model):
    """An event in a season; an event counts in one league at most (AMB-143)."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="events")
    event = models.OneToOneField(Event, models.CASCADE, related_name="in_league")
    part = models.CharField(max_length=12)
    number = models.PositiveSmallIntegerField()
    asked_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    """When the event's own director agreed."""
    players = models.PositiveSmallIntegerField(default=0)
    """How many took part; nobody while the event is not finished."""
    places = models.JSONField(default=dict)
    """The places that the League Director gave, by player (LEAG-16)."""
    places_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "number"], name="league_event_one_per_slot"),
            one_of("part", LeaguePart, name="league_event_part_known"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.number}"


class PointsWon(models.Model):
    """What a place gave; calculated when an event is finished, never typed."""

    in_league = models.ForeignKey(LeagueEvent, models.CASCADE, related_name="points_won")
    person = models.ForeignKey(Person, models.PROTECT, related_name="league_points")
    place = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["in_league", "place"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["in_league", "person"], name="league_points_once_per_person"
            )
        ]

    def __str__(self) -> str:
        return f"{self.in_league_id}: {self.place}"


class Bonus(models.Model):
    """Bonus points of one scheme; withdrawn and given anew, never edited."""

    public_id = public_id()
    in_league = models.ForeignKey(LeagueEvent, models.CASCADE, related_name="bonuses")
    person = models.ForeignKey(Person, models.PROTECT, related_name="league_bonuses")
    scheme = models.CharField(max_length=20)
    points = models.SmallIntegerField()
    facts = models.JSONField(default=dict)
    """What it was calculated from: the headquarters and the counts of a deck."""
    reason = models.CharField(max_length=300, blank=True)
    beyond = models.BooleanField(default=False)
    """Given by hand, beyond what the schemes of the league say."""
    own = models.BooleanField(default=False)
    """Whoever gave it is the person who gets it."""
    by = models.CharField(max_length=60)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            one_of("scheme", Scheme, name="bonus_scheme_known"),
            models.UniqueConstraint(
                fields=["in_league", "person", "scheme"],
                condition=models.Q(withdrawn_at=None) & ~models.Q(scheme="own"),
                name="bonus_one_per_scheme",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.in_league_id}: {self.points}"


class MissionCompleted(models.Model):
    """A mission that somebody completed at a league event."""

    in_league = models.ForeignKey(LeagueEvent, models.CASCADE, related_name="missions")
    person = models.ForeignKey(Person, models.PROTECT, related_name="missions_done")
    title = models.CharField(max_length=120)
    headquarters = models.BooleanField(default=False)
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["title"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                "in_league", "person", Lower("title"), name="mission_once_per_person"
            )
        ]

    def __str__(self) -> str:
        return self.title


class ChampionsEvent(models.Model):
    """An event that is held as the Champions League of one game and year."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="champions_league")
    edition = models.CharField(max_length=2)
    year = models.PositiveSmallIntegerField()
    waivers = models.JSONField(default=dict)
    """Who plays below the points needed, by person, and why."""
    right = models.ForeignKey(Right, models.SET_NULL, null=True, blank=True, related_name="+")
    """The byes that its winner got."""
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-year", "edition"]
        constraints: ClassVar = [
            one_of("edition", Edition, name="champions_edition_known"),
            models.UniqueConstraint(fields=["edition", "year"], name="champions_once_a_year"),
        ]

    def __str__(self) -> str:
        return f"{self.edition} {self.year}"
