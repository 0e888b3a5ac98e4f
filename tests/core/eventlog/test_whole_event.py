import re
from pathlib import Path

import pytest
from tests.core.eventlog.event_builder import ADA, SCOTTY, Day, day_of, p, settings, timed, won

from padd.core.event_file import read_event, write_event
from padd.core.eventlog.actions.action import Action, kind_of_action
from padd.core.eventlog.actions.clock import (
    ClockEnded,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClockWarned,
    ExtraTimeGiven,
)
from padd.core.eventlog.actions.director_results import (
    ResultCorrected,
    ResultDecided,
    ResultDelayed,
    ResultEntered,
)
from padd.core.eventlog.actions.finish import EventFinished, EventReopened, EventReported, NoteAdded
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered, TableFixed
from padd.core.eventlog.actions.publication import RoundPublished, RoundUnpublished
from padd.core.eventlog.actions.result_claims import ResultConfirmed, ResultDisputed, ResultReported
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.log import action_kinds
from padd.core.eventlog.log.action_kinds import (
    KINDS,
    UnknownActionError,
    action_payload,
    decode_action,
)
from padd.core.eventlog.log.log import append_entry
from padd.core.eventlog.state.actor import LogActor, Role, parse_actor
from padd.core.eventlog.state.event_state import Stage
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.table import GameOutcome, ResultSource, ResultStatus
from padd.core.eventlog.state.time_limits import minutes_of_round, time_warnings
from padd.core.model import DeckFormat, Ending
from padd.core.pairing.next_round import pairing_field
from padd.core.refusal import Refusal
from padd.core.validation.consistency import check_facts
from padd.rulebooks.loader import rulebook

FOUR = ["kirk", "khan", "spock", "gorn"]


@pytest.mark.req("SWISS-7", "SWISS-39", "SWISS-98", "SWISS-100")
def test_an_ordinary_day_leads_from_step_to_step_to_its_final_table():
    day = day_of(FOUR, here=False, rounds_planned=2)
    seen = [day.step().code]
    day.do(CheckedIn(players=tuple(map(p, FOUR))))
    seen.append(day.step().code)
    for number in (1, 2):
        day.draw(number)
        seen.append(day.step().code)
        day.do(RoundPublished(number=number))
        seen.append(day.step().code)
        day.do(ClockStarted(number=number))
        seen.append(day.step().code)
        day.enter_all()
        seen.append(day.step().code)
        day.do(RoundClosed(number=number))
        seen.append(day.step().code)
    day.do(EventFinished())
    seen.append(day.step().code)
    day.do(EventReported())
    seen.append(day.step().code)

    assert seen == [
        *("check-in", "pair"),
        *("publish", "start-clock", "results", "close-round", "pair"),
        *("publish", "start-clock", "results", "close-round", "finish"),
        *("report", "done"),
    ]
    assert check_facts(event_facts(day.state), day.book).reported is not None


def test_facts_are_the_event_that_the_event_file_holds():
    day = day_of(FOUR).play_round()

    event = event_facts(day.state)

    read = read_event(write_event(event), book_of=rulebook)
    assert read == event
    assert [player.id for player in read.players] == FOUR


@pytest.mark.req("SWISS-39")
def test_a_result_counts_once_the_opponent_confirms_it():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    said = timed(60, 40)

    day.do(ResultReported(number=1, table=1, outcome=said), by=one)

    assert day.status(one) is ResultStatus.REPORTED
    day.do(ResultConfirmed(number=1, table=1, outcome=said), by=two)
    assert day.status(one) is ResultStatus.CONFIRMED
    assert day.table_of(one).saved[-1].how is ResultSource.AGREED
    assert event_facts(day.state).rounds[0].matches[0].scores == (60, 40)


@pytest.mark.req("SWISS-39")
def test_two_reports_that_agree_count_and_two_that_differ_are_a_dispute():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    three, four = day.round.tables[2].players

    for player in (one, two):
        outcome = timed(60, 40)
        day.do(ResultReported(number=1, table=1, outcome=outcome), by=player)
    day.do(ResultReported(number=1, table=2, outcome=timed(60, 40)), by=three)
    day.do(ResultReported(number=1, table=2, outcome=timed(60, 45)), by=four)

    assert day.status(one) is ResultStatus.CONFIRMED
    assert day.status(three) is ResultStatus.DISPUTED
    assert day.step().code == "decide"
    assert day.step().tables == (2,)


def test_reports_that_say_the_same_in_other_words_agree():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    named = GameOutcome(ending=Ending.TIME, scores=(60, 40), winner=one)

    day.do(ResultReported(number=1, table=1, outcome=timed(60, 40)), by=one)
    day.do(ResultReported(number=1, table=1, outcome=named), by=two)

    match = event_facts(day.state).rounds[0].matches[0]
    assert (day.status(one), match.winner) == (ResultStatus.CONFIRMED, one)


def test_who_changes_a_report_can_still_settle_a_dispute():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    day.do(ResultReported(number=1, table=1, outcome=timed(60, 40)), by=one)
    day.do(ResultReported(number=1, table=1, outcome=timed(60, 45)), by=two)

    day.do(ResultReported(number=1, table=1, outcome=timed(60, 45)), by=one)

    assert day.status(one) is ResultStatus.CONFIRMED


def test_nobody_confirms_what_was_changed_meanwhile():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    day.do(ResultReported(number=1, table=1, outcome=timed(60, 40)), by=one)
    day.do(ResultReported(number=1, table=1, outcome=timed(60, 45)), by=one)
    stale = ResultConfirmed(number=1, table=1, outcome=timed(60, 40))

    said = day.refused(stale, by=two)

    assert said.code == "changed-meanwhile"
    assert "60–45" in str(said.message)


def test_a_player_reports_at_the_own_table_only():
    day = day_of(FOUR).publish()
    one, three = day.round.tables[1].players[0], day.round.tables[2].players[0]
    report = ResultReported(number=1, table=1, outcome=timed(60, 40))

    assert day.refused(report, by=three).code == "not-your-table"
    assert day.refused(report, by="stranger").code == "not-your-table"
    own = ResultConfirmed(number=1, table=1, outcome=timed(60, 40))
    day.do(report, by=one)
    assert day.refused(own, by=one).code == "nothing-reported"
    assert day.refused(RoundClosed(number=1), by=one).code == "not-yours"


def test_a_player_cannot_say_what_only_the_director_can():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    missed = GameOutcome(ending=Ending.MISSED, absent=(two,))

    said = day.refused(ResultReported(number=1, table=1, outcome=missed), by=one)

    assert said.code == "director-decides"


def test_the_director_decides_a_dispute_with_both_versions_at_hand():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    day.do(ResultReported(number=1, table=1, outcome=timed(60, 40)), by=one)
    day.do(ResultDisputed(number=1, table=1, outcome=timed(60, 45)), by=two)
    table = day.table_of(one)
    assert [claim.player for claim in table.claims] == [one, two]
    confirm = ResultConfirmed(number=1, table=1, outcome=timed(60, 40))
    assert day.refused(confirm, by=ADA).code == "disputed"

    day.do(ResultDecided(number=1, table=1, outcome=timed(60, 45)), reason="Heard both")

    saved = day.table_of(one).saved[-1]
    assert (saved.how, saved.reason) == (ResultSource.DECIDED, "Heard both")


def test_a_dispute_without_a_version_waits_for_the_director():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    dispute = ResultDisputed(number=1, table=1)
    assert day.refused(dispute, by=two).code == "nothing-reported"
    day.do(ResultReported(number=1, table=1, outcome=timed(60, 40)), by=one)

    day.do(dispute, by=two)

    assert day.status(one) is ResultStatus.DISPUTED


def test_a_result_is_entered_once_and_corrected_after_that():
    day = day_of(FOUR).publish().enter(1, 1, timed(60, 40))
    again = ResultEntered(number=1, table=1, outcome=timed(60, 45))
    right = ResultCorrected(number=1, table=1, outcome=timed(60, 45))

    assert day.refused(again).code == "already-saved"
    assert day.refused(right).code == "reason-missing"
    day.do(right, reason="Misread the card")

    table = day.round.tables[1]
    assert [saved.how for saved in table.saved] == [ResultSource.ENTERED, ResultSource.CORRECTED]
    assert table.saved[-1].before is not None
    assert table.match is not None
    assert table.match.scores == (60, 45)


def test_a_correction_of_something_else_than_was_seen_is_refused():
    day = day_of(FOUR).publish().enter(1, 1, timed(60, 40))
    first = ResultCorrected(number=1, table=1, outcome=timed(60, 45))
    day.do(first, by=ADA, reason="Misread")

    said = day.refused(
        ResultCorrected(number=1, table=1, outcome=timed(65, 40), instead_of=timed(60, 40)),
        reason="Misread",
    )

    assert said.code == "changed-meanwhile"
    assert "ada saved table 1" in str(said.message)


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (GameOutcome(), "ending-missing"),
        (GameOutcome(ending=Ending.COMPLETE, scores=(100, 0)), "winner-missing"),
        (won("nobody"), "winner-did-not-play"),
        (GameOutcome(ending=Ending.TIME), "scores-missing"),
        (GameOutcome(ending=Ending.TIME, scores=(10**6, 0)), "absurd-score"),
        (GameOutcome(ending=Ending.QUIT), "ending-unknown-to-rulebook"),
        (GameOutcome(ending=Ending.DELAYED), "delayed"),
        (GameOutcome(ending=Ending.UNPLAYED), "unplayed"),
    ],
)
def test_results_that_cannot_be_true_are_refused(outcome, code):
    day = day_of(FOUR).publish()

    said = day.refused(ResultEntered(number=1, table=1, outcome=outcome))

    assert said.code == code


def test_a_round_is_published_once():
    day = day_of(FOUR).draw()
    publish = RoundPublished(number=1)

    day.do(publish)

    assert day.refused(publish, by=ADA).code == "already-published"
    assert day.refused(RoundPublished(number=2)).code == "no-draft"


def test_the_next_round_waits_for_results_unless_they_are_delayed():
    day = day_of(FOUR).publish().enter(1, 1, timed(60, 40))

    waiting = propose_round(day.state, day.book, seed=2)

    assert isinstance(waiting, Refusal)
    assert str(waiting.message) == "Round 2 is waiting for table 2."
    assert str(waiting.way_out) == "Decide it, or mark it delayed."
    day.do(ResultDelayed(number=1, table=2)).draw(2)
    assert day.round.draw is not None
    assert day.round.draw["open"] == [list(day.state.rounds[0].tables[2].players)]


@pytest.mark.req("ONL-25", "AMB-11")
def test_a_delayed_game_is_entered_later_and_pairings_stay():
    day = day_of(FOUR).publish().enter(1, 1, timed(60, 40))
    day.do(ResultDelayed(number=1, table=2)).publish(2)
    before = event_facts(day.state).rounds[1]

    day.enter(1, 2, timed(20, 10))

    after = event_facts(day.state)
    assert after.rounds[1] == before
    assert pairing_field(after, day.book, 2).totals[after.rounds[0].matches[1].players[0]]


@pytest.mark.req("SWISS-10", "SWISS-11")
def test_the_clock_is_facts_and_warns_as_the_rulebook_says():
    day = day_of(FOUR).publish()
    day.minute = 20
    day.do(ClockPaused(number=1))
    assert day.round.clock.ends_at() is None
    day.minute = 30
    day.do(ClockResumed(number=1)).do(ClockWarned(number=1, minutes_left=30))

    clock = day.round.clock

    assert (clock.minutes, clock.paused_seconds) == (60, 600)
    assert clock.ends_at() is not None
    assert str(clock.ends_at()) == "2026-03-14 11:10:00+00:00"
    warned = [(w.minutes_left, w.halfway) for w in time_warnings(clock, day.book)]
    assert warned == [(30, True), (5, False)]
    day.do(ClockEnded(number=1))
    assert day.refused(ClockPaused(number=1)).code == "clock-not-running"


@pytest.mark.req("SWISS-12", "SWISS-13")
def test_extra_time_is_for_one_table_and_stands_in_the_file():
    day = day_of(FOUR).publish()

    day.do(ExtraTimeGiven(number=1, table=2, minutes=5), reason="Long ruling")

    assert event_facts(day.state).rounds[0].matches[1].extra_minutes == 5
    late = day.round.clock.ends_at(extra_minutes=day.round.tables[2].extra_minutes)
    assert str(late) == "2026-03-14 11:05:00+00:00"


@pytest.mark.req("SWISS-10")
def test_publishing_does_not_start_the_clock():
    day = day_of(FOUR).publish(clock=False)

    assert day.round.clock.started_at is None
    assert day.status("kirk") is ResultStatus.PUBLISHED
    day.do(ClockStarted(number=1))
    assert day.status("kirk") is ResultStatus.PLAYING
    assert day.refused(ClockStarted(number=1)).code == "clock-started"


def test_time_limits_follow_edition_rules_and_place():
    opg = rulebook("opg-5")

    assert minutes_of_round(settings(), opg) == 60
    assert minutes_of_round(settings(online=True), opg) == 75
    assert minutes_of_round(settings(rules="slipstream"), opg) == 30


@pytest.mark.req("FMT-33", "FMT-39", "AMB-113")
@pytest.mark.parametrize(
    ("book", "values", "minutes"),
    [
        ("opg-5", {"rules": "infinite-diversity"}, (30, 45)),
        ("opg-5", {}, (60, 75)),
        ("opg-4.1", {}, (45, 90)),
        ("opg-5", {"edition": "1E"}, (75, 105)),
    ],
)
def test_the_rounds_of_a_draft_have_the_time_of_their_rulebook(book, values, minutes):
    draft = {"format": DeckFormat.DRAFT, **values}
    drafts = [settings(book, online=on, **draft) for on in (False, True)]

    found = tuple(minutes_of_round(one, rulebook(book)) for one in drafts)

    assert found == minutes


@pytest.mark.req("OTF-31", "AMB-106")
@pytest.mark.parametrize(("book", "minutes"), [("opg-5", (75, 105)), ("opg-4.1", (75, 150))])
def test_a_round_of_the_beta_format_has_the_time_of_the_events_rulebook(book, minutes):
    beta = {"edition": "1E", "rules": "otf-beta-1"}
    events = [settings(book, online=on, **beta) for on in (False, True)]

    found = tuple(minutes_of_round(one, rulebook(book)) for one in events)

    assert found == minutes


@pytest.mark.req("AMB-125")
def test_a_limit_below_the_least_is_refused():
    day = Day("decipher-1998")

    short = day.refused(EventOpened(event=settings("decipher-1998"), minutes=45))

    assert short.code == "minutes-too-few"


def test_an_unpublished_round_is_a_draft_again_and_asks_twice_if_begun():
    day = day_of(FOUR).publish()
    back = RoundUnpublished(number=1)

    assert day.refused(back, reason="Wrong field").code == "game-begun"
    day.do(RoundUnpublished(number=1, even_begun=True), reason="Wrong field")

    assert day.round.stage is Stage.DRAFT
    assert event_facts(day.state).rounds == ()


@pytest.mark.req("SWISS-9")
def test_everybody_with_a_fixed_table_sits_there():
    day = day_of([f"p{n}" for n in range(8)])
    day.do(TableFixed(player=p("p3"), table=7)).draw()

    assert day.round.seats[p("p3")] == 7
    assert sorted(day.round.tables) == [1, 2, 3, 7]
    assert day.refused(TableFixed(player=p("p4"), table=7)).code == "table-taken"


def test_what_is_locked_after_the_end_and_how_it_opens_again():
    day = day_of(FOUR, rounds_planned=1).play_round()
    day.do(EventFinished())
    late = ResultCorrected(number=1, table=1, outcome=timed(10, 0))

    assert day.refused(late, reason="Late").code == "event-finished"
    day.do(EventReported())
    assert day.refused(late, reason="Late").code == "event-reported"
    day.do(NoteAdded(text="Thanks to the shop"))
    assert day.refused(EventReopened()).code == "reason-missing"
    assert day.preview(EventReopened(), reason="Card misread").level is (Level.CONFIRM_TWICE)
    day.do(EventReopened(), reason="Card misread").do(late, reason="Card misread")
    assert event_facts(day.state).reported is None
    assert day.step().code == "finish"


def test_an_event_taken_over_from_a_file_goes_on():
    before = day_of(FOUR).play_round()
    file = event_facts(before.state)
    day = Day()

    day.do(EventOpened(event=file)).play_round(2)

    assert event_facts(day.state).rounds[0] == file.rounds[0]
    assert len(day.state.rounds) == 2


def test_an_event_is_opened_once_and_under_its_own_rulebook():
    day = Day()

    assert day.refused(PlayerEntered(player=p("a"), name="A")).code == "not-opened"
    other = day.refused(EventOpened(event=settings("opg-4.1")))
    assert other.code == "wrong-rulebook"
    day.do(EventOpened(event=settings()))
    assert day.refused(EventOpened(event=settings())).code != ""


@pytest.mark.parametrize(
    "actor", [SCOTTY, ADA, LogActor(role=Role.JUDGE, person="ada", player=p("kirk"))]
)
def test_actors_are_read_as_they_are_written(actor):
    assert parse_actor(str(actor)) == actor


def test_every_action_has_a_dotted_name_of_its_own():
    folder = Path(action_kinds.__file__).parents[1]
    written = [
        tag
        for file in folder.rglob("*.py")
        for tag in re.findall(r'\btag="([^"]+)"', file.read_text(encoding="utf-8"))
    ]
    assert sorted(written) == sorted(KINDS)
    assert all("." in kind for kind in KINDS)


def test_no_two_actions_have_the_same_name():
    with pytest.raises(TypeError, match=r"note\.added"):
        type(Action)("Again", (Action,), {}, frozen=True, kw_only=True, tag="note.added")


def test_an_action_is_read_back_from_its_kind_and_data():
    act = ResultEntered(number=1, table=2, outcome=won("kirk"))

    assert decode_action(kind_of_action(act), action_payload(act)) == act
    with pytest.raises(UnknownActionError):
        decode_action("result.guessed", {})
    with pytest.raises(UnknownActionError):
        decode_action("round.closed", {"number": "one"})


def test_two_who_act_on_the_same_state_cannot_both_win():
    day = day_of(FOUR).draw()
    mine = day.entry(RoundPublished(number=1))
    day.do(RoundPublished(number=1), by=ADA)

    said = append_entry(day.log, mine, day.book)

    assert isinstance(said, Refusal)
    assert said.code == "changed-meanwhile"
    assert [e.by for e in day.log.since(mine.sequence - 1)] == [ADA]
    assert said.actions == (mine.sequence,)
