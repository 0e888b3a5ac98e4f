"""Scoring an event again takes over what has not changed, and gives the same."""

import msgspec

from padd.core.scoring.results import score_event
from padd.rulebooks.loader import rulebook

BOOK = rulebook("opg-5")
PLAYERS = ["ada", "ben", "cleo", "dee"]


def a_round(number, score):
    pairs = (PLAYERS[:2], PLAYERS[2:])
    how = {"ending": "time", "scores": [score, 40]}
    return {"number": number, "matches": [{"players": pair, **how} for pair in pairs]}


def two_rounds(event_of, players):
    return event_of(players, [a_round(1, 70), a_round(2, 10)], rulebook="opg-5")


def test_a_round_that_stays_is_taken_over_and_the_other_scored(event_of):
    event, other = two_rounds(event_of, PLAYERS), two_rounds(event_of, PLAYERS)
    before = score_event(event, BOOK)
    won = event_of(PLAYERS, [a_round(1, 70), a_round(2, 90)], rulebook="opg-5")
    now = msgspec.structs.replace(other, rounds=(event.rounds[0], won.rounds[1]))

    scored = score_event(now, BOOK, before)

    assert scored == score_event(now, BOOK)
    assert scored.rounds[0] is before.rounds[0]
    assert scored.rounds[1] != before.rounds[1]


def test_nothing_is_taken_over_from_another_order_or_other_rules(event_of):
    before = score_event(two_rounds(event_of, PLAYERS), BOOK)
    turned = msgspec.structs.replace(
        two_rounds(event_of, PLAYERS[::-1]), rounds=before.event.rounds
    )
    capped = msgspec.structs.replace(before.event, rules="slipstream")

    for event in (turned, capped):
        assert score_event(event, BOOK, before) == score_event(event, BOOK)
