"""What seldom happens, and happens all the same."""

from __future__ import annotations

import pytest
from tests.core.eventlog.event_builder import SCOTTY, Day, day_of, p, timed, won

from padd.core.eventlog.action import Role
from padd.core.eventlog.action_kinds import (
    ActionRedone,
    ActionUndone,
    ArrivedLate,
    DirectorPlayApproved,
    Dropped,
    EventFinished,
    EventOpened,
    FinalDecided,
    FinalSet,
    NoteAdded,
    PenaltyGiven,
    PodScored,
    Readmitted,
    ResultConfirmed,
    ResultCorrected,
    ResultDelayed,
    ResultDisputed,
    ResultEntered,
    ResultReported,
    RoundClosed,
    RoundPublished,
    RoundUnpublished,
    StaffNoted,
    TieTossed,
)
from padd.core.eventlog.checklist import ties_left
from padd.core.eventlog.facts import facts
from padd.core.eventlog.log import fold
from padd.core.eventlog.preview import preview
from padd.core.eventlog.proposal import drawn
from padd.core.eventlog.state import (
    START,
    Presence,
    Stage,
)
from padd.core.eventlog.table import (
    GameOutcome,
    ResultStatus,
)
from padd.core.model import Edition, Ending, Game, PairingStyle
from padd.core.refusal import Refusal
from padd.core.scoring.standings import disqualified
from padd.core.validation.facts import check_facts

FOUR = ["kirk", "khan", "spock", "gorn"]
ELIMINATION = PairingStyle.SINGLE_ELIMINATION


def tribbles(players: int = 9, rounds: int = 10) -> Day:
    return day_of(
        [f"t{n:02}" for n in range(players)],
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=rounds,
    )


def score_pods(day: Day, points: int = 100) -> Day:
    for table in list(day.round.tables.values()):
        scores = dict.fromkeys(table.players, points)
        day.do(PodScored(number=day.round.number, table=table.number, scores=scores))
    return day.do(RoundClosed(number=day.round.number))


@pytest.mark.req("TRIB-16", "AMB-51", "AMB-53")
def test_after_five_rounds_pods_are_formed_again_with_who_was_let_back_in() -> None:
    day = tribbles().publish()
    table = day.round.tables[1]
    one, two = table.players[:2]
    day.do(
        PodScored(
            number=1,
            table=1,
            scores=dict.fromkeys(table.players, 5),
            conceded=(one, two),
        )
    )
    other = day.round.tables[2]
    scores = dict.fromkeys(other.players, 7)
    day.do(PodScored(number=1, table=2, scores=scores)).do(RoundClosed(number=1))
    for number in range(2, 6):
        score_pods(day.publish(number), number)
        assert one not in day.round.seats
    day.do(Readmitted(player=one)).publish(6)

    assert one in day.round.seats
    assert two not in day.round.seats


@pytest.mark.req("TRIB-17", "TRIB-18")
def test_players_tied_in_tribbles_cut_and_the_cut_is_on_record() -> None:
    day = score_pods(tribbles(4, 1).publish())
    [tie] = ties_left(day.state, day.book)
    order = tuple(reversed(tie.players))

    day.do(TieTossed(order=order)).do(EventFinished())

    assert day.order() == order
    assert facts(day.state).cut == order


@pytest.mark.req("COND-31", "AMB-51")
def test_a_player_disqualified_at_a_pod_is_out_of_it() -> None:
    day = tribbles().publish()
    day.do(PenaltyGiven(player=p("t00"), infraction="C1", level=4))
    pod = day.table_of("t00").pod

    assert pod is not None
    assert pod.conceded == ("t00",)
    event = check_facts(facts(day.state), day.book)
    assert disqualified(event) == {"t00"}
    scored = PodScored(
        number=1,
        table=day.table_of("t00").number,
        scores=dict.fromkeys(pod.players, 1),
    )
    day.do(scored)
    again = day.refused(scored)
    assert again.code == "already-saved"


def test_pods_that_are_taken_back_are_fresh() -> None:
    day = tribbles().publish()
    day.do(RoundUnpublished(number=1, even_begun=True), reason="Wrong hall")

    assert day.round.stage is Stage.DRAFT
    assert all(t.pod is not None for t in day.round.tables.values())


def test_three_tied_players_toss_once() -> None:
    day = day_of(["a", "b", "c", "d", "e", "f"], rounds_planned=1).publish()
    for table in list(day.round.tables):
        day.enter(1, table, timed(60, 40))
    day.do(RoundClosed(number=1))

    found = [len(tie.players) for tie in ties_left(day.state, day.book)]

    assert found == [3, 3]
    early = day_of(FOUR).refused(TieTossed(order=(p("kirk"), p("khan"))))
    assert early.code == "rounds-to-play"


def test_the_winner_of_the_final_is_changed_with_a_reason() -> None:
    day = day_of(FOUR, rounds_planned=1, final=True).play_round()
    one, two = day.order()[:2]
    day.do(FinalSet(players=(one, two))).do(FinalDecided(winner=one))

    assert day.refused(FinalDecided(winner=two)).code == "already-saved"
    day.do(FinalDecided(winner=two), reason="Typed the wrong name")

    assert day.order()[0] == two


def test_a_finished_event_redoes_nothing() -> None:
    day = day_of(FOUR, rounds_planned=1).do(NoteAdded(text="x"))
    note = day.log.sequence
    day.do(ActionUndone(sequences=(note,))).play_round().do(EventFinished())

    assert day.refused(ActionRedone(sequences=(note,))).code == "event-finished"


def test_a_folded_log_knows_what_was_redone() -> None:
    day = day_of(FOUR).do(NoteAdded(text="x"))
    note = day.log.sequence
    day.do(ActionUndone(sequences=(note,))).do(ActionRedone(sequences=(note,)))

    assert fold(day.log.entries, day.book) == day.log


def test_a_preview_of_something_refused_is_the_refusal() -> None:
    day = day_of(FOUR)

    found = preview(day.log, day.entry(RoundPublished(number=1)), day.book)

    assert isinstance(found, Refusal)


def test_previews_before_the_start_and_outside_swiss() -> None:
    new = Day()
    opening = EventOpened(event=facts(day_of(FOUR).state))
    assert new.preview(opening).moves == ()
    bracket = day_of(FOUR, pairing_style=ELIMINATION, rounds_planned=2).publish()
    bracket.enter(1, 1, won(bracket.round.tables[1].players[0]))
    other = won(bracket.round.tables[1].players[1], 35, 100)

    found = bracket.preview(
        ResultCorrected(number=1, table=1, outcome=other), reason="Misread"
    )

    assert found.choices == ()
    back = RoundUnpublished(number=1, even_begun=True)
    assert bracket.preview(back, reason="x").level == "confirm-twice"
    day = Day()
    day.do(opening)
    undone = day.preview(ActionUndone(sequences=(1,)))
    assert undone.after == START.phase


def test_delayed_games_are_pointed_out_before_the_next_pairing() -> None:
    day = day_of(FOUR).publish().enter(1, 1, timed(60, 40))
    day.do(ResultDelayed(number=1, table=2)).do(RoundClosed(number=1))

    [warning] = day.step().warnings

    assert str(warning.message) == "1 delayed: each player counts 2 VP for the pairing."


def test_a_dispute_whose_version_agrees_settles_the_game() -> None:
    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players
    day.do(ResultReported(number=1, table=1, outcome=timed(60, 40)), by=one)

    day.do(ResultDisputed(number=1, table=1, outcome=timed(60, 40)), by=two)

    assert day.status(one) is ResultStatus.CONFIRMED


def test_a_dispute_about_the_missions_is_one() -> None:
    from padd.core.model import Missions

    day = day_of(FOUR).publish()
    one, two = day.round.tables[1].players

    def said(space: int) -> GameOutcome:
        done = (Missions(planet=1, space=space), Missions())
        return GameOutcome(ending=Ending.TIME, scores=(60, 40), missions=done)

    day.do(ResultReported(number=1, table=1, outcome=said(1)), by=one)
    day.do(ResultReported(number=1, table=1, outcome=said(0)), by=two)

    assert day.status(one) is ResultStatus.DISPUTED


@pytest.mark.req("BRKT-28")
def test_players_report_a_match_of_several_games() -> None:
    day = day_of(FOUR, pairing_style=ELIMINATION, rounds_planned=2, best_of={1: 3})
    day.publish()
    one, two = day.round.tables[1].players
    games = GameOutcome(games=(Game(winner=one), Game(winner=one)))
    day.do(ResultReported(number=1, table=1, outcome=games), by=one)
    less = GameOutcome(games=(Game(winner=one), Game(winner=two), Game(winner=one)))
    stale = ResultConfirmed(number=1, table=1, outcome=less)

    said = day.refused(stale, by=two)

    assert str(said.message).endswith("2–0 games.")
    day.do(ResultConfirmed(number=1, table=1, outcome=games), by=two)
    assert day.status(one) is ResultStatus.CONFIRMED


def test_before_the_clock_runs_nobody_has_missed_the_game() -> None:
    day = day_of(FOUR).publish(clock=False)
    absent = GameOutcome(ending=Ending.MISSED, absent=(p("kirk"),))
    table = day.table_of("kirk").number

    said = day.refused(ResultEntered(number=1, table=table, outcome=absent))

    assert str(said.message).startswith("Round 1 has not begun")


def test_the_choice_between_two_levels_is_said() -> None:
    day = day_of(FOUR)

    said = day.refused(PenaltyGiven(player=p("khan"), infraction="B3", level=1))

    assert "level 3 to 4" in str(said.message)
    nobody = PenaltyGiven(player=p("nobody"), infraction="B3", level=3)
    assert day.refused(nobody).code == "unknown-player"


def test_an_event_taken_over_knows_who_was_disqualified() -> None:
    before = day_of(FOUR).publish()
    before.do(PenaltyGiven(player=p("khan"), infraction="C1", level=4)).enter_all()
    day = Day()

    day.do(EventOpened(event=facts(before.state)))

    assert day.state.entrants[p("khan")].presence is Presence.DISQUALIFIED
    assert facts(day.state) == facts(before.state)


def test_who_was_to_join_later_and_left_was_never_there() -> None:
    day = day_of(FOUR).publish()
    day.do(ArrivedLate(player=p("sulu"), name="Sulu", into_round=2))

    day.do(Dropped(player=p("sulu")))

    assert len(facts(day.state).players) == 4
    assert day.refused(Dropped(player=p("sulu"))).code == "not-in-event"


def test_a_drop_between_rounds_touches_no_game() -> None:
    day = day_of(FOUR).play_round()
    before = day.round

    day.do(Dropped(player=p("kirk"), at_once=True))

    assert day.round == before


def test_the_first_round_waits_for_the_approval_of_the_director() -> None:
    day = day_of(FOUR)
    day.draw()
    draft = day.log.entries[-1].action
    day.do(ActionUndone(sequences=(day.log.sequence,)))
    day.do(StaffNoted(role=Role.DIRECTOR, person="scotty", player=p("kirk")))

    assert day.refused(draft).code == "deputies-missing"
    assert SCOTTY.player is None
    silent = day_of(FOUR, "decipher-1996", minutes=60)
    silent.do(StaffNoted(role=Role.DIRECTOR, person="scotty", player=p("kirk")))
    silent.do(DirectorPlayApproved(approved_by=()))
    assert silent.step().code == "pair"


@pytest.mark.req("BRKT-13")
def test_a_bracket_result_that_later_rounds_rest_on_is_not_turned_around() -> None:
    day = day_of(FOUR, pairing_style=ELIMINATION, rounds_planned=2).publish()
    for table in list(day.round.tables.values()):
        day.enter(1, table.number, won(table.players[0]))
    day.do(RoundClosed(number=1)).publish(2)
    one, two = day.state.rounds[0].tables[1].players
    scores = won(two, 35, 100)

    said = day.refused(
        ResultCorrected(number=1, table=1, outcome=scores), reason="Misread"
    )

    assert said.code == "pair-not-in-bracket"
    assert str(said.way_out) == "Take the later rounds back first."
    assert one in day.round.seats


def test_nobody_plays_tribbles_alone() -> None:
    day = score_pods(tribbles(4, 2).publish())
    for name in ("t00", "t01", "t02"):
        day.do(Dropped(player=p(name)))

    act = drawn(day.state, day.book, seed=2)

    assert not isinstance(act, Refusal)
    assert day.refused(act).code == "alone-at-a-table"


def test_a_draft_is_mended_without_who_left_and_with_who_came() -> None:
    day = day_of([f"p{n}" for n in range(6)]).play_round().draw(2)
    gone = day.round.tables[1].players[0]
    day.do(Dropped(player=gone))
    day.do(ArrivedLate(player=p("sulu"), name="Sulu", into_round=2))
    act = ResultCorrected(number=1, table=1, outcome=timed(0, 100))
    found = day.preview(act, reason="Misread")
    day.do(act, reason="Misread")

    for choice in found.choices[1:]:
        assert choice.action is not None
        day.do(choice.action, reason="Mended")

    assert gone not in day.round.named
    assert p("sulu") in day.round.named
    day.do(RoundPublished(number=2))
