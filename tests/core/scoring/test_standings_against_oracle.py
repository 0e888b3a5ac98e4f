"""Scoring and ranking compared with a second reading that shares no code."""

import json
from operator import attrgetter
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from padd.core.event_file import read_event, write_event
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import swiss_standings
from padd.core.scoring.terms import Code
from padd.presentation.formats.presenter import results_view, standings_view
from padd.presentation.formats.results import results_document
from padd.presentation.formats.standings import standings_document
from padd.rulebooks.loader import rulebook
from padd_oracle import scoring as oracle_scoring
from padd_oracle import standings as oracle_standings
from padd_oracle.generate import random_facts

BOOKS = ("opg-5", "opg-4.1", "decipher-1998", "decipher-1996")
EVENTS = 500


def random_event(seed, book, *, players=None):
    rng = Random(seed)
    edition = rng.choice(["1E", "2E"]) if book.startswith("opg") else "1E"
    return random_facts(
        rng,
        players=players or rng.randint(3, 20),
        rounds=rng.randint(1, 6),
        rulebook=book,
        edition=edition,
    )


def ranked(facts, seed=0):
    event = read_event(json.dumps(facts).encode(), book_of=rulebook)
    book = rulebook(event.rulebook)
    return swiss_standings(score_event(event, book), book, seed=seed)


def shown(standings):
    """Return everything that the rows say, wherever the players stand in the file."""
    figures = attrgetter("results", "schedule", "vp", "sos", "differential", "cvp")
    return [(row.place, row.player, row.decided_by, *figures(row.record)) for row in standings.rows]


@pytest.mark.req("SWISS-94", "SWISS-95", "SWISS-96", "SWISS-97", "SWISS-100")
@pytest.mark.parametrize(
    "block", [0, 1, *(pytest.param(block, marks=pytest.mark.long) for block in (2, 3))]
)
@pytest.mark.parametrize("book", BOOKS)
def test_scores_and_standings_agree_with_the_oracle(book, block):
    for seed in range(block * EVENTS // 4, (block + 1) * EVENTS // 4):
        facts = random_event(seed, book)
        event = read_event(json.dumps(facts).encode(), book_of=rulebook)
        results = results_view(event, rulebook(book))
        table = standings_view(event, rulebook(book), seed=seed)

        scores = msgspec.to_builtins(results_document(results))
        rows = msgspec.to_builtins(standings_document(table))

        assert oracle_scoring.compare(facts, scores) == [], f"seed {seed}"
        assert oracle_standings.compare(facts, rows["standings"]) == [], f"seed {seed}"
        assert rows["final"] == oracle_standings.is_final(facts), f"seed {seed}"


seeds = st.integers(0, 2**32)
books = st.sampled_from(BOOKS)


@settings(max_examples=100, deadline=None)
@given(seeds, books)
def test_the_points_of_a_game_add_up_as_the_rulebook_says(seed, book):
    event = read_event(json.dumps(random_event(seed, book)).encode(), book_of=rulebook)
    points = rulebook(book).scoring.points
    wins = {
        Code.FULL_WIN: points.full_win + points.full_loss,
        Code.MODIFIED_WIN: points.modified_win + points.modified_loss,
        Code.TRUE_TIE: 2 * points.tie,
    }

    for round_ in score_event(event, rulebook(book)).rounds:
        by_player = {result.player: result for result in round_.results}
        for result in round_.results:
            if result.opponent is not None and result.code in wins:
                other = by_player[result.opponent]
                assert result.vp + other.vp == wins[result.code]
                assert result.differential == -other.differential


@settings(max_examples=60, deadline=None)
@given(seeds, books)
def test_the_standings_are_a_total_order(seed, book):
    rows = ranked(random_event(seed, book)).rows
    shares = "tie-breaker-game" in rulebook(book).standings.tiebreaks

    assert sorted(row.player for row in rows) == sorted({row.player for row in rows})
    for number, row in enumerate(rows, start=1):
        assert row.place == number or (shares and row.place < number)


@settings(max_examples=60, deadline=None)
@given(seeds, books, st.randoms(use_true_random=False))
def test_the_order_of_the_record_changes_nothing(seed, book, shuffler):
    facts = random_event(seed, book)
    before = ranked(facts, seed=5)

    shuffler.shuffle(facts["players"])
    for round_ in facts["rounds"]:
        for key in ("matches", "byes", "earned_byes", "missed"):
            shuffler.shuffle(round_.get(key, []))

    assert shown(ranked(facts, seed=5)) == shown(before)


@settings(max_examples=60, deadline=None)
@given(seeds, books)
def test_a_written_event_reads_back_to_the_same_bytes(seed, book):
    data = json.dumps(random_event(seed, book)).encode()

    written = write_event(read_event(data, book_of=rulebook))

    assert write_event(read_event(written, book_of=rulebook)) == written
