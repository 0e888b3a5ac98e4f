"""`padd drill`: an event that plays itself, to practice with or to watch."""

from __future__ import annotations

import os
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

FIRST_PORT = 8000
MARK = "this-is-a-drill"


@click.command()
@click.option(
    "--game",
    type=click.Choice(["2e", "1e", "tribbles"]),
    default="2e",
    show_default=True,
    help="What is played.",
)
@click.option(
    "--players",
    type=click.IntRange(4, 100),
    default=16,
    show_default=True,
    help="Number of players, including one who is late.",
)
@click.option(
    "--speed",
    type=click.FloatRange(1, 100_000),
    default=60.0,
    show_default=True,
    help="How much faster than real time; at 60 an hour takes a minute.",
)
@click.option("--auto", is_flag=True, help="Let the drill direct as well; you only watch.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=FIRST_PORT,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep the drill in this folder, which must be new or from a drill.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed; another number makes another day."
)
@click.option("--watch/--no-watch", default=True, help="Keep the pages up until you press Enter.")
def drill(  # noqa: PLR0917 -- one for each option
    game: str,
    players: int,
    speed: float,
    auto: bool,  # noqa: FBT001 -- an option
    port: int,
    data: Path | None,
    seed: int,
    watch: bool,  # noqa: FBT001 -- an option
) -> None:
    """Play a practice event: phones, a dispute, a power cut, and all.

    It runs in a separate installation, so that nothing in it can be reported or
    rated, and is deleted at the end.
    """
    folder = _folder(data)
    try:
        chosen = {"game": game, "players": players, "speed": speed, "seed": seed}
        _run(folder, chosen, port=port, auto=auto, watch=watch)
    except KeyboardInterrupt:
        click.echo("The drill ends here.")
    finally:
        if data is None:
            shutil.rmtree(folder, ignore_errors=True)


def _folder(data: Path | None) -> Path:
    """Return a folder that holds nothing but drills."""
    if data is None:
        folder = Path(tempfile.mkdtemp(prefix="padd-drill-"))
    else:
        folder = data.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()) and not (folder / MARK).exists():
            raise click.ClickException(
                f"{folder} contains something else. Choose a new folder for the drill."
            )
    (folder / MARK).touch()
    return folder


def _run(folder: Path, chosen: dict[str, Any], *, port: int, auto: bool, watch: bool) -> None:
    os.environ["PADD_DATA"] = str(folder)
    os.environ["DATABASE_URL"] = ""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "padd.config.settings")
    import django
    from django.apps import apps

    from padd.interfaces.cli.simulation.server import OwnServer

    server = OwnServer(folder, port)
    server.start()
    try:
        django.setup()
        from padd.interfaces.cli.simulation.drill import Drill, DrillPlan
        from padd.interfaces.printing.round_sets import print_after_rounds

        print_after_rounds()

        drill = Drill(DrillPlan(**chosen, auto=auto), server, _say)
        event = drill.open()
        _tell(server.address, server.link, event, auto=auto)
        drill.play()
        click.echo(
            f"{drill.late} came late, {drill.drops} left, {drill.disputes} disputed, "
            f"{drill.cuts} power cut; {sum(h.taken for h in drill.handsets.values())} "
            f"reports by phone, {drill.lost() or 'none'} lost."
        )
        if drill.lost():
            raise click.ClickException("The drill found a bug in PADD.")
        if watch:
            click.prompt("Look around; Enter ends it", default="", show_default=False)
    finally:
        server.stop()
        if apps.ready:
            from padd.services.delivery import printouts

            printouts.stop_printing()  # before its folder is thrown away


def _tell(address: str, link: str, event: str, *, auto: bool) -> None:
    """Say how to come in, and where everything is to be seen."""
    click.echo(f"Sign in as the director (link works once): {link}")
    click.echo(f"Console:   {address}/events/{event}/run/")
    click.echo(f"Projector: {address}/wall/?event={event}")
    click.echo(f"Players:   {address}/events/{event}/pairings/")
    click.echo(f"Phones:    {address}/play/{event}/join/")
    click.echo(
        "You only watch."
        if auto
        else "You direct: your next step is shown here, and on the console as “Next”."
    )


def _say(words: str) -> None:
    click.echo(f"{datetime.now(UTC):%H:%M:%S}  {words}")
