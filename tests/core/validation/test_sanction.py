import pytest

from padd.core.validation.sanction import check_sanction, recommended_rounds
from padd.rulebooks.loader import rulebook

LISTED = {
    "rounds_planned": 3,
    "starts": "2026-03-14T10:00:00-05:00",
    "registered": "2026-03-01T09:00:00-05:00",
    "directors": ["scotty"],
}


def three_rounds(players):
    """Return rounds in which everybody is there and nothing is remarkable."""
    rounds = []
    ring = players if len(players) % 2 == 0 else [*players, ""]
    for number in range(1, 4):
        half = len(ring) // 2
        pairs = [(a, b) for a, b in zip(ring[:half], reversed(ring[half:]), strict=True) if a and b]
        seated = {p for pair in pairs for p in pair}
        rounds.append(
            {
                "number": number,
                "matches": [
                    {"players": list(p), "ending": "time", "scores": [20, 10]} for p in pairs
                ],
                "byes": [p for p in players if p not in seated],
            }
        )
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


@pytest.fixture
def checked(event_of):
    """Return a maker of verdicts on an event with so many players and settings."""

    def make(players=8, *, played=True, **settings):
        names = [f"p{n}" for n in range(players)]
        rounds = three_rounds(names) if played else []
        event = event_of(names, rounds, **{**LISTED, **settings})
        return check_sanction(event, rulebook(event.rulebook))

    return make


def codes(verdict, severity):
    return {f.code for f in verdict.findings if f.severity == severity}


@pytest.mark.req("REG-3", "REG-4", "REG-5", "REG-7", "REG-10", "FMT-1")
def test_an_ordinary_event_is_sanctioned_and_rated(checked):
    verdict = checked(7)

    assert (verdict.sanctioned, verdict.rated) == (True, True)
    assert verdict.problems == ()


@pytest.mark.req("REG-3", "REG-10", "AMB-115")
@pytest.mark.parametrize(
    ("book", "registered", "sanctioned", "warned"),
    [
        ("opg-5", "2026-03-13T10:00:00-05:00", True, False),
        ("opg-5", "2026-03-13T10:00:01-05:00", False, False),
        ("opg-5", "2026-03-13T16:00:00+01:00", True, False),
        ("opg-4.1", "2026-03-08T10:00:00-05:00", True, True),
        ("opg-4.1", "2026-03-07T10:00:00-05:00", True, False),
        ("opg-4.1", "2026-03-08T10:00:01-05:00", False, False),
        ("opg-5", "2026-03-15T10:00:00-05:00", False, False),
    ],
)
def test_an_event_must_be_registered_in_time(book, registered, *, sanctioned, warned, checked):
    verdict = checked(8, rulebook=book, registered=registered)

    assert verdict.sanctioned is sanctioned
    assert ("notice-close" in codes(verdict, "warning")) is warned


@pytest.mark.req("REG-4", "REG-9", "AMB-116")
@pytest.mark.parametrize(
    ("book", "edition", "players", "sanctioned"),
    [
        ("opg-5", "2E", 3, True),
        ("opg-4.1", "2E", 3, False),
        ("opg-4.1", "1E", 4, True),
        ("decipher-1998", "1E", 7, False),
        ("decipher-1998", "1E", 8, True),
    ],
)
def test_a_sanctioned_event_needs_its_players(book, edition, players, *, sanctioned, checked):
    verdict = checked(players, rulebook=book, edition=edition)

    assert verdict.sanctioned is sanctioned
    assert ("too-few-players" in codes(verdict, "error")) is not sanctioned


@pytest.mark.req("REG-10", "AMB-116")
def test_before_the_start_missing_players_are_only_a_warning(checked):
    verdict = checked(2, played=False)

    assert verdict.sanctioned
    assert "players-to-come" in codes(verdict, "warning")


@pytest.mark.req("REG-5", "AMB-116")
def test_too_few_rounds_cost_the_sanction_by_plan_and_by_play(checked):
    planned = checked(8, played=False, rounds_planned=2)
    played = checked(8, played=False, rounds_planned=3, reported="2026-03-15T00:00:00Z")

    assert "too-few-rounds" in codes(planned, "error")
    assert "too-few-rounds" in codes(played, "error")


@pytest.mark.req("REG-6", "TRIB-2")
def test_tribbles_needs_five_rounds(checked):
    settings = {"edition": "TR", "pairing_style": "tribbles"}

    four = checked(6, played=False, rounds_planned=4, **settings)
    five = checked(6, played=False, rounds_planned=5, **settings)

    assert "too-few-rounds" in codes(four, "error")
    assert five.sanctioned


@pytest.mark.req("REG-7", "RATE-21", "FMT-52")
def test_decipher_1996_sanctions_nothing_and_simple_swiss_never_is(checked):
    old = checked(8, rulebook="decipher-1996", edition="1E")
    simple = checked(8, rulebook="decipher-1998", edition="1E", pairing_style="simple-swiss")

    assert (old.sanctioned, old.rated) == (False, False)
    assert codes(old, "error") >= {"no-sanctioning"}
    assert "style-not-sanctioned" in codes(simple, "error")


@pytest.mark.req("FMT-2", "FMT-13", "FMT-22", "REG-31", "AMB-112")
@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"format": "junior"}, "format-not-allowed"),
        ({"card_pool": "block"}, "card-pool-not-allowed"),
        ({"card_pool": "hall-of-fame", "rulebook": "opg-4.1"}, "card-pool-not-allowed"),
        ({"rules": "otf"}, "rules-set-not-allowed"),
        ({"rules": "x-list", "edition": "1E"}, "rules-set-not-allowed"),
        ({"rules": "infinite-diversity"}, "format-required"),
        ({"scenario": "nonsense"}, "scenario-not-allowed"),
        ({"scenario": "race-to-the-alpha-quadrant", "edition": "1E"}, "scenario-not-allowed"),
        ({"scenario": "biermeister"}, "scenario-not-sanctioned"),
        ({"scenario": "No Such Thing as Luck"}, "rounds-not-even"),
    ],
)
def test_what_the_rulebook_does_not_combine_is_not_sanctioned(settings, code, checked):
    verdict = checked(8, **settings)

    assert code in codes(verdict, "error")
    assert not verdict.sanctioned


@pytest.mark.req("FMT-40", "REG-11", "RATE-19")
@pytest.mark.parametrize("scenario", ["deck-lottery", 'The "Cool" Tournament'])
def test_a_scenario_is_sanctioned_and_not_rated(scenario, checked):
    verdict = checked(8, scenario=scenario)

    assert (verdict.sanctioned, verdict.rated) == (True, False)
    assert "scenario-unrated" in codes(verdict, "warning")


@pytest.mark.req("FMT-21", "GOV-26", "FMT-23")
def test_special_pools_and_rules_at_championships_ask_for_a_second_look(checked):
    pool = checked(8, level=2, card_pool="academy")
    older = checked(8, level=2, card_pool="academy", rulebook="opg-4.1")
    rules = checked(8, level=3, edition="1E", rules="open")
    local = checked(8, level=1, card_pool="academy")

    assert "approval-needed" in codes(pool, "warning")
    assert "approval-needed" not in codes(older, "warning")
    assert "rules-not-preferred" in codes(rules, "warning")
    assert "approval-needed" not in codes(local, "warning")


@pytest.mark.req("EX-REG-1", "REG-16", "AMB-129")
@pytest.mark.parametrize(
    ("players", "rounds"),
    [(7, 3), (8, 4), (15, 4), (16, 5), (24, 5), (25, 6), (34, 6), (35, 7), (45, 7), (46, 8)],
)
def test_the_guide_recommends_rounds_for_a_field(players, rounds):
    assert recommended_rounds(rulebook("opg-5"), players) == rounds


@pytest.mark.req("EX-REG-2", "REG-19", "AMB-38", "REG-18")
@pytest.mark.parametrize(("players", "rounds"), [(4, 4), (8, 4), (9, 5), (16, 5), (17, 6), (32, 6)])
def test_1996_recommends_by_its_chart(players, rounds):
    assert recommended_rounds(rulebook("decipher-1996"), players) == rounds
    assert recommended_rounds(rulebook("decipher-1998"), 33) == 6


@pytest.mark.req("REG-16", "AMB-5")
def test_too_few_or_too_many_rounds_for_the_field_are_said(checked):
    few = checked(16)
    many = checked(4, played=False, rounds_planned=5)

    assert "rounds-below-recommended" in codes(few, "warning")
    assert "rounds-beyond-field" in codes(many, "warning")


@pytest.mark.req("SWISS-1", "SWISS-2", "GOV-6", "AMB-117", "GOV-37")
def test_a_director_who_plays_is_judged_by_the_rulebook(checked):
    alone = checked(8, directors=["p0"])
    with_deputies = checked(8, directors=["p0", "x", "y"])
    large = checked(18, directors=["p0", "x", "y"])
    odd = checked(9, directors=["p0", "x", "y"])
    decipher = checked(8, rulebook="decipher-1998", edition="1E", directors=["p0"])

    assert "deputies-missing" in codes(alone, "warning")
    assert "deputies-missing" not in codes(with_deputies, "warning")
    assert "field-too-large-to-play" in codes(large, "warning")
    assert "playing-makes-a-bye" in codes(odd, "warning")
    assert "director-plays" in codes(decipher, "error")


@pytest.mark.req("SWISS-69", "SWISS-75")
def test_a_rematch_on_record_is_pointed_out(event_of):
    rounds = three_rounds(["a", "b", "c", "d"])
    rounds[1]["matches"] = rounds[0]["matches"]
    event = event_of(["a", "b", "c", "d"], rounds, **LISTED)

    verdict = check_sanction(event, rulebook("opg-5"))

    assert "rematch" in codes(verdict, "warning")


def test_look_alike_names_are_pointed_out(event_of):
    latin, cyrillic = {"id": "a", "handle": "kopa"}, {"id": "b", "handle": "кора"}
    event = event_of([latin, cyrillic], [], **LISTED)

    verdict = check_sanction(event, rulebook("opg-5"))

    assert "look-alike" in codes(verdict, "warning")


@pytest.mark.req("AMB-150")
@pytest.mark.parametrize(("level", "number", "named"), [(1, 1, True), (2, 2, False), (2, 3, True)])
def test_an_earned_bye_out_of_its_place_is_named(event_of, level, number, named):
    names = ["p1", "p2", "p3", "p4"]
    rounds = three_rounds(names)
    lucky = rounds[number - 1]["matches"].pop()["players"]
    rounds[number - 1]["earned_byes"] = lucky
    players = [{"id": n, "earned_byes": [number] if n in lucky else []} for n in names]
    event = event_of(players, rounds, **LISTED, level=level)

    verdict = check_sanction(event, rulebook("opg-5"))

    assert ("earned-bye-out-of-place" in codes(verdict, "warning")) is named
    assert verdict.sanctioned


@pytest.mark.req("AMB-32")
@pytest.mark.parametrize(("score", "doubted"), [(20, False), (30, True)])
def test_a_tie_breaker_game_between_players_who_are_not_tied_is_doubted(event_of, score, doubted):
    matches = [
        {"players": ["a", "b"], "ending": "time", "scores": [score, 10]},
        {"players": ["c", "d"], "ending": "time", "scores": [20, 10]},
    ]
    event = event_of(
        ["a", "b", "c", "d"],
        [{"number": 1, "matches": matches}],
        rulebook="decipher-1998",
        edition="1E",
        rounds_planned=1,
        final_confrontation={"players": ["a", "c"], "winner": "c"},
    )

    verdict = check_sanction(event, rulebook("decipher-1998"))

    assert ("final-not-tied" in codes(verdict, "warning")) is doubted


@pytest.mark.req("REG-3")
def test_a_minute_less_than_the_notice_is_told_as_such(checked):
    verdict = checked(registered="2026-03-13T10:01:00-05:00")

    (finding,) = [f for f in verdict.findings if f.code == "notice-too-short"]
    assert str(finding.message).startswith("Registered 23 hours 59 minutes in advance;")


def test_a_director_who_missed_every_game_makes_no_field_odd(event_of):
    rounds = three_rounds(["p1", "p2", "p3", "p4"])
    for round_ in rounds:
        round_["missed"] = ["scotty"]
    event = event_of(["p1", "p2", "p3", "p4", "scotty"], rounds, **LISTED)

    verdict = check_sanction(event, rulebook("opg-5"))

    assert "playing-makes-a-bye" not in codes(verdict, "warning")
    assert "deputies-missing" not in codes(verdict, "warning")


@pytest.mark.parametrize(
    ("facts", "asked"),
    [
        ({"ending": "complete", "winner": "p1", "scores": [100, 20]}, False),
        ({"ending": "complete", "winner": "p1", "scores": [40, 20]}, True),
        ({"ending": "time", "scores": [40, 20]}, False),
        ({"ending": "time", "scores": [100, 20]}, True),
        ({"ending": "complete", "winner": "p1", "scores": [99999, 20]}, True),
    ],
)
def test_a_result_that_looks_mistyped_is_a_question(event_of, facts, asked):
    rounds = [{"number": 1, "matches": [{"players": ["p1", "p2"], **facts}]}]
    event = event_of(["p1", "p2"], rounds)

    found = codes(check_sanction(event, rulebook("opg-5")), "warning")

    assert ("looks-mistyped" in found) is asked


@pytest.mark.req("REG-4", "AMB-116")
def test_players_who_never_came_do_not_count(event_of):
    played = {"players": ["p1", "p2"], "ending": "time", "scores": [20, 10]}
    stood_up = {"players": ["p1", "p3"], "ending": "missed", "absent": ["p3"]}
    rounds = [
        {"number": 1, "matches": [played], "missed": ["p3"]},
        {"number": 2, "matches": [stood_up], "byes": ["p2"]},
        {"number": 3, "byes": ["p1"], "missed": ["p2", "p3"]},
    ]
    event = event_of(["p1", "p2", "p3"], rounds, **LISTED)

    verdict = check_sanction(event, rulebook("opg-5"))

    (finding,) = [f for f in verdict.findings if f.code == "too-few-players"]
    assert str(finding.message).startswith("2 players took part")


@pytest.mark.parametrize(("format_", "needed"), [("constructed", True), ("sealed", False)])
def test_a_limited_pool_needs_approval_only_for_constructed_decks(checked, format_, needed):
    verdict = checked(8, level=3, card_pool="limited", format=format_)

    assert ("approval-needed" in codes(verdict, "warning")) is needed


@pytest.mark.req("TRIB-19")
@pytest.mark.parametrize(
    ("players", "style", "asked"),
    [(8, "tribbles", False), (9, "tribbles", True), (9, "tribbles-finals", False)],
)
def test_a_tribbles_field_of_several_tables_is_told_of_heats_and_finals(
    event_of, players, style, asked
):
    names = [f"p{n}" for n in range(players)]
    pods = [names[: players // 2], names[players // 2 :]]
    played = [{"players": pod, "scores": dict.fromkeys(pod, 1)} for pod in pods]
    for rounds in ([], [{"number": 1, "pods": played}]):
        event = event_of(names, rounds, edition="TR", pairing_style=style)
        verdict = check_sanction(event, rulebook("opg-5"))
        assert ("finals-needed" in codes(verdict, "warning")) is asked


@pytest.mark.req("AMB-23")
@pytest.mark.parametrize(("readmitted", "named"), [([], 1), (["b"], 0)])
def test_a_quitter_who_plays_on_is_named_once(event_of, readmitted, named):
    rounds = [
        {
            "number": number,
            "matches": [
                {
                    "players": list(pair),
                    "ending": "quit" if pair == "ab" else "complete",
                    "winner": pair[0],
                    "scores": [100, 20],
                }
                for pair in tables
            ],
        }
        for number, tables in enumerate([("ab", "cd"), ("ac", "db"), ("ad", "cb")], start=1)
    ]
    settings = {"rulebook": "decipher-1998", "edition": "1E", "readmitted": readmitted}
    event = event_of(list("abcd"), rounds, **settings)

    found = check_sanction(event, rulebook("decipher-1998")).problems

    told = [str(f.message) for f in found if f.code == "quitter-played-on"]
    assert len(told) == named
    assert all(text.startswith("Round 2: b quit") for text in told)
