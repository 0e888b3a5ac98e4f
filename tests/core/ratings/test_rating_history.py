"""Late, corrected and voided events: always the same numbers, to the last digit."""

from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rating_worlds import sheet_of, sheet_or_not, world

from padd.core.ratings.ledger import History, Ledger, history_of, refresh
from padd.core.ratings.sheet import RatingSheet

seeds = st.integers(0, 2**32)
some = settings(max_examples=25, deadline=None)


def sheets_of(events):
    made = (sheet_or_not(facts) for facts in events)
    return [sheet for sheet in made if isinstance(sheet, RatingSheet)]


def taken_in(sheets):
    """Take events in one by one, in the order they are reported."""
    history = History()
    for sheet in sheets:
        history = history.take(sheet)
    return history


@some
@given(seeds)
def test_one_by_one_in_any_order_gives_what_a_full_refresh_gives(seed):
    rng = Random(seed)
    sheets = sheets_of(world(rng, 12))
    full = refresh(sheets)

    rng.shuffle(sheets)

    assert taken_in(sheets) == full
    assert refresh(sheets) == full


@some
@given(seeds)
def test_taking_back_the_latest_events_restores_the_ratings(seed):
    sheets = refresh(sheets_of(world(Random(seed), 10))).sheets
    half = len(sheets) // 2
    before, _ = Ledger().take_all(sheets[:half])

    after, later = before.take_all(sheets[half:])

    assert after.without(later) == before
    assert after.without(()) == after


@some
@given(seeds)
def test_a_refresh_of_what_is_rated_changes_nothing(seed):
    history = refresh(sheets_of(world(Random(seed), 8)))

    assert refresh(history.sheets) == history
    assert history.rerated(history.sheets) == history


@some
@given(seeds)
def test_a_second_submission_changes_nothing(seed):
    history = refresh(sheets_of(world(Random(seed), 8)))

    for sheet in history.sheets:
        assert history.take(sheet) == history


@some
@given(seeds)
def test_corrected_and_voided_events_leave_no_trace(seed):
    rng = Random(seed)
    events = world(rng, 12)
    corrected, voided, *_ = rng.sample(events, 2)
    history = refresh(sheets_of(events))
    right = {**corrected, "starts": voided["starts"], "level": 5}
    rest = [facts for facts in events if facts not in (corrected, voided)]

    for name in (corrected["name"], voided["name"]):
        history = history.void(name)
    for sheet in sheets_of([right]):
        history = history.take(sheet)

    assert history == refresh(sheets_of([*rest, right]))


@some
@given(seeds)
def test_a_correction_of_the_start_moves_an_event(seed):
    rng = Random(seed)
    sheets = sheets_of(world(rng, 10))
    history = refresh(sheets)
    one, other = rng.choices(sheets, k=2)
    moved = msgspec.structs.replace(
        one, key=msgspec.structs.replace(one.key, starts=other.key.starts)
    )

    again = history.take(moved)

    assert again == refresh([moved if sheet is one else sheet for sheet in sheets])


@some
@given(seeds)
def test_what_comes_before_a_late_event_is_not_touched(seed):
    sheets = list(refresh(sheets_of(world(Random(seed), 10))).sheets)
    late = sheets.pop(len(sheets) // 2)
    history = refresh(sheets)

    again = history.take(late)

    at = again.sheets.index(late)
    pairs = zip(again.entries[:at], history.entries[:at], strict=True)
    assert all(new is old for new, old in pairs)


@some
@given(seeds)
def test_the_order_of_the_record_changes_nothing(seed):
    rng = Random(seed)
    events = world(rng, 6)
    before = refresh(sheets_of(events))

    for facts in events:
        rng.shuffle(facts["players"])
        for round_ in facts["rounds"]:
            for match in round_.get("matches", []):
                turn_around(match)
            rng.shuffle(round_.get("matches", []))
            for pod in round_.get("pods", []):
                rng.shuffle(pod["players"])
    again = refresh(sheets_of(events))

    assert again == before


def turn_around(match):
    for key in ("players", "scores", "missions", "bonus"):
        if match.get(key):
            match[key] = match[key][::-1]


@some
@given(seeds)
def test_every_rating_is_in_range_and_is_the_end_of_its_history(seed):
    history = refresh(sheets_of(world(Random(seed), 12)))

    for series, book in history.ledger.ratings.items():
        for player, rating in book.items():
            changes = [reason.change for reason in history_of(history, player)[series]]
            assert 0 <= rating.rating <= 3000
            assert changes[0].before == 1500
            assert changes[-1].after == rating.rating
            assert sum(change.games for change in changes) == rating.games
            for change, following in pairwise(changes):
                assert change.after == following.before


@some
@given(seeds)
def test_the_changes_of_an_event_add_up_to_nothing(seed):
    history = refresh(sheets_of(world(Random(seed), 8)))

    for entry in history.entries:
        for series in entry.sheet.series:
            changes = [c for c in entry.changes if c.series == series]
            total = sum(change.after - change.before for change in changes)
            assert total == pytest.approx(0, abs=1e-9)


@some
@given(seeds)
def test_the_games_of_a_change_add_up_to_it(seed):
    history = refresh(sheets_of(world(Random(seed), 5)))
    players = {c.player for entry in history.entries for c in entry.changes}

    for player in players:
        for reasons in history_of(history, player).values():
            for reason in reasons:
                assert reason.change.after == reason.change.before + reason.total


@pytest.mark.req("RATE-7", "RATE-8", "AMB-60", "AMB-61")
def test_three_hundred_events_late_corrected_and_voided():
    rng = Random(300)
    events = world(rng, 300)
    late = rng.sample(events, 15)
    wrong = rng.sample(events, 6)
    voided = rng.sample(events, 3)
    on_time = sorted((e for e in events if e not in late), key=lambda e: e["starts"])
    mistaken = [{**e, "level": 6 - e["level"]} if e in wrong else e for e in on_time]

    history = taken_in(sheets_of([*mistaken, *late]))
    for sheet in sheets_of(wrong):
        history = history.take(sheet)
    for facts in voided:
        history = history.void(facts["name"])

    right = [facts for facts in events if facts not in voided]
    assert history == refresh(sheets_of(right))
    rng.shuffle(right)
    assert taken_in(sheets_of(right)).ledger == history.ledger


@pytest.mark.req("AMB-60")
def test_events_go_by_the_moment_of_their_start_then_by_id():
    facts = next(f for f in world(Random(5), 20) if sheets_of([f]))
    starts = [
        ("b", "2026-03-14T20:00:00-05:00"),
        ("c", "2026-03-15T08:00:00+11:00"),
        ("a", "2026-03-15T01:00:00+00:00"),
    ]

    history = refresh(sheet_of({**facts, "starts": s}, id_) for id_, s in starts)

    assert [sheet.key.id for sheet in history.sheets] == ["c", "a", "b"]
