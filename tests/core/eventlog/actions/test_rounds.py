import pytest
from tests.core.eventlog.event_builder import ADA, Day, at, day_of, p, settings, timed, won

from padd.core.eventlog.actions.clock import DeadlineExtended, GameStarted
from padd.core.eventlog.actions.director_results import (
    ResponsibilityDecided,
    ResultCorrected,
    ResultDelayed,
    ResultEntered,
)
from padd.core.eventlog.actions.drops import Dropped, Readmitted
from padd.core.eventlog.actions.finish import EventFinished, FinalDecided, FinalSet, TieTossed
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import PlayerAmended, PlayerEntered
from padd.core.eventlog.actions.pod_scores import PodConfirmed, PodCorrected, PodScored
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.result_claims import ResultConfirmed, ResultReported
from padd.core.eventlog.actions.round_proposal import propose_round, seed_of_next_round
from padd.core.eventlog.actions.rounds import RoundChanged, RoundClosed, RoundDrafted, Seating
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.guidance.checklist import open_points, ties_left
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.log.repair import RepairKind
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.table import GameOutcome, ResultStatus
from padd.core.model import Edition, Ending, Game, PairingStyle, Round
from padd.core.pairing.verification import commitment_holds, verify_rounds
from padd.core.refusal import Refusal
from padd.core.rng import commitment
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import toss_order
from padd.core.validation.consistency import check_facts

FOUR = ["kirk", "khan", "spock", "gorn"]
EIGHT = [f"p{n}" for n in range(8)]


def seated(*pairs):
    return tuple(
        Seating(table=number, players=(p(one), p(two)))
        for number, (one, two) in enumerate(pairs, start=1)
    )


# By hand -------------------------------------------------------------------------


@pytest.mark.req("SWISS-9", "SWISS-75")
def test_a_change_by_hand_is_recorded_with_its_reason():
    day = day_of(FOUR).draw()
    change = RoundChanged(number=1, tables=seated(("kirk", "khan"), ("spock", "gorn")))

    assert day.refused(change).code == "reason-missing"
    day.do(change, reason="Brothers apart").do(RoundPublished(number=1))

    [verdict] = verify_rounds(event_facts(day.state), day.book)
    assert all("Brothers apart" in said for said in verdict.changed_by_hand)


@pytest.mark.parametrize(
    ("pairs", "byes", "code"),
    [
        ([("kirk", "khan"), ("spock", "kirk")], [], "twice-in-round"),
        ([("kirk", "khan")], ["spock"], "player-missing"),
        ([("kirk", "khan"), ("spock", "nobody")], ["gorn"], "not-in-this-round"),
    ],
)
def test_everybody_is_in_a_changed_round_once(pairs, byes, code):
    day = day_of(FOUR).draw()
    change = RoundChanged(number=1, tables=seated(*pairs), byes=tuple(map(p, byes)))

    assert day.refused(change, reason="Try").code == code


def test_tables_have_numbers_of_their_own():
    day = day_of(FOUR).draw()
    one = Seating(table=1, players=(p("kirk"), p("khan")))
    two = Seating(table=1, players=(p("spock"), p("gorn")))

    said = day.refused(RoundChanged(number=1, tables=(one, two)), reason="Try")

    assert said.code == "table-twice"


def test_games_that_have_begun_are_broken_up_only_after_a_second_word():
    day = day_of(FOUR).publish()
    pairs = [table.players for table in day.round.tables.values()]
    crossed = seated((pairs[0][0], pairs[1][0]), (pairs[0][1], pairs[1][1]))
    change = RoundChanged(number=1, tables=crossed)

    assert day.refused(change, reason="Mixed up").code == "game-begun"
    twice = RoundChanged(number=1, tables=crossed, even_begun=True)
    assert day.preview(twice, reason="Mixed up").level is Level.CONFIRM_TWICE
    day.do(twice, reason="Mixed up")
    assert {frozenset(t.players) for t in day.round.tables.values()} == {
        frozenset(seating.players) for seating in crossed
    }


def test_a_table_that_stays_together_keeps_its_result():
    day = day_of(EIGHT).publish().enter(1, 1, timed(60, 40))
    tables = list(day.round.tables.values())
    kept, others = tables[0], [player for t in tables[1:] for player in t.players]
    crossed = [(others[n], others[-1 - n]) for n in range(3)]
    seats = seated(*crossed)
    moved = Seating(table=9, players=kept.players)

    day.do(RoundChanged(number=1, tables=(*seats, moved), even_begun=True), reason="Power socket")

    table = day.round.tables[9]
    assert table.match is not None
    assert (table.match.scores, table.match.table) == ((60, 40), 9)


def test_a_closed_round_stays():
    day = day_of(FOUR).play_round()

    said = day.refused(RoundChanged(number=1, tables=()), reason="Try")

    assert said.code == "round-closed"


@pytest.mark.req("SWISS-69", "SWISS-75")
def test_a_drawn_rematch_is_refused():
    day = day_of(FOUR).play_round()
    again = event_facts(day.state).rounds[0]
    draft = Round(
        number=2,
        matches=tuple(type(m)(players=m.players, table=m.table) for m in again.matches),
        draw={"seed": 1, "redraws": 0},
    )

    assert day.refused(RoundDrafted(round=draft)).code == "rematch"


@pytest.mark.parametrize(
    ("round_", "code"),
    [
        (Round(number=1), "seed-missing"),
        (Round(number=2, draw={"seed": 1}), "wrong-number"),
        (Round(number=1, draw={"seed": 1}), "player-missing"),
    ],
)
def test_a_draft_is_a_whole_round_with_its_seed(round_, code):
    assert day_of(FOUR).refused(RoundDrafted(round=round_)).code == code


def test_there_is_one_draft_at_a_time_and_no_round_too_many():
    day = day_of(FOUR, rounds_planned=1).draw()
    draft = day.log.entries[-1].action
    assert day.refused(draft).code == "draft-exists"
    day.do(RoundPublished(number=1)).enter_all()

    said = propose_round(day.state, day.book, seed=2)

    assert not isinstance(said, Refusal)
    assert day.refused(said).code == "rounds-all-played"


# Consequences --------------------------------------------------------------------


@pytest.mark.req("ONL-25")
def test_a_correction_shows_who_moves_and_which_games_are_on():
    day = day_of(EIGHT).play_round().publish(2)
    winner, loser = event_facts(day.state).rounds[0].matches[0].players
    act = ResultCorrected(number=1, table=1, outcome=timed(0, 100))

    found = day.preview(act, reason="Misread")

    assert found.level is Level.CONFIRM
    assert {move.player for move in found.moves} >= {winner, loser}
    assert found.playing
    assert "already playing" in found.words()
    assert [choice.way for choice in found.choices] == list(RepairKind)
    leave, mend, anew = found.choices
    assert (leave.level, leave.action) == (Level.NOTE, None)
    assert mend.broken_up == ()
    assert anew.level is Level.CONFIRM_TWICE
    assert anew.broken_up


def test_a_repair_touches_the_fewest_tables_and_can_be_taken():
    day = day_of(EIGHT).play_round().publish(2, clock=False)
    act = ResultCorrected(number=1, table=1, outcome=timed(0, 100))
    found = day.preview(act, reason="Misread")
    _, mend, anew = found.choices
    assert mend.action is not None
    assert mend.level is Level.CONFIRM
    day.do(act, reason="Misread").do(mend.action, reason="Table 1 was misread")

    assert mend.kept >= anew.kept
    assert day.status(mend.changed[0][0]) is ResultStatus.PUBLISHED
    check_facts(event_facts(day.state), day.book)


def test_a_repair_leaves_players_who_left_at_their_table():
    day = day_of(EIGHT).play_round().publish(2, clock=False)
    day.do(Dropped(player=p("p0"), at_once=True))
    stuck = day.table_of("p0").players
    act = ResultCorrected(number=1, table=1, outcome=timed(0, 100))

    found = day.preview(act, reason="Misread")

    for choice in found.choices:
        if choice.action is not None:
            seats = {seating.players for seating in choice.action.tables}
            assert stuck in seats


def test_small_things_move_nobody_and_ask_nothing():
    day = day_of(FOUR).publish()

    found = day.preview(ResultDelayed(number=1, table=1))

    assert (found.level, found.moves, found.choices) == (Level.NOTE, (), ())


def test_a_drop_that_spoils_a_draft_says_so():
    day = day_of(FOUR).play_round().draw(2)

    found = day.preview(Dropped(player=p("kirk")))

    assert found.draft_stale
    assert "re-pairing" in found.words()


# The end -------------------------------------------------------------------------


@pytest.mark.req("SWISS-92", "RATE-6", "AMB-31")
def test_the_end_waits_for_the_final_confrontation():
    day = day_of(FOUR, rounds_planned=1, final=True)
    early = FinalSet(players=(p("kirk"), p("khan")))
    assert day.refused(early).code == "rounds-to-play"
    day.play_round()
    first, second, third, _ = day.order()
    assert day.step().code == "final-unset"
    assert day.refused(EventFinished()).code == "final-unset"
    assert day.refused(FinalDecided(winner=first)).code == "no-final"
    assert day.refused(FinalSet(players=(first, third))).code == "not-the-best"
    day.do(FinalSet(players=(first, second)))
    assert day.step().code == "final-open"
    assert day.refused(EventFinished()).code == "final-open"
    assert day.refused(FinalDecided(winner=third)).code == "winner-did-not-play"

    day.do(FinalDecided(winner=second)).do(EventFinished())

    assert day.order()[:2] == (second, first)


@pytest.mark.req("SWISS-86", "AMB-33")
def test_the_end_waits_for_the_toss_which_is_entered_or_drawn():
    day = day_of(FOUR, rounds_planned=1).publish()
    for table in (1, 2):
        day.enter(1, table, timed(60, 40))
    day.do(RoundClosed(number=1))
    ties = ties_left(day.state, day.book)
    assert [len(tie.players) for tie in ties] == [2, 2]
    assert day.step().code == "tie-left"
    assert day.refused(EventFinished()).code == "tie-left"
    top, low = (tie.players for tie in ties)
    by_hand = tuple(reversed(top))
    by_seed = tuple(toss_order(low, 5))
    wrong = TieTossed(order=tuple(reversed(by_seed)), seed=5)
    assert day.refused(wrong).code == "not-the-draw"
    assert day.refused(TieTossed(order=(top[0], low[0]))).code == "no-such-tie"

    day.do(TieTossed(order=by_hand)).do(TieTossed(order=by_seed, seed=5))

    day.do(EventFinished())
    assert day.order() == (*by_hand, *by_seed)
    assert check_facts(event_facts(day.state), day.book).tossed == (*by_hand, *by_seed)


@pytest.mark.req("SWISS-83")
def test_decipher_1996_ties_for_the_first_place_are_played_off():
    day = day_of(FOUR, "decipher-1996", minutes=60, rounds_planned=1).publish()
    for table in (1, 2):
        day.enter(1, table, timed(60, 40))
    day.do(RoundClosed(number=1))

    assert day.refused(EventFinished()).code == "tie-breaker-game"
    first, second = ties_left(day.state, day.book)[0].players
    day.do(FinalSet(players=(first, second))).do(FinalDecided(winner=second))
    day.do(EventFinished())

    assert day.order()[0] == second


def test_the_end_waits_for_delayed_games():
    day = day_of(FOUR, rounds_planned=1).publish().enter(1, 1, timed(60, 40))
    day.do(ResultDelayed(number=1, table=2)).do(RoundClosed(number=1))

    said = day.refused(EventFinished())

    assert said.code == "games-delayed"
    assert day.step().tables == (2,)
    day.enter(1, 2, timed(50, 40)).do(EventFinished())


def test_open_rounds_are_points_of_the_checklist():
    day = day_of(FOUR)
    assert [point.code for point in open_points(day.state, day.book)] == ["rounds-to-play"]
    day.draw()
    assert "draft-open" in [x.code for x in open_points(day.state, day.book)]
    day.do(RoundPublished(number=1))
    assert day.refused(RoundClosed(number=1)).code == "results-missing"


@pytest.mark.req("SWISS-9")
def test_the_secret_is_revealed_at_the_end_and_every_draw_follows_from_it():
    drawn_by = "earl grey"
    day = day_of(EIGHT, rounds_planned=2, commitment=commitment(drawn_by))
    for _ in (1, 2):
        day.play_round(seed_of_next_round(day.state, drawn_by, day.book))
    for tie in ties_left(day.state, day.book):
        day.do(TieTossed(order=tie.players))
    assert day.refused(EventFinished(secret="coffee")).code == "wrong-secret"

    day.do(EventFinished(secret=drawn_by))

    event = event_facts(day.state)
    assert commitment_holds(event)
    assert all(v.drawn_by_seed for v in verify_rounds(event, day.book))


@pytest.mark.req("SWISS-11", "SWISS-57")
def test_time_warnings_and_concessions_are_pointed_out_at_the_close():
    day = day_of(FOUR, rounds_planned=1).publish()
    one, two = day.round.tables[1].players
    day.enter(1, 1, GameOutcome(ending=Ending.CONCESSION, winner=one))
    day.enter(1, 2, timed(60, 40)).do(Dropped(player=two))

    said = [warning.code for warning in day.step().warnings]

    assert said == ["no-time-warning", "concessions", "leaving"]


# Online --------------------------------------------------------------------------


@pytest.mark.req("ONL-15", "ONL-16", "ONL-17", "ONL-24", "EX-ONL-2")
@pytest.mark.parametrize(
    ("at_fault", "codes"), [([0], ["MG", "BYE"]), ([0, 1], ["MG", "MG"]), ([], ["MG", "MG"])]
)
def test_who_was_responsible_decides_an_unplayed_game(at_fault, codes):
    day = day_of(FOUR, online=True).publish(clock=False)
    pair = day.round.tables[1].players
    act = ResponsibilityDecided(number=1, table=1, responsible=tuple(pair[n] for n in at_fault))

    day.do(act, reason="No answer for a week")

    [results] = score_event(event_facts(day.state), day.book).rounds
    by_player = {result.player: str(result.code) for result in results.results}
    assert [by_player[player] for player in pair] == codes
    assert day.refused(act).code == "already-saved"


@pytest.mark.req("ONL-15")
def test_responsibility_is_a_question_of_online_events():
    day = day_of(FOUR).publish()

    said = day.refused(ResponsibilityDecided(number=1, table=1))

    assert said.code == "not-online"


@pytest.mark.req("ONL-12", "ONL-13", "ONL-24")
def test_deadlines_are_extended_and_players_start_their_own_timer():
    day = day_of(FOUR, online=True).draw()
    day.do(RoundPublished(number=1, deadline=at(1000)))
    one = day.round.tables[1].players[0]
    assert day.step().code == "results"
    longer = DeadlineExtended(number=1, table=1, until=at(2000))

    day.do(longer).do(DeadlineExtended(number=1, until=at(1500)))
    day.do(GameStarted(number=1, table=1), by=one)

    assert (day.round.deadline, day.round.tables[1].deadline) == (at(1500), at(2000))
    assert day.status(one) is ResultStatus.PLAYING
    again = day.refused(GameStarted(number=1, table=1), by=one)
    assert again.code == "game-started"
    past = DeadlineExtended(number=1, until=at(-5))
    assert day.refused(past).code == "deadline-past"
    assert day.refused(DeadlineExtended(number=1, until="soon")).code == "not-a-moment"
    other = GameStarted(number=1, table=2)
    assert day.refused(other, by=one).code == "not-your-table"


def test_decipher_knows_no_delay():
    day = day_of(FOUR, "decipher-1998").publish()

    said = day.refused(ResultDelayed(number=1, table=1))

    assert said.code == "ending-unknown-to-rulebook"


@pytest.mark.req("SWISS-40")
def test_under_decipher_only_the_score_keeper_writes_scores_down():
    day = day_of(FOUR, "decipher-1998").publish()
    one, two = day.round.tables[1].players
    said = timed(60, 40)
    day.do(ResultReported(number=1, table=1, outcome=said), by=one)
    day.do(ResultConfirmed(number=1, table=1, outcome=said), by=two)
    assert day.status(one) is ResultStatus.REPORTED

    day.do(ResultConfirmed(number=1, table=1, outcome=said), by=ADA)

    assert day.status(one) is ResultStatus.CONFIRMED


# Brackets and pods ---------------------------------------------------------------


@pytest.mark.req("BRKT-22", "BRKT-12")
def test_a_bracket_runs_from_the_first_round_to_its_winner():
    style = PairingStyle.SINGLE_ELIMINATION
    day = day_of(EIGHT, pairing_style=style, rounds_planned=3)
    for number in (1, 2, 3):
        day.publish(number)
        for table in list(day.round.tables.values()):
            best = min(table.players)
            day.enter(number, table.number, won(best, 100, 20))
        day.do(RoundClosed(number=number))

    assert day.step().code == "finish"
    day.do(EventFinished())
    assert day.order()[0] == "p0"
    assert isinstance(propose_round(day.state, day.book, seed=1), Refusal)


@pytest.mark.req("BRKT-28")
def test_a_match_of_three_games_goes_on_until_it_is_decided():
    style = PairingStyle.SINGLE_ELIMINATION
    names = EIGHT[:4]
    day = day_of(names, pairing_style=style, rounds_planned=2, best_of={1: 3})
    day.publish()
    one, two = day.round.tables[1].players

    def games(*winners):
        return GameOutcome(games=tuple(Game(winner=p(w)) for w in winners))

    lower = max(one, two)
    upper = min(one, two)
    day.enter(1, 1, games(lower))
    assert day.round.tables[1].open
    day.enter(1, 1, games(lower, upper, lower))

    assert day.round.tables[1].settled
    over = ResultEntered(number=1, table=2, outcome=games(*[lower] * 1))
    assert day.refused(over).code == "winner-not-in-match"


@pytest.mark.req("BRKT-4")
def test_the_bracket_cannot_be_changed_by_hand_or_joined_late():
    style = PairingStyle.SINGLE_ELIMINATION
    day = day_of(EIGHT, pairing_style=style, rounds_planned=3).publish()
    change = RoundChanged(number=1, tables=())

    assert day.refused(change, reason="Try").code == "bracket-drawn"


@pytest.mark.req("COND-31", "BRKT-9")
def test_a_disqualified_player_loses_the_whole_match():
    style = PairingStyle.SINGLE_ELIMINATION
    names = EIGHT[:4]
    day = day_of(names, pairing_style=style, rounds_planned=2, best_of={1: 3})
    day.publish()
    table = day.table_of("p0")
    day.enter(1, table.number, GameOutcome(games=(Game(winner=p("p0")),)))
    loss = PenaltyGiven(player=p("p0"), infraction="B3", level=3)
    day.do(loss)
    match = day.table_of("p0").match
    assert match is not None
    assert len(match.games or ()) == 2

    day.do(PenaltyGiven(player=p("p0"), infraction="C1", level=4))

    assert day.table_of("p0").settled


def tribbles(players=8, **more):
    names = [f"t{n}" for n in range(players)]
    return day_of(
        names,
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        **({"rounds_planned": 5} | more),
    )


def scored(day, points=1000):
    return {
        number: PodScored(
            number=day.round.number,
            table=number,
            scores={
                player: points * (at_table + 1) + number
                for at_table, player in enumerate(table.players)
            },
            went_out=(table.players[-1],),
        )
        for number, table in day.round.tables.items()
    }


@pytest.mark.req("TRIB-3", "TRIB-16", "TRIB-17")
def test_a_tribbles_day_is_scored_pod_by_pod():
    day = tribbles(12)
    for number in range(1, 6):
        day.publish(number)
        for act in scored(day).values():
            day.do(act)
        day.do(RoundClosed(number=number))

    for tie in ties_left(day.state, day.book):
        day.do(TieTossed(order=tie.players))
    day.do(EventFinished())

    assert [len(pod.players) for pod in event_facts(day.state).rounds[0].pods] == [6, 6]
    assert len(day.order()) == 12


@pytest.mark.req("TRIB-4", "TRIB-11")
def test_a_pods_points_count_once_another_player_agrees():
    day = tribbles().publish()
    act = scored(day)[1]
    keeper, other = day.round.tables[1].players[:2]
    day.do(act, by=keeper)
    assert day.status(keeper) is ResultStatus.REPORTED
    agree = PodConfirmed(number=1, table=1, scores=act.scores)
    assert day.refused(agree, by=keeper).code == "nothing-reported"
    stale = PodConfirmed(number=1, table=1, scores={})
    assert day.refused(stale, by=other).code == "changed-meanwhile"

    day.do(agree, by=other)

    assert day.status(keeper) is ResultStatus.CONFIRMED
    assert day.refused(act, by=keeper).code == "already-saved"
    right = PodCorrected(number=1, table=1, scores={**act.scores, keeper: 7})
    day.do(right, reason="Poison forgotten")
    pod = event_facts(day.state).rounds[0].pods[0]
    assert pod.scores is not None
    assert pod.scores[keeper] == 7


def test_scores_of_a_pod_name_everybody_in_it():
    day = tribbles().publish()

    said = day.refused(PodScored(number=1, table=1, scores={p("t0"): 1}))

    assert said.code == "scores-missing"
    swiss = ResultEntered(number=1, table=1, outcome=timed(1, 0))
    assert day.refused(swiss).code == "a-pod"


@pytest.mark.req("TRIB-14", "AMB-51")
def test_who_leaves_a_pod_concedes_the_match_and_may_be_let_back_in():
    day = tribbles(9, rounds_planned=10).publish()
    day.do(Dropped(player=p("t0"), at_once=True))
    assert p("t0") in (day.table_of("t0").pod or pytest.fail("no pod")).conceded
    for act in scored(day).values():
        day.do(act)
    day.do(RoundClosed(number=1))
    assert day.refused(Readmitted(player=p("t1"))).code == "not-out"
    day.do(Readmitted(player=p("t0")))

    assert event_facts(day.state).readmitted == ("t0",)


# Setting up ----------------------------------------------------------------------


def test_the_first_step_of_a_new_event_is_to_open_it():
    day = Day()
    assert day.step().code == "open"

    day.do(EventOpened(event=settings()))

    assert day.step().code == "enter-players"
    day.do(PlayerEntered(player=p("a"), name="A"))
    assert day.step().players == ("a",)
    assert day.refused(PlayerAmended(player=p("x"), name="X")).code == "unknown-player"
