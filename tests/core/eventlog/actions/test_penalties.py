import pytest
from tests.core.eventlog.event_builder import SCOTTY, day_of, p, timed

from padd.core.eventlog.actions.director_results import ResultEntered
from padd.core.eventlog.actions.drops import Reinstated
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.penalties import PenaltyGiven, penalty_advice
from padd.core.eventlog.actions.publication import RoundPublished, RoundUnpublished
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.state.actor import LogActor, Role
from padd.core.eventlog.state.event_state import Effect, Presence
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Ending
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import disqualified_players
from padd.core.validation.consistency import check_facts

FOUR = ["kirk", "khan", "spock", "gorn"]


def given(day, code, level, player="khan", **more):
    return day.do(PenaltyGiven(player=p(player), infraction=code, level=level, **more))


def codes(day, player):
    event = check_facts(event_facts(day.state), day.book)
    found = score_event(event, day.book).results_of(p(player))
    return [str(result.code) for result in found]


@pytest.mark.req("EX-COND-1", "COND-33", "COND-34", "COND-57", "AMB-78")
def test_a_repeat_and_intent_raise_the_level_by_one_each():
    day = day_of(FOUR)
    levels = []
    for intent in (False, False, True):
        found = penalty_advice(day.state, p("khan"), "B1", day.book, intent=intent)
        assert found is not None
        levels.append(found.level)
        if len(levels) < 2:
            given(day, "B1", found.level)

    assert levels == [1, 2, 3]


@pytest.mark.req("EX-COND-2", "COND-37", "COND-57")
def test_what_is_found_before_the_start_is_level_0():
    day = day_of(FOUR)

    found = penalty_advice(day.state, p("khan"), "D4", day.book, before_start=True)

    assert found is not None
    assert (found.listed, found.level) == (1, 0)
    day.publish()
    late = PenaltyGiven(player=p("khan"), infraction="D4", level=0, before_start=True)
    assert day.refused(late).code == "already-begun"


@pytest.mark.req("EX-COND-4", "COND-45", "AMB-79")
@pytest.mark.parametrize(("code", "level"), [("C1", 4), ("C2", 4), ("C3", 2)])
def test_intent_does_not_raise_what_is_intentional(code, level):
    day = day_of(FOUR)

    found = penalty_advice(day.state, p("khan"), code, day.book, intent=True)

    assert found is not None
    assert found.level == level


@pytest.mark.req("COND-44", "AMB-80")
def test_severe_misconduct_leaves_the_choice_unless_repeated_or_intentional():
    day = day_of(FOUR)

    plain = penalty_advice(day.state, p("khan"), "B3", day.book)
    meant = penalty_advice(day.state, p("khan"), "B3", day.book, intent=True)

    assert plain is not None
    assert meant is not None
    assert (list(plain.levels), list(meant.levels)) == ([3, 4], [4])


@pytest.mark.req("COND-57", "COND-32")
def test_another_level_takes_a_reason():
    day = day_of(FOUR)
    harder = PenaltyGiven(player=p("khan"), infraction="A1", level=1)

    assert day.refused(harder).code == "level-differs"
    day.do(harder, reason="Third time I had to ask")
    assert day.refused(PenaltyGiven(player=p("khan"), infraction="Z9", level=1)).code == (
        "infraction-unknown"
    )
    assert day.refused(PenaltyGiven(player=p("khan"), level=9)).code == "level-range"
    assert day.refused(PenaltyGiven(player=p("khan"), level=1)).code == ("reason-missing")


def test_nobody_decides_the_own_case():
    day = day_of(FOUR)
    scotty = LogActor(role=Role.DIRECTOR, person="scotty", player=p("kirk"))

    said = day.refused(PenaltyGiven(player=p("kirk"), infraction="A1", level=0), by=scotty)

    assert said.code == "own-case"


@pytest.mark.req("COND-27", "COND-28", "AMB-78")
def test_written_warnings_stand_on_the_scorecard_verbal_ones_do_not():
    day = day_of(FOUR, rounds_planned=1).publish()
    given(day, "A1", 0)
    given(day, "A2", 1)
    day.enter_all()

    [match] = [m for m in event_facts(day.state).rounds[0].matches if p("khan") in m.players]

    assert [(x.infraction, x.level) for x in match.penalties] == [("A2", 1)]
    assert len(day.state.penalties) == 2
    day.do(EventFinished())
    assert [s.level for s in day.state.penalties] == [1]


def test_a_warning_before_the_first_game_stands_in_that_game():
    day = given(day_of(FOUR), "A2", 1).publish()

    matches = event_facts(day.state).rounds[0].matches

    assert [len(match.penalties) for match in matches if p("khan") in match.players] == [1]


@pytest.mark.req("COND-30", "SWISS-62")
def test_a_game_loss_during_a_game_ends_it_at_once():
    day = day_of(FOUR).publish()
    other = day.table_of("khan").opponent_of(p("khan"))
    assert other is not None

    given(day, "B3", 3)

    assert (codes(day, "khan"), codes(day, other)) == (["FL"], ["FW"])
    assert day.state.penalties[-1].effect is Effect.GAME_LOSS


@pytest.mark.req("COND-30", "AMB-82")
def test_a_game_loss_between_games_waits_for_the_next_opponent():
    day = given(day_of(FOUR).play_round(), "B3", 3)
    assert day.state.penalties[-1].effect is Effect.GAME_LOSS_PENDING
    assert [w.code for w in day.step().warnings] == ["game-loss-waits"]
    day.draw(2).do(RoundPublished(number=2))

    match = day.table_of("khan").match

    assert match is not None
    assert match.ending is Ending.GAME_LOSS
    assert day.state.penalties[-1].round == 2
    day.do(RoundUnpublished(number=2, even_begun=True), reason="Wrong draw")
    assert day.state.penalties[-1].effect is Effect.GAME_LOSS_PENDING


@pytest.mark.req("AMB-82")
def test_a_bye_does_not_use_up_a_game_loss():
    day = day_of(["kirk", "khan", "spock"])
    given(day, "B3", 3, "kirk")
    given(day, "B3", 3, "khan")
    given(day, "B3", 3, "spock")
    day.publish()
    [free] = day.round.byes

    waiting = [s.player for s in day.state.penalties if s.effect.endswith("pending")]

    assert waiting == [free]


@pytest.mark.req("SWISS-61")
def test_two_who_both_lose_the_game_tie():
    day = day_of(["kirk", "khan"], rounds_planned=1)
    given(day, "B3", 3, "kirk")
    given(day, "B3", 3, "khan")
    day.publish()

    assert (codes(day, "kirk"), codes(day, "khan")) == (["TT"], ["TT"])


@pytest.mark.req("AMB-82")
def test_a_game_loss_that_found_no_game_is_recorded_without_effect():
    day = given(day_of(FOUR, rounds_planned=1).play_round(), "B3", 3)

    assert "game-loss-unused" in [w.code for w in day.step().warnings]
    day.do(EventFinished())


@pytest.mark.req("COND-31", "AMB-7", "GOV-15")
def test_a_disqualified_player_is_out_at_once_and_listed_last():
    day = day_of(FOUR, rounds_planned=1).publish()
    act = PenaltyGiven(player=p("khan"), infraction="C1", level=4)
    assert day.preview(act).level is Level.CONFIRM_TWICE

    day.do(act)

    assert day.state.players[p("khan")].presence is Presence.DISQUALIFIED
    assert codes(day, "khan") == ["FL"]
    assert disqualified_players(event_facts(day.state)) == {"khan"}
    assert day.refused(Reinstated(player=p("khan"))).code == "disqualified"
    assert day.refused(act).code == "disqualified"
    day.enter_all()
    day.do(EventFinished())
    assert day.order()[-1] == "khan"
    [warning] = day.step().warnings
    assert warning.code == "disqualification-report"
    assert "coordinator and director of organized play" in str(warning.message)


@pytest.mark.req("COND-31")
def test_a_disqualified_player_is_not_paired_again():
    day = given(day_of(FOUR).play_round(), "C2", 4).draw(2)

    assert p("khan") not in day.round.named


@pytest.mark.req("COND-29", "AMB-83")
def test_a_turn_loss_is_noted():
    day = given(day_of(FOUR).publish(), "B2", 2)

    assert day.state.penalties[-1].effect is Effect.TURN_LOSS
    assert day.status("khan").value == "playing"


@pytest.mark.req("AMB-84")
def test_decipher_has_no_index_so_the_director_describes_it():
    day = day_of(FOUR, "decipher-1998").publish()
    act = PenaltyGiven(player=p("khan"), level=1, what="Marked cards")

    day.do(act)

    assert event_facts(day.state).rounds
    assert day.refused(PenaltyGiven(player=p("khan"), infraction="A1", level=0)).code == (
        "infraction-unknown"
    )


def test_a_result_after_a_game_loss_is_a_correction():
    day = given(day_of(FOUR).publish(), "B3", 3)
    table = day.table_of("khan").number

    said = day.refused(ResultEntered(number=1, table=table, outcome=timed(1, 0)))

    assert said.code == "already-saved"
    assert SCOTTY.role is Role.DIRECTOR


@pytest.mark.req("COND-52", "EX-COND-3")
def test_an_illegal_deck_is_not_punished_again_after_its_illegal_list():
    day = given(day_of(FOUR), "D2", 2)
    deck = PenaltyGiven(player=p("khan"), infraction="D1", level=2)

    said = day.refused(deck)

    assert said.code == "covered-already"
    assert "D2" in str(said.message)
    day.do(deck, reason="A second error: four copies of Hard Time.")
    given(day, "D1", 2, player="kirk")
    given(day, "D2", 2, player="kirk")


def test_the_choice_between_two_levels_is_said():
    day = day_of(FOUR)

    said = day.refused(PenaltyGiven(player=p("khan"), infraction="B3", level=1))

    assert "Level 3 to 4" in str(said.message)
    nobody = PenaltyGiven(player=p("nobody"), infraction="B3", level=3)
    assert day.refused(nobody).code == "unknown-player"


@pytest.mark.req("COND-47")
def test_stalling_is_watched_for_twenty_seconds_or_needs_a_reason():
    day = day_of(["kirk", "khan", "spock", "gorn"]).publish()
    stalling = PenaltyGiven(player=p("kirk"), level=2, infraction="C3", watched=19)

    refused = day.refused(stalling)
    day.do(stalling, reason="A judge watched him twice.")
    day.do(PenaltyGiven(player=p("khan"), level=2, infraction="C3", watched=20))

    assert (refused.code, refused.rule) == ("not-watched", "OPG5 App. B C3")
    assert [one.player for one in day.state.penalties] == ["kirk", "khan"]


@pytest.mark.req("AMB-85", "COND-41")
def test_a_missed_game_is_no_penalty_and_the_director_may_give_one_beside_it():
    day = day_of(["kirk", "khan", "spock", "gorn"]).publish()
    table = day.table_of("kirk").number
    absent = GameOutcome(ending=Ending.MISSED, absent=(p("kirk"),))

    day.minute = 6
    day.enter(1, table, absent)
    without = day.state.penalties
    day.do(PenaltyGiven(player=p("kirk"), level=2, infraction="A3"))

    assert without == ()
    assert [(one.infraction, one.level) for one in day.state.penalties] == [("A3", 2)]
