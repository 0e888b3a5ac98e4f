"""Every refusal that the other tests do not meet, in words a director can use."""

import re

import msgspec
import pytest
from tests.core.eventlog.event_builder import ADA, Day, at, day_of, p, settings, timed, won

from padd.core.eventlog.actions.action import LogEntry, acting_player
from padd.core.eventlog.actions.clock import (
    ClockEnded,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClockWarned,
    DeadlineExtended,
    ExtraTimeGiven,
    GameStarted,
)
from padd.core.eventlog.actions.director_results import (
    ResponsibilityDecided,
    ResultCorrected,
    ResultDecided,
    ResultDelayed,
    ResultEntered,
)
from padd.core.eventlog.actions.drops import Dropped, Readmitted, Reinstated
from padd.core.eventlog.actions.finish import (
    EventFinished,
    EventReported,
    FinalDecided,
    FinalSet,
    NoteAdded,
)
from padd.core.eventlog.actions.players import (
    ArrivedLate,
    CheckedIn,
    CheckInWithdrawn,
    EarnedByeDeclared,
    EarnedByeForfeited,
    PlayerAmended,
    TableFixed,
)
from padd.core.eventlog.actions.pod_scores import PodConfirmed, PodCorrected, PodScored
from padd.core.eventlog.actions.publication import RoundPublished, RoundUnpublished
from padd.core.eventlog.actions.result_claims import ResultConfirmed, ResultDisputed, ResultReported
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.rounds import (
    RoundChanged,
    RoundClosed,
    RoundDrafted,
    RoundRedrawn,
    Seating,
)
from padd.core.eventlog.actions.settings import EventAmended
from padd.core.eventlog.actions.setup import EventOpened, StaffNoted
from padd.core.eventlog.guidance.next_step import next_step
from padd.core.eventlog.log.undo import ActionRedone
from padd.core.eventlog.state.actor import LogActor, Role, log_moment
from padd.core.eventlog.state.event_state import START, Clock, LogState
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.rounds import open_tables, player_names, table_list
from padd.core.eventlog.state.table import GameOutcome, ResultClaim, ResultStatus, TableState
from padd.core.eventlog.state.time_limits import minutes_of_round, time_warnings
from padd.core.model import DeckFormat, Edition, Ending, Game, Match, PairingStyle, Round
from padd.core.refusal import Refusal
from padd.rulebooks.loader import rulebook

FOUR = ["kirk", "khan", "spock", "gorn"]
SAID = timed(60, 40)
WORDS = re.compile(r'^[A-Z0-9"].*[.?]$', re.DOTALL)


def said_well(found):
    """Return the code of a refusal whose words are whole sentences."""
    assert WORDS.match(str(found.message)), found.message
    assert not found.way_out or WORDS.match(str(found.way_out)), found.way_out
    assert "!" not in str(found.message)
    assert re.fullmatch(r"[a-z0-9-]+", found.code)
    return found.code


NOBODY = p("nobody")


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (CheckedIn(players=(NOBODY,)), "unknown-player"),
        (CheckInWithdrawn(players=(NOBODY,)), "unknown-player"),
        (CheckInWithdrawn(players=(p("kirk"),)), "already-begun"),
        (PlayerAmended(player=NOBODY), "unknown-player"),
        (EarnedByeDeclared(player=NOBODY, rounds=(2,)), "unknown-player"),
        (EarnedByeForfeited(player=NOBODY, rounds=(2,)), "unknown-player"),
        (TableFixed(player=NOBODY, table=1), "unknown-player"),
        (TableFixed(player=p("kirk"), table=0), "no-such-table"),
        (Dropped(player=NOBODY), "unknown-player"),
        (Reinstated(player=NOBODY), "unknown-player"),
        (Readmitted(player=NOBODY), "unknown-player"),
        (FinalSet(players=(NOBODY, p("kirk"))), "unknown-player"),
        (FinalSet(players=(p("kirk"), p("kirk"))), "paired-with-self"),
        (FinalDecided(winner=p("kirk")), "no-final"),
        (NoteAdded(text=" "), "note-empty"),
        (EventReported(), "not-finished"),
        (ClockStarted(number=2), "round-not-on"),
        (ClockPaused(number=2), "round-not-on"),
        (ClockResumed(number=1), "clock-running"),
        (ExtraTimeGiven(number=2, table=1, minutes=5), "round-not-on"),
        (ExtraTimeGiven(number=1, table=9, minutes=5), "no-such-table"),
        (ExtraTimeGiven(number=1, table=1, minutes=0), "no-minutes"),
        (ExtraTimeGiven(number=1, table=2, minutes=5), "game-over"),
        (GameStarted(number=2, table=1), "round-not-on"),
        (GameStarted(number=1, table=9), "no-such-table"),
        (DeadlineExtended(number=2, until=at(99)), "round-not-on"),
        (DeadlineExtended(number=1, table=9, until=at(99)), "no-such-table"),
        (DeadlineExtended(number=1, table=2, until=at(99)), "game-over"),
        (ResultReported(number=2, table=1, outcome=SAID), "round-not-on"),
        (ResultEntered(number=1, table=9, outcome=SAID), "no-such-table"),
        (ResultConfirmed(number=2, table=1, outcome=SAID), "round-not-on"),
        (ResultConfirmed(number=1, table=2, outcome=SAID), "already-saved"),
        (ResultDisputed(number=1, table=9), "no-such-table"),
        (ResultDecided(number=1, table=9, outcome=SAID), "no-such-table"),
        (ResultDecided(number=1, table=1, outcome=SAID), "nothing-reported"),
        (ResultDecided(number=1, table=2, outcome=SAID), "already-saved"),
        (ResultDelayed(number=1, table=9), "no-such-table"),
        (ResultDelayed(number=1, table=2), "already-saved"),
        (ResultDelayed(number=1, table=1, deadline="soon"), "not-a-moment"),
        (ResponsibilityDecided(number=1, table=9), "no-such-table"),
        (PodScored(number=1, table=1, scores={}), "not-a-pod"),
        (PodConfirmed(number=1, table=1, scores={}), "nothing-reported"),
        (RoundPublished(number=3), "no-draft"),
        (RoundUnpublished(number=2), "not-current"),
        (RoundClosed(number=2), "not-current"),
        (RoundChanged(number=2, tables=()), "not-current"),
        (RoundRedrawn(round=Round(number=2)), "no-draft"),
        (ResultCorrected(number=1, table=1, outcome=SAID), "nothing-to-correct"),
        (ResultCorrected(number=1, table=9, outcome=SAID), "no-such-table"),
        (ResultCorrected(number=1, table=2, outcome=SAID), "nothing-changes"),
        (ResultCorrected(number=1, table=2, outcome=GameOutcome(ending=Ending.DELAYED)), "delayed"),
        (PodCorrected(number=1, table=9, scores={}), "no-such-table"),
        (PodCorrected(number=1, table=1, scores={}), "nothing-to-correct"),
        (ActionRedone(sequences=(99,)), "no-such-action"),
        (RoundChanged(number=1, tables=(Seating(table=1, players=(p("kirk"),)),)), "not-two"),
        (EventAmended(minutes=0), "minutes-too-few"),
    ],
)
def test_while_a_round_is_on(act, code):
    day = day_of(FOUR).publish().enter(1, 2, SAID)

    assert said_well(day.refused(act, reason="Because")) == code


def test_a_clock_runs_stands_and_ends_once():
    day = day_of(FOUR).publish(clock=False)
    assert said_well(day.refused(ClockEnded(number=1))) == "clock-not-running"
    other = ClockStarted(number=1, minutes=45)
    assert said_well(day.refused(other)) == "other-limit"
    day.do(other, reason="The hall closes").do(ClockPaused(number=1))

    assert said_well(day.refused(ClockPaused(number=1))) == "clock-paused"
    assert not day.round.clock.running
    assert day.round.clock.minutes == 45
    day.do(ClockEnded(number=1))
    assert said_well(day.refused(ClockWarned(number=1))) == "clock-not-running"
    day.enter_all().do(RoundClosed(number=1))
    assert "is over" in str(day.refused(ClockStarted(number=1)).message)


@pytest.mark.req("SWISS-10")
def test_the_venue_may_shorten_the_last_round_where_the_guide_says_so():
    day = day_of(FOUR, "opg-4.1", rounds_planned=1).publish(clock=False)

    day.do(ClockStarted(number=1, minutes=30))

    assert day.round.clock.running


def test_a_finished_round_is_not_reported_again():
    day = day_of(FOUR).play_round()
    one, two = day.round.tables[1].players
    report = ResultReported(number=1, table=1, outcome=SAID)

    assert said_well(day.refused(report, by=one)) == "already-saved"
    agree = ResultConfirmed(number=1, table=1, outcome=SAID)
    assert said_well(day.refused(agree, by=two)) == "already-saved"


def test_a_delayed_game_can_be_disputed_too():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    day.do(ResultDelayed(number=1, table=1, deadline=at(999)))
    day.enter_all().do(RoundClosed(number=1))
    assert day.status(one) is ResultStatus.DELAYED

    day.do(ResultReported(number=1, table=1, outcome=SAID), by=one)
    day.do(ResultDisputed(number=1, table=1, outcome=timed(60, 45)), by=two)

    assert day.status(one) is ResultStatus.DISPUTED
    assert (day.step().code, day.step().round) == ("decide", 1)
    day.do(ResultDecided(number=1, table=1, outcome=SAID), reason="Saw the save")
    assert day.status(one) is ResultStatus.CONFIRMED


def test_staff_may_call_a_dispute_and_confirm_but_not_a_version_of_nothing():
    day = day_of(FOUR).publish()
    one, _ = day.round.tables[1].players
    day.do(ResultReported(number=1, table=1, outcome=SAID), by=one)
    bad = ResultDisputed(number=1, table=1, outcome=GameOutcome())
    assert said_well(day.refused(bad, by=ADA)) == "ending-missing"

    day.do(ResultDisputed(number=1, table=1), by=ADA)

    decide = ResultDecided(number=1, table=1, outcome=GameOutcome(ending=Ending.UNPLAYED))
    assert said_well(day.refused(decide)) == "unplayed"
    playing = LogActor(role=Role.DIRECTOR, person="scotty", player=one)
    mine = ResultDecided(number=1, table=1, outcome=SAID)
    assert said_well(day.refused(mine, by=playing)) == "own-game"


def test_between_two_directors_the_third_decides():
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    day.do(StaffNoted(role=Role.SECONDARY, person="ada", player=two))
    playing = LogActor(role=Role.DIRECTOR, person="scotty", player=one)

    said = day.refused(ResultEntered(number=1, table=1, outcome=SAID), by=playing)

    assert "tertiary director" in str(said.way_out)


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        (
            Round(
                number=1,
                matches=(Match(players=(p("kirk"), p("khan")), ending=Ending.DELAYED),),
                draw={"seed": 1},
            ),
            "results-in-draft",
        ),
        (
            Round(
                number=1,
                matches=(
                    Match(players=(p("kirk"), p("khan"))),
                    Match(players=(p("gorn"), p("spock"))),
                ),
                draw={"seed": 1, "redraws": 7},
            ),
            None,
        ),
    ],
)
def test_a_draft_holds_no_results(draft, code):
    day = day_of(FOUR)

    if code is None:
        day.do(RoundDrafted(round=draft))
        again = RoundRedrawn(round=draft)
        assert said_well(day.refused(again, reason="Again")) == "redraws-uncounted"
        counted = msgspec.structs.replace(draft, draw={"seed": 2, "redraws": 8})
        assert said_well(day.refused(RoundRedrawn(round=counted))) == "reason-missing"
    else:
        assert said_well(day.refused(RoundDrafted(round=draft))) == code


def test_nobody_to_pair():
    day = day_of([])

    assert isinstance(propose_round(day.state, day.book, seed=1), Refusal)
    empty = Round(number=1, draw={"seed": 1})
    assert said_well(day.refused(RoundDrafted(round=empty))) == "no-players"


def test_an_earned_bye_is_not_paired_over():
    day = day_of(FOUR, level=2)
    day.do(EarnedByeDeclared(player=p("kirk"), rounds=(1,)))
    draft = Round(
        number=1,
        matches=(Match(players=(p("kirk"), p("khan"))), Match(players=(p("gorn"), p("spock")))),
        draw={"seed": 1, "redraws": 0},
    )

    assert said_well(day.refused(RoundDrafted(round=draft))) == "earned-bye"


def test_limits_and_warnings_where_there_are_none():
    opg4 = rulebook("opg-4.1")
    draft = settings("opg-4.1", format=DeckFormat.DRAFT)
    bracket = settings("opg-4.1", pairing_style=PairingStyle.SINGLE_ELIMINATION)

    assert minutes_of_round(draft, opg4) == 45
    assert minutes_of_round(bracket, opg4) == 60
    assert time_warnings(Clock(), opg4) == ()


@pytest.mark.req("AMB-125")
def test_decipher_1996_asks_for_a_limit():
    day = Day("decipher-1996")

    said = day.refused(EventOpened(event=settings("decipher-1996")))

    assert said_well(said) == "minutes-missing"
    assert "60" in str(said.way_out)


def test_an_event_file_that_cannot_be_true_is_not_opened():
    assert said_well(Day().refused(EventOpened(event=settings(level=9)))) == ("level-range")


def test_an_event_taken_over_keeps_who_left():
    before = day_of([*FOUR, "sulu"], rounds_planned=4).play_round()
    before.do(Dropped(player=p("sulu"))).play_round(2)
    day = Day()

    day.do(EventOpened(event=event_facts(before.state)))

    assert event_facts(day.state) == event_facts(before.state)
    day.play_round(3)


def test_an_event_taken_over_in_the_middle_of_a_round_goes_on():
    before = day_of(FOUR).publish().enter(1, 1, SAID)
    day = Day()

    day.do(EventOpened(event=event_facts(before.state)))

    assert day.step().code == "start-clock"
    assert [table.number for table in open_tables(day.round)] == [2]


def test_late_arrivals_are_new_people_in_swiss_events():
    day = day_of(FOUR).publish()
    again = ArrivedLate(player=p("kirk"), name="Kirk", into_round=2)
    assert said_well(day.refused(again)) == "already-here"
    style = PairingStyle.SINGLE_ELIMINATION
    bracket = day_of(FOUR, pairing_style=style, rounds_planned=2).publish()
    late = ArrivedLate(player=p("sulu"), name="Sulu", into_round=2)

    assert said_well(bracket.refused(late)) == "bracket-drawn"


def test_other_matches_than_those_of_the_bracket_are_refused():
    style = PairingStyle.SINGLE_ELIMINATION
    day = day_of(FOUR, pairing_style=style, rounds_planned=2)
    first, second = (("kirk", "khan"), ("spock", "gorn"))
    wrong = Round(
        number=1,
        matches=tuple(Match(players=(p(a), p(b))) for a, b in (first, second)),
        draw={"seed": 1, "redraws": 0},
    )

    assert said_well(day.refused(RoundDrafted(round=wrong))) == "not-the-bracket"
    day.publish()
    bad = GameOutcome(games=(Game(winner=None),), winner=p("nobody"))
    said = day.refused(ResultEntered(number=1, table=1, outcome=bad))
    assert said_well(said) == "winner-did-not-play"
    assert day.refused(EventFinished()).code in {"rounds-to-play", "results-missing"}


def test_a_bracket_ends_with_its_final():
    style = PairingStyle.SINGLE_ELIMINATION
    day = day_of(["a", "b", "c", "d"], pairing_style=style, rounds_planned=2)
    for number in (1, 2):
        day.publish(number)
        for table in list(day.round.tables.values()):
            day.enter(number, table.number, won(min(table.players)))
        day.do(RoundClosed(number=number))

    over = propose_round(day.state, day.book, seed=3)

    assert isinstance(over, Refusal)
    assert said_well(over) == "bracket-over"
    again = Round(number=3, draw={"seed": 1, "redraws": 0})
    assert said_well(day.refused(RoundDrafted(round=again))) == "bracket-over"


def tribbles():
    return day_of(
        [f"t{n}" for n in range(8)],
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=10,
    ).publish()


def test_two_versions_of_a_pod_are_a_dispute():
    day = tribbles()
    players = day.round.tables[1].players
    first = PodScored(number=1, table=1, scores=dict.fromkeys(players, 1))
    second = PodScored(number=1, table=1, scores=dict.fromkeys(players, 2))
    day.do(first, by=players[0])

    day.do(second, by=players[1])

    assert day.status(players[0]) is ResultStatus.DISPUTED
    day.do(first, by=players[2])
    assert day.status(players[0]) is ResultStatus.CONFIRMED
    agree = PodConfirmed(number=1, table=1, scores=dict.fromkeys(players, 1))
    assert said_well(day.refused(agree, by=ADA)) == "already-saved"
    wrong = PodCorrected(number=1, table=1, scores={})
    assert said_well(day.refused(wrong, reason="x")) == "scores-missing"
    game = ResultDisputed(number=1, table=1)
    assert said_well(day.refused(game, by=players[0])) == "already-saved"


@pytest.mark.req("TRIB-16")
def test_pods_are_changed_by_hand_with_everybody_in_them():
    day = day_of(
        [f"t{n}" for n in range(9)],
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=5,
    ).draw()
    players = sorted(day.round.seats)
    tables = (
        Seating(table=1, players=tuple(players[:4])),
        Seating(table=2, players=tuple(players[4:])),
    )

    day.do(RoundChanged(number=1, tables=tables), reason="Families together")

    assert [len(t.players) for t in day.round.tables.values()] == [4, 5]


def test_states_and_entries_say_what_they_lack():
    entry = LogEntry(sequence=1, at=at(0), by=ADA, action=EventReported())

    for ask in (
        lambda: START.settings,
        lambda: START.existing(1),
        lambda: TableState(number=1).game,
        lambda: ResultClaim(player=p("kirk"), at=at(0)).said,
        lambda: acting_player(entry),
    ):
        with pytest.raises(LookupError):
            ask()
    assert next_step(LogState(), rulebook("opg-5")).code == "open"


def test_moments_are_written_in_one_way():
    from datetime import datetime

    there = datetime.fromisoformat("2026-03-14T10:00:00-05:00")

    assert log_moment(there) == "2026-03-14T15:00:00.000000+00:00"


def test_long_lists_stay_short():
    day = day_of([f"p{n}" for n in range(6)])
    tables = [TableState(number=number) for number in range(1, 10)]

    assert player_names(day.state, day.state.players) == "P0, P1, P2, P3 and 2 more"
    assert player_names(day.state, ()) == "nobody"
    assert table_list(tables) == "tables 1, 2, 3, 4, 5, 6 and 3 more"
    assert table_list(tables[:2]) == "tables 1 and 2"
