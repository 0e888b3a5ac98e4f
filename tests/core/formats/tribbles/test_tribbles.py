"""Tribbles: pods, points, places and finals, by the guide's own examples."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.formats.tribbles.findings import PodCode, pod_findings
from padd.core.formats.tribbles.phases import heats_and_finals
from padd.core.formats.tribbles.pods import next_pods, pod_sizes
from padd.core.formats.tribbles.ranking import tribbles_standings
from padd.core.formats.tribbles.scoring import round_winners, scores_of
from padd.core.model import Edition, Event, PairingStyle, Penalty, Player, PlayerId, Pod, Round
from padd.core.refusal import RefusalError
from padd.core.validation.matches import check_pod
from padd.rulebooks.loader import rulebook

FINALS = PairingStyle.TRIBBLES_FINALS


def tribbles_rules(book):
    rules = rulebook(book).tribbles
    assert rules is not None
    return rules


OPG5 = tribbles_rules("opg-5")
OPG4 = tribbles_rules("opg-4.1")


def pod(table=1, /, out="", conceded="", **scores):
    points = {PlayerId(player): score for player, score in scores.items()}
    return Pod(
        table=table,
        players=tuple(points),
        scores=points,
        went_out=tuple(PlayerId(p) for p in out.split()),
        conceded=tuple(PlayerId(p) for p in conceded.split()),
    )


def event(*rounds, style=PairingStyle.TRIBBLES, planned=5, **facts):
    """Make an event; facts are head_start, seed or dropped_after by player."""
    names = dict.fromkeys(p for r in rounds for t in r.pods for p in t.players)
    return Event(
        schema="padd-event/1",
        rulebook="opg-5",
        name="Tribble day",
        edition=Edition.TRIBBLES,
        pairing_style=style,
        rounds_planned=planned,
        starts="2026-03-14T10:00:00-05:00",
        players=tuple(
            msgspec.structs.replace(
                Player(id=name), **{key: by[name] for key, by in facts.items() if name in by}
            )
            for name in names
        ),
        rounds=rounds,
    )


def round_(number, *pods):
    return Round(number=number, pods=pods)


def order(standings):
    return " ".join(row.player for row in standings.rows)


def field(size):
    players = tuple(Player(id=PlayerId(f"p{n:03}")) for n in range(size))
    return Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.TRIBBLES,
        pairing_style=FINALS,
        rounds_planned=10,
        players=players,
        rounds=(),
    )


def played_round(pods, seed):
    """Give the pods of a round some scores, the same for the same seed."""
    return Round(
        number=pods.number,
        pods=tuple(
            Pod(
                table=pod.table,
                players=pod.players,
                scores={p: (int(p[1:]) * 37 + seed) % 11 for p in pod.players},
                went_out=pod.players[:1],
            )
            for pod in pods.pods
        ),
    )


def play_rounds(of, count, seed):
    for number in range(count):
        ahead = next_pods(of, OPG5, seed=seed)
        new = played_round(ahead, seed + number)
        of = msgspec.structs.replace(of, rounds=(*of.rounds, new))
    return of


# Pods


@pytest.mark.req("EX-TRIB-1", "TRIB-3", "TRIB-19", "AMB-48")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (4, (4,)),
        (8, (8,)),
        (9, (5, 4)),
        (12, (6, 6)),
        (17, (6, 6, 5)),
        (24, (8, 8, 8)),
        (25, (7, 6, 6, 6)),
        (27, (7, 7, 7, 6)),
    ],
)
def test_pods_are_few_and_about_equal(players, sizes):
    assert pod_sizes(players, OPG5) == sizes


@pytest.mark.req("AMB-47", "TRIB-1")
def test_three_players_are_one_pod_where_the_guide_allows_three():
    assert pod_sizes(3, OPG5) == (3,)

    with pytest.raises(RefusalError, match="needs 4 players"):
        pod_sizes(3, OPG4)


@pytest.mark.req("AMB-48")
def test_the_director_may_choose_more_pods_of_at_least_four():
    assert pod_sizes(12, OPG5, pods=3) == (4, 4, 4)

    for players, pods in ((12, 4), (12, 1), (7, 2), (8, 0)):
        with pytest.raises(RefusalError) as refused:
            pod_sizes(players, OPG5, pods=pods)
        assert refused.value.refusal.code == "pod-size"


@pytest.mark.req("TRIB-3", "AMB-48")
@given(st.integers(3, 300))
def test_pods_are_balanced_within_one_and_never_too_small(players):
    sizes = pod_sizes(players, OPG5)

    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= 8
    assert min(sizes) >= 4 or sizes == (3,)
    assert list(sizes) == sorted(sizes, reverse=True)


@pytest.mark.req("TRIB-3", "TRIB-19")
@given(st.integers(3, 60), st.integers(0, 2**32))
def test_every_player_has_one_seat_and_the_seed_gives_it_again(players, seed):
    pods = next_pods(field(players), OPG5, seed=seed)

    seats = [player for pod in pods.pods for player in pod.players]

    assert sorted(seats) == [player.id for player in field(players).players]
    assert pods == next_pods(field(players), OPG5, seed=seed)
    assert pods.missed == ()


@pytest.mark.req("TRIB-3")
def test_another_seed_draws_other_pods():
    drawn = {next_pods(field(12), OPG5, seed=seed).pods for seed in range(10)}

    assert len(drawn) == 10


@pytest.mark.req("TRIB-16")
def test_players_stay_in_their_pods_for_five_rounds():
    of = play_rounds(field(20), 4, seed=3)

    fifth = next_pods(of, OPG5, seed=99)

    first = of.rounds[0].pods
    assert [pod.players for pod in fifth.pods] == [pod.players for pod in first]
    assert {seat.because for pod in fifth.pods for seat in pod.seats} == {"same-pod"}


def heats(**last):
    """Two pods whose last round has these scores, everything before is 0."""
    names = list(last)
    first, second = names[: len(names) // 2], names[len(names) // 2 :]
    rounds = [
        round_(
            number,
            pod(1, out=first[0], **dict.fromkeys(first, 0)),
            pod(2, out=second[0], **dict.fromkeys(second, 0)),
        )
        for number in range(1, 5)
    ]
    rounds.append(
        round_(
            5,
            pod(1, out=first[0], **{p: last[p] for p in first}),
            pod(2, out=second[0], **{p: last[p] for p in second}),
        )
    )
    return event(*rounds, style=FINALS, planned=10)


@pytest.mark.req("TRIB-16", "AMB-53")
def test_pod_winners_come_first_into_the_top_pod():
    of = heats(a=90, b=80, c=70, d=60, e=50, f=40, g=30, h=20, i=10)

    pods = next_pods(of, OPG5, seed=1).pods

    assert [set(pod.players) for pod in pods] == [set("abcde"), set("fghi")]
    because = {seat.player: seat.because for seat in pods[0].seats}
    assert [p for p in "abcde" if because[PlayerId(p)] == "pod-winner"] == ["a", "e"]


@pytest.mark.req("AMB-53")
def test_a_weak_pod_winner_passes_a_better_second():
    of = heats(a=90, b=80, c=70, d=60, e=55, f=4, g=3, h=2, i=1, j=0)

    pods = next_pods(of, OPG5, seed=1).pods

    assert set(pods[0].players) == set("abcdf")
    assert set(pods[1].players) == set("eghij")


@pytest.mark.req("AMB-53")
@given(st.integers(9, 90), st.integers(0, 1000))
def test_re_formed_pods_hold_everybody_once_with_the_winners_on_top(players, seed):
    of = play_rounds(field(players), 5, seed)

    pods = next_pods(of, OPG5, seed=seed).pods

    scores = scores_of(of, of.rounds, OPG5)
    seats = [p for pod in pods for p in pod.players]
    assert sorted(seats) == [player.id for player in of.players]
    assert tuple(len(pod.players) for pod in pods) == pod_sizes(players, OPG5)
    for upper, lower in pairwise(pods[1:]):
        worst = min(scores[p].points for p in upper.players)
        assert worst >= max(scores[p].points for p in lower.players)
    tops = [max(scores[p].points for p in pod.players) for pod in of.rounds[-1].pods]
    best = sorted(scores[p].points for p in pods[0].players)
    assert best[-1] == max(tops)


@pytest.mark.req("AMB-51", "TRIB-14")
def test_whoever_conceded_sits_out_unless_the_director_allows_it():
    rounds = [round_(1, pod(1, out="a", a=5, b=4, c=3, d=2, e=1, conceded="e"))]
    of = event(*rounds)

    assert next_pods(of, OPG5, seed=1).missed == ("e",)
    allowed = msgspec.structs.replace(of, readmitted=(PlayerId("e"),))
    assert next_pods(allowed, OPG5, seed=1).missed == ()


@pytest.mark.req("AMB-51")
def test_a_disqualified_player_never_sits_down_again():
    penalty = Penalty(player=PlayerId("e"), level=4)
    first = msgspec.structs.replace(pod(1, out="a", a=5, b=4, c=3, d=2, e=1), penalties=(penalty,))
    of = msgspec.structs.replace(event(round_(1, first)), readmitted=(PlayerId("e"),))

    assert next_pods(of, OPG5, seed=1).missed == ("e",)


@pytest.mark.req("TRIB-22")
def test_finals_with_seeds_begin_at_the_tables_qualified_for():
    seeds = {f"p{n:03}": 1 + n // 5 for n in range(10)}
    of = msgspec.structs.replace(
        field(10),
        players=tuple(
            msgspec.structs.replace(player, seed=seeds[player.id]) for player in field(10).players
        ),
    )

    ahead = next_pods(of, OPG5, seed=3)

    assert ahead.number == 6
    assert [(pod.table, {seeds[p] for p in pod.players}) for pod in ahead.pods] == [
        (1, {1}),
        (2, {2}),
    ]
    assert {seat.because for pod in ahead.pods for seat in pod.seats} == {"qualified"}


@pytest.mark.req("TRIB-16")
def test_the_next_pods_wait_for_the_scores_of_every_table():
    open_pod = Pod(players=tuple(PlayerId(p) for p in "abcd"), table=2)

    with pytest.raises(RefusalError) as refused:
        next_pods(event(round_(1, pod(1, w=1, x=2, y=3, z=4), open_pod)), OPG5, seed=1)

    assert refused.value.refusal.code == "result-missing"
    assert refused.value.refusal.place == "rounds[0].pods[1].scores"


@pytest.mark.req("TRIB-16")
def test_a_dropped_player_leaves_the_pod():
    of = event(round_(1, pod(1, out="a", a=5, b=4, c=3, d=2, e=1)), dropped_after={"b": 1})

    ahead = next_pods(of, OPG5, seed=1)

    assert ahead.pods[0].players == ("a", "c", "d", "e")
    assert ahead.missed == ("b",)


# Points


@pytest.mark.req("TRIB-11", "TRIB-12", "AMB-54", "AMB-50")
def test_a_round_is_won_by_whoever_went_out_however_many_points_others_have():
    one = pod(a=101_000, b=0, c=5, d=0, out="b")
    several = pod(a=100, b=40, c=500, d=0, out="a b")

    assert round_winners(one, OPG5) == ("b",)
    assert round_winners(several, OPG5) == ("a", "b")


@pytest.mark.req("TRIB-13", "AMB-54")
def test_a_round_cut_by_time_has_no_winner_and_its_points_count():
    timed = pod(a=1_000, b=10, c=0, d=0)

    best = tribbles_standings(event(round_(1, timed)), OPG5).rows[0].score

    assert (best.player, best.points, best.rounds_won) == ("a", 1_000, 0)


@pytest.mark.req("AMB-54")
def test_rounds_won_part_a_tie_and_a_round_cut_by_time_gives_none():
    first = pod(a=50, b=10, c=0, d=0)
    second = pod(a=0, b=40, c=0, d=0, out="b")

    rows = tribbles_standings(event(round_(1, first), round_(2, second)), OPG5).rows

    assert [(row.player, row.score.rounds_won) for row in rows[:2]] == [("b", 1), ("a", 0)]
    assert rows[1].decided_by == "rounds-won"


@pytest.mark.req("AMB-54")
def test_where_nobody_wrote_who_went_out_the_highest_score_wins_or_shares():
    def unwritten(**scores):
        return msgspec.structs.replace(pod(**scores), went_out=None)

    assert round_winners(unwritten(a=7, b=3, c=7, d=0), OPG5) == ("a", "c")
    assert round_winners(unwritten(a=0, b=0, c=0, d=0), OPG5) == tuple("abcd")


@pytest.mark.req("EX-TRIB-2", "TRIB-15", "AMB-52", "TRIB-29", "CHAMP-15")
def test_a_head_start_is_added_once_to_the_first_round():
    of = event(
        round_(1, pod(a=43_210, b=50_000, c=0, d=0, out="b")),
        round_(2, pod(a=0, b=10, c=0, d=0, out="b")),
        head_start={"a": 200_000},
    )

    standings = tribbles_standings(of, OPG5)

    best = standings.rows[0].score
    assert (best.player, best.points, best.head_start) == ("a", 243_210, 200_000)
    assert best.rounds_won == 0


@pytest.mark.req("TRIB-14", "AMB-51")
def test_conceding_takes_all_points_of_the_match_and_the_head_start():
    of = event(
        round_(1, pod(a=500, b=20, c=0, d=0, out="a")),
        round_(2, pod(a=900, b=30, c=0, d=0, out="b", conceded="a")),
        round_(3, pod(a=900, b=0, c=40, d=0, out="c")),
        head_start={"a": 100_000},
    )

    scores = scores_of(of, of.rounds, OPG5)

    assert scores[PlayerId("a")].points == 0
    assert scores[PlayerId("a")].conceded == (1,)
    assert scores[PlayerId("b")].rounds_won == 1
    assert scores[PlayerId("c")].rounds_won == 1


@pytest.mark.req("AMB-51")
def test_conceding_one_match_leaves_the_points_of_the_other():
    rounds = [
        round_(n, pod(a=10, b=5, c=0, d=0, out="a", conceded="a" if n == 7 else ""))
        for n in range(1, 11)
    ]

    of = event(*rounds, planned=10)

    assert scores_of(of, of.rounds, OPG5)[PlayerId("a")].points == 50


@pytest.mark.req("AMB-51")
def test_a_match_loss_penalty_counts_as_a_concession():
    penalised = msgspec.structs.replace(
        pod(a=500, b=20, c=0, d=0, out="a"), penalties=(Penalty(player=PlayerId("a"), level=3),)
    )
    warned = msgspec.structs.replace(
        pod(a=500, b=20, c=0, d=0, out="a"), penalties=(Penalty(player=PlayerId("a"), level=2),)
    )

    assert order(tribbles_standings(event(round_(1, penalised)), OPG5))[0] == "b"
    assert order(tribbles_standings(event(round_(1, warned)), OPG5))[0] == "a"


@pytest.mark.req("AMB-51")
def test_a_disqualified_player_is_ranked_last():
    expelled = msgspec.structs.replace(
        pod(a=500, b=20, c=0, d=-5, out="a"), penalties=(Penalty(player=PlayerId("a"), level=4),)
    )

    standings = tribbles_standings(event(round_(1, expelled)), OPG5)

    assert order(standings) == "b c d a"
    assert standings.rows[-1].disqualified


# Places


@pytest.mark.req("TRIB-17", "AMB-49", "TRIB-10")
def test_the_highest_total_wins_then_most_rounds_won():
    of = event(
        round_(1, pod(a=30, b=20, c=0, d=10, out="a")),
        round_(2, pod(a=0, b=10, c=5, d=20, out="d")),
        round_(3, pod(a=0, b=0, c=40, d=0, out="c")),
    )

    standings = tribbles_standings(of, OPG5)

    assert [row.score.points for row in standings.rows] == [45, 30, 30, 30]
    winner = standings.rows[0]
    assert (winner.place, winner.player, winner.decided_by) == (1, "c", None)
    assert (winner.score.points, winner.score.rounds_won) == (45, 1)
    assert standings.rows[3].player == "b"
    assert [row.decided_by for row in standings.rows] == [None, None, "cut", "rounds-won"]


@pytest.mark.req("TRIB-17", "TRIB-18")
def test_the_cut_is_drawn_by_the_seed_or_entered_by_the_director():
    of = event(round_(1, pod(a=0, b=0, c=0, d=0)))

    drawn = {order(tribbles_standings(of, OPG5, seed=seed)) for seed in range(40)}
    cut = tuple(PlayerId(p) for p in ("d", "b", "a", "c"))
    entered = tribbles_standings(msgspec.structs.replace(of, cut=cut), OPG5, seed=1)

    assert len(drawn) > 10
    assert order(entered) == "d b a c"
    assert tribbles_standings(of, OPG5, seed=5) == tribbles_standings(of, OPG5, seed=5)


@pytest.mark.req("EX-TRIB-3", "TRIB-22", "TRIB-23", "AMB-49")
def test_the_finals_rank_table_by_table():
    of = event(
        round_(6, pod(1, A=300_000, B=50_000), pod(2, C=900_000, D=10_000)),
        style=FINALS,
        seed={"A": 1, "B": 1, "C": 2, "D": 2},
        head_start={"B": 999_999},
    )

    standings = tribbles_standings(of, OPG5)

    assert order(standings) == "A B C D"
    assert {row.decided_by for row in standings.rows} == {None}
    assert [row.table for row in standings.rows] == [1, 1, 2, 2]


def whole_day():
    """Heats at two tables and finals re-formed from them, in one event."""
    heat = heats(a=90, b=80, c=70, d=60, e=50, f=40, g=30, h=20)
    finals = [
        round_(n, pod(1, out="e", a=0, b=1, c=2, e=3), pod(2, out="h", d=9, f=8, g=7, h=6))
        for n in range(6, 11)
    ]
    return msgspec.structs.replace(heat, rounds=(*heat.rounds, *finals))


@pytest.mark.req("TRIB-24", "AMB-49", "AMB-52")
def test_heats_and_finals_in_one_event_rank_by_the_finals_only():
    standings = tribbles_standings(whole_day(), OPG5)

    assert order(standings) == "e c b a d f g h"
    assert standings.rows[0].score.points == 15
    assert standings.final


@pytest.mark.req("AMB-49")
def test_before_the_finals_the_heats_rank_by_their_points():
    of = heats(a=90, b=80, c=70, d=60, e=50, f=40, g=30, h=20)

    standings = tribbles_standings(of, OPG5)

    assert order(standings) == "a b c d e f g h"
    assert {row.table for row in standings.rows} == {None}


@pytest.mark.req("AMB-49", "TRIB-17")
def test_ten_rounds_without_finals_rank_by_the_total():
    of = msgspec.structs.replace(whole_day(), pairing_style=PairingStyle.TRIBBLES)

    assert order(tribbles_standings(of, OPG5)) == "d a b c f e g h"


@pytest.mark.req("TRIB-22")
def test_a_finalist_without_a_seed_is_refused():
    of = event(round_(6, pod(1, A=3, B=5)), style=FINALS, seed={"A": 1})

    with pytest.raises(RefusalError) as refused:
        tribbles_standings(of, OPG5)

    assert refused.value.refusal.code == "seed-missing"


@pytest.mark.parametrize(
    ("planned", "first", "count", "final"),
    [
        (5, 1, 4, False),
        (5, 1, 5, True),
        (10, 6, 4, False),
        (10, 6, 5, True),
        (5, 6, 4, False),
        (5, 6, 5, True),
    ],
)
def test_standings_are_final_after_the_last_planned_round(planned, first, count, final):
    rounds = [round_(n, pod(1, A=3, B=5)) for n in range(first, first + count)]
    of = event(*rounds, style=FINALS, planned=planned, seed={"A": 1, "B": 1})

    assert tribbles_standings(of, OPG5).final is final


@pytest.mark.req("TRIB-17")
@given(
    st.lists(
        st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 3), min_size=2),
        min_size=1,
        max_size=6,
    ),
    st.integers(0, 99),
)
def test_places_are_complete_and_every_order_has_its_reason(tables, seed):
    rounds = [
        round_(n, pod(1, out=next(iter(scores)), **scores))
        for n, scores in enumerate(tables, start=1)
    ]
    of = event(*rounds)

    rows = tribbles_standings(of, OPG5, seed=seed).rows

    assert [row.place for row in rows] == list(range(1, len(of.players) + 1))
    for above, below in pairwise(rows):
        one, other = above.score, below.score
        if one.points != other.points:
            assert (one.points > other.points, below.decided_by) == (True, None)
        elif one.rounds_won != other.rounds_won:
            assert one.rounds_won > other.rounds_won
            assert below.decided_by == "rounds-won"
        else:
            assert below.decided_by == "cut"


# Reporting and what a director should know


@pytest.mark.req("TRIB-20", "TRIB-21", "TRIB-22", "TRIB-23", "TRIB-24")
def test_a_day_is_reported_as_one_heat_per_table_and_the_finals():
    day = whole_day()

    first, second, finals = heats_and_finals(day, OPG5)

    assert [p.id for p in first.players] == list("abcd")
    assert [p.id for p in second.players] == list("efgh")
    assert {first.pairing_style, second.pairing_style} == {PairingStyle.TRIBBLES}
    assert (first.starts, second.starts) == (day.starts, day.starts)
    assert finals.starts == "2026-03-14T11:00:00-05:00"
    assert finals.pairing_style is FINALS
    assert [r.number for r in finals.rounds] == [6, 7, 8, 9, 10]
    assert {p.id: p.seed for p in finals.players} == {
        **dict.fromkeys("abce", 1),
        **dict.fromkeys("dfgh", 2),
    }
    assert order(tribbles_standings(finals, OPG5)) == order(tribbles_standings(day, OPG5))


@pytest.mark.req("TRIB-20")
def test_an_event_without_heats_and_finals_is_reported_as_it_is():
    with pytest.raises(RefusalError) as refused:
        heats_and_finals(event(round_(1, pod(a=1, b=0, c=0, d=0))), OPG5)

    assert refused.value.refusal.code == "no-heats"


@pytest.mark.req("TRIB-3", "TRIB-16", "AMB-50", "AMB-51")
def test_odd_pods_are_pointed_out():
    of = event(
        round_(1, pod(1, a=1, b=0, c=0, out="a b"), pod(2, d=1, e=0, f=0, g=0, h=0, i=0)),
        round_(
            2, pod(1, a=1, d=0, c=0, out="a", conceded="c"), pod(2, b=1, e=0, f=0, g=0, h=0, i=0)
        ),
        round_(3, pod(1, a=1, d=0, c=5), pod(2, b=1, e=0, f=0, g=0, h=0, i=0)),
    )

    found = [(concern.code, concern.place) for concern in pod_findings(of, OPG4)]

    assert found == [
        (PodCode.SIZE, "rounds[0].pods[0]"),
        (PodCode.UNEVEN, "rounds[0].pods"),
        (PodCode.SEVERAL_OUT, "rounds[0].pods[0].went_out"),
        (PodCode.MOVED, "rounds[1].pods[0]"),
        (PodCode.MOVED, "rounds[1].pods[1]"),
        (PodCode.WENT_ON, "rounds[2].pods[0].scores"),
    ]
    assert pod_findings(event(round_(1, pod(a=1, b=0, c=0))), OPG5) == ()


def test_a_score_for_somebody_who_is_not_in_the_pod_is_refused():
    wrong = msgspec.structs.replace(pod(a=1, b=0, c=0, d=0), scores={PlayerId("q"): 100})

    with pytest.raises(RefusalError) as refused:
        check_pod(wrong, "rounds[0].pods[0]", event())

    assert refused.value.refusal.code == "not-in-pod"


@pytest.mark.req("TRIB-16", "TRIB-19", "TRIB-23", "TRIB-24", "AMB-49", "AMB-53")
def test_a_day_of_twenty_seven_players_runs_from_the_draw_to_the_report():
    day = play_rounds(field(27), 10, seed=5)

    standings = tribbles_standings(day, OPG5, seed=5)
    *heat_events, finals = heats_and_finals(day, OPG5)

    tables = [row.table for row in standings.rows]
    assert standings.final
    assert tables == sorted(t for t, n in enumerate((7, 7, 7, 6), 1) for _ in range(n))
    assert [len(heat.players) for heat in heat_events] == [7, 7, 7, 6]
    assert [row.player for row in tribbles_standings(finals, OPG5, seed=5).rows] == [
        row.player for row in standings.rows
    ]
    assert pod_findings(day, OPG5) == ()
