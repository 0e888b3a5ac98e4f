"""The values for scoring, standings, pairing, brackets and Tribbles."""

import pytest

from padd.core.model import Ending, PairingStyle
from padd.core.pairing.systems import SYSTEMS
from padd.rulebooks.compare import value_at
from padd.rulebooks.loader import rulebook, rulebook_ids


def across(path):
    """Return a value of all rulebooks, the newest first."""
    return tuple(value_at(rulebook(name), path) for name in rulebook_ids())


@pytest.mark.parametrize(
    ("path", "values"),
    [
        pytest.param(path, values, marks=pytest.mark.req(*requirements.split()), id=path)
        for requirements, path, values in [
            ("SWISS-17", "scoring.points.full_win", (4, 4, 2, 2)),
            ("SWISS-19", "scoring.points.modified_win", (3, 3, 1, 1)),
            ("SWISS-20 AMB-21", "scoring.points.tie", (2, 2, 1, 1)),
            ("SWISS-21", "scoring.points.modified_loss", (1, 1, 0, 0)),
            ("SWISS-22", "scoring.points.full_loss", (1, 1, 0, 0)),
            ("SWISS-23", "scoring.points.missed_game", (0, 0, 0, 0)),
            ("SWISS-24", "scoring.points.bye", (4, 4, 2, 2)),
            ("SWISS-25", "scoring.points.earned_bye", (4, 4, None, None)),
            ("SWISS-18 AMB-17", "scoring.decked_win", ("full", "full", "modified", "modified")),
            ("SWISS-18", "scoring.decked_when", ("both-decks",) * 3 + ("either-deck",)),
            ("SWISS-45 AMB-22", "scoring.score_floor", (0, 0, 0, None)),
            ("AMB-12", "scoring.cap_only_completed", (False,) * 4),
            (
                "SWISS-48 SWISS-49 AMB-14",
                "scoring.winner_not_ahead",
                ("equal-or-lower", "lower", "both-above-cap", "none"),
            ),
            ("SWISS-48", "scoring.minimal_differential", (1, 1, 1, 0)),
            ("SWISS-53 SWISS-64 AMB-13", "scoring.ruled_win", ("cap", "cap", "cap", None)),
            ("SWISS-54 AMB-18", "scoring.card_effect_win", ("winner-at-cap", "cap", None, None)),
            ("SWISS-63 AMB-23", "scoring.quit_win", (None, None, "winner-at-cap", "winner-at-cap")),
            ("SWISS-55 AMB-17", "scoring.decked_winner_at_cap", (True, False, False, False)),
            ("SWISS-52 AMB-13", "scoring.earned_bye_differential", ("cap", "cap", "none", "none")),
            ("SWISS-63 AMB-86", "scoring.flat_quit", (None, None, 50, 50)),
            ("SWISS-66 AMB-24", "scoring.bonus_limit", (("1E",),) * 4),
            ("SWISS-87", "standings.head_to_head_retested", (True, True, False, False)),
            ("SWISS-88", "standings.schedule_strikes_lowest", (1, 1, 0, 0)),
            (
                "AMB-27",
                "standings.earned_bye_opponent",
                ("full-win-every-round", "full-win-every-round", None, None),
            ),
            ("AMB-31", "standings.final_confrontation_loser", ("second", "second", None, None)),
            ("SWISS-83 AMB-32", "standings.tie_breaker_game", (None, None, "may", "must")),
            ("SWISS-73 SWISS-80 AMB-36", "pairing.byes_per_player", (1, 1, 1, None)),
            ("SWISS-76 ONL-14", "pairing.provisional_points", (2, 1, None, None)),
            (
                "SWISS-69 SWISS-79",
                "pairing.rematches",
                ("never", "never", "when-all-met", "allowed"),
            ),
            (
                "SWISS-72 SWISS-80",
                "pairing.bye_goes_to",
                (
                    "lowest-victory-points",
                    "lowest-victory-points",
                    "lowest-ranked",
                    "lowest-ranked",
                ),
            ),
            ("BRKT-4", "brackets.locked", ("preliminary-heats-begin", "event-begins", None, None)),
            ("BRKT-5 AMB-45", "brackets.game_minutes", (None, {"1E": 75, "2E": 60}, None, None)),
            ("BRKT-8 AMB-40", "brackets.tied_game", ("higher-seed", "tie", "tie", "tie")),
            (
                "BRKT-9",
                "brackets.tied_match",
                ("higher-seed", "higher-seed", "named-winner", "named-winner"),
            ),
            ("BRKT-10", "brackets.first_turn.first_game", ("random", "random", None, None)),
            (
                "BRKT-11",
                "brackets.first_turn.later_games",
                ("loser-chooses", "loser-chooses", None, None),
            ),
            (
                "AMB-44",
                "brackets.first_turn.after_tie",
                ("lower-seed-chooses", "random", None, None),
            ),
            (
                "BRKT-12 RATE-11",
                "brackets.eliminated_result",
                ("missed-game", "missed-game", None, None),
            ),
            (
                "BRKT-19",
                "brackets.heats.qualified_barred",
                ("same-game-and-event", "same-event", None, None),
            ),
            ("BRKT-20 EX-BRKT-1", "brackets.heats.seed_group", (2, 2, None, None)),
            ("BRKT-26 AMB-43", "brackets.mcintyre_sizes", ((8, 16), (8, 16), (), ())),
            ("BRKT-28", "brackets.match_lengths", ((1, 3), (1, 3), (1,), (1,))),
            ("BRKT-38 AMB-39", "brackets.elimination.most_of_field", (None, None, None, 3)),
            ("BRKT-38", "brackets.elimination.least", (None, None, None, 4)),
            ("TRIB-3", "tribbles.smallest_pod", (4, 4, None, None)),
            ("TRIB-3 TRIB-19", "tribbles.largest_pod", (8, 8, None, None)),
            ("TRIB-1 AMB-47", "tribbles.fewest_players", (3, 4, None, None)),
            ("TRIB-16", "tribbles.rounds_per_match", (5, 5, None, None)),
            ("TRIB-11 AMB-50", "tribbles.going_out_first", ("several", "one", None, None)),
            ("TRIB-13 AMB-54", "tribbles.timed_round_winner", ("nobody", "nobody", None, None)),
            ("TRIB-14 AMB-51", "tribbles.conceded_score", (0, 0, None, None)),
            ("TRIB-15 AMB-52", "tribbles.head_start.round", (1, 1, None, None)),
            ("AMB-52", "tribbles.head_start.adds_up", (False, False, None, None)),
            (
                "TRIB-17",
                "tribbles.tiebreaks",
                (("rounds-won", "cut"), ("rounds-won", "cut"), None, None),
            ),
            ("TRIB-21", "tribbles.finals.minutes_later", (60, 60, None, None)),
            ("TRIB-23", "tribbles.finals.final_rounds", ((6, 10), (6, 10), None, None)),
            ("TRIB-7", "tribbles.trouble_piles_per_pod", (1, None, None, None)),
        ]
    ],
)
def test_a_scoring_value_is_what_each_document_says(path, values):
    assert across(path) == values


@pytest.mark.req("SWISS-44", "SWISS-46", "AMB-13", "AMB-23")
def test_score_caps():
    assert across("scoring.score_cap") == (
        {"default": 100, "slipstream": 50, "infinite-diversity": 70},
        {"default": 100, "slipstream": 50},
        {"default": 100, "junior": 75},
        {"default": 100},
    )


@pytest.mark.req("SWISS-28", "SWISS-29", "AMB-19")
def test_who_is_ahead_in_an_unfinished_game():
    guides = {"1E": "score", "2E": "mission-ladder"}

    assert across("scoring.adjudication") == (guides, guides, *[{"1E": "score"}] * 2)


@pytest.mark.req("AMB-86")
def test_endings_by_rulebook():
    every = {"complete", "decked", "time"}
    guides = set(Ending) - {Ending.QUIT, Ending.DEVIDIAN_DOOR}

    new, old, guide, oldest = (set(rulebook(name).scoring.endings) for name in rulebook_ids())

    assert new == old == guides
    assert guide == every | {"quit", "devidian-door"}
    assert oldest == every | {"quit"}


@pytest.mark.req("SWISS-82", "SWISS-83", "SWISS-84", "SWISS-85", "SWISS-86")
def test_tiebreakers_in_order():
    guides = (
        "head-to-head",
        "strength-of-schedule",
        "differential",
        "cumulative-victory-points",
        "coin-toss",
    )
    decipher = ("differential", "tie-breaker-game")

    assert across("standings.tiebreaks") == (guides, guides, decipher, decipher)


@pytest.mark.req("FMT-52", "FMT-54", "FMT-55", "FMT-56", "SWISS-78", "SWISS-79")
def test_pairing_systems_by_style():
    new, old, guide, oldest = (rulebook(name).pairing.system for name in rulebook_ids())

    assert new == old
    assert new["swiss"] == "best-pairings"
    assert guide == {
        "swiss": "ranked-shift",
        "simple-swiss": "random-any",
        "elimination": "random-bracket",
    }
    assert oldest == {
        "swiss": "ranked-neighbours",
        "simple-swiss": "random-no-rematch",
        "elimination": "ranked-bracket",
    }


@pytest.mark.parametrize("name", rulebook_ids())
def test_every_style_is_one_of_an_event_and_every_swiss_system_exists(name):
    system = rulebook(name).pairing.system

    assert set(system) <= set(PairingStyle)
    for style in ("swiss", "simple-swiss"):
        assert style not in system or system[style] in SYSTEMS


@pytest.mark.req("BRKT-30", "AMB-37")
def test_rounds_of_the_1998_elimination():
    bands = rulebook("decipher-1998").brackets.elimination.rounds or ()

    assert [(band.least, band.most, band.rounds) for band in bands] == [
        (3, 4, 2),
        (5, 8, 3),
        (9, 16, 4),
        (17, 32, 5),
        (33, 64, 6),
        (65, 128, 7),
    ]
