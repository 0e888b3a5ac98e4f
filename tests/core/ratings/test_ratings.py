"""Ratings by the worked examples, and what is and is not rated."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from padd.core.formats.registry import ranking_of
from padd.core.ratings.formula import expected_score, k_of
from padd.core.ratings.ledger import Ledger, Rating, history_of, refresh
from padd.core.ratings.sheet import (
    RatedGame,
    RatingSheet,
    Series,
    Unrated,
    handle_or_id,
    rating_sheet,
)
from padd.rulebooks.loader import rulebook, rulebook_ids

COMMITTEE = "The Continuing Committee"
CONSTRUCTED = Series(COMMITTEE, "2E", "constructed")
SEALED = Series(COMMITTEE, "2E", "sealed")
OVERALL = Series(COMMITTEE, "2E", "overall")
RATED_BOOKS = ("opg-5", "opg-4.1", "decipher-1998")
FIELD = ["A", "B", "C", "D", "E", "F", "G", "H"]


def rules_of(book):
    rules = rulebook(book).ratings
    assert rules is not None
    return rules


def sheet_of(event, book=None):
    made = rating_sheet(event, book or rulebook(event.rulebook), id_=event.name)
    assert isinstance(made, RatingSheet)
    return made


def rated(event, book=None):
    """Return the ratings after one event, by list and player."""
    ratings = refresh([sheet_of(event, book)]).ledger.ratings
    return {
        series.list: {player: round(held.rating, 2) for player, held in book_.items()}
        for series, book_ in ratings.items()
    }


def games_of(event):
    sheet = sheet_of(event)
    return dict(zip(sheet.players, sheet.counts, strict=True))


def match(one, two, **facts):
    """Return a match that the first player won, unless facts say otherwise."""
    won = {"ending": "complete", "winner": one, "scores": [100, 0]}
    return {"players": [one, two], **(facts or won)}


def one_game(score, k, *, book="opg-5"):
    return RatingSheet(
        key=("", ""),  # type: ignore[arg-type]
        name="",
        k=k,
        rulebook=book,
        rules=rules_of(book),
        series=(CONSTRUCTED,),
        players=("first", "second"),
        counts=(1, 1),
        games=(RatedGame(0, 1, score, k, 1),),
    )


def held(first, second):
    return Ledger({CONSTRUCTED: {"first": Rating(first, 9), "second": Rating(second, 9)}})


@pytest.mark.req("EX-RATE-1", "RATE-14", "RATE-15", "RATE-18", "AMB-55")
@pytest.mark.parametrize(("level", "winner", "loser"), [(2, 1514, 1486), (5, 1532, 1468)])
def test_of_two_new_players_the_winner_gains_half_of_k(event_of, level, winner, loser):
    event = event_of(["A", "B", "C"], [round_of(match("A", "B"), bye="C")], level=level)

    assert rated(event)["constructed"] == {"A": winner, "B": loser}


def round_of(*matches, number=1, bye=None):
    byes = [bye] if bye else []
    return {"number": number, "matches": list(matches), "byes": byes}


@pytest.mark.req("EX-RATE-2", "AMB-55")
def test_the_favourite_gains_less():
    ledger, entry = held(1700, 1500).take(one_game(1, 40))

    after = [round(change.after, 2) for change in entry.changes]
    expected = expected_score(1700, 1500, rules_of("opg-5").formula)
    assert round(expected, 4) == 0.7597
    assert after == [1709.61, 1490.39]
    assert ledger.ratings[CONSTRUCTED]["first"].games == 10


@pytest.mark.req("EX-RATE-3", "AMB-55", "AMB-56")
def test_a_tie_gives_points_to_the_lower_rated():
    _, entry = held(1500, 1700).take(one_game(0.5, 16))

    assert [round(change.after, 2) for change in entry.changes] == [1504.16, 1695.84]


@pytest.mark.req("RATE-18", "AMB-56", "AMB-65")
@pytest.mark.parametrize(
    ("book", "values"),
    [
        ("opg-5", [16, 28, 40, 52, 64]),
        ("opg-4.1", [16, 32, 32, 48, 64]),
        ("decipher-1998", [16, 16, 16, 16, 16]),
    ],
)
def test_k_grows_with_the_level(book, values):
    assert [k_of(level, rules_of(book)) for level in range(1, 6)] == values


@pytest.mark.req("RATE-23", "AMB-55")
@pytest.mark.parametrize("book", RATED_BOOKS)
def test_what_one_player_wins_the_other_loses(book):
    formula = rules_of(book).formula

    assert formula.win + formula.loss == 1
    assert formula.tie == 0.5


@pytest.mark.req("RATE-16", "RATE-25")
def test_ratings_stay_between_0_and_3000():
    _, top = held(2999, 2999).take(one_game(1, 64))
    _, bottom = held(1, 1).take(one_game(0, 64))

    assert [change.after for change in top.changes] == [3000, 2967]
    assert [change.after for change in bottom.changes] == [0, 33]


@pytest.mark.req("AMB-55", "RATE-14")
def test_all_games_of_an_event_use_the_ratings_from_before_it(event_of):
    rounds = [
        round_of(match("A", "B"), bye="C"),
        round_of(match("A", "C"), number=2, bye="B"),
        round_of(match("B", "C"), number=3, bye="A"),
    ]

    ratings = rated(event_of(["A", "B", "C"], rounds))

    assert ratings["constructed"] == {"A": 1516, "B": 1500, "C": 1484}


@pytest.mark.req("RATE-20", "AMB-57", "AMB-31")
def test_byes_missed_and_confrontation_games_are_not_rated(event_of):
    rounds = [
        round_of(match("A", "B"), bye="E") | {"missed": ["C", "D"]},
        round_of(
            match("A", "C", ending="missed", absent=["C"]),
            match("B", "D", ending="unplayed", responsible=["B"]),
            number=2,
        )
        | {"earned_byes": ["E"]},
    ]
    final = {"players": ["A", "C"], "winner": "C"}

    event = event_of(["A", "B", "C", "D", "E"], rounds, final_confrontation=final)

    assert games_of(event) == {"A": 1, "B": 1}


@pytest.mark.req("AMB-57")
@pytest.mark.parametrize(
    ("facts", "score"),
    [
        ({"ending": "complete", "winner": "A", "scores": [100, 0]}, 1),
        ({"ending": "time", "scores": [60, 40]}, 1),
        ({"ending": "time", "scores": [40, 40]}, 0.5),
        ({"ending": "time", "scores": [10, 40]}, 0),
        ({"ending": "concession", "winner": "B"}, 0),
        ({"ending": "auto-loss", "winner": "A"}, 1),
        ({"ending": "double-auto-loss"}, 0.5),
        ({"ending": "game-loss", "winner": "B"}, 0),
    ],
)
def test_wins_ties_and_losses_of_every_kind_count_the_same(event_of, facts, score):
    rounds = [round_of(match("A", "B", **facts), bye="C")]

    (game,) = sheet_of(event_of(["A", "B", "C"], rounds)).games

    assert game.score == score


@pytest.mark.req("AMB-31")
def test_a_final_confrontation_is_rated_where_the_rulebook_says_so(event_of):
    book = rulebook("opg-5")
    rules = msgspec.structs.replace(rules_of("opg-5"), final_confrontation_rated=True)
    rating_it = msgspec.structs.replace(book, ratings=rules)
    final = {"players": ["A", "B"], "winner": "B"}
    event = event_of(
        ["A", "B", "C"], [round_of(match("A", "C"), bye="B")], final_confrontation=final
    )

    assert rated(event)["overall"] == {"A": 1508, "C": 1492}
    assert rated(event, rating_it)["overall"] == {"A": 1500, "B": 1508, "C": 1492}


@pytest.mark.req("RATE-17", "AMB-58")
@pytest.mark.parametrize(
    ("format_", "lists"),
    [
        ("constructed", ["constructed", "overall"]),
        ("sealed", ["overall", "sealed"]),
        ("draft", ["overall", "sealed"]),
    ],
)
def test_a_format_counts_in_its_list_and_overall(event_of, format_, lists):
    rounds = [round_of(match("A", "B"), bye="C")]

    sheet = sheet_of(event_of(["A", "B", "C"], rounds, format=format_))

    assert [series.list for series in sheet.series] == lists


@pytest.mark.req("AMB-58", "RATE-17")
def test_overall_is_a_series_of_its_own_and_no_average(event_of):
    rounds = [round_of(match("A", "B"), bye="C")]
    first = event_of(["A", "B", "C"], rounds, name="1", starts="2026-01-01T10:00Z")
    second = event_of(
        ["A", "B", "C"], rounds, name="2", format="sealed", starts="2026-01-02T10:00Z"
    )

    ratings = refresh([sheet_of(first), sheet_of(second)]).ledger.ratings

    assert ratings[CONSTRUCTED]["A"] == ratings[SEALED]["A"] == Rating(1508, 1)
    assert ratings[OVERALL]["A"].games == 2
    assert ratings[OVERALL]["A"].rating == pytest.approx(1515.6318, abs=1e-4)


@pytest.mark.req("RATE-17", "AMB-58")
@pytest.mark.parametrize("format_", ["constructed", "junior", "sealed"])
def test_decipher_keeps_three_ratings_of_its_own(event_of, format_):
    event = event_of(
        list(FIELD),
        [round_of(*(match(*pair) for pair in ("AB", "CD", "EF", "GH")))],
        rulebook="decipher-1998",
        edition="1E",
        format=format_,
    )

    assert sheet_of(event).series == (Series("Decipher Inc.", "1E", format_),)


@pytest.mark.req("RATE-22")
def test_ratings_are_kept_for_each_game(event_of):
    rounds = [round_of(match("A", "B"), bye="C")]
    events = [
        event_of(["A", "B", "C"], rounds, edition=edition, name=edition) for edition in ("1E", "2E")
    ]

    ratings = refresh(sheet_of(event) for event in events).ledger.ratings

    assert {series.edition for series in ratings} == {"1E", "2E"}
    assert all(book["A"] == Rating(1508, 1) for book in ratings.values())


@pytest.mark.req("RATE-19", "RATE-21", "RATE-17")
@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"scenario": "Deck Lottery"}, "scenario-unrated"),
        ({"rounds_planned": 2}, "too-few-rounds"),
        ({"rulebook": "opg-4.1"}, "too-few-players"),
        ({"rulebook": "decipher-1998", "edition": "1E"}, "too-few-players"),
        ({"rulebook": "decipher-1996", "edition": "1E"}, "no-sanctioning"),
    ],
)
def test_an_event_that_is_not_rated_says_why(event_of, settings, code):
    event = event_of(["A", "B", "C"], [round_of(match("A", "B"), bye="C")], **settings)

    made = rating_sheet(event, rulebook(event.rulebook), id_="x")

    assert isinstance(made, Unrated)
    assert code in [finding.code for finding in made.findings]


@pytest.mark.req("RATE-21")
def test_only_the_rulebook_of_1996_has_no_ratings():
    silent = [book for book in rulebook_ids() if rulebook(book).ratings is None]

    assert silent == ["decipher-1996"]


@pytest.mark.req("RATE-24")
def test_a_player_is_known_by_the_handle_or_else_in_this_event_alone(event_of):
    players = [{"id": "A", "handle": "B"}, {"id": "B", "handle": ""}, "C"]
    rounds = [round_of(match("A", "B"), bye="C")]
    spring = sheet_of(event_of(players, rounds, name="Spring"))
    autumn = sheet_of(event_of(players, rounds, name="Autumn", starts="2026-09-01T10:00Z"))

    ratings = refresh([spring, autumn]).ledger.ratings[CONSTRUCTED]

    assert [handle_or_id(person) for person in spring.players] == ["B", "B"]
    assert sorted(rating.games for rating in ratings.values()) == [1, 1, 2]


@pytest.mark.req("AMB-147")
@pytest.mark.parametrize(
    ("facts", "rated"),
    [
        ({}, True),
        ({"rounds_planned": 4}, False),
        ({"rounds_planned": 4, "reported": "2026-01-02T10:00Z"}, True),
        ({"rounds_planned": 4, "final_confrontation": {"players": ["A", "B"]}}, False),
    ],
)
def test_only_a_finished_event_is_rated(event_of, facts, rated):
    event, book = three_rounds(event_of, **facts), rulebook("opg-5")

    made = rating_sheet(event, book, id_="x")

    assert isinstance(made, RatingSheet) is rated
    assert ranking_of(event, book).final is rated
    if isinstance(made, Unrated):
        assert [finding.code for finding in made.findings] == ["not-finished"]


def three_rounds(event_of, last="complete", **settings):
    """Return three rounds of three players, the last game with another ending."""
    ending: dict[str, Any] = {"ending": last}
    if last == "complete":
        ending |= {"winner": "B", "scores": [100, 0]}
    rounds = [
        round_of(match("A", "B"), bye="C"),
        round_of(match("A", "C"), number=2, bye="B"),
        round_of(match("B", "C", **ending), number=3, bye="A"),
    ]
    settings = {"rounds_planned": 3, "pairing_style": "swiss", **settings}
    return event_of(["A", "B", "C"], rounds, **settings)


@pytest.mark.req("AMB-147")
@pytest.mark.parametrize("reported", [None, "2026-01-02T10:00Z"])
def test_an_event_with_a_delayed_game_waits(event_of, reported):
    event = three_rounds(event_of, "delayed", reported=reported)

    made = rating_sheet(event, rulebook("opg-5"), id_="x")

    assert isinstance(made, Unrated)
    (finding,) = made.findings
    assert finding.code == "not-finished"
    assert "still to come" in str(finding.message)


@pytest.mark.req("AMB-147")
def test_a_bracket_without_its_final_and_pods_without_scores_wait(event_of):
    pods = pod_rounds(*[{"A": 1, "B": 0, "C": 0}] * 5)
    pods[4]["pods"][0].pop("scores")
    settings = {"edition": "TR", "pairing_style": "tribbles", "rounds_planned": 5}
    open_pod = event_of(list("ABC"), pods, **settings)
    semifinals = [match("A", "D"), match("B", "C")]
    no_final = bracket(event_of, semifinals, reported="2026-01-02T10:00Z")

    for event in (open_pod, no_final):
        made = rating_sheet(event, rulebook("opg-5"), id_="x")
        assert isinstance(made, Unrated)
        assert [finding.code for finding in made.findings] == ["not-finished"]


@pytest.mark.req("AMB-148")
@pytest.mark.parametrize("unknown", ["registered", "starts"])
def test_an_event_of_unknown_registration_is_not_rated(event_of, unknown):
    event = three_rounds(event_of, **{unknown: None})

    made = rating_sheet(event, rulebook("opg-5"), id_="x")

    assert isinstance(made, Unrated)
    assert [finding.code for finding in made.findings] == ["notice-unknown"]


def bracket(event_of, *rounds, **settings):
    """Return an event of eight whose first round the better seeds win."""
    players = [{"id": p, "seed": seed} for seed, p in enumerate(FIELD, start=1)]
    first = [match(one, two) for one, two in ("AH", "BG", "CF", "DE")]
    numbered = [
        {"number": number, "matches": matches}
        for number, matches in enumerate([first, *rounds], start=1)
    ]
    style = {"pairing_style": "single-elimination", "rounds_planned": 3}
    return event_of(players, numbered, **style, **settings)


@pytest.mark.req("AMB-57")
def test_a_match_of_several_games_is_one_rated_result(event_of):
    games = [{"winner": "A"}, {"winner": "D"}, {"winner": "A"}]
    semifinals = [match("A", "D", games=games), match("B", "C", games=[{"winner": None}])]
    final = [match("A", "B", ending="missed", absent=["B"])]

    sheet = sheet_of(bracket(event_of, semifinals, final))

    later = [game for game in sheet.games if game.round > 1]
    assert later == [RatedGame(0, 3, 1, 16, 2), RatedGame(1, 2, 1, 16, 2)]
    assert sheet.counts == (2, 2, 2, 2, 1, 1, 1, 1)


@pytest.mark.req("AMB-31", "AMB-57")
def test_a_bracket_final_known_by_its_winner_only_is_not_rated(event_of):
    semifinals = [match("A", "D"), match("B", "C")]
    final = {"players": ["A", "B"], "winner": "B"}

    named = bracket(event_of, semifinals, final_confrontation=final)
    played = bracket(event_of, semifinals, [match("B", "A")], final_confrontation=final)

    assert games_of(named)["A"] == games_of(named)["B"] == 2
    assert games_of(played)["A"] == games_of(played)["B"] == 3


def pod_rounds(*scores, first=1):
    return [
        {"number": number, "pods": [{"players": list(points), "scores": points}]}
        for number, points in enumerate(scores, start=first)
    ]


@pytest.mark.req("AMB-59", "RATE-22")
def test_a_pod_is_rated_pair_by_pair_with_the_weight_of_one_match(event_of):
    nothing = dict.fromkeys("ABCD", 0)
    rounds = pod_rounds({"A": 9, "B": 5, "C": 5, "D": 0}, *[nothing] * 4)
    event = event_of(list("ABCD"), rounds, edition="TR", pairing_style="tribbles", rounds_planned=5)

    ratings = rated(event)

    # Level 1 has k = 16: three pairs of 16/3 each, half of it for a win.
    assert ratings["constructed"] == {"A": 1508, "B": 1500, "C": 1500, "D": 1492}
    assert games_of(event) == dict.fromkeys("ABCD", 1)


@pytest.mark.req("AMB-59", "TRIB-14", "TRIB-15")
def test_the_match_score_has_the_head_start_and_is_0_after_a_concession(event_of):
    rounds = pod_rounds(*[{"A": 9, "B": 5, "C": 1}] * 5)
    rounds[3]["pods"][0]["conceded"] = ["B"]
    event = event_of(
        ["A", "B", {"id": "C", "head_start": 100_000}],
        rounds,
        edition="TR",
        pairing_style="tribbles",
        rounds_planned=5,
    )

    assert rated(event)["overall"] == {"A": 1500, "B": 1492, "C": 1508}


@pytest.mark.req("AMB-59", "AMB-52")
def test_a_head_start_does_not_reach_the_finals(event_of):
    players = [{"id": p, "seed": 1, "head_start": 9 * (p == "C")} for p in "ABC"]
    event = event_of(
        players,
        pod_rounds(*[{"A": 1, "B": 0, "C": 0}] * 5),
        edition="TR",
        pairing_style="tribbles-finals",
        rounds_planned=5,
    )

    assert rated(event)["overall"] == {"A": 1508, "B": 1496, "C": 1496}


@pytest.mark.req("AMB-59")
def test_each_match_of_five_rounds_is_rated_by_its_own_score(event_of):
    first, second = {"A": 9, "B": 0, "C": 0}, {"A": 0, "B": 3, "C": 1}
    event = event_of(
        list("ABC"),
        pod_rounds(*[first] * 5, *[second] * 5),
        edition="TR",
        pairing_style="tribbles",
        rounds_planned=10,
    )

    assert rated(event)["overall"] == {"A": 1500, "B": 1504, "C": 1496}
    assert games_of(event) == {"A": 2, "B": 2, "C": 2}


@pytest.mark.req("AMB-59")
def test_who_sits_down_late_belongs_to_that_pod(event_of):
    rounds = pod_rounds(*[{"A": 1, "B": 0, "C": 0}] * 2)
    rounds += pod_rounds(*[{"A": 1, "B": 0, "C": 0, "D": 5}] * 3, first=3)
    event = event_of(
        ["A", "B", "C", {"id": "D", "joined_round": 3}],
        rounds,
        edition="TR",
        pairing_style="tribbles",
        rounds_planned=5,
    )

    assert games_of(event) == dict.fromkeys("ABCD", 1)
    assert len(sheet_of(event).games) == 6


@pytest.mark.req("AMB-59")
@pytest.mark.parametrize("kind", ["tribbles", "match_play"])
def test_pods_and_brackets_are_unrated_where_the_rulebook_is_silent(event_of, kind):
    rules = msgspec.structs.replace(rules_of("opg-5"), **{kind: None})
    silent = msgspec.structs.replace(rulebook("opg-5"), ratings=rules)
    if kind == "tribbles":
        event = event_of(
            list("ABC"),
            pod_rounds(*[{"A": 1, "B": 0, "C": 0}] * 5),
            edition="TR",
            pairing_style="tribbles",
            rounds_planned=5,
        )
    else:
        event = bracket(event_of, [match("A", "D"), match("B", "C")], [match("A", "B")])

    assert sheet_of(event, silent).games == ()


@pytest.mark.req("RATE-22")
def test_each_change_says_expected_score_k_and_result(event_of):
    rounds = [round_of(match("A", "B"), bye="C")]
    later = [
        round_of(match("C", "A"), bye="B"),
        round_of(match("B", "A", ending="time", scores=[5, 5]), number=2, bye="C"),
    ]
    history = refresh(
        [
            sheet_of(event_of(list("ABC"), rounds, name="1", starts="2026-01-01T10:00Z")),
            sheet_of(event_of(list("ABC"), later, name="2", level=2, starts="2026-01-02T10:00Z")),
        ]
    )

    first, second = history_of(history, "A")[CONSTRUCTED]
    lost, tied = second.games

    assert (first.change.before, first.change.after) == (1500, 1508)
    assert (lost.opponent, lost.opponent_rating, lost.score) == ("C", 1500, 0)
    assert lost.k == second.sheet.k == 28
    assert lost.expected == pytest.approx(0.5115, abs=1e-4)
    assert lost.change == pytest.approx(-28 * lost.expected)
    assert (tied.opponent, tied.score) == ("B", 0.5)
    assert second.total == pytest.approx(lost.change + tied.change)
    assert second.change.after == second.change.before + second.total
    (game,) = history_of(history, "B")[OVERALL][1].games
    assert (game.opponent, game.score, game.change) == ("A", 0.5, -tied.change)
