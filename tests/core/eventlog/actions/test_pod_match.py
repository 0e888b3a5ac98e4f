"""A Tribbles match: five rounds with one publishing and one clock."""

import pytest
from tests.core.eventlog.event_builder import day_of

from padd.core.eventlog.actions.clock import ClockEnded, ClockPaused, ClockStarted
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.finish import EventFinished, TieTossed
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.pod_scores import PodCorrected, PodKeeperNamed, PodScored
from padd.core.eventlog.actions.publication import RoundPublished, RoundUnpublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.actions.stages import FinalsPlanned
from padd.core.eventlog.guidance.checklist import open_points, ties_left
from padd.core.eventlog.state.event_state import Stage
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.tribbles.phases import events_to_report
from padd.core.model import Edition, PairingStyle
from padd.core.validation.consistency import check_facts


def day_with_pods(players=11, rounds=10):
    return day_of(
        [f"t{n:02}" for n in range(players)],
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=rounds,
    )


def publish_match(day, *, clock=True):
    day.draw()
    number = day.round.number
    day.do(RoundPublished(number=number, through=number + 4))
    return day.do(ClockStarted(number=number)) if clock else day


def players_at(day, number, table):
    return day.state.existing(number).tables[table].players


def score(day, number, table, *, conceded=""):
    players = players_at(day, number, table)
    out = tuple(player for player in players if player == conceded)
    scores = {p: 10 * at for at, p in enumerate(players, start=1) if p != conceded}
    return day.do(
        PodScored(number=number, table=table, scores=scores, went_out=players[-1:], conceded=out)
    )


@pytest.mark.req("TRIB-5", "TRIB-16")
def test_one_publishing_and_one_clock_serve_the_five_rounds_of_a_match():
    day = publish_match(day_with_pods())

    day.minute = 10
    day.do(ClockPaused(number=3))

    assert [round_.number for round_ in day.state.played] == [1, 2, 3, 4, 5]
    assert {round_.stage for round_ in day.state.played} == {Stage.PUBLISHED}
    assert len({round_.clock for round_ in day.state.played}) == 1
    assert day.round.clock.minutes == 60
    assert day.round.clock.paused_at is not None
    assert day.refused(ClockStarted(number=4)).code == "clock-started"


@pytest.mark.req("TRIB-5", "TRIB-6")
def test_a_match_online_has_seventy_minutes():
    day = day_of(
        ["a", "b", "c", "d"],
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=5,
        online=True,
    )

    publish_match(day, clock=False)

    assert day.round.clock.minutes == 70


@pytest.mark.req("TRIB-16")
def test_pods_go_through_their_rounds_at_their_own_pace():
    day = publish_match(day_with_pods())

    for number in (1, 2, 3):
        score(day, number, 2)
    too_early = day.refused(
        PodScored(number=2, table=1, scores=dict.fromkeys(players_at(day, 2, 1), 0))
    )

    assert too_early.code == "earlier-round-open"
    assert day.round.number == 1
    step = day.step()
    assert (step.code, step.tables, step.round) == ("results", (1,), 1)
    check_facts(event_facts(day.state), day.book)


@pytest.mark.req("TRIB-16", "TRIB-5")
def test_a_match_is_closed_once_and_the_next_pods_are_drawn():
    day = publish_match(day_with_pods())
    for number in range(1, 6):
        score(day, number, 1)
        score(day, number, 2)

    assert day.step().code == "close-round"
    day.do(RoundClosed(number=5))
    assert {round_.stage for round_ in day.state.played} == {Stage.CLOSED}
    publish_match(day)

    assert [round_.number for round_ in day.state.played] == list(range(1, 11))
    assert day.round.number == 6
    assert day.round.clock.ended_at is None


@pytest.mark.req("TRIB-13", "AMB-54")
def test_rounds_that_time_left_no_room_for_count_nothing_and_have_no_winner():
    day = publish_match(day_with_pods(5, 5))
    for number in (1, 2, 3):
        score(day, number, 1)
    before = day.refused(RoundClosed(number=4, not_started=True))

    day.do(ClockEnded(number=4))
    after = day.refused(RoundClosed(number=4))
    day.do(RoundClosed(number=4, not_started=True))

    assert (before.code, after.code) == ("results-missing", "results-missing")
    pods = [round_.pods[0] for round_ in event_facts(day.state).rounds]
    assert [sum((pod.scores or {}).values()) for pod in pods] == [150, 150, 150, 0, 0]
    assert [len(pod.went_out or ()) for pod in pods] == [1, 1, 1, 0, 0]
    for tie in ties_left(day.state, day.book):
        day.do(TieTossed(order=tie.players))
    day.do(EventFinished())


@pytest.mark.req("TRIB-14", "AMB-51")
def test_who_concedes_is_out_of_the_later_rounds_until_it_is_corrected():
    day = publish_match(day_with_pods())
    gone = players_at(day, 1, 1)[0]

    score(day, 1, 1, conceded=gone)
    assert gone not in players_at(day, 2, 1)
    assert gone in day.state.existing(5).missed
    score(day, 2, 1)

    day.do(
        PodCorrected(number=1, table=1, scores=dict.fromkeys(players_at(day, 1, 1), 5)),
        reason="It was only a joke.",
    )
    assert gone not in players_at(day, 2, 1), "round 2 counts already"
    assert gone in players_at(day, 3, 1)


@pytest.mark.req("TRIB-14", "AMB-51")
def test_leaving_and_a_penalty_of_level_three_take_a_player_out_of_the_match():
    day = publish_match(day_with_pods())
    score(day, 1, 1)
    left, punished = players_at(day, 2, 1)[:2]

    day.do(Dropped(player=left, at_once=True))
    day.do(PenaltyGiven(player=punished, level=3, what="Threw cards"))

    pod = day.state.existing(2).tables[1].pod
    assert pod is not None
    assert left in pod.conceded
    assert not {left, punished} & set(players_at(day, 3, 1))
    assert day.state.penalties[0].round == 2
    assert {left, punished} <= set(players_at(day, 1, 1))


@pytest.mark.req("TRIB-5")
def test_a_match_taken_back_is_one_draft_again():
    day = publish_match(day_with_pods())
    score(day, 1, 1)
    assert (
        day.refused(RoundUnpublished(number=day.round.number), reason="Wrong pods").code
        == "game-begun"
    )

    day.do(RoundUnpublished(number=day.round.number, even_begun=True), reason="Wrong pods")

    assert [round_.number for round_ in day.state.rounds] == [1]
    assert day.state.draft is not None
    assert not day.state.draft.tables[1].saved


@pytest.mark.req("TRIB-5")
def test_only_a_match_to_its_end_is_published_as_one():
    day = day_with_pods().draw()

    assert day.refused(RoundPublished(number=1, through=3)).code == "not-the-match"
    swiss = day_of(["a", "b", "c", "d"]).draw()
    assert swiss.refused(RoundPublished(number=1, through=4)).code == "not-the-match"


@pytest.mark.req("TRIB-4")
def test_the_director_names_one_of_a_pod_to_keep_its_score_for_the_match():
    day = publish_match(day_with_pods())
    keeper, stranger = players_at(day, 1, 1)[0], players_at(day, 1, 2)[0]

    day.do(PodKeeperNamed(number=1, table=1, player=keeper))
    other = day.refused(PodKeeperNamed(number=1, table=1, player=stranger))

    assert {round_.tables[1].keeper for round_ in day.state.played} == {keeper}
    assert other.code == "not-in-pod"
    assert day.state.existing(3).tables[2].keeper is None


@pytest.mark.req("TRIB-19", "TRIB-21", "TRIB-24")
def test_more_than_eight_players_are_asked_for_heats_and_finals():
    day = day_with_pods(11, 5)
    assert day.step().code == "plan-finals"

    day.do(FinalsPlanned())

    assert day.state.settings.pairing_style is PairingStyle.TRIBBLES_FINALS
    assert day.state.settings.rounds_planned == 10
    assert day.step().code == "pair"
    assert day.refused(FinalsPlanned()).code == "no-finals"
    assert day_with_pods(8, 5).refused(FinalsPlanned()).code == "no-finals"
    assert day_of(list("abcdefghij")).refused(FinalsPlanned()).code == ("no-finals")


@pytest.mark.req("TRIB-20", "TRIB-21", "TRIB-22", "TRIB-23", "AMB-49", "AMB-53")
def test_finals_after_the_heats_rank_by_table_and_are_reported_apart():
    day = publish_match(day_with_pods(11, 5))
    for number in range(1, 6):
        score(day, number, 1)
        score(day, number, 2)
    day.do(RoundClosed(number=5))
    assert "finals-missing" in {p.code for p in open_points(day.state, day.book)}

    day.do(FinalsPlanned())
    publish_match(day)
    top = players_at(day, 6, 1)
    for number in range(6, 11):
        score(day, number, 1)
        day.do(
            PodScored(
                number=number,
                table=2,
                scores=dict.fromkeys(players_at(day, number, 2), 100_000),
                went_out=players_at(day, number, 2)[:1],
            )
        )
    day.do(RoundClosed(number=10))

    assert set(day.order()[: len(top)]) == set(top)
    parts = events_to_report(event_facts(day.state), day.book)
    assert [len(part.rounds) for part in parts] == [5, 5, 5]
    assert [str(part.pairing_style) for part in parts] == [
        "tribbles",
        "tribbles",
        "tribbles-finals",
    ]
    assert {p.id for p in parts[-1].players if p.seed == 1} == set(top)
