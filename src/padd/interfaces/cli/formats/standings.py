"""`padd standings` and `padd score`: the ranked table, and every result of every round."""

from __future__ import annotations

import click

from padd.interfaces.cli.files import answer_files, as_json, event_files
from padd.presentation.formats.presenter import rescored_view, results_view, standings_with_rulings
from padd.presentation.formats.results import results_document, results_tables
from padd.presentation.formats.standings import (
    moves_table,
    rescored_document,
    standings_document,
    standings_table,
)
from padd.presentation.rulebooks import book_for
from padd.rulebooks.loader import rulebook_ids


@click.command()
@event_files
@as_json
def score(files: tuple[str, ...], *, as_json: bool) -> None:
    """Show result, victory points and differential of every game.

    For brackets it shows who advanced, for Tribbles the points of every round.
    """
    answer_files(
        files,
        as_json=as_json,
        work=lambda event: results_view(event, book_for(event)),
        document=results_document,
        tables=results_tables,
    )


@click.command()
@event_files
@click.option("--seed", type=int, default=0, help="Seed of the coin toss, or of the cut.")
@click.option(
    "--rulebook",
    "other",
    type=click.Choice(rulebook_ids()),
    help="Rank the same facts under another rulebook, and show who moved.",
)
@as_json
def standings(files: tuple[str, ...], seed: int, other: str | None, *, as_json: bool) -> None:
    """Rank an event by its rulebook, with the tiebreak behind each place.

    Try: padd standings my.event.json --rulebook opg-4.1
    """
    if other is None:
        answer_files(
            files,
            as_json=as_json,
            work=lambda event: standings_with_rulings(event, seed=seed),
            document=standings_document,
            tables=lambda view: (standings_table(view),),
        )
        return
    answer_files(
        files,
        as_json=as_json,
        work=lambda event: rescored_view(event, other, seed=seed),
        document=rescored_document,
        tables=lambda found: (standings_table(found.standings), moves_table(found)),
    )
