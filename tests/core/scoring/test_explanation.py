import pytest

from padd.core.model import PlayerId
from padd.core.scoring.explanation import explain_place
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import swiss_standings
from padd.presentation.formats.reasons import standings_why
from padd.rulebooks.loader import rulebook


def game(one, two, mine, theirs, **more):
    winner = one if mine > theirs else two
    return {
        "players": [one, two],
        "ending": "complete",
        "winner": winner,
        "scores": [mine, theirs],
        **more,
    }


@pytest.fixture
def five(event_of):
    return event_of(
        ["a", "b", "c", "d", "e"],
        [
            {
                "number": 1,
                "matches": [
                    game("a", "b", 100, 35),
                    game("c", "d", 60, 45, ending="time", winner=None),
                ],
                "byes": ["e"],
            },
            {
                "number": 2,
                "matches": [
                    game("a", "e", 70, 100),
                    game("c", "b", 50, 50, ending="time", winner=None),
                ],
                "byes": ["d"],
            },
            {
                "number": 3,
                "matches": [game("e", "c", 30, 20, ending="concession"), game("a", "d", 100, 95)],
                "byes": ["b"],
            },
        ],
        rounds_planned=3,
    )


def explained(event, player):
    book = rulebook(event.rulebook)
    return explain_place(swiss_standings(score_event(event, book), book), PlayerId(player), book)


@pytest.mark.req("EX-SWISS-20", "SWISS-88", "SWISS-89")
def test_every_figure_is_taken_apart_round_by_round(five):
    found = explained(five, "d")

    assert [line.schedule for line in found.games] == [6, 0, 9]
    assert [line.struck for line in found.games] == [False, True, False]
    assert [line.running_vp for line in found.games] == [1, 5, 6]
    assert [line.running_differential for line in found.games] == [-15, -15, -20]
    assert sum(line.running_vp for line in found.games) == found.row.record.cvp
    assert found.tied_with == ("c",)
    assert [(s.step, s.outcome) for s in found.steps] == [("head-to-head", "decides")]


@pytest.mark.req("EX-SWISS-20", "SWISS-58")
def test_the_words_name_the_rule_and_its_section(five):
    names = {player.id: player.id.upper() for player in five.players}

    said = standings_why(explained(five, "d"), names)
    conceded = standings_why(explained(five, "e"), names)

    assert said.answer == "D has 6 VP, as has C; head-to-head decides."
    assert said.chain[-1].text == "Decided by head-to-head: C beat D."
    assert said.chain[-1].cite == "OPG5 §7.7"
    schedule = said.sums[1]
    assert (schedule.working, schedule.total) == ("15 − 0", "15")
    assert schedule.lines[1].note == "lowest, left out"
    differential = conceded.sums[2]
    assert differential.lines[2].note.startswith("the full margin, by ruling (OPG5")
    assert conceded.answer == "E is 1st with 12 VP, which no one else has."


@pytest.mark.req("SWISS-87", "AMB-28")
def test_the_chain_shows_what_was_tried_and_what_did_not_apply(event_of):
    event = event_of(
        ["a", "b", "c", "d", "e", "f"],
        [
            {
                "number": 1,
                "matches": [
                    game("a", "d", 100, 10),
                    game("b", "e", 100, 20),
                    game("c", "f", 100, 20),
                ],
            }
        ],
        rounds_planned=1,
    )

    steps = explained(event, "b").steps

    assert [(s.step, s.outcome) for s in steps[:3]] == [
        ("head-to-head", "not-applicable"),
        ("strength-of-schedule", "tied"),
        ("differential", "narrows"),
    ]
    assert (steps[3].step, steps[3].reason) == ("head-to-head", "did-not-meet")
    assert steps[-1].step == "coin-toss"


def test_a_ladder_win_says_which_missions_were_done(event_of):
    timed = game(
        "a",
        "b",
        70,
        90,
        ending="time",
        winner=None,
        missions=[{"planet": 1, "space": 1}, {"planet": 2}],
    )
    event = event_of(["a", "b"], [{"number": 1, "matches": [timed]}], rounds_planned=1)
    names = {PlayerId("a"): "Ada", PlayerId("b"): "Ben"}

    said = standings_why(explained(event, "a"), names)

    assert said.sums[0].lines[0].note == (
        "modified win (MW), 70–90, time called; "
        "planet and space completed against a completed mission"
    )
    assert "winner not ahead on points" in said.sums[2].lines[0].note


def test_decipher_shows_no_figures_that_it_does_not_rank_by(event_of):
    event = event_of(
        ["a", "b"],
        [{"number": 1, "matches": [game("a", "b", 100, 40)]}],
        rulebook="decipher-1998",
        edition="1E",
    )
    names = {PlayerId("a"): "Ada", PlayerId("b"): "Ben"}

    said = standings_why(explained(event, "a"), names, has_schedule=False)

    assert [part.title for part in said.sums] == ["Victory points", "Differential"]


def margin_of(event_of, match, **settings):
    """Return how the sum of differentials tells the only game of its winner."""
    event = event_of(["a", "b"], [{"number": 1, "matches": [match]}], rounds_planned=1, **settings)
    book = rulebook(event.rulebook)
    standings = swiss_standings(score_event(event, book), book)
    said = standings_why(
        explain_place(standings, PlayerId("a"), book),
        {PlayerId("a"): "a", PlayerId("b"): "b"},
        has_schedule=standings.has_schedule,
    )
    return next(total for total in said.sums if total.title == "Differential")


@pytest.mark.req("AMB-14", "AMB-15", "AMB-16")
@pytest.mark.parametrize(
    ("mine", "theirs", "words"),
    [
        (120, 105, "both scores above the cap (OPG5 §7.4.1)"),
        (0, -5, "scores equal after cap and floor (OPG5 §7.4.1)"),
        (-3, -10, "both scores below zero (OPG5 §7.4.1)"),
    ],
)
def test_the_smallest_margin_says_why(event_of, mine, theirs, words):
    told = margin_of(event_of, game("a", "b", mine, theirs))

    assert told.lines[0].value == "+1"
    assert told.lines[0].note == words


@pytest.mark.parametrize(
    ("ending", "book", "edition", "words"),
    [
        ("quit", "decipher-1998", "1E", "winner raised to the winning score, 100 − 35"),
        ("decked", "opg-5", "2E", "both decks empty, 100 − 35"),
        ("card-effect", "opg-5", "2E", "won by a card, 100 − 35"),
    ],
)
def test_wins_at_the_cap_show_their_sum(event_of, ending, book, edition, words):
    match = game("a", "b", 40, 35, ending=ending)

    told = margin_of(event_of, match, rulebook=book, edition=edition)

    assert (told.lines[0].value, words in told.lines[0].note) == ("+65", True)


@pytest.mark.parametrize(
    ("ending", "cite"), [("time", "OPG5 §7.4.1"), ("double-auto-loss", "§7.10")]
)
def test_a_tied_game_cites_its_differential(event_of, ending, cite):
    match = {"players": ["a", "b"], "ending": ending}
    if ending == "time":
        match["scores"] = [40, 40]

    told = margin_of(event_of, match)

    assert told.lines[0].note.endswith(f"{cite})")


@pytest.mark.parametrize(
    ("rules", "cite"),
    [
        ("standard", "OPG5 §7.4.1"),
        ("slipstream", "OPG5 §7.4.1, §4.3.5"),
        ("infinite-diversity", "OPG5 §7.4.1, §4.3.6"),
    ],
)
def test_sections_of_special_events_are_cited_only_there(event_of, rules, cite):
    told = margin_of(event_of, game("a", "b", 50, 20), rules=rules)

    assert told.cite == cite


def test_the_words_name_the_step_that_the_row_names(event_of):
    rounds = [
        {
            "number": 1,
            "matches": [game("a", "d", 100, 10), game("b", "e", 100, 20), game("c", "f", 100, 0)],
        },
        {
            "number": 2,
            "matches": [game("d", "e", 100, 0), game("f", "a", 60, 50, ending="time")],
            "missed": ["b", "c"],
        },
    ]
    event = event_of(list("abcdef"), rounds, rounds_planned=2)
    book = rulebook("opg-5")
    standings = swiss_standings(score_event(event, book), book)
    names = {row.player: str(row.player) for row in standings.rows}

    for row in standings.rows:
        if row.decided_by in {"strength-of-schedule", "differential"}:
            said = standings_why(explain_place(standings, row.player, book), names)
            word = row.decided_by.replace("-", " ")
            assert f"{word} decides" in said.answer
            assert said.chain[-1].cite == "OPG5 §7.7"
