"""Byes, head starts and Masters points: every award of both guides, by hand."""

import pytest
from tests.core.championships.championship_builder import label, people, swiss, tribbles

from padd.core.championships.awards import championship_result
from padd.core.refusal import RefusalError
from padd.presentation.championships.awards import awards_document
from padd.rulebooks.loader import rulebook


def result_of(*events):
    return championship_result(events, lambda event: rulebook(event.rulebook))


def rights_of(*events):
    return list(awards_document(result_of(*events))["rights"])


def bye(  # noqa: PLR0917 -- a row of the guides
    player, place, rounds, target, year, cite, areas="any"
):
    return {
        "player": player,
        "place": place,
        "kind": "bye",
        "rounds": rounds,
        "target": target,
        "year": year,
        "next": year is None,
        "areas": areas,
        "cite": cite,
    }


def head_start(  # noqa: PLR0917 -- a row of the guides
    player, place, points, target, year, cite, areas="any"
):
    row = bye(player, place, [], target, year, cite, areas)
    del row["rounds"]
    return {**row, "kind": "head-start", "points": points}


@pytest.mark.req("CHAMP-13", "CHAMP-26", "EX-CHAMP-1", "AMB-64")
@pytest.mark.parametrize("edition", ["1E", "2E"])
@pytest.mark.parametrize(
    ("attendance", "byes"), [(4, 1), (10, 1), (11, 2), (20, 2), (21, 3), (40, 3)]
)
def test_a_regional_gives_byes_by_its_attendance(edition, attendance, byes):
    event = swiss(label("regional"), people(attendance), edition=edition)

    rights = rights_of(event)

    assert rights == [
        bye(f"p{place:02d}", place, [1], "continental", 2026, "OPG5 §11.1.1")
        for place in range(1, byes + 1)
    ]


@pytest.mark.req("CHAMP-13", "AMB-64")
def test_a_bye_that_is_not_won_says_why():
    result = result_of(swiss(label("regional"), people(10)))

    assert [(left.place, str(left.reason)) for left in result.not_won] == [
        (2, "More than 10 players must attend; 10 did."),
        (3, "More than 20 players must attend; 10 did."),
    ]


@pytest.mark.req("CHAMP-13", "CHAMP-20")
def test_the_older_guide_keeps_byes_to_the_own_continent():
    regional = swiss(label("regional", area="australia"), people(11), rulebook="opg-4.1")
    national = swiss(label("national"), people(6), rulebook="opg-4.1")

    assert rights_of(regional) == [
        bye("p01", 1, [1], "continental", 2026, "OPG4 §11.1.1", ["australia"]),
        bye("p02", 2, [1], "continental", 2026, "OPG4 §11.1.1", ["australia"]),
    ]
    assert rights_of(national) == [
        bye("p01", 1, [1], "continental", None, "OPG4 §11.2.1", ["europe"]),
        bye("p02", 2, [1], "continental", None, "OPG4 §11.2.1", ["europe"]),
    ]


@pytest.mark.req("AMB-135")
def test_a_continent_that_the_award_needs_must_be_named():
    nowhere = swiss(label("national", area=""), people(6), rulebook="opg-4.1")

    with pytest.raises(RefusalError) as refused:
        result_of(nowhere)

    assert refused.value.codes == ("no-area",)


@pytest.mark.req("CHAMP-20", "EX-CHAMP-2", "AMB-133")
def test_a_national_gives_the_next_continental_to_both_finalists():
    assert rights_of(swiss(label("national"), people(5), edition="2E")) == [
        bye("p01", 1, [1], "continental", None, "OPG5 §11.2.1"),
        bye("p02", 2, [1], "continental", None, "OPG5 §11.2.1"),
    ]


@pytest.mark.req("CHAMP-14", "CHAMP-25")
@pytest.mark.parametrize(("book", "guide"), [("opg-5", "OPG5"), ("opg-4.1", "OPG4")])
def test_a_continental_gives_byes_at_worlds(book, guide):
    assert rights_of(swiss(label("continental"), people(8), rulebook=book)) == [
        bye("p01", 1, [1, 2], "world", 2026, f"{guide} §11.1.2"),
        bye("p02", 2, [1], "world", 2026, f"{guide} §11.1.2"),
    ]


@pytest.mark.req("CHAMP-16", "CHAMP-17", "AMB-132")
@pytest.mark.parametrize(("book", "guide"), [("opg-5", "OPG5"), ("opg-4.1", "OPG4")])
def test_worlds_give_byes_at_the_next_worlds_and_one_continental(book, guide):
    assert rights_of(swiss(label("world", area=""), people(8), rulebook=book)) == [
        bye("p01", 1, [1, 2], "world", 2027, f"{guide} §11.1.3"),
        bye("p01", 1, [1], "continental", 2027, f"{guide} §11.1.3"),
        bye("p02", 2, [1], "world", 2027, f"{guide} §11.1.3"),
        bye("p02", 2, [1], "continental", 2027, f"{guide} §11.1.3"),
    ]


@pytest.mark.req("CHAMP-12", "CHAMP-15", "CHAMP-18", "CHAMP-19", "CHAMP-22", "TRIB-29")
def test_tribbles_gives_head_starts():
    def won(kind, book="opg-5"):
        return rights_of(tribbles(label(kind), people(8), rulebook=book))

    assert won("regional") == [head_start("p01", 1, 100_000, "continental", 2026, "OPG5 §11.1.1")]
    assert won("regional", "opg-4.1")[0]["areas"] == ["europe"]
    assert won("national") == [
        head_start("p01", 1, 100_000, "continental", None, "OPG5 §11.2.1"),
        head_start("p02", 2, 100_000, "continental", None, "OPG5 §11.2.1"),
    ]
    assert won("continental") == [
        head_start("p01", 1, 200_000, "world", 2026, "OPG5 §11.1.2"),
        head_start("p02", 2, 100_000, "world", 2026, "OPG5 §11.1.2"),
    ]
    assert won("world") == [
        head_start("p01", 1, 200_000, "world", 2027, "OPG5 §11.1.3"),
        head_start("p01", 1, 100_000, "continental", 2027, "OPG5 §11.1.3"),
        head_start("p02", 2, 100_000, "world", 2027, "OPG5 §11.1.3"),
        head_start("p02", 2, 100_000, "continental", 2027, "OPG5 §11.1.3"),
    ]


@pytest.mark.req("CHAMP-23", "CHAMP-32", "EX-CHAMP-3", "EX-CHAMP-4", "AMB-66", "AMB-67")
@pytest.mark.parametrize(
    ("attendance", "points"),
    [
        (2, []),
        (5, [12, 8, 6, 6, 4]),
        (9, [20, 16, 12, 12, 10, 10, 10, 10, 8]),
        (11, [24, 20, 16, 16, 14, 14, 14, 14, 10, 10, 10]),
    ],
)
def test_masters_give_points_and_no_byes(attendance, points):
    document = awards_document(result_of(swiss(label("masters"), people(attendance))))

    assert document["rights"] == []
    assert document["masters"] == [
        {"player": f"p{place:02d}", "points": won} for place, won in enumerate(points, start=1)
    ]


@pytest.mark.req("CHAMP-32", "AMB-66")
def test_places_below_the_table_get_its_last_points():
    document = awards_document(result_of(swiss(label("masters"), people(40))))

    assert [row["points"] for row in document["masters"][30:]] == [34] * 10


@pytest.mark.req("CHAMP-5")
def test_the_older_guide_has_no_masters_points():
    event = swiss(label("masters"), people(8), rulebook="opg-4.1")

    assert awards_document(result_of(event))["masters"] == []


@pytest.mark.req("AMB-7", "AMB-64")
def test_a_disqualified_player_wins_nothing_and_stands_last():
    masters = swiss(label("masters"), people(6), expelled="p05")

    document = awards_document(result_of(masters))

    assert document["attendance"] == 6
    assert document["ranking"][-1] == {"place": 6, "player": "p05", "disqualified": True}
    assert [row["points"] for row in document["masters"]] == [16, 12, 10, 10, 8]


@pytest.mark.req("CHAMP-1")
def test_a_rulebook_without_championships_says_so():
    event = swiss(label("regional"), people(8), rulebook="decipher-1998", rules=None)

    with pytest.raises(RefusalError) as refused:
        result_of(event)

    assert refused.value.codes == ("no-championships",)
