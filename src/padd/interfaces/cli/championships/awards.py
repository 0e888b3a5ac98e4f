"""`padd awards`, `padd rights` and `padd road`: what championships award, and their year."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from padd.core.championships.awards import ChampionshipResult, championship_result
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    as_json,
    event_files,
    load_event,
    print_json,
    print_refusal,
)
from padd.interfaces.cli.open_installation import (
    current_time,
    data_option,
    exit_on_refusal,
    open_installation,
)
from padd.presentation.championships.awards import awards_document, awards_tables
from padd.presentation.championships.road import RoadView
from padd.presentation.rulebooks import book_for
from padd.presentation.tables import TextTable

STAGE: Final = re.compile(r"stages\[(\d+)\]\.?")


@click.command()
@event_files
@click.option("--seed", type=int, default=0, help="Seed of coin tosses, cuts and the last draw.")
@as_json
def awards(files: tuple[str, ...], seed: int, *, as_json: bool) -> None:
    """Rank a championship over its stages; list its byes, head starts and points.

    Give the files of all finished stages of one championship: the whole event, or
    heats and final. Players are matched by handle.

    Try: padd awards friday.event.json saturday.event.json sunday.event.json
    """
    try:
        result = _result(files, seed)
    except RefusalError as refused:
        print_refusal(_in_its_file(refused.refusal, files), as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json(awards_document(result))
    else:
        from padd.interfaces.cli.tables import print_tables

        print_tables(awards_tables(result))


def _result(files: tuple[str, ...], seed: int) -> ChampionshipResult:
    events = [load_event(file) for file in files]
    return championship_result(events, book_for, seed=seed)


def _in_its_file(refusal: Refusal, files: tuple[str, ...]) -> Refusal:
    """Name the file of the stage at fault."""
    found = STAGE.match(refusal.place)
    if found is None:
        named = refusal.file if refusal.file in files else files[0]
        return msgspec.structs.replace(refusal, file=named)
    return msgspec.structs.replace(
        refusal, file=files[int(found.group(1))], place=refusal.place[found.end() :]
    )


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
