"""`padd office`: who holds which office; gives the first one at headquarters."""

from __future__ import annotations

from pathlib import Path

import click

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.installation import data_folder, open_up, present, refusing


@click.group()
def office() -> None:
    """List, assign and end offices at headquarters."""


@office.command("list")
@data_folder
@as_json
@refusing
def list_offices(data: Path | None, *, as_json: bool) -> None:
    """List every office ever assigned."""
    open_up(data)
    from padd.store.queries import offices

    held_offices = offices()
    if as_json:
        print_json({"offices": held_offices})
        return
    for held in held_offices:
        ended = held.ended_at.date() if held.ended_at else held.until
        name = " ".join(filter(None, (held.office, held.area)))
        until = f" until {ended}" if ended else ""
        click.echo(f"{held.grant_id}: {name}, {held.handle}, from {held.since}{until}")


@office.command()
@click.argument("email")
@click.argument("title")
@click.option("--area", default="", help="The area of a coordinator, such as europe.")
@data_folder
@refusing
def give(email: str, title: str, area: str, data: Path | None) -> None:
    """Give the account of EMAIL the office TITLE, starting today.

    The offices are league-director, coordinator, director-of-organized-play and
    administrator.
    """
    open_up(data)
    from padd.services.access import offices
    from padd.services.access.actors import SYSTEM

    number = offices.grant(by=SYSTEM, now=present(), email=email, office=title, area=area)
    click.echo(f"Office given. Its number is {number}.")


@office.command()
@click.argument("number", type=int)
@data_folder
@refusing
def end(number: int, data: Path | None) -> None:
    """End the office with this NUMBER in the list, immediately."""
    open_up(data)
    from padd.services.access import offices
    from padd.services.access.actors import SYSTEM

    offices.end(by=SYSTEM, now=present(), grant_id=number)
    click.echo("Office ended.")
