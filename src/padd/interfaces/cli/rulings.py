"""`padd rulings`: the interim rulings in force, and those of a headquarters."""

from __future__ import annotations

import sys
from datetime import date, datetime
from importlib import import_module
from pathlib import Path

import click

from padd.core.refusal import RefusalError
from padd.interfaces.cli.files import BROKE_A_RULE, as_json, print_json
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.refusal import RulebookError
from padd.services.rulebooks import FOLDER, ruling_places


@click.command()
@click.option(
    "--on",
    type=click.DateTime(["%Y-%m-%d"]),
    help="For events that start on this day; today if left out.",
)
@click.option("--fetch", "source", metavar="URL", help="Fetch the rulings of this headquarters.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder; that of `padd serve` if left out.",
)
@as_json
def rulings(on: datetime | None, source: str | None, data: Path | None, *, as_json: bool) -> None:
    """List the interim rulings in force, or fetch them before an event.

    \b
    Try: padd rulings --fetch https://padd.example.org
         padd rulings --on 2026-12-01
    """  # noqa: D301 -- \b keeps click from joining the lines
    # The wiring is found by name, as the server finds it.
    places = import_module("padd.config.paths")
    folder = (data or Path(places.data_folder())) / FOLDER
    if source is not None:
        _fetch(source, folder)
    day = on.date() if on else date.today()  # noqa: DTZ011 -- the day at this table
    found = _in_force(day, folder)
    if as_json:
        print_json({"on": day.isoformat(), "rulings": found})
    elif not found:
        click.echo(f"No interim rulings in force on {day}.")
    for one in () if as_json else found:
        click.echo(f"{one['id']}  {one['rulebook']}  {one['title']} ({one['cite']})")


def _fetch(source: str, folder: Path) -> None:
    from padd.services.ruling_download import fetch

    try:
        new = fetch(source, folder=folder)
    except (RefusalError, RulebookError) as refused:
        click.echo(f"padd rulings: {refused}", err=True)
        sys.exit(BROKE_A_RULE)
    click.echo(f"{len(new)} new.", err=True)


def _in_force(day: date, folder: Path) -> list[dict[str, object]]:
    places = tuple(dict.fromkeys((*ruling_places(), folder)))
    there = tuple(place for place in places if place.exists())
    return [
        {
            "id": ruling.id,
            "rulebook": name,
            "title": ruling.title,
            "cite": ruling.cite,
            "in_force": ruling.in_force.isoformat(),
            "values": {change.path: change.after for change in ruling.changes},
        }
        for name in rulebook_ids()
        for ruling in rulebook(name, on=day, rulings=there).rulings
    ]
