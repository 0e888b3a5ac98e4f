"""Who is written to about a report: the desk, the director, the players concerned."""

from __future__ import annotations

import pytest
from tests.services.reports.report_builder import file_from_elsewhere, finished, listing, took
from tests.world import NOW

from padd.core.refusal import RefusalError
from padd.services import reports
from padd.services.access.actors import SYSTEM, Actor
from padd.services.eventlog import automatic_backup
from padd.store.models.events import Event
from padd.store.models.people import Account, Person
from padd.store.models.reports import PlayerMatch, Report

Letters = list[tuple[str, str]]


@pytest.fixture(autouse=True)
def _surroundings(data_folder, settings):
    settings.URL = "https://padd.example"


@pytest.fixture
def letters(django_capture_on_commit_callbacks, mailoutbox, monkeypatch):
    """Return what is written to whom while something is done."""
    # A copy of the database would wait for the transaction of the test.
    monkeypatch.setattr(automatic_backup, "backup_folders", tuple)

    def written(act):
        mailoutbox.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return sorted((one.to[0], f"{one.subject}\n{one.body}") for one in mailoutbox)

    return written


def address(actor):
    return Account.objects.get(pk=actor.account_id).email


def held(world):
    """Upload a report that is held; return it, its event and the director."""
    file, _ = file_from_elsewhere()
    event, by = listing(world)
    done = took(reports.import_report(data=file, by=by, now=NOW, event_id=event, create=True))
    return done.report, event, by


def plays(actor, event, player):
    """Let somebody with an account be a player of an event."""
    row = Event.objects.get(public_id=event)
    PlayerMatch.objects.filter(event=row, player=player).delete()
    person = Person.objects.get(pk=actor.person_id)
    PlayerMatch.objects.create(event=row, player=player, person=person, how="answer")


def test_the_desk_of_the_area_and_the_director_hear_of_a_held_report(world, letters):
    desk = world.official("coordinator", "europe")
    far = world.official("coordinator", "australia")
    found: list[Actor] = []

    said = dict(letters(lambda: found.append(held(world)[2])))

    assert set(said) == {address(desk), address(found[0])}
    assert address(far) not in said
    assert "The director has 0 processed events so far." in said[address(desk)]
    assert "https://padd.example/desk/reports/" in said[address(desk)]
    assert "review it before it counts" in " ".join(said[address(found[0])].split())


@pytest.mark.parametrize(
    ("act", "words"),
    [(reports.release_report, "counts"), (reports.send_report_back, "was sent back")],
)
def test_the_director_hears_what_was_decided_and_why(world, letters, act, words):
    report, _, by = held(world)

    ((to, text),) = letters(lambda: act(report=report, by=SYSTEM, now=NOW, reason="I was there"))

    assert to == address(by)
    assert words in text
    assert "I was there" in text


def test_a_contest_goes_to_desk_and_director_and_its_answer_to_the_player(world, letters):
    _, event, by = held(world)
    desk, player = world.official("coordinator", "europe"), world.member("Jim")
    plays(player, event, "kirk")
    made: list[str] = []

    def contest():
        made.append(
            reports.contest_result(event=event, round_=1, words="I won that", by=player, now=NOW)
        )

    raised = dict(letters(contest))
    answered = letters(
        lambda: reports.settle_contest(contest=made[0], by=desk, now=NOW, answer="The card says so")
    )

    assert set(raised) == {address(desk), address(by)}
    assert "I won that" not in "".join(raised.values())
    assert [to for to, _ in answered] == [address(player)]
    assert "The card says so" in answered[0][1]


def test_everybody_concerned_hears_that_an_event_is_voided_and_counts_again(world, letters):
    report, event, by = held(world)
    player = world.member("Jim")
    plays(player, event, "kirk")
    reports.release_report(report=report, by=SYSTEM, now=NOW, reason="Good")

    void = letters(
        lambda: reports.void_event(event=event, by=SYSTEM, now=NOW, reason="Nobody came")
    )
    again = letters(
        lambda: reports.reinstate_event(event=event, by=SYSTEM, now=NOW, reason="They did")
    )

    concerned = sorted([address(by), address(player)])
    assert [to for to, _ in void] == concerned
    assert [to for to, _ in again] == concerned
    assert "Nobody came" in void[0][1]
    assert "counts again" in again[0][1]


def test_the_two_of_a_game_hear_that_it_is_rated_otherwise(world, letters):
    report, event, by = held(world)
    one, other = world.member("Jim"), world.member("Noonien")
    plays(one, event, "kirk")
    plays(other, event, "khan")
    reports.release_report(report=report, by=SYSTEM, now=NOW, reason="Good")

    said = letters(
        lambda: reports.correct_rating(
            event=event,
            by=SYSTEM,
            now=NOW,
            reason="The deck was not legal",
            round_=1,
            first=Person.objects.get(pk=one.person_id).public_id,
            second=Person.objects.get(pk=other.person_id).public_id,
            score=0.5,
        )
    )

    assert [to for to, _ in said] == sorted(map(address, (one, other, by)))
    assert "The deck was not legal" in said[0][1]


def test_a_laptop_writes_to_nobody(world, letters):
    day = finished()

    said = letters(lambda: reports.submit_report(event_id=day.id, by=SYSTEM, now=NOW, create=True))

    assert said == []


def test_what_is_contested_does_not_count_before_it_is_answered(world):
    report, event, _ = held(world)
    player = world.member("Jim")
    plays(player, event, "kirk")
    made = reports.contest_result(event=event, round_=2, words="I won that", by=player, now=NOW)

    with pytest.raises(RefusalError, match="contested round 2"):
        reports.release_report(report=report, by=SYSTEM, now=NOW, reason="Good")
    reports.settle_contest(contest=made, by=SYSTEM, now=NOW, answer="It stands")
    done = reports.release_report(report=report, by=SYSTEM, now=NOW, reason="Good")

    assert done.state == "processed"


@pytest.mark.req("R13")
def test_what_was_sent_back_may_come_again_and_is_still_one_report(world):
    file, _ = file_from_elsewhere()
    event, by = listing(world)

    def brought():
        return took(reports.import_report(data=file, by=by, now=NOW, event_id=event, create=True))

    first = brought()
    reports.send_report_back(report=first.report, by=SYSTEM, now=NOW, reason="Which venue?")
    second, third = brought(), brought()

    assert (second.state, second.again) == ("held", False)
    assert (third.report, third.again) == (first.report, True)
    assert Report.objects.count() == 1


def test_players_hear_at_once_of_a_held_report_and_not_again_after_a_contest(world, letters):
    file, _ = file_from_elsewhere()
    event, by = listing(world)
    player, desk = world.member("Jim"), world.official("coordinator", "europe")
    plays(player, event, "kirk")

    def arrive():
        took(reports.import_report(data=file, by=by, now=NOW, event_id=event, create=True))

    def contest_and_settle():
        made = reports.contest_result(event=event, round_=1, words="I won that", by=player, now=NOW)
        reports.settle_contest(contest=made, by=desk, now=NOW, answer="The card says so")

    arrived = dict(letters(arrive))
    later = dict(letters(contest_and_settle))

    assert arrived[address(player)].startswith("Your results: ")
    assert "/report/check/" in arrived[address(player)]
    assert later[address(player)].startswith("Answer on round 1")
