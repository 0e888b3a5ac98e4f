"""`padd backup`: back up everything while the server keeps running."""

from __future__ import annotations

from pathlib import Path

import click

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.installation import data_folder, open_up, present, refusing
from padd.interfaces.cli.progress import working


@click.command()
@data_folder
@as_json
@refusing
def backup(data: Path | None, *, as_json: bool) -> None:
    """Back up the database, and the event file of every running event.

    Backups go to the folder "backups" in the data folder, and to PADD_BACKUP if
    that is set.
    """
    open_up(data)
    from padd.services.installation import backups

    with working("Copying"):
        files = backups.make(now=present())
    if as_json:
        print_json({"files": [str(path) for path in files]})
        return
    for path in files:
        click.echo(path)
