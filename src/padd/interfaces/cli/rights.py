"""`padd rights`: a player's byes and head starts, and their status today."""

from __future__ import annotations

from pathlib import Path

import click

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.installation import data_folder, open_up, present, refusing


@click.command()
@click.argument("person", metavar="PERSON")
@data_folder
@as_json
@refusing
def rights(person: str, data: Path | None, *, as_json: bool) -> None:
    """List the byes and head starts of a player: a handle or part of a name.

    Try: padd rights kirk
    """
    open_up(data)
    from padd.presentation.championships.rights import right_views
    from padd.presentation.text_tables import TextTable
    from padd.rulebooks.loader import rulebook, rulebook_ids
    from padd.store.queries import championships as queries
    from padd.store.queries.rights import find_rights

    rows = find_rights(text=person)
    handles = {row.public_id: row.handle for row in rows}
    views = right_views(
        rows, queries.target_events(), book=rulebook(rulebook_ids()[0]), today=present().date()
    )
    if as_json:
        print_json(
            [
                {
                    "player": handles[view.id],
                    "edition": view.edition,
                    "rounds": view.rounds,
                    "points": view.points,
                    "target": view.target,
                    "year": view.year,
                    "state": view.state,
                    "won_at": view.origin_name,
                    "place": view.place,
                    "cite": view.cite,
                }
                for view in views
            ]
        )
        return
    from padd.interfaces.cli.tables import show_tables

    table = TextTable(
        title="Byes and head starts",
        columns=("Player", "Game", "What", "Into", "Won at", "State"),
        rows=tuple(
            (
                handles[view.id],
                view.edition,
                view.title,
                view.into,
                view.origin_name or "granted by the desk",
                f"{view.word} {view.where_name}".strip() if view.where else view.word,
            )
            for view in views
        ),
        lines=() if views else ("None.",),
    )
    show_tables((table,))
