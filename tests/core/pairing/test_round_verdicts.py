"""Verdicts on rounds on record: was another draw better, is everybody in it?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from padd.core.model import Event
from padd.core.pairing.by_hand import check_round_by_hand
from padd.core.pairing.next_round import pairing_field
from padd.core.pairing.verification import verify_rounds
from padd.presentation.formats.pairing_reasons import CRITERIA
from padd.rulebooks.loader import rulebook

Make = Callable[..., Event]

BOOK = rulebook("opg-5")


def won(winner, loser):
    return {"players": [winner, loser], "ending": "complete", "winner": winner, "scores": [100, 20]}


def drawn(winner, loser):
    return {"players": [winner, loser], "ending": "time", "scores": [60, 20]}


def of_five(event_of, *tables):
    """Return an event whose fourth of five rounds gives the last player the bye."""
    players: list[Any] = [
        *("ada", "bele", "cain"),
        "dax",
        {"id": "elim", "joined_round": 3},
        {"id": "gone", "dropped_after": 3},
    ]
    never_played = {"players": ["cain", "gone"], "ending": "unplayed"}
    rounds = [
        {"number": 1, "matches": [won("bele", "gone"), won("ada", "dax")], "byes": ["cain"]},
        {"number": 2, "matches": [never_played, drawn("bele", "dax")], "byes": ["ada"]},
        {"number": 3, "matches": [won("elim", "dax"), never_played, drawn("ada", "bele")]},
    ]
    if tables:
        matches = [{"players": pair} for pair in tables]
        rounds.append({"number": 4, "matches": matches, "byes": ["dax"]})
    return event_of(players, rounds, edition="1E", rounds_planned=5)


@pytest.mark.req("SWISS-74", "AMB-9")
@pytest.mark.parametrize(
    ("tables", "best"),
    [((["ada", "cain"], ["bele", "elim"]), True), ((["ada", "elim"], ["bele", "cain"]), False)],
)
def test_a_round_that_costs_a_second_bye_later_is_not_the_best(event_of, tables, best):
    event = of_five(event_of, *tables)

    last = verify_rounds(event, BOOK)[-1]

    assert last.figures.future_rounds is True
    assert (last.legal, last.optimal) == (True, best)


def test_a_director_is_told_of_the_second_bye_that_a_pairing_costs_later(event_of):
    field = pairing_field(of_five(event_of), BOOK, 4)

    checked = check_round_by_hand(field, [("ada", "elim"), ("bele", "cain")], ["dax"])

    assert checked.worse_in == "future_byes"
    assert CRITERIA[checked.worse_in] == "a second bye for someone in a later round"


def test_an_earned_bye_that_only_the_round_names_is_no_missing_opponent(event_of):
    round_ = {"number": 1, "matches": [won("bele", "cain")], "earned_byes": ["ada"]}
    event = event_of(["ada", "bele", "cain"], [round_], level=2)

    verdict = verify_rounds(event, BOOK)[0]

    assert (verdict.legal, verdict.optimal, verdict.problems) == (True, True, ())
