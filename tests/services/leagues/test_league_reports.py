"""League events up to their report: ratings, sanction, and rulings after the start."""

from datetime import timedelta

import pytest
from django.db import transaction
from tests.services.eventlog.table_driver import AtTheTable, entered
from tests.services.leagues.league_world import YEAR, LeagueWorld
from tests.world import NOW

from padd.core.eventlog.actions.finish import EventFinished
from padd.services import reports
from padd.services.access.actors import SYSTEM
from padd.services.eventlog.log_cache import clear_logs
from padd.services.leagues import bonus, bonus_sheet, season_events
from padd.services.leagues.points import season_book
from padd.services.rulebooks import interim_rulings
from padd.services.rulebooks.interim_rulings import RulingForm
from padd.store.models.leagues import Bonus, PointsWon
from padd.store.models.people import Person
from padd.store.models.ratings import Rating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_folder")]
NAMES = ("kirk", "khan", "spock", "gorn")
WEEK = timedelta(days=7)


@pytest.fixture
def league(world):
    """Return a league with its director."""
    return LeagueWorld(world)


def league_night(league, *, notice=WEEK, **more):
    """Play an event of the league to its end."""
    day = AtTheTable(
        NAMES,
        starts=NOW.isoformat(),
        registered=(NOW - notice).isoformat(),
        players=entered(*NAMES),
        **more,
    )
    placed = {"by": SYSTEM, "now": NOW, "league": league.id, "year": YEAR}
    season_events.place_event(**placed, event=day.id, number=1)
    for _ in range(3):
        day.play_round()
    day.do(EventFinished(), expected=day.sequence)
    return day.id


def report(event, *, later=timedelta()):
    done = reports.submit_report(event_id=event, by=SYSTEM, now=NOW + later, create=True)
    assert isinstance(done, reports.ReportOutcome), done
    return str(done.state)


def all_ratings():
    rows = Rating.objects.values_list("person__name", "rating", "games")
    return {(str(name), int(rating), games) for name, rating, games in rows}


def rated(league, *, with_bonus):
    """Return the ratings after a league event, as if nothing else had happened."""
    with transaction.atomic():
        event = league_night(league)
        report(event)
        if with_bonus:
            last = Person.objects.get(league_points__place=len(NAMES))
            bonus.give_by_hand(
                by=league.director,
                now=NOW,
                league=league.id,
                event=event,
                person=last.public_id,
                points=40,
                reason="Brought the trophy",
            )
            assert Bonus.objects.filter(points=40).exists()
        reports.refresh(by=SYSTEM, clock=lambda: NOW)
        found = all_ratings()
        transaction.set_rollback(True)
    clear_logs()
    return found


@pytest.mark.req("RATE-9", "LEAG-17")
def test_bonus_points_leave_every_rating_as_it_is(league):
    without = rated(league, with_bonus=False)

    rated_with = rated(league, with_bonus=True)

    assert len(without) == len(NAMES)
    assert rated_with == without


@pytest.mark.req("LEAG-2")
@pytest.mark.parametrize(("notice", "ratings"), [(WEEK, 4), (timedelta(hours=1), 0)])
def test_a_league_event_counts_sanctioned_or_not_on_top_of_its_own_scoring(league, notice, ratings):
    event = league_night(league, notice=notice)
    report(event)
    reports.refresh(by=SYSTEM, clock=lambda: NOW)

    won = PointsWon.objects.order_by("place").values_list("points", flat=True)

    assert list(won) == [12, 8, 6, 6]
    assert len(all_ratings()) == ratings


@pytest.mark.req("ONL-23")
def test_an_online_event_that_is_reported_late_awaits_processing(world, league):
    event = league_night(league, online=True)
    late = timedelta(days=30)

    state = report(event, later=late)
    waiting = world.row(event).state
    reports.refresh(by=SYSTEM, clock=lambda: NOW + late)

    assert (state, waiting) == ("awaiting", "awaiting-processing")
    assert world.row(event).state == "processed"


@pytest.mark.req("AMB-123")
def test_a_ruling_after_the_announcement_changes_the_next_season_alone(
    world, league, django_capture_on_commit_callbacks
):
    a, b, c = league.people("Ann", "Ben", "Cy")
    ruling = interim_rulings.draft_ruling(
        by=league.head,
        now=NOW,
        form=RulingForm(
            rulebook="opg-5",
            title="Newcomers get nine bonus points",
            about="Until the next guide.",
            cite="https://example.org/articles/1701",
            in_force=NOW.date(),
            values={"leagues.bonus.participation.first": 9},
        ),
    )
    with django_capture_on_commit_callbacks(execute=True):
        interim_rulings.publish_ruling(by=league.head, now=NOW, ruling=ruling)

    event = league.play(1, [a, b, c])
    league.announce(2, year=YEAR + 1)

    sheet = {line.person: line.bonus for line in bonus_sheet.event_bonus_sheet(event)}
    assert sheet == {a: 4, b: 4, c: 4}
    assert league.season.rulings == []
    assert season_book(league.season).rulings == ()
    following = season_book(league.season_of(YEAR + 1))
    assert following.leagues is not None
    assert following.leagues.bonus.participation.first == 9
