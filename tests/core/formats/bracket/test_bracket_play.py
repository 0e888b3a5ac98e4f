"""A bracket played from an event's facts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.formats.bracket.match_winner import DecidedBy, Deciding, first_turn
from padd.core.formats.bracket.outcome import (
    RoundRecord,
    bracket_places,
    bracket_records,
    player_way,
    round_to_play,
)
from padd.core.formats.bracket.play import MatchState, empty_bracket, play_bracket
from padd.core.formats.bracket.seeding import drawn_seeds, seeds_of
from padd.core.formats.bracket.styles import bracket_of
from padd.core.formats.bracket.tree import LoserOf, Seed, WinnerOf
from padd.core.model import (
    Edition,
    Ending,
    Event,
    Game,
    Match,
    MatchId,
    PairingStyle,
    Player,
    PlayerId,
    Round,
)
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook

OPG5 = rulebook("opg-5").brackets
OPG4 = rulebook("opg-4.1").brackets
DTG = rulebook("decipher-1998").brackets
MCINTYRE = PairingStyle.MODIFIED_MCINTYRE
SINGLE = PairingStyle.SINGLE_ELIMINATION


def pid(seed):
    return PlayerId(f"p{seed:02}")


def event(size, style=SINGLE, rounds=(), *, dropped=None, seeded=True):
    return Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.SECOND,
        pairing_style=style,
        players=tuple(
            Player(
                id=pid(seed), seed=seed if seeded else None, dropped_after=(dropped or {}).get(seed)
            )
            for seed in range(1, size + 1)
        ),
        rounds=rounds,
    )


def won(winner, loser):
    return Match(players=(pid(winner), pid(loser)), ending=Ending.COMPLETE, winner=pid(winner))


def games(first, second, *winners):
    return Match(
        players=(pid(first), pid(second)),
        games=tuple(Game(winner=w if w is None else pid(w)) for w in winners),
    )


def round_(number, *matches, byes=()):
    return Round(number=number, matches=matches, byes=byes)


def play(of, rules=OPG5, best_of=None):
    bracket = bracket_of(of.pairing_style, len(of.players))
    return play_bracket(
        of, bracket, seeds_of(of), rules, judge=lambda match: match.winner, best_of=best_of
    )


def at(state, name):
    return state.matches[MatchId(name)]


def play_on(size, style, choose):
    """Play a whole bracket, round by round, and return who met in which match."""
    rounds: list[Round] = []
    met: dict[str, set[int]] = {}
    while True:
        state = play(event(size, style, tuple(rounds)))
        ahead = round_to_play(state)
        if ahead is None:
            return state, met
        results = []
        for pairing in ahead.matches:
            one, other = (int(player[1:]) for player in pairing.players)
            met[pairing.match] = {one, other}
            first = choose(one, other)
            results.append(won(first, one + other - first))
        rounds.append(round_(ahead.number, *results))


@pytest.mark.req("EX-BRKT-3", "BRKT-24", "BRKT-2")
def test_eight_player_mcintyre_without_upsets():
    state, met = play_on(8, MCINTYRE, min)

    assert [met[name] for name in "ABCDF"] == [{4, 5}, {6, 3}, {1, 3}, {4, 2}, {1, 2}]
    assert state.winner == pid(1)
    assert state.final


@pytest.mark.req("EX-BRKT-4", "BRKT-25")
def test_sixteen_player_mcintyre_without_upsets():
    _, met = play_on(16, MCINTYRE, min)

    assert [met[name] for name in "ABCD"] == [{8, 10}, {12, 6}, {7, 9}, {11, 5}]
    assert [met[name] for name in "EFGH"] == [{1, 6}, {8, 3}, {2, 5}, {7, 4}]
    assert [met[name] for name in "IJ"] == [{1, 3}, {2, 4}]
    assert met["Final"] == {1, 2}


@pytest.mark.req("EX-BRKT-5")
def test_after_an_upset_the_top_seed_gets_the_second_chance():
    first = round_(1, won(4, 1), won(5, 8), won(6, 7), won(2, 3))

    state = play(event(8, MCINTYRE, (first,)))

    assert at(state, "A").players == (pid(1), pid(5))
    assert at(state, "C").slots[0].player == pid(4)


@pytest.mark.req("EX-BRKT-5")
def test_seeds_one_and_four_can_meet_again_only_in_the_final():
    def four_first(one, other):
        return 4 if 4 in {one, other} else min(one, other)

    _, met = play_on(8, MCINTYRE, four_first)

    assert [name for name, pair in met.items() if pair == {1, 4}] == ["M1", "F"]


@pytest.mark.req("EX-BRKT-2")
def test_sixteen_without_upsets_give_the_quarter_finals_of_the_figure():
    _, met = play_on(16, SINGLE, min)

    assert [met[f"QF{number}"] for number in range(1, 5)] == [{1, 8}, {5, 4}, {3, 6}, {7, 2}]


@pytest.mark.req("BRKT-8", "AMB-40")
def test_a_tied_game_is_won_by_the_higher_seed():
    rounds = (round_(1, games(1, 2, 2, None, None)),)

    match = at(play(event(2, rounds=rounds), best_of={1: 3}), "F")

    assert (match.winner, match.wins, match.how) == (pid(1), (2, 1), DecidedBy.GAMES)


@pytest.mark.req("BRKT-8", "BRKT-9", "AMB-40")
def test_where_ties_stay_ties_the_wins_are_compared_at_the_end():
    rounds = (round_(1, games(1, 2, 2, None, None)),)

    match = at(play(event(2, rounds=rounds), OPG4, {1: 3}), "F")

    assert (match.winner, match.wins) == (pid(2), (0, 1))


@pytest.mark.req("BRKT-9", "AMB-40", "BRKT-29")
def test_a_tied_match_goes_to_the_higher_seed():
    rounds = (round_(1, games(2, 1, 2, None, 1)),)

    match = at(play(event(2, rounds=rounds), OPG4, {1: 3}), "F")

    assert (match.winner, match.how) == (pid(1), DecidedBy.HIGHER_SEED)


@pytest.mark.req("BRKT-9", "AMB-40")
def test_a_single_game_that_ends_in_a_tie_goes_to_the_higher_seed():
    tied = Match(players=(pid(2), pid(1)), ending=Ending.TIME, scores=(50, 50))

    match = at(play(event(2, rounds=(round_(1, tied),))), "F")

    assert (match.winner, match.how) == (pid(1), DecidedBy.HIGHER_SEED)


@pytest.mark.req("BRKT-9", "AMB-40")
def test_a_match_cut_short_at_equal_wins_goes_to_the_higher_seed():
    first = round_(1, games(1, 4, 4, 1), games(3, 2, 3, 3))
    final = round_(2, games(1, 3, 1))

    state = play(event(4, rounds=(first, final)), best_of={1: 3, 2: 3})

    assert at(state, "SF1").winner == pid(1)
    assert at(state, "F").state is MatchState.UNDER_WAY


@pytest.mark.req("BRKT-28")
def test_a_best_of_three_is_open_at_one_win_and_decided_at_two():
    one = play(event(2, rounds=(round_(1, games(1, 2, 2)),)), best_of={1: 3})
    two = play(event(2, rounds=(round_(1, games(1, 2, 2, 2)),)), best_of={1: 3})

    assert at(one, "F").state is MatchState.UNDER_WAY
    assert two.winner == pid(2)


@pytest.mark.req("BRKT-28")
def test_without_a_known_length_the_games_on_record_are_the_match():
    state = play(event(2, rounds=(round_(1, games(1, 2, 2)),)))

    assert state.winner == pid(2)


@pytest.mark.req("BRKT-6")
def test_a_match_where_a_tie_cannot_help_any_more_is_decided():
    rounds = (round_(1, games(1, 2, 1, None)),)

    state = play(event(2, rounds=rounds), OPG4, {1: 3})

    assert state.winner == pid(1)


@pytest.mark.req("BRKT-36")
def test_without_seeds_a_tied_match_needs_a_named_winner():
    tied = Match(players=(pid(1), pid(2)), ending=Ending.TIME, scores=(50, 50))

    with pytest.raises(RefusalError) as refused:
        play(event(2, rounds=(round_(1, tied),)), DTG)

    assert refused.value.refusal.code == "tied-match"


@pytest.mark.req("BRKT-10", "BRKT-11", "AMB-44")
def test_who_takes_the_first_turn():
    match = games(1, 2, 1, None, 2)
    opg5 = Deciding(rules=OPG5, seeds={pid(1): 1, pid(2): 2}, judge=lambda m: m.winner)
    opg4 = Deciding(rules=OPG4, seeds={pid(1): 1, pid(2): 2}, judge=lambda m: m.winner)

    starts = [first_turn(match, number, opg5) for number in (1, 2, 3)]

    assert [(s.chooser, s.reason) for s in starts] == [
        (None, "first-game"),
        (pid(2), "lost-previous"),
        (pid(2), "tie-went-to-opponent"),
    ]
    assert first_turn(match, 3, opg4).reason == "tied"
    assert first_turn(match, 3, opg4).chooser is None


@pytest.mark.req("AMB-42", "BRKT-15")
def test_places_follow_the_round_of_elimination_and_then_the_seed():
    state, _ = play_on(8, MCINTYRE, max)

    ranking = bracket_places(state)

    assert [int(row.player[1:]) for row in ranking] == [8, 7, 3, 4, 1, 2, 5, 6]
    assert [row.because for row in ranking[:4]] == ["won-final", "round", "round", "seed"]
    assert [row.out_in for row in ranking] == [None, 4, 3, 3, 2, 2, 1, 1]


@pytest.mark.req("AMB-42", "AMB-7")
def test_a_disqualified_player_stands_at_the_end():
    state, _ = play_on(4, SINGLE, min)

    ranking = bracket_places(state, expelled=frozenset({pid(2)}))

    assert [int(row.player[1:]) for row in ranking] == [1, 3, 4, 2]
    assert ranking[-1].because == "disqualified"


@pytest.mark.req("AMB-42")
def test_whoever_is_still_in_stands_above_whoever_is_out():
    first = round_(1, won(8, 1), won(4, 5), won(3, 6), won(7, 2))

    ranking = bracket_places(play(event(8, rounds=(first,))))

    assert [int(row.player[1:]) for row in ranking] == [3, 4, 7, 8, 1, 2, 5, 6]
    assert {row.because for row in ranking[:4]} == {"still-in"}


@pytest.mark.req("BRKT-12", "RATE-11")
def test_eliminated_players_have_missed_games_for_the_later_rounds():
    state, _ = play_on(8, MCINTYRE, min)

    table = bracket_records(state)

    assert table[pid(8)] == (RoundRecord.LOST, *(RoundRecord.MISSED_GAME,) * 3)
    assert table[pid(1)] == (RoundRecord.WON, RoundRecord.WAITING, RoundRecord.WON, RoundRecord.WON)


@pytest.mark.req("AMB-46")
def test_the_opponent_of_an_absent_qualifier_goes_on():
    absent = Match(players=(pid(1), pid(8)), ending=Ending.MISSED, absent=(pid(8),), winner=None)
    first = round_(1, absent, won(4, 5), won(3, 6), won(2, 7))

    state = play(event(8, rounds=(first,)))

    assert at(state, "QF1").winner == pid(1)
    assert at(state, "QF1").how is DecidedBy.ABSENCE


@pytest.mark.req("AMB-46")
def test_a_qualifier_who_never_comes_leaves_a_walkover():
    ahead = round_to_play(play(event(8, MCINTYRE, dropped={4: 0})))

    assert ahead is not None
    assert [pairing.match for pairing in ahead.matches] == ["M2", "M3", "M4"]
    assert ahead.walkovers == (pid(1),)
    assert ahead.out == (pid(4),)


@pytest.mark.req("AMB-46")
def test_an_absent_loser_leaves_a_walkover_in_the_second_chance_too():
    first = round_(1, won(5, 8), won(6, 7), won(2, 3), byes=(pid(1),))

    state = play(event(8, MCINTYRE, (first,), dropped={4: 0}))
    ahead = round_to_play(state)

    assert ahead is not None
    assert ahead.walkovers == (pid(5),)
    assert ahead.waiting == (pid(1), pid(2))


def test_when_nobody_comes_the_next_opponent_goes_on():
    nobody = Match(players=(pid(1), pid(4)), ending=Ending.MISSED, absent=(pid(1), pid(4)))
    state = play(event(4, rounds=(round_(1, nobody, won(2, 3)),)))

    ahead = round_to_play(state)

    assert state.winner == pid(2)
    assert ahead is not None
    assert ahead.walkovers == (pid(2),)
    assert [int(row.player[1:]) for row in bracket_places(state)] == [2, 1, 3, 4]


@pytest.mark.req("BRKT-13")
@pytest.mark.parametrize(
    ("rounds", "code", "place"),
    [
        (
            (round_(1, games(1, 4, 3), won(2, 3)),),
            "winner-not-in-match",
            "rounds[0].matches[0].games[0].winner",
        ),
        (
            (round_(1, games(1, 4, 1, 1, 4), won(2, 3)),),
            "game-after-decision",
            "rounds[0].matches[0].games[2]",
        ),
        (
            (round_(1, games(1, 4, 1, 4, 1, 1), won(2, 3)),),
            "too-many-games",
            "rounds[0].matches[0].games[3]",
        ),
        ((round_(1, won(1, 2)),), "pair-not-in-bracket", "rounds[0].matches[0]"),
        (
            (round_(1, won(1, 4), won(2, 3)), round_(2, won(1, 3))),
            "pair-not-in-bracket",
            "rounds[1].matches[0]",
        ),
        ((round_(1, won(1, 4)), round_(2, won(1, 2))), "before-feeder", "rounds[1].matches[0]"),
        (
            (round_(1, won(1, 4), won(2, 3)), round_(2, won(1, 2)), round_(3, won(1, 2))),
            "round-beyond-bracket",
            "rounds[2]",
        ),
    ],
)
def test_what_cannot_have_happened_in_the_bracket_is_refused(rounds, code, place):
    with pytest.raises(RefusalError) as refused:
        play(event(4, rounds=rounds), best_of={1: 3})

    assert (refused.value.refusal.code, refused.value.refusal.place) == (code, place)


@pytest.mark.req("BRKT-28")
def test_a_match_of_even_length_is_refused():
    with pytest.raises(RefusalError, match="best of 1, 3, 5"):
        play(event(2), best_of={1: 2})


@pytest.mark.req("BRKT-13", "REG-29")
@pytest.mark.parametrize(
    ("seeds", "code"),
    [
        ((1, 2, None, 4), "seed-missing"),
        ((1, 2, 2, 4), "seed-double"),
        ((1, 2, 3, 5), "seed-missing"),
    ],
)
def test_seeds_missing_or_double_are_refused(seeds, code):
    field = tuple(Player(id=pid(i), seed=seed) for i, seed in enumerate(seeds))
    given_seeds = Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.SECOND,
        pairing_style=SINGLE,
        players=field,
        rounds=(),
    )

    with pytest.raises(RefusalError) as refused:
        seeds_of(given_seeds)

    assert refused.value.refusal.code == code


def test_a_bracket_of_another_size_is_refused():
    of = event(4)

    with pytest.raises(RefusalError, match="for 8 players"):
        play_bracket(
            of, bracket_of(SINGLE, 8), seeds_of(of), OPG5, judge=lambda match: match.winner
        )


def test_the_next_round_waits_for_open_matches():
    with pytest.raises(RefusalError) as refused:
        round_to_play(play(event(4, rounds=(round_(1, won(1, 4)),))))

    assert refused.value.refusal.code == "round-open"
    assert '"SF2"' in str(refused.value.refusal.message)


@pytest.mark.req("BRKT-32", "BRKT-33", "BRKT-36")
def test_an_unseeded_field_is_drawn_and_read_back_from_its_first_round():
    field = event(5, PairingStyle.ELIMINATION, seeded=False)
    drawn = drawn_seeds(field, seed=7)
    by_number = {number: player for player, number in drawn.items()}
    first = round_(
        1,
        Match(players=(by_number[1], by_number[5]), ending=Ending.COMPLETE, winner=by_number[5]),
        byes=(by_number[2], by_number[3], by_number[4]),
    )

    of = event(5, PairingStyle.ELIMINATION, (first,), seeded=False)
    state = play(of, DTG)
    ahead = round_to_play(state)

    assert seeds_of(of) == drawn
    assert drawn_seeds(field, seed=7) == drawn
    assert ahead is not None
    assert [pairing.players for pairing in ahead.matches] == [
        (by_number[5], by_number[2]),
        (by_number[3], by_number[4]),
    ]


@pytest.mark.req("BRKT-31")
def test_a_first_round_that_no_draw_gives_is_refused():
    first = round_(1, won(1, 2), won(3, 4), byes=(pid(5),))

    with pytest.raises(RefusalError) as refused:
        seeds_of(event(5, PairingStyle.ELIMINATION, (first,), seeded=False))

    assert refused.value.refusal.code == "draw-incomplete"


def test_a_players_way_says_where_each_opponent_came_from():
    first = round_(1, won(4, 1), won(5, 8), won(6, 7), won(2, 3))

    steps = player_way(play(event(8, MCINTYRE, (first,))), pid(1))

    assert [(step.match, step.outcome) for step in steps] == [
        ("M1", RoundRecord.LOST),
        ("A", RoundRecord.OPEN),
    ]
    assert steps[0].opponent_side == Seed(seed=4)
    assert steps[1].side == LoserOf(loser=MatchId("M1"))
    assert steps[1].opponent_side == WinnerOf(winner=MatchId("M2"))


def test_an_empty_bracket_knows_nobody():
    state = empty_bracket(bracket_of(PairingStyle.ELIMINATION, 5))

    assert state.winner is None
    assert all(match.players == () for match in state.matches.values())


SIZES = [
    *((SINGLE, size) for size in (2, 4, 8, 16, 32, 64)),
    (MCINTYRE, 8),
    (MCINTYRE, 16),
    *((PairingStyle.PLAY_IN, size) for size in range(2, 25)),
    *((PairingStyle.ELIMINATION, size) for size in range(2, 25)),
]


@pytest.mark.req("AMB-42", "BRKT-12", "BRKT-24", "BRKT-25")
@given(st.sampled_from(SIZES), st.randoms(use_true_random=False))
def test_any_bracket_can_be_played_to_complete_places(style_and_size, upsets):
    style, size = style_and_size

    def either(one, other):
        return upsets.choice((one, other))  # type: ignore[attr-defined,no-any-return]

    state, met = play_on(size, style, either)
    ranking = bracket_places(state)

    assert state.final
    assert [row.place for row in ranking] == list(range(1, size + 1))
    assert {row.player for row in ranking} == {pid(n) for n in range(1, size + 1)}
    assert ranking[0].player == state.winner
    assert set().union(*met.values()) == set(range(1, size + 1))
    assert all(len(r) == len(state.bracket.rounds) for r in bracket_records(state).values())


@pytest.mark.req("AMB-42", "BRKT-24")
def test_a_loser_with_a_second_chance_is_still_in():
    first = round_(1, won(4, 1), won(5, 8), won(6, 7), won(2, 3))

    ranking = bracket_places(play(event(8, MCINTYRE, (first,))))

    assert [int(row.player[1:]) for row in ranking] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [row.out_in for row in ranking] == [None] * 6 + [1, 1]
