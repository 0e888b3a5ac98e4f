"""`padd score`: every result of every round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from padd.core.scoring.results import (
    ScoredEvent,
    score_event,
)
from padd.interfaces.cli.files import answer, as_json, event_files
from padd.presentation.documents import score_document
from padd.presentation.event_rulebook import book_for
from padd.presentation.formats.registry import way_of
from padd.presentation.words import (
    RESULTS,
    signed,
)

if TYPE_CHECKING:
    from padd.core.model import Event
    from padd.presentation.formats.answer import FormatAnswer


@click.command()
@event_files
@as_json
def score(files: tuple[str, ...], *, as_json: bool) -> None:
    """Show result, victory points and differential of every game.

    In brackets it is who went on, in Tribbles the points of every round.
    """
    answer(
        files,
        as_json=as_json,
        work=scored,
        document=score_document,
        table=show_scored,
    )


def scored(event: Event) -> ScoredEvent | FormatAnswer:
    """Return an event's results under its own rulebook."""
    way = way_of(event)
    return score_event(event, book_for(event)) if way is None else way.score(event)


def show_scored(found: ScoredEvent) -> None:
    """Print one table a round."""
    from padd.interfaces.cli.tables import show, table

    names = {player.id: player.name or player.id for player in found.event.players}
    for round_ in found.rounds:
        made = table(
            f"{found.event.name or 'Event'}: round {round_.number}",
            *("Player", "Opponent", "Result", "Code", "VP", "Diff."),
            numbers=("VP", "Diff."),
        )
        for result in round_.results:
            made.add_row(
                names[result.player],
                names[result.opponent] if result.opponent else "",
                RESULTS[result.code],
                result.code,
                str(result.vp),
                signed(result.differential),
            )
        show(made)
