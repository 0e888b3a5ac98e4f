"""`padd score`: every result of every round."""

from __future__ import annotations

import click

from padd.interfaces.cli.files import answer, as_json, event_files
from padd.presentation.results import results_document, results_tables, results_view
from padd.presentation.rulebooks.event_rulebook import book_for


@click.command()
@event_files
@as_json
def score(files: tuple[str, ...], *, as_json: bool) -> None:
    """Show result, victory points and differential of every game.

    For brackets it shows who advanced, for Tribbles the points of every round.
    """
    answer(
        files,
        as_json=as_json,
        work=lambda event: results_view(event, book_for(event)),
        document=results_document,
        tables=results_tables,
    )
