"""A right is used once, where it is good, and what was spent stays spent."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.championships.ledger import (
    EntryKind,
    RightChange,
    RightFacts,
    RightState,
    TargetEvent,
    championships_covered,
    fold_right_entries,
    is_expired,
    last_day_of_right,
    use_objection,
)
from padd.core.model import Edition
from padd.rulebooks.loader import rulebook


def moment(year, month, day):
    return datetime(year, month, day, 9, tzinfo=UTC)


def continental(area, year, month=7, **more):
    facts = {
        "id": f"{area}-{year}",
        "name": f"{area} {year}",
        "kind": "continental",
        "edition": Edition.FIRST,
        "year": year,
        "area": area,
        "starts_at": moment(year, month, 3),
        "last_day": date(year, month, 5),
    }
    return TargetEvent(**{**facts, **more})  # type: ignore[arg-type]


def won(year=2026, **more):
    facts = {
        "edition": Edition.FIRST,
        "target": "continental",
        "year": year,
        "won_at": moment(2026, 5, 16),
    }
    return RightFacts(**{**facts, **more})  # type: ignore[arg-type]


EUROPE, AMERICA = continental("europe", 2026), continental("north-america", 2026, 6)
LATER = continental("europe", 2027)
ALL = [LATER, EUROPE, AMERICA]
GRANTED = fold_right_entries([RightChange(kind=EntryKind.GRANTED)])


def why_not(right, target):
    refusal = use_objection(right, GRANTED, target, ALL)
    return refusal.code if refusal else None


@pytest.mark.req("CHAMP-24", "AMB-63")
def test_a_right_is_good_on_any_continent_of_its_year_once():
    used = fold_right_entries(
        [RightChange(kind=EntryKind.GRANTED), RightChange(kind=EntryKind.USED, event="europe-2026")]
    )

    refusal = use_objection(won(), used, AMERICA, ALL)

    assert [target.id for target in championships_covered(won(), ALL)] == [
        "north-america-2026",
        "europe-2026",
    ]
    assert refusal is not None
    assert refusal.code == "already-used"
    assert use_objection(won(), used, EUROPE, ALL) is None


@pytest.mark.req("AMB-63")
def test_a_right_that_is_kept_stays_open():
    kept = fold_right_entries(
        [
            RightChange(kind=EntryKind.GRANTED),
            RightChange(kind=EntryKind.DECLINED, event="europe-2026"),
        ]
    )

    assert kept.state is RightState.OPEN
    assert use_objection(won(), kept, AMERICA, ALL) is None


@pytest.mark.req("CHAMP-24", "AMB-62")
def test_a_right_says_why_it_is_not_good_somewhere():
    tribbles = continental("europe", 2026, edition=Edition.TRIBBLES)
    world = continental("europe", 2026, kind="world")
    begun = continental("europe", 2026, 3)

    assert why_not(won(), tribbles) == "other-game"
    assert why_not(won(), world) == "other-target"
    assert why_not(won(), LATER) == "other-year"
    assert why_not(won(), begun) == "won-later"
    assert why_not(won(areas=("australia",)), EUROPE) == "other-continent"


@pytest.mark.req("CHAMP-20", "EX-CHAMP-2", "AMB-133")
def test_the_next_one_is_the_first_on_each_continent():
    autumn = won(None, won_at=moment(2026, 11, 7))

    assert why_not(won(None), EUROPE) is None
    assert why_not(won(None), AMERICA) is None
    assert why_not(won(None), LATER) == "not-the-next"
    assert why_not(autumn, LATER) is None


@pytest.mark.req("AMB-63", "AMB-133")
def test_a_right_ends_with_its_season_or_the_last_event_it_covers():
    rules = rulebook("opg-5").championships

    assert last_day_of_right(won(), ALL, rules=rules) == date(2026, 8, 31)
    assert last_day_of_right(won(None), ALL, rules=rules) == date(2026, 7, 5)
    assert last_day_of_right(won(None), [], rules=rules) is None


@pytest.mark.req("AMB-63")
def test_an_open_right_is_over_the_day_after_its_season():
    rules = rulebook("opg-5").championships
    used = fold_right_entries(
        [RightChange(kind=EntryKind.GRANTED), RightChange(kind=EntryKind.USED, event="europe-2026")]
    )

    def over(on):
        return is_expired(won(), GRANTED, ALL, rules=rules, on=on)

    assert not over(date(2026, 8, 31))
    assert over(date(2026, 9, 1))
    assert not is_expired(won(), used, ALL, rules=rules, on=date(2026, 9, 1))


@pytest.mark.req("AMB-63")
def test_a_right_is_not_used_after_the_last_day_of_a_championship():
    late = use_objection(won(), GRANTED, EUROPE, ALL, on=date(2026, 7, 6))

    assert use_objection(won(), GRANTED, EUROPE, ALL, on=date(2026, 7, 5)) is None
    assert late is not None
    assert late.code == "expired"


@pytest.mark.req("CHAMP-35")
@given(st.lists(st.sampled_from(EntryKind), max_size=12))
def test_what_was_spent_stays_spent_until_it_is_returned(kinds):
    entries = [RightChange(kind=kind, event="there") for kind in kinds]

    folded = fold_right_entries(entries)

    after_return = max(
        (at for at, kind in enumerate(kinds) if kind is EntryKind.RETURNED), default=-1
    )
    spent = EntryKind.USED in kinds[after_return + 1 :]
    assert bool(folded.event) == spent
    if spent:
        assert folded.state is RightState.USED
