"""Leagues for tests: events that ended in a given order, seasons announced."""

from __future__ import annotations

from padd.core.leagues.bonus_schemes import Scheme
from padd.core.leagues.qualification import QualifyingPlan
from padd.services.access.actors import Actor
from padd.services.leagues import league_requests, season_events, seasons
from padd.services.leagues.seasons import AnnouncedSeason
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.events import EventState

ALL_SCHEMES = (Scheme.HEADQUARTERS, Scheme.PARTICIPATION, Scheme.NEW_MISSION)
YEAR = 2026


def facts(people):
    """Return an event that ended in this order: the first beats all the others."""
    first, *others = people
    return {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "rounds_planned": len(others),
        "players": [{"id": one} for one in people],
        "rounds": [
            {
                "number": number,
                "matches": [
                    {
                        "players": [first, other],
                        "ending": "complete",
                        "winner": first,
                        "scores": [100, 60 - number],
                    }
                ],
                "missed": [one for one in others if one != other],
            }
            for number, other in enumerate(others, start=1)
        ],
    }


class LeagueWorld:
    """A league with its director, in a world."""

    def __init__(self, world, *, qualifiers=2):
        self.world = world
        self.director: Actor = world.member("Katja")
        self.head = world.official("director-of-organized-play")
        self.id = league_requests.request_league(
            by=self.director,
            now=world.now,
            name="Isar Valley League",
            director="",
            committed=4,
            place="Munich",
        )
        league_requests.decide_league(by=self.head, now=world.now, league=self.id, approve=True)
        self.director = world.again(self.director)
        self.announce(qualifiers)

    def announce(self, qualifiers, *, short=False, year=YEAR):
        seasons.announce_season(
            by=self.director,
            now=self.world.now,
            league=self.id,
            plan=AnnouncedSeason(
                year=year,
                short=short,
                qualifying=QualifyingPlan(
                    first_half=qualifiers, second_half=None if short else qualifiers
                ),
                schemes=ALL_SCHEMES,
            ),
        )

    def people(self, *handles):
        return [self.world.person(handle) for handle in handles]

    def finished(self, people):
        """Return an event that is over, in this order."""
        event = self.world.event(name=f"Night of {people[0]}")
        row = self.world.row(event)
        FinishedEvent.objects.create(
            event=row, sequence=0, head="", finished_at=self.world.now, facts=facts(people)
        )
        row.state = EventState.RESULTS_ENTERED
        row.save(update_fields=["state"])
        return event

    def play(self, number, people):
        """Put a finished event into a slot, its director agreeing."""
        event = self.finished(people)
        season_events.place_event(
            by=self.director,
            now=self.world.now,
            league=self.id,
            year=YEAR,
            event=event,
            number=number,
        )
        season_events.accept_event(by=self.world.laptop(), now=self.world.now, event=event)
        return event

    @property
    def season(self):
        return self.season_of(YEAR)

    def season_of(self, year):
        """Return the season of a year."""
        return seasons.season_row(league_requests.league_row(self.id), year)
