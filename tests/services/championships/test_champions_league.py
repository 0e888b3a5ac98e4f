"""The Champions League, the filled calendar, pinned rulings, and ratings left alone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.services.leagues.league_world import YEAR, LeagueWorld

from padd.core.refusal import RefusalError
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.championships import champions_league
from padd.services.events import season_calendar
from padd.services.leagues import season_events
from padd.services.refusal import NotAllowed
from padd.store.models.championships import Right
from padd.store.models.eventlog import FinishedEvent, Placing
from padd.store.models.events import Event, EventState
from padd.store.models.leagues import ChampionsEvent, PointsWon
from padd.store.models.people import Person
from padd.store.models.rulebooks import InterimRuling

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(world):
    """Return a league with its director."""
    return LeagueWorld(world)


def bracket(world, rulebook="opg-5"):
    return world.event(
        name="Champions League",
        pairing_style="single-elimination",
        rulebook=rulebook,
        rounds_planned=2,
    )


def give_points(people, points):
    for person, given in zip(people, points, strict=True):
        PointsWon.objects.filter(person__public_id=person).update(points=given)


@pytest.mark.req("LEAG-37", "LEAG-38", "LEAG-39", "CHAMP-21", "AMB-74")
def test_the_best_of_the_leagues_are_seeded_and_the_winner_gets_two_byes(world, league):
    people = league.people("Ann", "Ben", "Cy", "Di")
    league.play(1, people)
    give_points(people, [100, 140, 99, 120])
    event = bracket(world)
    ann, ben, cy, di = people

    def seed(waived):
        return champions_league.seed_bracket(
            by=SYSTEM, now=world.now, event=event, players=[ann, ben, di], waived=waived
        )

    with pytest.raises(RefusalError) as no_reason:
        seed({cy: " "})
    with pytest.raises(RefusalError) as too_few:
        champions_league.seed_bracket(by=SYSTEM, now=world.now, event=event, players=[ann, cy])
    seeds = seed({cy: "Came from far away"})
    with pytest.raises(RefusalError) as early:
        champions_league.give_byes(by=SYSTEM, now=world.now, event=event)
    won(event, di)
    with pytest.raises(NotAllowed):
        champions_league.give_byes(by=league.director, now=world.now, event=event)
    first = champions_league.give_byes(by=SYSTEM, now=world.now, event=event)
    again = champions_league.give_byes(by=SYSTEM, now=world.now, event=event)

    assert no_reason.value.refusal.code == "missing"
    assert too_few.value.refusal.code == "too-few-points"
    assert seeds == (ben, di, ann, cy)
    entrants = eventlog.event_state(event_id=event).players
    assert {player: one.seed for player, one in entrants.items()} == {ben: 1, di: 2, ann: 3, cy: 4}
    assert early.value.refusal.code == "not-finished"
    right = Right.objects.get()
    assert first == again == right.public_id
    assert (right.person.public_id, right.rounds, right.target) == (di, [1, 2], "world")
    assert right.cite == "OPG5 §12.7"
    assert ChampionsEvent.objects.get().waivers == {cy: "Came from far away"}


def won(event, person):
    """Let somebody have won an event that is over."""
    row = Event.objects.get(public_id=event)
    done = FinishedEvent.objects.create(
        event=row, sequence=9, head="", finished_at=row.starts_at, facts={}
    )
    winner = Person.objects.get(public_id=person)
    Placing.objects.create(finished=done, player=person, person=winner, place=1)


@pytest.mark.req("LEAG-38", "LEAG-39")
def test_the_older_guide_asks_fifty_points_and_waives_none(world, league):
    people = league.people("Ann", "Ben", "Cy")
    league.play(1, people)
    give_points(people, [60, 50, 49])
    event = bracket(world, "opg-4.1")
    ann, ben, cy = people

    with pytest.raises(RefusalError) as waived:
        champions_league.seed_bracket(
            by=SYSTEM, now=world.now, event=event, players=[ann, ben], waived={cy: "A friend"}
        )
    seeds = champions_league.seed_bracket(by=SYSTEM, now=world.now, event=event, players=[ben, ann])
    with pytest.raises(RefusalError) as swiss:
        champions_league.seed_bracket(
            by=SYSTEM, now=world.now, event=world.event(), players=[ann, ben]
        )

    assert waived.value.refusal.code == "not-waivable"
    assert seeds == (ann, ben)
    assert swiss.value.refusal.code == "not-a-bracket"


@pytest.mark.req("LEAG-8", "LEAG-10")
def test_the_calendar_is_filled_with_drafts_like_the_latest_event(world, league):
    asked = {"by": league.director, "now": world.now, "league": league.id, "year": YEAR}
    with pytest.raises(RefusalError) as nothing:
        season_calendar.fill_calendar(**asked)
    event = world.event(by=league.director, directors=(league.director.person,))
    season_events.place_event(**asked, event=event, number=4)

    made = season_calendar.fill_calendar(**asked)
    again = season_calendar.fill_calendar(**asked)

    rows = list(league.season.events.select_related("event"))
    drafts = [row.event for row in rows if row.event.state == EventState.DRAFT]
    assert nothing.value.refusal.code == "no-pattern"
    assert (made, again, len(rows)) == (11, 0, 12)
    assert all(row.accepted_at for row in rows)
    assert {draft.starts_at.weekday() for draft in drafts} == {6}
    assert len({draft.starts_at.date() for draft in drafts}) == 11


@pytest.mark.req("AMB-123")
def test_a_season_keeps_the_interim_rulings_of_its_announcement(world, league, monkeypatch):
    from padd.services.leagues import seasons

    seen: list[object] = []
    real = seasons.rulebook

    def noted(*args, **more):
        seen.append(more.get("on"))
        return real(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(seasons, "rulebook", noted)

    league.announce(3)

    assert InterimRuling.objects.count() == 0
    assert seen == [world.now.date()]
    assert league.season.rulings == []
    assert league.season.announced_at is not None
    assert league.season.announced_at <= world.now + timedelta(days=1)
