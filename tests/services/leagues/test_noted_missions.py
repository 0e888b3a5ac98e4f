"""Missions that players note on their phones feed the tally of a league."""

import pytest
from tests.services.eventlog.table_driver import AtTheTable, timed
from tests.services.leagues.league_world import YEAR, LeagueWorld
from tests.world import World

from padd.core.eventlog.actions.finish import EventFinished, EventReopened
from padd.core.eventlog.actions.scenarios.notes import MissionsNoted
from padd.core.leagues.bonus_schemes import MissionDone
from padd.core.model import Edition, PlayerId
from padd.services.leagues import bonus, season_events
from padd.services.leagues.points import is_in_league
from padd.store.models.events import Event
from padd.store.queries import leagues

pytestmark = pytest.mark.django_db


@pytest.mark.req("LEAG-23", "LEAG-24")
def test_missions_of_the_phones_are_tallied_and_the_directors_word_stays():
    world = World()
    league = LeagueWorld(world)
    a, b = league.people("Ann", "Ben")
    day = AtTheTable((a, b), edition=Edition.SECOND, rounds_planned=1)
    season_events.place_event(
        by=league.director, now=world.now, league=league.id, year=YEAR, event=day.id, number=1
    )
    season_events.accept_event(by=world.laptop(), now=world.now, event=day.id)
    day.publish()
    noted = ("Evacuate Colony", "*Romulus", "evacuate colony")
    day.do(MissionsNoted(number=1, player=PlayerId(a), titles=noted))
    day.enter(1, 1, timed(60, 40))

    day.do(EventFinished())
    tallied = [row.title.casefold() for row in leagues.mission_rows(league.season.pk)]
    bonus.enter_missions(
        by=league.director,
        now=world.now,
        league=league.id,
        event=day.id,
        person=a,
        missions=[MissionDone(title="Relief")],
    )
    day.do(EventReopened(), reason="A score was wrong.")
    day.do(EventFinished())
    after = {(row.title, row.person) for row in leagues.mission_rows(league.season.pk)}

    assert is_in_league(day.id)
    assert sorted(tallied) == ["evacuate colony", "romulus"]
    assert after == {("Relief", a)}
    assert Event.objects.get(public_id=day.id).league_event


@pytest.mark.req("LEAG-23", "LEAG-24")
def test_missions_count_in_a_league_that_takes_the_event_in_after_its_end():
    world = World()
    league = LeagueWorld(world)
    a, b = league.people("Ann", "Ben")
    day = AtTheTable((a, b), edition=Edition.SECOND, rounds_planned=1)
    day.publish()
    titles = ("Evacuate Colony", "*Romulus")
    day.do(MissionsNoted(number=1, player=PlayerId(a), titles=titles))
    day.enter(1, 1, timed(60, 40))
    day.do(EventFinished())
    before = leagues.mission_rows(league.season.pk)

    season_events.place_event(
        by=league.director, now=world.now, league=league.id, year=YEAR, event=day.id, number=1
    )
    asked = leagues.mission_rows(league.season.pk)
    season_events.accept_event(by=world.laptop(), now=world.now, event=day.id)
    after = {(row.title, row.person) for row in leagues.mission_rows(league.season.pk)}

    assert (list(before), list(asked)) == ([], [])
    assert after == {("Evacuate Colony", a), ("Romulus", a)}
