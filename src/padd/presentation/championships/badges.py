"""Badges on profiles: for what, in which game, and how often."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

import msgspec

from padd.core.championships.badges import Badge, Title, badges_from_titles
from padd.core.model import ChampionshipKind
from padd.presentation.page_words import EDITIONS

WORDS: Final = {
    ChampionshipKind.WORLD: "World Champion",
    ChampionshipKind.CONTINENTAL: "Continental Champion",
    ChampionshipKind.MASTERS: "Trek Masters Champion",
    ChampionshipKind.NATIONAL: "National Champion",
    ChampionshipKind.REGIONAL: "Regional Champion",
}
COLOURS: Final = {
    ChampionshipKind.WORLD: "orange",
    ChampionshipKind.CONTINENTAL: "blue",
    ChampionshipKind.MASTERS: "lavender",
}


class BadgeView(msgspec.Struct, frozen=True, kw_only=True):
    """One badge of one person."""

    person: int
    word: str
    game: str
    colour: str
    times: int
    titles: tuple[Title, ...]


class BadgeKind(msgspec.Struct, frozen=True, kw_only=True):
    """All badges of one kind of championship."""

    kind: str
    word: str
    colour: str
    badges: tuple[BadgeView, ...]


def badge_views(titles: Iterable[Title]) -> tuple[BadgeView, ...]:
    """Return the badges that titles make, the highest first."""
    return tuple(map(_badge, badges_from_titles(titles)))


def badge_kinds(titles: Iterable[Title]) -> tuple[BadgeKind, ...]:
    """Return the badges of all people, one group for each kind of championship."""
    return tuple(
        BadgeKind(
            kind=str(kind),
            word=WORDS[kind],
            colour=COLOURS.get(kind, ""),
            badges=tuple(map(_badge, badges)),
        )
        for kind, badges in groupby(badges_from_titles(titles), key=lambda one: one.kind)
    )


def _badge(badge: Badge) -> BadgeView:
    return BadgeView(
        person=badge.person,
        word=WORDS[badge.kind],
        game=EDITIONS[badge.edition],
        colour=COLOURS.get(badge.kind, ""),
        times=len(badge.titles),
        titles=badge.titles,
    )
