"""Tribbles tables: scored, cut, formed again, taken back."""

import pytest
from tests.core.eventlog.event_builder import day_of, p

from padd.core.eventlog.actions.drops import Dropped, Readmitted
from padd.core.eventlog.actions.finish import EventFinished, TieTossed
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.pod_scores import PodScored
from padd.core.eventlog.actions.publication import RoundUnpublished
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.guidance.checklist import ties_left
from padd.core.eventlog.state.event_state import Stage
from padd.core.eventlog.state.facts import event_facts
from padd.core.model import Edition, PairingStyle
from padd.core.refusal import Refusal
from padd.core.scoring.standings import disqualified_players
from padd.core.validation.consistency import check_facts


def tribbles(players=9, rounds=10):
    return day_of(
        [f"t{n:02}" for n in range(players)],
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=rounds,
    )


def score_pods(day, points=100):
    for table in list(day.round.tables.values()):
        scores = dict.fromkeys(table.players, points)
        day.do(PodScored(number=day.round.number, table=table.number, scores=scores))
    return day.do(RoundClosed(number=day.round.number))


@pytest.mark.req("TRIB-16", "AMB-51", "AMB-53")
def test_after_five_rounds_pods_are_formed_again_with_who_was_let_back_in():
    day = tribbles().publish()
    table = day.round.tables[1]
    one, two = table.players[:2]
    day.do(
        PodScored(number=1, table=1, scores=dict.fromkeys(table.players, 5), conceded=(one, two))
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
def test_players_tied_in_tribbles_cut_and_the_cut_is_on_record():
    day = score_pods(tribbles(4, 1).publish())
    [tie] = ties_left(day.state, day.book)
    order = tuple(reversed(tie.players))

    day.do(TieTossed(order=order)).do(EventFinished())

    assert day.order() == order
    assert event_facts(day.state).cut == order


@pytest.mark.req("COND-31", "AMB-51")
def test_a_player_disqualified_at_a_pod_is_out_of_it():
    day = tribbles().publish()
    day.do(PenaltyGiven(player=p("t00"), infraction="C1", level=4))
    pod = day.table_of("t00").pod

    assert pod is not None
    assert pod.conceded == ("t00",)
    event = check_facts(event_facts(day.state), day.book)
    assert disqualified_players(event) == {"t00"}
    scored = PodScored(
        number=1, table=day.table_of("t00").number, scores=dict.fromkeys(pod.players, 1)
    )
    day.do(scored)
    again = day.refused(scored)
    assert again.code == "already-saved"


def test_pods_that_are_taken_back_are_fresh():
    day = tribbles().publish()
    day.do(RoundUnpublished(number=1, even_begun=True), reason="Wrong hall")

    assert day.round.stage is Stage.DRAFT
    assert all(t.pod is not None for t in day.round.tables.values())


def test_nobody_plays_tribbles_alone():
    day = score_pods(tribbles(4, 2).publish())
    for name in ("t00", "t01", "t02"):
        day.do(Dropped(player=p(name)))

    act = propose_round(day.state, day.book, seed=2)

    assert not isinstance(act, Refusal)
    assert day.refused(act).code == "alone-at-a-table"
