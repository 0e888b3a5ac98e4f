"""`padd ratings`: the ratings of this installation, and their refresh."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.open_installation import (
    BROKE_A_RULE,
    current_time,
    data_option,
    exit_on_refusal,
    open_installation,
)
from padd.interfaces.cli.tables import show_spinner

game = click.option("--game", default="2E", show_default=True, help="1E, 2E or TR.")
list_name = click.option("--list", "list_", default="overall", show_default=True)


@click.group()
def ratings() -> None:
    """Recalculate the ratings, list them, and show how one came about."""


@ratings.command()
@data_option
@as_json
@exit_on_refusal
def refresh(data: Path | None, *, as_json: bool) -> None:
    """Process pending reports, and recalculate all ratings in order.

    Run it once a day. It is safe to interrupt or to start twice: published ratings
    change in one step at the end.
    """
    open_installation(data)
    from padd.services import reports
    from padd.services.access.actors import SYSTEM

    said: list[str] = []  # told afterwards: a line would part the moving one
    with show_spinner("Rating"):
        done = reports.refresh(by=SYSTEM, clock=current_time, progress=said.append)
    for line in () if as_json else said:
        click.echo(line)
    if done is None:
        click.echo(("Another refresh is already running and will include new results."), err=True)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json({"generation": done.generation, "events": done.events, "changed": done.changed})
        return
    click.echo(f"Events rated: {done.events}. Ratings that changed: {done.changed}.")


@ratings.command("list")
@game
@list_name
@click.option("--region", default="", help="Only players of this region.")
@click.option("--active", is_flag=True, help="Only players active in the last year.")
@click.option("--page", default=1, show_default=True)
@data_option
@as_json
@exit_on_refusal
def list_ratings(
    game: str, list_: str, region: str, page: int, data: Path | None, *, active: bool, as_json: bool
) -> None:
    """List the ratings of a game, best first."""
    open_installation(data)
    from padd.interfaces.cli.tables import new_table, print_parts
    from padd.services.access.actors import SYSTEM
    from padd.services.ratings import ratings as service

    listed = service.rating_list(
        by=SYSTEM,
        now=current_time(),
        edition=game,
        list_=list_,
        region=region,
        active=active,
        page=page,
    )
    if as_json:
        print_json({"total": listed.total, "ratings": listed.lines})
        return
    grid = new_table(
        f"{game} {list_}: {listed.total} players, page {listed.page} of {listed.pages}",
        *("#", "Handle", "Region", "Rating", "30 days", "Games", "Last event"),
        numbers=("#", "Rating", "30 days", "Games"),
    )
    for line in listed.lines:
        grid.add_row(
            str(line.place),
            line.handle,
            line.region,
            f"{line.rating:.0f}",
            "" if line.movement is None else f"{line.movement:+.0f}",
            str(line.games),
            f"{line.last_at:%Y-%m-%d}",
        )
    print_parts(grid)


@ratings.command()
@click.argument("handle")
@data_option
@as_json
@exit_on_refusal
def show(handle: str, data: Path | None, *, as_json: bool) -> None:
    """Show how the ratings of HANDLE came about, event by event, game by game."""
    open_installation(data)
    from padd.interfaces.cli.tables import new_table
    from padd.interfaces.cli.tables import print_parts as print_table
    from padd.services.access.actors import SYSTEM
    from padd.services.people.search import search_people
    from padd.store.queries.ratings.careers import rating_changes
    from padd.store.queries.ratings.lists import ratings_of_person

    known = search_people(by=SYSTEM, now=current_time(), text=handle, limit=1)
    if not known:
        click.echo(f"No player has the handle {handle}.", err=True)
        sys.exit(BROKE_A_RULE)
    changes = rating_changes(known[0].public_id)
    if as_json:
        print_json({"person": known[0].public_id, "history": changes})
        return
    for now in ratings_of_person(known[0].public_id):
        print_table(
            f"{known[0].handle}, {now.series.edition} {now.series.list}: "
            f"{now.rating:.2f}, place {now.place}"
        )
    for change in changes:
        grid = new_table(
            f"{change.starts_at:%Y-%m-%d} {change.event_name}, {change.series.edition} "
            f"{change.series.list}: {change.before:.2f} to {change.after:.2f}, "
            f"k {change.k}",
            *("R", "Opponent", "Rated", "Expected", "Scored", "k", "Change"),
            numbers=("R", "Rated", "Expected", "Scored", "k", "Change"),
        )
        for game in change.games:
            grid.add_row(
                str(game.round),
                game.opponent_handle,
                f"{game.opponent_rating:.0f}",
                f"{game.expected:.4f}",
                f"{game.score:g}",
                f"{game.k:.4g}",
                f"{game.change:+.2f}",
            )
        print_table(grid)
