"""Reports: taken in once, compared, matched, held, contested, voided, corrected."""

from datetime import timedelta

import pytest
from tests.answers import answer
from tests.services.eventlog.table_driver import AtTheTable, entered
from tests.services.reports.report_builder import (
    NAMES,
    director,
    file_from_elsewhere,
    finished,
    listing,
    took,
)
from tests.world import NOW

from padd.core.refusal import Refusal, RefusalError
from padd.services import reports
from padd.services.access.actors import SYSTEM
from padd.services.ratings import ratings
from padd.services.refusal import NotAllowed, NotFound
from padd.services.reports import ReportSource, ReportState
from padd.services.reports.outcome import finished_event_view
from padd.services.reports.status import set_state
from padd.store.models.eventlog import AuditEntry, EventAction, Placing
from padd.store.models.events import Directorship, Event
from padd.store.models.people import Person
from padd.store.models.ratings import Played
from padd.store.models.reports import PlayerMatch, Report
from padd.store.queries.eventlog import recently_finished_events
from padd.store.queries.ratings.career_results import head_to_head
from padd.store.queries.ratings.careers import rating_changes

pytestmark = pytest.mark.usefixtures("data_folder")

WEEK = timedelta(days=7)


@pytest.mark.req("RATE-5")
@pytest.mark.req("RATE-7")
def test_an_event_run_here_is_reported_with_one_press_and_rated(world):
    day = finished()

    done = took(reports.submit_report(event_id=day.id, by=SYSTEM, now=day.now, create=True))

    assert done.state is ReportState.PROCESSED
    assert world.row(day.id).state == "processed"
    page = ratings.rating_list(by=SYSTEM, now=day.now, edition="2E")
    assert page.total == len(NAMES)
    assert sum(line.rating for line in page.lines) == pytest.approx(1500 * 4)
    (best, *_) = page.lines
    changes = rating_changes(best.person)
    assert changes[0].after == best.rating
    assert changes[0].before == 1500
    total = sum(game.change for game in changes[0].games)
    assert total == pytest.approx(best.rating - 1500)
    assert {game.k for game in changes[0].games} == {16}


@pytest.mark.req("R13")
def test_a_second_submission_changes_nothing_and_says_so(world):
    day = finished()
    first = took(reports.submit_report(event_id=day.id, by=SYSTEM, now=day.now, create=True))
    before = Report.objects.count(), AuditEntry.objects.count()

    again = took(reports.submit_report(event_id=day.id, by=SYSTEM, now=day.now))

    assert again.again
    assert again.report == first.report
    assert (Report.objects.count(), AuditEntry.objects.count()) == before


def test_an_event_that_is_not_over_is_not_reported(world):
    day = AtTheTable(NAMES, players=entered(*NAMES))

    done = answer(reports.submit_report, event_id=day.id, by=SYSTEM, now=day.now)

    assert isinstance(done, Refusal)
    assert done.code == "not-finished"


@pytest.mark.req("RATE-3")
def test_players_from_elsewhere_are_matched_or_created_by_the_answer(world):
    file, _ = file_from_elsewhere()
    event, by = listing(world)
    known = world.person("Kirk")

    done = took(reports.import_report(data=file, by=by, now=NOW, event_id=event))

    assert done.state is ReportState.PLAYERS
    asked = {one.player: one for one in done.asked}
    assert [one.public_id for one in asked["kirk"].close] == [known]
    assert not asked["gorn"].close
    answers = dict.fromkeys(NAMES, reports.NEW) | {"kirk": known}
    some = took(reports.answer_players(report=done.report, answers={"kirk": known}, by=by, now=NOW))
    assert some.state is ReportState.PLAYERS
    last = took(reports.answer_players(report=done.report, answers=answers, by=by, now=NOW))
    assert last.state is ReportState.HELD
    assert PlayerMatch.objects.get(player="kirk").person.public_id == known
    assert Person.objects.filter(handle="Gorn").exists()
    assert not Placing.objects.filter(person=None).exists()


def test_a_new_director_is_held_and_the_coordinator_lets_it_count(world):
    file, _ = file_from_elsewhere()
    event, by = listing(world)
    done = took(reports.import_report(data=file, by=by, now=NOW, event_id=event, create=True))
    assert done.state is ReportState.HELD
    assert {one.code for one in done.reasons} == {"first-events"}
    assert ratings.rating_list(by=by, now=NOW, edition="2E").total == 0

    with pytest.raises(NotAllowed):
        reports.release_report(report=done.report, by=by, now=NOW, reason="Mine")
    far = world.official("coordinator", "australia")
    with pytest.raises(NotAllowed):
        reports.release_report(report=done.report, by=far, now=NOW, reason="Not mine")
    with pytest.raises(RefusalError):
        reports.release_report(report=done.report, by=SYSTEM, now=NOW, reason="")
    coordinator = world.official("coordinator", "europe")
    released = reports.release_report(
        report=done.report, by=coordinator, now=NOW, reason="I was there"
    )
    assert released.state is ReportState.PROCESSED
    assert ratings.rating_list(by=by, now=NOW, edition="2E").total == len(NAMES)


@pytest.mark.req("REG-10")
def test_a_listing_that_nobody_knew_is_held_with_the_reason(world):
    file, _ = file_from_elsewhere()
    by = world.member("Riker")

    done = took(reports.import_report(data=file, by=by, now=NOW, create=True))

    assert done.state is ReportState.HELD
    assert "not-listed" in {one.code for one in done.reasons}
    row = world.row(done.event)
    assert row.state == "held"
    directors = [(one.person_id, one.rank) for one in row.directorships.all()]
    assert directors == [(by.person_id, 1)]


def test_a_log_that_claims_more_than_the_listing_is_held(world):
    file, _ = file_from_elsewhere()
    event, by = listing(world)
    Event.objects.filter(public_id=event).update(edition="1E", rules="otf")

    done = took(reports.import_report(data=file, by=by, now=NOW, event_id=event, create=True))

    assert "other-game" in {one.code for one in done.reasons}


@pytest.mark.req("RATE-1", "RATE-7", "RATE-8", "AMB-60")
@pytest.mark.parametrize(
    ("later", "state"),
    [
        (timedelta(days=7), "processed"),
        (timedelta(days=7, hours=9), "processed"),
        (timedelta(days=7, hours=16), "awaiting"),
        (timedelta(days=8), "awaiting"),
    ],
)
def test_a_week_of_days_decides_whether_a_report_waits_for_the_refresh(world, later, state):
    day = finished()
    then = NOW + later

    done = took(reports.submit_report(event_id=day.id, by=SYSTEM, now=then, create=True))

    assert done.state == state
    refreshed = reports.refresh(by=SYSTEM, clock=lambda: then)
    assert refreshed is not None
    assert world.row(day.id).state == "processed"
    assert ratings.rating_list(by=SYSTEM, now=then, edition="2E").total == len(NAMES)


def test_the_same_file_twice_is_taken_in_once(world):
    file, _ = file_from_elsewhere()
    event, by = listing(world)
    first = took(reports.import_report(data=file, by=by, now=NOW, event_id=event, create=True))
    rows = EventAction.objects.count()

    again = took(
        reports.import_report(data=file, by=by, now=NOW, source=ReportSource.SENT, event_id=event)
    )

    assert again.again
    assert again.report == first.report
    assert EventAction.objects.count() == rows
    assert Event.objects.count() == 1


def test_a_tampered_log_is_refused_and_leaves_nothing(world):
    file, _ = file_from_elsewhere()
    event, by = listing(world)
    worse = file.replace(b"Khan", b"Khaan", 1)
    assert worse != file

    done = answer(reports.import_report, data=worse, by=by, now=NOW, event_id=event, create=True)

    assert isinstance(done, Refusal)
    assert not Report.objects.exists()
    assert not EventAction.objects.exists()
    assert not PlayerMatch.objects.exists()


def test_a_stranger_reports_for_no_listing_of_others(world):
    file, _ = file_from_elsewhere()
    event, _ = listing(world)

    with pytest.raises(NotAllowed):
        reports.import_report(data=file, by=world.member(), now=NOW, event_id=event, create=True)


@pytest.mark.req("RATE-12", "AMB-61")
def test_after_processing_a_longer_log_waits_for_the_department(world):
    file, longer = file_from_elsewhere(longer=True)
    event, by = listing(world)
    done = took(reports.import_report(data=file, by=by, now=NOW, event_id=event, create=True))
    reports.release_report(report=done.report, by=SYSTEM, now=NOW, reason="Good")
    rows = EventAction.objects.count()

    held = took(reports.import_report(data=longer, by=by, now=NOW, event_id=event))

    assert held.state is ReportState.HELD
    assert EventAction.objects.count() == rows
    assert world.row(event).state == "processed"
    coordinator = world.official("coordinator", "europe")
    reports.release_report(report=held.report, by=coordinator, now=NOW, reason="A typing error")
    assert EventAction.objects.count() == rows + 2
    states = dict(Report.objects.values_list("public_id", "state"))
    assert states == {done.report: "replaced", held.report: "processed"}
    assert ratings.rating_list(by=by, now=NOW, edition="2E").total == len(NAMES)


def test_a_player_contests_before_the_rating_and_it_is_looked_at(world):
    player = world.member("Kirk")
    day = finished(players=(*entered(*NAMES[1:]),))
    late = NOW + timedelta(days=9)
    row = world.row(day.id)
    person = Person.objects.get(pk=player.person_id)
    PlayerMatch.objects.create(event=row, player="khan", person=person, how="answer")
    done = took(reports.submit_report(event_id=day.id, by=SYSTEM, now=late, create=True))
    assert done.state is ReportState.AWAITING

    with pytest.raises(NotFound):
        reports.contest_result(
            event=day.id, round_=1, words="I was not there", by=world.member(), now=late
        )
    made = reports.contest_result(
        event=day.id, round_=1, words="I won that game", by=player, now=late
    )
    with pytest.raises(RefusalError):
        reports.contest_result(event=day.id, round_=1, words="I did!", by=player, now=late)
    reports.refresh(by=SYSTEM, clock=lambda: late)
    assert world.row(day.id).state == "held"
    reports.settle_contest(contest=made, by=SYSTEM, now=late, answer="The card says no")
    assert world.row(day.id).state == "awaiting-processing"
    reports.refresh(by=SYSTEM, clock=lambda: late)
    assert world.row(day.id).state == "processed"
    with pytest.raises(RefusalError) as refused:
        reports.contest_result(event=day.id, round_=1, words="No!", by=player, now=late)
    assert refused.value.codes == ("said-before",)


def test_what_is_voided_is_off_the_lists_and_on_record(world):
    day = finished()
    reports.submit_report(event_id=day.id, by=SYSTEM, now=NOW, create=True)
    with pytest.raises(NotAllowed):
        reports.void_event(event=day.id, by=world.member(), now=NOW, reason="I lost")

    reports.void_event(event=day.id, by=SYSTEM, now=NOW, reason="Nobody was there")

    assert ratings.rating_list(by=SYSTEM, now=NOW, edition="2E").total == 0
    assert world.row(day.id).state == "voided"
    (entry,) = AuditEntry.objects.filter(after__state="voided")
    assert entry.reason == "Nobody was there"


def test_one_game_is_rated_in_another_way(world):
    day = finished()
    reports.submit_report(event_id=day.id, by=SYSTEM, now=NOW, create=True)
    page = ratings.rating_list(by=SYSTEM, now=NOW, edition="2E")
    winner = page.lines[0].person
    game = rating_changes(winner)[0].games[0]

    reports.correct_rating(
        event=day.id,
        by=SYSTEM,
        now=NOW,
        reason="The deck was not legal",
        round_=game.round,
        first=winner,
        second=game.opponent,
        score=0.0,
    )

    changed = rating_changes(winner)[0].games[0]
    assert (game.score, changed.score) == (1.0, 0.0)
    meeting = head_to_head(winner, game.opponent).meetings[0]
    assert meeting.score == 1.0


def test_a_correction_that_waits_leaves_the_event_processed(world):
    day = finished()
    reports.submit_report(event_id=day.id, by=SYSTEM, now=NOW, create=True)
    row = world.row(day.id)
    later = Report.objects.create(
        event=row,
        head="another",
        sequence=99,
        source=ReportSource.FILE,
        state=ReportState.PLAYERS,
        by="somebody",
        at=NOW,
    )

    set_state(later, ReportState.HELD, by=SYSTEM, now=NOW)

    assert world.row(day.id).state == "processed"


def test_events_as_second_director_are_no_events_directed(world):
    event, by = listing(world)
    for number in range(3):
        day = finished(name=f"Earlier {number}")
        reports.submit_report(event_id=day.id, by=SYSTEM, now=NOW, create=True)
        Directorship.objects.filter(event=world.row(day.id)).delete()
        Directorship.objects.create(event=world.row(day.id), person_id=by.person_id, rank=2)
    file, _ = file_from_elsewhere()

    done = took(reports.import_report(data=file, by=by, now=NOW, event_id=event, create=True))

    (reason,) = [one for one in done.reasons if one.code == "first-events"]
    assert "0 processed events" in str(reason.message)


def _processed_with(world, player, **more):
    """Play and report an event in which somebody with an account has played."""
    day = finished(players=(*entered(*NAMES[1:]),), **more)
    person = Person.objects.get(pk=player.person_id)
    PlayerMatch.objects.create(event=world.row(day.id), player="khan", person=person, how="answer")
    took(reports.submit_report(event_id=day.id, by=SYSTEM, now=NOW, create=True))
    return day


@pytest.mark.req("RATE-7")
def test_a_contest_takes_a_processed_event_out_of_the_ratings_until_it_is_decided(world):
    player = world.member("Kirk")
    day = _processed_with(world, player)
    rated = ratings.rating_list(by=SYSTEM, now=NOW, edition="2E").total

    made = reports.contest_result(event=day.id, round_=1, words="I won", by=player, now=NOW)
    struck = ratings.rating_list(by=SYSTEM, now=NOW, edition="2E").total
    state = world.row(day.id).state
    reports.settle_contest(contest=made, by=SYSTEM, now=NOW, answer="The card says no")

    assert (rated, struck, state) == (4, 0, "held")
    assert world.row(day.id).state == "processed"
    assert ratings.rating_list(by=SYSTEM, now=NOW, edition="2E").total == rated


def test_weeks_after_processing_a_result_is_contested_no_longer(world):
    player = world.member("Kirk")
    day = _processed_with(world, player)
    late = NOW + timedelta(days=15)

    with pytest.raises(RefusalError) as refused:
        reports.contest_result(event=day.id, round_=1, words="I won", by=player, now=late)

    assert refused.value.codes == ("already-rated",)


def test_nobody_who_directs_or_plays_answers_a_contest_there(world):
    player = world.member("Kirk")
    day = _processed_with(world, player)
    made = reports.contest_result(event=day.id, round_=1, words="I won", by=player, now=NOW)
    by = director(world, day.id)
    official = world.official("director-of-organized-play")
    Directorship.objects.create(event=world.row(day.id), person_id=official.person_id, rank=2)

    with pytest.raises(NotAllowed):
        reports.settle_contest(contest=made, by=by, now=NOW, answer="No")
    with pytest.raises(RefusalError) as refused:
        reports.settle_contest(contest=made, by=official, now=NOW, answer="No")

    assert refused.value.codes == ("own-event",)


def test_an_official_who_played_there_does_not_answer_a_contest(world):
    player, official = (world.member("Kirk"), world.official("director-of-organized-play"))
    day = finished(players=(*entered(*NAMES[1:]),))
    for name, person in (("khan", player.person_id), ("spock", official.person_id)):
        PlayerMatch.objects.create(
            event=world.row(day.id), player=name, person_id=person, how="answer"
        )
    took(reports.submit_report(event_id=day.id, by=SYSTEM, now=NOW, create=True))
    made = reports.contest_result(event=day.id, round_=1, words="I won", by=player, now=NOW)

    with pytest.raises(RefusalError) as refused:
        reports.settle_contest(contest=made, by=official, now=NOW, answer="No")

    assert refused.value.codes == ("own-event",)


def test_an_event_is_held_until_every_contest_is_answered(world):
    player = world.member("Kirk")
    day = _processed_with(world, player)
    first, second = (
        reports.contest_result(event=day.id, round_=number, words="No", by=player, now=NOW)
        for number in (1, 2)
    )

    reports.settle_contest(contest=second, by=SYSTEM, now=NOW, answer="The card says no")
    between = world.row(day.id).state
    reports.settle_contest(contest=first, by=SYSTEM, now=NOW, answer="The card says no")

    assert (between, world.row(day.id).state) == ("held", "processed")


def _won_again_and_again(winner, directors, world, *, lost=0):
    """Let somebody win one event of each director; tell which ones are looked at."""
    codes = []
    for number, by in enumerate(directors):
        day = finished(name=f"Evening {number}", players=entered(*NAMES))
        first = finished_event_view(event=day.id, by=SYSTEM, now=NOW).order[0]
        row = world.row(day.id)
        PlayerMatch.objects.create(
            event=row, player=first, person_id=winner.person_id, how="answer"
        )
        Directorship.objects.filter(event=row).delete()
        Directorship.objects.create(event=row, person_id=by.person_id, rank=1)
        done = took(reports.submit_report(event_id=day.id, by=by, now=NOW, create=True))
        codes.append("winning-run" in {one.code for one in done.reasons})
        reports.release_report(report=done.report, by=SYSTEM, now=NOW, reason="Good")
        Played.objects.filter(person_id=winner.person_id).update(lost=lost)
    return codes


def test_one_winner_of_event_after_event_of_a_director_is_looked_at(world):
    by, winner = world.member("Riker"), world.member("Kirk")

    codes = _won_again_and_again(winner, [by] * 5, world)

    assert codes == [False, False, False, True, True]


def test_a_winner_at_several_directors_or_with_a_loss_is_not_looked_at(world):
    one, other = world.member("Riker"), world.member("Troi")

    travelled = _won_again_and_again(world.member("Kirk"), [one, other] * 2, world)
    beaten = _won_again_and_again(world.member("Sulu"), [one] * 4, world, lost=1)

    assert not any(travelled)
    assert not any(beaten)


@pytest.mark.req("RATE-7")
def test_a_report_from_before_the_start_is_held_and_no_latest_result(world):
    file, _ = file_from_elsewhere()
    event, by = listing(world)
    tomorrow = NOW + timedelta(days=1)
    Event.objects.filter(public_id=event).update(starts_at=tomorrow)

    done = took(reports.import_report(data=file, by=by, now=NOW, event_id=event, create=True))

    assert done.state is ReportState.HELD
    assert "not-begun" in {one.code for one in done.reasons}
    for processed in (True, False):
        assert recently_finished_events(now=NOW, processed=processed) == ()
    begun = recently_finished_events(now=tomorrow, processed=True)
    assert begun == ()
    assert len(recently_finished_events(now=tomorrow, processed=False)) == 1
