"""Badges follow from titles: the deciding stage gives them, Tribbles heats do not."""

import pytest

from padd.core.championships.badges import Title, badges_from_titles, gives_badges
from padd.core.model import ChampionshipKind, Edition
from padd.rulebooks.loader import rulebook


def title(person, kind, year, edition="2E"):
    return Title(
        person=person,
        championship=f"{kind}{year}",
        name=kind.title(),
        year=year,
        kind=ChampionshipKind(kind),
        edition=Edition(edition),
    )


@pytest.mark.req("GOV-40")
@pytest.mark.parametrize("book", ["opg-5", "opg-4.1"])
@pytest.mark.parametrize(
    ("stage", "gives"), [("whole", True), ("final", True), ("heat", False), ("side", False)]
)
def test_the_deciding_stage_gives_the_badge_in_every_game(book, stage, gives):
    for edition in Edition:
        assert gives_badges(stage, edition, rulebook(book)) is gives


@pytest.mark.req("GOV-40")
def test_winning_again_makes_one_badge_and_the_highest_come_first():
    won = [
        title(1, "regional", 2024),
        title(1, "regional", 2026),
        title(2, "regional", 2025, "TR"),
        title(2, "world", 2020),
    ]

    badges = badges_from_titles(won)

    assert [(b.person, str(b.kind), str(b.edition)) for b in badges] == [
        (2, "world", "2E"),
        (1, "regional", "2E"),
        (2, "regional", "TR"),
    ]
    assert [one.year for one in badges[1].titles] == [2026, 2024]
