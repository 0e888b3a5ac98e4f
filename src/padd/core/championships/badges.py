"""Badges of championships: who has one, given by the stage that decides (GOV-40)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from padd.core.model import ChampionshipKind, ChampionshipStage, Edition, StrictStruct
from padd.rulebooks.schema import Rulebook

BADGES: Final = "championship-badges"
DECIDING: Final = frozenset({ChampionshipStage.WHOLE, ChampionshipStage.FINAL})
ORDER: Final = (
    ChampionshipKind.WORLD,
    ChampionshipKind.CONTINENTAL,
    ChampionshipKind.MASTERS,
    ChampionshipKind.NATIONAL,
    ChampionshipKind.REGIONAL,
)
"""The kinds of championship, the highest first."""


class Title(StrictStruct, frozen=True, kw_only=True):
    """A championship that a person has won."""

    person: int
    championship: str
    name: str
    year: int
    kind: ChampionshipKind
    edition: Edition


class Badge(StrictStruct, frozen=True, kw_only=True):
    """One badge of one person: a kind of championship of a game, however often won."""

    person: int
    kind: ChampionshipKind
    edition: Edition
    titles: tuple[Title, ...]
    """The latest first."""


def gives_badges(stage: str, edition: str, book: Rulebook) -> bool:
    """Tell whether the winner of a stage gets the badge.

    The deciding stage gives it. A Tribbles heat would, if the guide did not leave
    badges to the finals alone.
    """
    if stage in DECIDING:
        return True
    tribbles = edition == Edition.TRIBBLES and stage == ChampionshipStage.HEAT
    rules = book.tribbles
    return tribbles and rules is not None and BADGES not in rules.finals.alone_give


def badges_from_titles(titles: Iterable[Title]) -> tuple[Badge, ...]:
    """Return the badges that titles make, the highest kind first."""
    found: dict[tuple[int, str, str], list[Title]] = {}
    for title in titles:
        found.setdefault((title.person, title.kind, title.edition), []).append(title)
    badges = [
        Badge(
            person=won[0].person,
            kind=won[0].kind,
            edition=won[0].edition,
            titles=tuple(sorted(won, key=_latest_first)),
        )
        for won in found.values()
    ]
    return tuple(sorted(badges, key=_badge_order))


def _latest_first(title: Title) -> tuple[int, str]:
    return -title.year, title.name


def _badge_order(badge: Badge) -> tuple[int, str, int, int, int]:
    """Order badges: by kind, game, how often, how lately."""
    return (
        ORDER.index(badge.kind),
        badge.edition,
        -len(badge.titles),
        -badge.titles[0].year,
        badge.person,
    )
