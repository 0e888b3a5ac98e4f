"""Pairings that last two rounds: what is repeated, what counts once (AMB-109)."""

from random import Random

import msgspec
import pytest
from tests.wait_limits import EVENTS

from padd.core.pairing.next_round import pair_next, pairing_field, round_on_file
from padd.core.pairing.verification import verify_rounds
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import head_to_head, records_of
from padd.core.validation.sanction import check_sanction
from padd.interfaces.cli.simulation.swiss import SwissPlan, play_swiss
from padd.rulebooks.loader import rulebook
from padd_oracle.generate import Chances
from padd_oracle.pairing import check_round

LUCK = "no-such-thing-as-luck"
BOOK = rulebook("opg-5")


def game(one, two, mine=100, theirs=20):
    return {
        "players": [one, two],
        "ending": "complete",
        "winner": one if mine > theirs else two,
        "scores": [mine, theirs],
    }


def opened(table, one, two):
    return {**game(one, two), "table": table}


@pytest.mark.req("FMT-42", "AMB-109")
@pytest.mark.parametrize("book", ["opg-5", "opg-4.1"])
def test_after_an_odd_round_the_same_tables_and_byes_come_again(book, event_of):
    event = event_of(
        list("abcde"),
        [{"number": 1, "matches": [opened(2, "a", "b"), opened(7, "c", "d")], "byes": ["e"]}],
        rulebook=book,
        scenario=LUCK,
    )

    paired = pair_next(event, rulebook(book), seed=5)

    assert list(paired.tables) == [(2, ("a", "b")), (7, ("c", "d"))]
    assert paired.draw.byes == ("e",)
    assert paired.repeats == 1
    assert paired.draw.figures.rematches == paired.draw.figures.second_byes == 0
    assert round_on_file(paired, event).draw == {"repeats": 1}


@pytest.mark.req("FMT-42", "AMB-109")
def test_the_next_block_avoids_opponents_and_byes_of_the_one_before(event_of):
    played = [
        {"number": n, "matches": [game("a", "b"), game("c", "d")], "byes": ["e"]} for n in (1, 2)
    ]
    event = event_of(list("abcde"), played, scenario=LUCK)

    paired = pair_next(event, BOOK, seed=1)

    pairs = {frozenset(pair) for pair in paired.draw.tables}
    assert paired.repeats is None
    assert pairs.isdisjoint({frozenset("ab"), frozenset("cd")})
    assert "e" not in paired.draw.byes


@pytest.mark.req("AMB-109", "SWISS-37", "SWISS-73")
def test_whoever_drops_within_a_block_leaves_a_bye_outside_the_limit(event_of):
    players = ["a", {"id": "b", "dropped_after": 1}, "c", "d"]
    first = {"number": 1, "matches": [game("a", "b"), game("c", "d")]}
    event = event_of(players, [first], scenario=LUCK)

    second = pair_next(event, BOOK, seed=1)
    after = msgspec.structs.replace(event, rounds=(*event.rounds, round_on_file(second, event)))

    assert second.draw.byes == ("a",)
    assert second.missed == ("b",)
    assert pairing_field(after, BOOK, 3).had_bye == frozenset()


@pytest.mark.req("AMB-109", "SWISS-34")
def test_nobody_joins_a_block_that_is_under_way(event_of):
    players = ["a", "b", {"id": "late", "joined_round": 2}]
    event = event_of(players, [{"number": 1, "matches": [game("a", "b")]}], scenario=LUCK)

    second = pair_next(event, BOOK, seed=1)

    assert second.missed == ("late",)
    assert "late" in pairing_field(event, BOOK, 3).players


@pytest.mark.req("AMB-109", "SWISS-25")
@pytest.mark.parametrize(("byes", "resting"), [([1], ()), ([2], ()), ([1, 2], ("a",))])
def test_an_earned_bye_is_used_for_a_whole_block_or_not_at_all(byes, resting, event_of):
    event = event_of([{"id": "a", "earned_byes": byes}, "b", "c"], [], scenario=LUCK, level=3)

    first = pair_next(event, BOOK, seed=1)
    findings = {finding.code for finding in check_sanction(event, BOOK).findings}

    assert first.earned_byes == resting
    assert ("earned-bye-out-of-place" in findings) is (not resting)


@pytest.mark.req("AMB-109", "SWISS-82")
@pytest.mark.parametrize(
    ("second", "winner"),
    [
        (game("b", "a"), None),
        ({"players": ["a", "b"], "ending": "time", "scores": [30, 30]}, "a"),
        (game("a", "b"), "a"),
    ],
)
def test_head_to_head_counts_the_games_won_and_one_each_decides_nothing(second, winner, event_of):
    rounds = [{"number": 1, "matches": [game("a", "b")]}, {"number": 2, "matches": [second]}]
    event = event_of(["a", "b"], rounds, scenario=LUCK)
    records = {r.player: r for r in records_of(score_event(event, BOOK), BOOK)}

    decided = head_to_head(records["a"], records["b"])

    assert (decided and decided[0].player) == winner


@pytest.mark.req("AMB-109", "SWISS-75")
def test_verify_names_who_should_have_played_again(event_of):
    first = {"number": 1, "matches": [game("a", "b"), game("c", "d")]}
    swapped = {"number": 2, "matches": [game("a", "c"), game("b", "d")]}
    event = event_of(list("abcd"), [first, swapped], scenario=LUCK)

    good, bad = verify_rounds(event, BOOK)

    assert (good.legal, bad.legal) == (True, False)
    assert bad.optimal is False
    assert not check_round(msgspec.to_builtins(event), 1).legal


@pytest.mark.req("AMB-109", "SWISS-69", "REG-10")
@pytest.mark.parametrize(("scenario", "found"), [(LUCK, False), (None, True)])
def test_meeting_twice_in_a_block_is_no_repeat(scenario, found, event_of):
    rounds = [{"number": n, "matches": [game("a", "b")]} for n in (1, 2)]
    event = event_of(["a", "b"], rounds, scenario=scenario)

    codes = {finding.code for finding in check_sanction(event, BOOK).findings}

    assert ("rematch" in codes) is found


@pytest.mark.req("AMB-109")
def test_a_pair_that_meets_in_two_blocks_has_met_before(event_of):
    rounds = [{"number": n, "matches": [game("a", "b")]} for n in (1, 2, 3)]
    event = event_of(["a", "b"], rounds, scenario=LUCK)

    codes = [finding.code for finding in check_sanction(event, BOOK).findings]

    assert codes.count("rematch") == 1


def plan(most):
    return SwissPlan(
        least=3,
        most=most,
        rounds=None,
        rulebooks=("opg-5", "opg-4.1"),
        chances=Chances(drop=0.08, late=0.3, earned_bye=0.2),
        scenario=LUCK,
    )


@pytest.mark.req("AMB-109", "FMT-42")
@pytest.mark.parametrize("seed", Random(20).sample(range(10_000), 25))
def test_events_in_blocks_stand_before_the_oracle(seed):
    assert play_swiss(seed, plan(10)).problems == ()


@pytest.mark.long
@pytest.mark.req("AMB-109", "FMT-42")
def test_many_events_in_blocks_stand_before_the_oracle():
    found = [problem for seed in range(EVENTS) for problem in play_swiss(seed, plan(16)).problems]

    assert found == []
