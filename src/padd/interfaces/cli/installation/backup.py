"""`padd backup` and `padd restore`: back up everything, and restore a checked backup."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.open_installation import (
    current_time,
    data_option,
    exit_on_refusal,
    open_installation,
    set_up_django,
)
from padd.interfaces.cli.tables import show_spinner


@click.command()
@data_option
@as_json
@exit_on_refusal
def backup(data: Path | None, *, as_json: bool) -> None:
    """Back up the database, and the event file of every running event.

    Backups go to the folder "backups" in the data folder, and to PADD_BACKUP if
    that is set.
    """
    open_installation(data)
    from padd.services.installation import backups

    with show_spinner("Copying"):
        files = backups.create_backups(now=current_time())
    if as_json:
        print_json({"files": [str(path) for path in files]})
        return
    for path in files:
        click.echo(path)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@data_option
@as_json
@exit_on_refusal
def restore(file: Path, data: Path | None, *, as_json: bool) -> None:
    """Replace the database with a backup.

    Only a sound backup is accepted: undamaged, of this version or an older one, every
    log as it was written. The database it replaces is kept as a backup.
    """
    set_up_django(data)
    from padd.services.installation import backups, installation
    from padd.store.installation import upgrade

    with suppress(OSError):
        upgrade.make_database_private()
    from django.conf import settings

    with show_spinner("Checking and restoring"):
        done = backups.restore_backup(file=file, now=current_time())
        installation.open_up(folder=settings.DATA, now=current_time())
    if as_json:
        before = str(done.before or "")
        print_json({"restored": str(file), "before": before, "damaged": done.damaged})
        return
    click.echo(f"Restored {file}.")
    if done.damaged:
        click.echo(f"The database was damaged; that file is kept as {done.before}.")
    elif done.before is not None:
        click.echo(f"The previous data is kept in {done.before}.")
    if done.tokens:
        click.echo(f"Revoked {done.tokens} tokens, invitations and player links from that time.")
