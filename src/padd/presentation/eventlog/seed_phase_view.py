"""The seed phase at each table: how far it is, and cards that do not match their seal.

Staff sees steps, never cards: the only sealed cards named are those that their owner
opened and that do not match their seal, so that the director can look into it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.scenarios.seeding import seeding_steps
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.eventlog.state.table import TableState
from padd.core.model import PlayerId
from padd.rulebooks.schema import Rulebook, cite

Named = Callable[[PlayerId], str]

STEP_TITLES: Final = {
    "doorway-phase": "Doorways",
    "mission-phase": "Missions",
    "dilemma-phase-opponents-missions": "Opponent’s missions",
    "dilemma-phase-shared-missions": "Shared missions",
    "dilemma-phase-own-missions": "Your missions",
    "facility-phase": "Facilities",
}
SHORT_TITLES: Final = {
    "doorway-phase": "Doorway",
    "mission-phase": "Missions",
    "dilemma-phase-opponents-missions": "Theirs",
    "dilemma-phase-shared-missions": "Shared",
    "dilemma-phase-own-missions": "Yours",
    "facility-phase": "Facility",
}
FOR_STAFF: Final = {"dilemma-phase-own-missions": "Own missions"}


class MisfitCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card that was opened and is not the one that was sealed."""

    owner: Annotated[str, Meta(description="Whose it is.")]
    mission: Annotated[int, Meta(description="The mission.")]
    title: Annotated[str, Meta(description="The title, for people.")]


class SeedingTable(msgspec.Struct, frozen=True, kw_only=True):
    """How far the two players of a table are with seeding."""

    number: Annotated[int, Meta(description="The number of the table.")]
    players: Annotated[tuple[str, ...], Meta(description="The players of the table.")]
    first: Annotated[str, Meta(description="Who goes first.")]
    step: Annotated[
        int, Meta(description="From 1; past the last step play has begun, 0 until someone begins.")
    ]
    step_title: Annotated[str, Meta(description="What the step is called.")]
    waits_for: Annotated[tuple[str, ...], Meta(description="Who has not finished the step.")]
    misfits: Annotated[tuple[MisfitCard, ...], Meta(description="Cards that do not match.")]


class SeedingView(msgspec.Struct, frozen=True, kw_only=True):
    """All tables of the round that is on."""

    round: Annotated[int, Meta(description="The number of the round.")]
    steps: Annotated[tuple[str, ...], Meta(description="The steps, in order.")]
    rule: Annotated[str, Meta(description="The section of the rulebook it is based on.")]
    tables: Annotated[tuple[SeedingTable, ...], Meta(description="The tables.")]


def seeding_view(
    state: LogState, round_: RoundState | None, book: Rulebook, name: Named
) -> SeedingView | None:
    """Return how far the tables are; nothing where the rules set has no steps."""
    steps = seeding_steps(state, book) if state.event is not None else ()
    if not steps:
        return None
    tables = sorted(round_.tables.items()) if round_ is not None else ()
    return SeedingView(
        round=0 if round_ is None else round_.number,
        steps=tuple(_title(step) for step in steps),
        rule=cite(book, "formats.otf_beta.seeding"),
        tables=tuple(
            _table(number, table, steps, name)
            for number, table in tables
            if table.match is not None
        ),
    )


def _title(step: str) -> str:
    return FOR_STAFF.get(step, STEP_TITLES[step])


def _table(number: int, table: TableState, steps: tuple[str, ...], name: Named) -> SeedingTable:
    seeding = table.seeding
    begun = seeding.first is not None
    playing = seeding.step >= len(steps)
    waits = [p for p in table.players if begun and not playing and p not in seeding.done]
    return SeedingTable(
        number=number,
        players=tuple(name(player) for player in table.players),
        first=name(seeding.first) if seeding.first is not None else "",
        step=seeding.step + 1 if begun else 0,
        step_title="Playing"
        if playing
        else _title(steps[seeding.step])
        if begun
        else "It is not yet known who goes first",
        waits_for=tuple(name(player) for player in waits),
        misfits=tuple(
            MisfitCard(owner=name(card.owner), mission=card.mission, title=card.title)
            for card in seeding.opened
            if not card.fits
        ),
    )
