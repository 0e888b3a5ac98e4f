"""`padd standings`: the ranked table of an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from padd.core.rescore import (
    Rescoring,
    rescored,
)
from padd.core.scoring.standings import rank_with_rulings
from padd.interfaces.cli.files import answer, as_json, event_files
from padd.presentation.documents import (
    rescoring_document,
    standings_document,
)
from padd.presentation.event_rulebook import (
    book_for,
    printed_book_for,
)
from padd.presentation.formats.registry import way_of
from padd.presentation.words import (
    SHORT_STEPS,
    signed,
)
from padd.rulebooks.loader import rulebook_ids

if TYPE_CHECKING:
    from padd.core.model import Event
    from padd.core.scoring.standings import Standings
    from padd.presentation.formats.answer import FormatAnswer


@click.command()
@event_files
@click.option(
    "--seed", type=int, default=0, help="Seed of the coin toss, or of the cut."
)
@click.option(
    "--rulebook",
    "other",
    type=click.Choice(rulebook_ids()),
    help="Rank the same facts under another rulebook, and show who moved.",
)
@as_json
def standings(
    files: tuple[str, ...], seed: int, other: str | None, *, as_json: bool
) -> None:
    """Rank an event by its rulebook, with the tiebreak behind each place.

    Try: padd standings my.event.json --rulebook opg-4.1
    """
    if other is None:
        answer(
            files,
            as_json=as_json,
            work=lambda event: placed(event, seed),
            document=standings_document,
            table=show_standings,
        )
        return
    answer(
        files,
        as_json=as_json,
        work=lambda event: replaced(event, other, seed),
        document=rescoring_document,
        table=show_rescoring,
    )


def placed(event: Event, seed: int = 0) -> Standings | FormatAnswer:
    """Return the standings of an event of any kind."""
    way = way_of(event)
    return ranked(event, seed) if way is None else way.standings(event, seed)


def replaced(event: Event, other: str, seed: int = 0) -> Rescoring | FormatAnswer:
    """Return the standings of an event of any kind under another rulebook."""
    way = way_of(event)
    if way is not None:
        return way.rescored(event, other, seed)
    return rescored(event, book_for(event), book_for(event, other), seed=seed)


def ranked(event: Event, seed: int = 0) -> Standings:
    """Return the standings of an event under its own rulebook."""
    return rank_with_rulings(event, book_for(event), printed_book_for(event), seed=seed)


def show_standings(found: Standings) -> None:
    """Print the standings as a table."""
    from padd.interfaces.cli.tables import show, table

    event = found.event
    names = {player.id: player.name or player.id for player in event.players}
    state = "final" if found.final else f"after round {len(event.rounds)}"
    made = table(
        f"{event.name or 'Event'}: standings, {state} ({event.rulebook})",
        *("#", "Player", "VP", "Decided by", "SoS", "Diff.", "CVP", "Results"),
        numbers=("#", "VP", "SoS", "Diff.", "CVP"),
    )
    with_schedule = found.has_schedule
    for row in found.rows:
        made.add_row(
            "DQ" if row.disqualified else str(row.place),
            names[row.player],
            str(row.record.vp),
            SHORT_STEPS[row.decided_by] if row.decided_by else "",
            str(row.record.sos) if with_schedule else "",
            signed(row.record.differential),
            str(row.record.cvp) if with_schedule else "",
            " ".join(result.code for result in row.record.results),
        )
    show(made)


def show_rescoring(found: Rescoring) -> None:
    """Print the standings under the other rulebook and who moved."""
    from padd.interfaces.cli.tables import show, table

    show_standings(found.after)
    names = {player.id: player.name or player.id for player in found.event.players}
    if not found.moves:
        show(f"Nobody moves: {found.before_id} gives the same order.")
        return
    made = table(
        f"Moved, compared with {found.before_id}",
        *("Player", "From", "To", "Rule", "Section"),
        numbers=("From", "To"),
    )
    for move in found.moves:
        for index, cause in enumerate(move.causes):
            made.add_row(
                names[move.player] if index == 0 else "",
                str(move.before) if index == 0 else "",
                str(move.after) if index == 0 else "",
                cause.about,
                cause.cite,
            )
    show(made)
