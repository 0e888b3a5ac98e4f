"""`padd rights` and `padd road`: byes and head starts, and the championships of a year."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.open_installation import (
    current_time,
    data_option,
    exit_on_refusal,
    open_installation,
)
from padd.presentation.championships.road import RoadView
from padd.presentation.tables import TextTable


@click.command()
@click.argument("person", metavar="PERSON")
@data_option
@as_json
@exit_on_refusal
def rights(person: str, data: Path | None, *, as_json: bool) -> None:
    """List the byes and head starts of a player: a handle or part of a name.

    Try: padd rights kirk
    """
    open_installation(data)
    from padd.presentation.championships.rights import right_views
    from padd.presentation.tables import TextTable
    from padd.rulebooks.loader import rulebook, rulebook_ids
    from padd.store.queries.championships import championships as queries
    from padd.store.queries.championships.rights import find_rights

    rows = find_rights(text=person)
    handles = {row.public_id: row.handle for row in rows}
    views = right_views(
        rows, queries.target_events(), book=rulebook(rulebook_ids()[0]), today=current_time().date()
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
    from padd.interfaces.cli.tables import print_tables

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
    print_tables((table,))


@click.command()
@click.argument("year", type=int)
@click.argument("game", type=click.Choice(["1E", "2E", "TR"], case_sensitive=False))
@data_option
@as_json
@exit_on_refusal
def road(year: int, game: str, data: Path | None, *, as_json: bool) -> None:
    """List the road to Worlds: championships, and the byes won and used.

    Try: padd road 2026 2E
    """
    open_installation(data)
    from padd.interfaces.cli.tables import print_tables
    from padd.presentation.championships.road import road_view
    from padd.rulebooks.loader import rulebook, rulebook_ids
    from padd.store.queries.championships import championships as queries
    from padd.store.queries.championships.rights import find_rights

    rows = queries.list_championships(years=(year,), edition=game.upper())
    origins = [row.public_id for row in rows]
    view = road_view(
        year=year,
        edition=game.upper(),
        championships=rows,
        before=(),
        rights=find_rights(origins=origins, most=5000) if origins else (),
        targets=queries.target_events(),
        book=rulebook(rulebook_ids()[0]),
        today=current_time().date(),
    )
    if as_json:
        print_json(_answer(view, year, game.upper()))
        return
    print_tables((_table(view, year, game.upper()),))


def _answer(view: RoadView, year: int, edition: str) -> dict[str, Any]:
    return {
        "year": year,
        "edition": edition,
        "championships": [
            {
                "id": node.id,
                "name": node.name,
                "kind": node.kind,
                "area": node.area,
                "state": node.state,
                "won": len(node.rights),
                "used": node.used,
            }
            for _, nodes in view.stops
            for node in nodes
        ],
    }


def _table(view: RoadView, year: int, edition: str) -> TextTable:
    from padd.presentation.tables import TextTable

    rows = tuple(
        (title, node.name, str(node.first_day), node.word, str(len(node.rights)), str(node.used))
        for title, nodes in view.stops
        for node in nodes
    )
    return TextTable(
        title=f"{view.series or 'Championships'} {year}, {edition}",
        columns=("Stop", "Championship", "From", "State", "Won", "Used"),
        numbers=("Won", "Used"),
        rows=rows,
        lines=() if rows else ("No championships yet.",),
    )
