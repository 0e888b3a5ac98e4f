"""A coordinator sees a correction beside the report: games, places, ratings, reason."""

from datetime import timedelta

import pytest
from django.test import Client
from tests.services.eventlog.table_driver import AtTheTable, entered, p, settings
from tests.world import NOW

from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.finish import EventFinished, EventReopened
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Ending, Match, Player, Round
from padd.presentation.formats.presenter import standings_view
from padd.presentation.reports import corrections
from padd.presentation.reports.corrections import ComparedSide, correction_view
from padd.rulebooks.loader import rulebook
from padd.services import reports
from padd.services.access import api_tokens
from padd.services.access.actors import SYSTEM
from padd.services.ratings import ratings
from padd.services.refusal import NotFound
from padd.services.reports import ReportOutcome, ReportState
from padd.services.reports.corrections import correction_of
from padd.store.models.events import Directorship, Event
from padd.store.models.people import Account, Person, Region
from padd.store.models.ratings import Rating
from padd.store.models.reports import Report
from padd.store.queries.ratings.careers import rating_changes

pytestmark = pytest.mark.usefixtures("data_folder")

NAMES = ("kirk", "khan", "spock", "gorn")
SWAPPED = "I typed the two scores the wrong way round."


def played(starts, name):
    """Play and report an event, so many days ago."""
    at = NOW - timedelta(days=starts)
    day = AtTheTable(
        NAMES,
        name=name,
        players=tuple(Player(id=p(one), name=one.title(), handle=one.title()) for one in NAMES),
        starts=at.isoformat(),
        registered=(at - timedelta(days=10)).isoformat(),
    )
    for _ in range(3):
        day.play_round()
    day.do(EventFinished(), expected=day.sequence)
    return day


def processed(starts, name, **more):
    day = played(starts, name)
    done = reports.submit_report(event_id=day.id, by=SYSTEM, now=NOW, create=True, **more)
    assert isinstance(done, ReportOutcome)
    assert done.state is ReportState.PROCESSED
    return day


def corrected(world, day):
    """Turn the first game around and report it, as a director without an office."""
    day.do(EventReopened(), reason="A wrong score")
    table = next(iter(day.state.played[0].tables.values()))
    assert table.match is not None
    first, second = table.match.scores or (0, 0)
    outcome = GameOutcome(ending=Ending.TIME, scores=(second, first))
    turned = ResultCorrected(number=1, table=table.number, outcome=outcome)
    day.do(turned, reason=SWAPPED)
    day.do(EventFinished(), expected=day.sequence)
    germany = Region.objects.get(slug="germany")
    Event.objects.filter(public_id=day.id).update(region=germany)
    by = world.member("Riker")
    Directorship.objects.create(event=world.row(day.id), person_id=by.person_id, rank=1)
    done = reports.submit_report(event_id=day.id, by=by, now=NOW + timedelta(days=1))
    assert isinstance(done, ReportOutcome)
    assert done.state is ReportState.HELD
    return done.report


def compared(report, by=SYSTEM):
    return correction_view(correction_of(report=report, by=by, now=NOW))


@pytest.mark.req("RATE-12", "AMB-61")
def test_what_the_comparison_promises_is_what_accepting_does(world):
    day = processed(6, "Bohemia Regional")
    later = processed(3, "Moravia Spring Cup")
    report = corrected(world, day)
    before = {line.person: line.rating for line in _list()}

    view = compared(report)
    assert {line.person: line.rating for line in _list()} == before
    reports.release_report(report=report, by=SYSTEM, now=NOW, reason="Both cards say so")

    (game,) = view.games
    assert (game.round, game.what) == (1, "Winner changed")
    assert game.before is not None
    assert game.after is not None
    assert game.before.score != game.after.score
    assert view.games_in_all == 6
    assert [line.reason for line in view.reasons] == ["A wrong score", SWAPPED, "", ""]
    assert all(line.up is line.difference.startswith("+") for line in view.ratings)
    assert view.later_events == 1
    after = {line.handle: f"{_after(line.person, day.id):.2f}" for line in _list()}
    promised = {line.name: line.corrected[1] for line in view.ratings}
    assert promised
    assert promised == {name: after[name] for name in promised}
    assert view.largest_later != "0.00"
    assert later.id != day.id


def test_whoever_moves_up_gains_places():
    def table(*scores):
        game = Match(players=(p("a"), p("b")), ending=Ending.TIME, scores=scores)  # type: ignore[arg-type]
        event = settings(players=entered("a", "b"), rounds=(Round(number=1, matches=(game,)),))
        return standings_view(event, rulebook(event.rulebook))

    names = {p("a"): "Ada", p("b"): "Ben"}
    changed = corrections._places(table(60, 40), table(40, 60), names)

    moves = {one.name: (one.before[0], one.after[0], one.moves) for one in changed}
    assert moves == {"Ada": ("1", "2", -1), "Ben": ("2", "1", 1)}


def test_a_game_that_came_or_went_is_called_so():
    one = ComparedSide(("Kirk", "Khan"), 0, "60–40", "")
    other = ComparedSide(("Kirk", "Khan"), 0, "60–45", "")

    said = [
        corrections._what(before, after)
        for before, after in ((None, one), (one, None), (one, other))
    ]

    assert said == ["Game added", "Game removed", "Score changed"]


def _list():
    return ratings.rating_list(by=SYSTEM, now=NOW, edition="2E").lines


def _after(person, event):
    return next(
        line.after
        for line in rating_changes(person)
        if line.event == event and line.series.list == "constructed"
    )


def test_only_those_who_decide_may_compare(world):
    report = corrected(world, processed(6, "Bohemia Regional"))

    with pytest.raises(NotFound):
        compared(report, world.official("coordinator", "australia"))
    assert compared(report, world.official("coordinator", "europe")).games


def test_nothing_is_written_by_looking(world):
    report = corrected(world, processed(6, "Bohemia Regional"))
    before = Rating.objects.count(), Report.objects.get(public_id=report).state

    compared(report)

    assert (Rating.objects.count(), Report.objects.get(public_id=report).state) == (before)


def test_the_page_shows_both_sides_and_decides(world):
    report = corrected(world, processed(6, "Bohemia Regional"))
    coordinator = world.official("coordinator", "europe")
    desk = Client(headers={"host": "localhost"})
    desk.force_login(
        Account.objects.get(pk=coordinator.account_id),
        backend="allauth.account.auth_backends.AuthenticationBackend",
    )

    inbox = desk.get("/desk/reports/").content.decode()
    page = desk.get(f"/desk/reports/{report}/").content.decode()
    address = f"/desk/reports/{report}/decide/"
    silent = desk.post(address, {"do": "release", "from": "correction", "reason": ""})
    done = desk.post(address, {"do": "release", "reason": "Both cards say so"})

    assert f"/desk/reports/{report}/" in inbox
    for words in ("As reported", "Corrected", "Winner changed", SWAPPED):
        assert words in page
    assert silent.status_code == 422
    assert "Changed games" in silent.content.decode()
    assert done.status_code == 302
    assert Report.objects.get(public_id=report).state == ReportState.PROCESSED


def test_a_program_reads_the_same_comparison(world):
    report = corrected(world, processed(6, "Bohemia Regional"))
    coordinator = world.official("coordinator", "europe")
    made = api_tokens.create_token(
        by=coordinator, now=NOW, label="desk", scopes=(api_tokens.Scope.REPORT,), days=9
    )

    answer = Client().get(
        f"/api/v1/reports/{report}/correction",
        headers={"host": "localhost", "authorization": f"Bearer {made.secret}"},
    )

    assert answer.status_code == 200, answer.content
    assert answer.json()["correction"]["games"][0]["what"] == "Winner changed"


def test_players_hear_of_a_correction_that_was_made_on_this_console(
    world, mailoutbox, django_capture_on_commit_callbacks
):
    day = processed(6, "Bohemia Regional")
    report = corrected(world, day)
    person = Person.objects.get(handle=NAMES[0].title())
    Account.objects.create(email="played@example.org", person=person)

    with django_capture_on_commit_callbacks(execute=True):
        reports.release_report(report=report, by=SYSTEM, now=NOW, reason="Both cards say so")

    told = {mail.to[0]: mail.subject for mail in mailoutbox}
    assert told["played@example.org"] == "The results of Bohemia Regional were corrected"
