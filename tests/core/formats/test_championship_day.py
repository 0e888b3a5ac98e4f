"""A whole championship: two heats, sixteen qualifiers, Modified McIntyre."""

import pytest

from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.bracket.outcome import bracket_places, bracket_records, round_to_play
from padd.core.formats.heats import HeatPlan, HeatRecord, deal_seeds
from padd.core.model import (
    Edition,
    Ending,
    Event,
    Game,
    Heat,
    Match,
    PairingStyle,
    Player,
    PlayerId,
    Round,
)
from padd.rulebooks.loader import rulebook

PLAN = HeatPlan(
    heats=(Heat(name="Friday", qualifiers=8), Heat(name="Saturday", qualifiers=8)), begun=True
)
FRIDAY = HeatRecord(ranking=tuple(PlayerId(f"fri-{n:02}") for n in range(1, 25)))
SATURDAY = HeatRecord(
    ranking=(
        *(PlayerId(f"sat-{n:02}") for n in range(1, 8)),
        PlayerId("fri-20"),
        PlayerId("fri-09"),
    )
)


@pytest.mark.req("BRKT-16", "BRKT-18", "BRKT-20", "BRKT-25", "BRKT-28", "AMB-42")
def test_two_heats_lead_to_a_bracket_of_sixteen_and_to_every_place():
    book = rulebook("opg-5")
    seeds = deal_seeds(PLAN, (FRIDAY, SATURDAY))
    event = final_day(tuple(Player(id=row.player, seed=row.seed) for row in seeds))

    while True:
        state = bracket_of_event(event, book)
        ahead = round_to_play(state)
        if ahead is None:
            break
        matches = tuple(
            match_won_by_the_first(pairing.players, last=ahead.number == 5)
            for pairing in ahead.matches
        )
        new = Round(number=ahead.number, matches=matches)
        event = final_day(event.players, (*event.rounds, new))

    ranking = bracket_places(state)
    assert state.final
    assert len(event.rounds) == 5
    assert [row.place for row in ranking] == list(range(1, 17))
    assert next(row.seed for row in seeds if row.player == "fri-20") == 16
    assert {len(record) for record in bracket_records(state).values()} == {5}


def final_day(players, rounds=()):
    return Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.SECOND,
        pairing_style=PairingStyle.MODIFIED_MCINTYRE,
        rounds_planned=5,
        best_of={5: 3},
        players=players,
        rounds=rounds,
    )


def match_won_by_the_first(players, *, last):
    if last:
        games = tuple(Game(winner=players[at]) for at in (0, 1, 0))
        return Match(players=players, games=games)
    return Match(players=players, ending=Ending.COMPLETE, winner=players[0], scores=(100, 40))
