"""The road to Worlds: a year's championships of one game, and the byes between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.championships.ledger import RightState, TargetEvent
from padd.presentation.championships.awards import area_name, right_kind
from padd.presentation.championships.rights import RightView, right_views
from padd.presentation.messages import text
from padd.presentation.words import ordinal
from padd.rulebooks.schema import Rulebook

if TYPE_CHECKING:  # keeps the start of the command line short
    from padd.store.queries.championships.championships import ChampionshipRow
    from padd.store.queries.championships.rights import RightRow
from padd.core.championships.badges import Badge, Title, badges_from_titles
from padd.core.model import ChampionshipKind
from padd.presentation.page_words import EDITIONS

STATES: Final = {
    "played": ("Played", "check", "blue"),
    "playing": ("Being played", "play", "orange"),
    "planned": ("Planned", "calendar", "lavender"),
}


class RoadNode(msgspec.Struct, frozen=True, kw_only=True):
    """One championship on the road."""

    id: str
    name: str
    kind: str
    area: str
    town: str
    first_day: date | None
    last_day: date | None
    players: int
    state: str
    word: str
    icon: str
    colour: str
    rights: tuple[RightView, ...]
    """What was won there."""
    used: int
    """How many byes or head starts were used there."""


class RoadArea(msgspec.Struct, frozen=True, kw_only=True):
    """The Regionals of one continent."""

    name: str
    nodes: tuple[RoadNode, ...]

    @property
    def rights(self) -> int:
        """How many byes or head starts they gave."""
        return sum(len(node.rights) for node in self.nodes)


class RoadView(msgspec.Struct, frozen=True, kw_only=True):
    """All stops of the road, and the sums of what flows between them."""

    year: int
    edition: str
    series: str
    regionals: tuple[RoadArea, ...]
    nationals: tuple[RoadNode, ...]
    continentals: tuple[RoadNode, ...]
    masters: tuple[RoadNode, ...]
    worlds: tuple[RoadNode, ...]
    before: tuple[RoadNode, ...]
    """The World Championship of the year before."""
    continental_awards: str
    """What a Continental gives for Worlds, by place."""
    into_continentals: tuple[RightView, ...]
    into_worlds: tuple[RightView, ...]

    @property
    def stops(self) -> tuple[tuple[str, tuple[RoadNode, ...]], ...]:
        """Everything as a nested list, in the order of the road."""
        areas = tuple((f"Regionals, {area.name}", area.nodes) for area in self.regionals)
        return (
            *areas,
            ("Nationals", self.nationals),
            ("Masters", self.masters),
            ("Continentals", self.continentals),
            ("Worlds", self.worlds),
        )


def count_by_state(rights: Sequence[RightView]) -> dict[str, int]:
    """Return how many rights are open, used and over."""
    used = sum(right.state is RightState.USED for right in rights)
    open_ = sum(right.state is RightState.OPEN for right in rights)
    return {"used": used, "open": open_, "over": len(rights) - used - open_}


def road_view(
    *,
    year: int,
    edition: str,
    championships: Sequence[ChampionshipRow],
    before: Sequence[ChampionshipRow],
    rights: Sequence[RightRow],
    targets: Sequence[TargetEvent],
    book: Rulebook,
    today: date,
) -> RoadView:
    """Lay out the road of a year."""
    views = right_views(rights, targets, book=book, today=today)
    alive = [view for view in views if view.state is not RightState.WITHDRAWN]
    won: dict[str, list[RightView]] = {}
    for view in alive:
        won.setdefault(view.origin, []).append(view)
    used: dict[str, int] = {}
    for view in alive:
        if view.where:
            used[view.where] = used.get(view.where, 0) + 1

    def nodes(*kinds: str) -> tuple[RoadNode, ...]:
        return tuple(_node(row, won, used) for row in championships if row.kind in kinds)

    goals = {target.id for target in targets if target.year == year}
    return RoadView(
        year=year,
        edition=edition,
        series=book.championships.series if book.championships else "",
        regionals=tuple(_areas(nodes("regional"))),
        nationals=nodes("national"),
        continentals=nodes("continental"),
        masters=nodes("masters"),
        worlds=nodes("world"),
        before=tuple(_node(row, won, used) for row in before),
        continental_awards=_continental_awards(book, edition),
        into_continentals=_into("continental", alive, goals, year),
        into_worlds=_into("world", alive, goals, year),
    )


def _into(
    kind: str, rights: Iterable[RightView], goals: set[str], year: int
) -> tuple[RightView, ...]:
    return tuple(
        right
        for right in rights
        if right.target == kind
        and (right.year == year or goals.intersection(target.id for target in right.use_at))
    )


def _continental_awards(book: Rulebook, edition: str) -> str:
    """Return what the places of a Continental win for Worlds in one game."""
    if book.championships is None:
        return ""
    won = {
        award.place: text(right_kind(award.bye_rounds, award.head_start))
        for award in book.championships.awards.continental
        if edition in award.games and award.into == "world"
    }
    places = (f"{ordinal(place)}: {what[0].lower()}{what[1:]}" for place, what in won.items())
    return f"At Worlds, {'; '.join(places)}" if won else ""


def _areas(nodes: Sequence[RoadNode]) -> Iterable[RoadArea]:
    in_order = sorted(nodes, key=lambda node: (node.area, str(node.first_day)))
    for area, group in groupby(in_order, key=lambda node: node.area):
        yield RoadArea(name=area_name(area) or "Elsewhere", nodes=tuple(group))


def _node(row: ChampionshipRow, won: dict[str, list[RightView]], used: dict[str, int]) -> RoadNode:
    word, icon, colour = STATES[row.state]
    deciding = [stage for stage in row.stages if stage.stage != "side"]
    return RoadNode(
        id=row.public_id,
        name=row.name,
        kind=row.kind,
        area=row.area,
        town=row.town,
        first_day=row.first_day,
        last_day=row.last_day,
        players=max((stage.players for stage in deciding), default=0),
        state=row.state,
        word=word,
        icon=icon,
        colour=colour,
        rights=tuple(sorted(won.get(row.public_id, ()), key=lambda right: right.place or 0)),
        used=sum(used.get(stage.event, 0) for stage in row.stages),
    )


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
