"""Open an installation for commands that work without a server."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import ParamSpec

import click

Given = ParamSpec("Given")

BROKE_A_RULE = 1
NO_FOLDER = frozenset({errno.EROFS, errno.ENOSPC, errno.ENOTDIR, errno.EEXIST, errno.ENOENT})
"""Why files cannot be written, beside a lack of permission."""
data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Data folder (or set PADD_DATA).",
)


@contextmanager
def explain_write_errors() -> Iterator[None]:
    """Explain errors of writing to the data folder."""
    try:
        yield
    except OSError as error:
        if not isinstance(error, PermissionError) and error.errno not in NO_FOLDER:
            raise
        room = "Free up some space, or choose" if error.errno == errno.ENOSPC else "Choose"
        raise click.ClickException(
            f"{error.filename or 'The data folder'} can’t be written "
            f"({error.strerror}). {room} another folder with --data."
        ) from error


def set_up_django(data: Path | None) -> None:
    """Choose the data folder and set up Django for its database."""
    if data is not None:
        os.environ["PADD_DATA"] = str(data.resolve())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "padd.config.settings")
    if not os.environ.get("PADD_SECRET_KEY"):
        from padd.platform.paths import data_folder, make_secret_key

        with explain_write_errors():
            make_secret_key(data_folder())
    import django

    django.setup()


def open_installation(data: Path | None) -> None:
    """Open the installation: check and upgrade it."""
    set_up_django(data)
    from django.conf import settings

    from padd.services.installation import installation

    installation.open_up(folder=settings.DATA, now=current_time())


def current_time() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


@contextmanager
def print_round_papers(event: Callable[[], str]) -> Iterator[None]:
    """Print the papers of rounds while a command runs, and report their folder."""
    from padd.interfaces.printing.round_sets import print_after_rounds
    from padd.services.delivery import printouts

    print_after_rounds()
    try:
        yield
    finally:
        if printouts.stop_printing():
            _report_papers(event())


def _report_papers(event: str) -> None:
    from padd.services.delivery import printouts

    printouts_on_disk = printouts.printouts_on_disk(event)
    if printouts_on_disk is None:
        return
    for fault in printouts_on_disk.faults:
        click.echo(fault, err=True)
    if not printouts_on_disk.faults:
        place = Path(printouts_on_disk.folder) / f"round-{printouts_on_disk.round}"
        click.echo(f"Paper for this round: {place}", err=True)


def exit_on_refusal(command: Callable[Given, None]) -> Callable[Given, None]:
    """Print the refusals of services, and exit with their status."""

    @wraps(command)
    def guarded(*args: Given.args, **kwargs: Given.kwargs) -> None:
        from padd.core.refusal import RefusalError

        try:
            command(*args, **kwargs)
        except RefusalError as refused:
            for refusal in refused.refusals:
                click.echo(refusal.message, err=True)
            sys.exit(BROKE_A_RULE)

    return guarded
