"""Back up a PostgreSQL database, and restore it, with its own tools."""

from __future__ import annotations

import os
import shutil
import subprocess
from datetime import datetime
from pathlib import Path
from typing import Final

from django.db import connection

from padd.store.installation.sqlite_copies import atomic_file

SUFFIX: Final = ".dump"
DUMP: Final = "pg_dump"
RESTORE: Final = "pg_restore"


class ToolError(Exception):
    """A tool of PostgreSQL is not there, or said no."""


def dump_database(folder: Path, *, now: datetime, label: str) -> Path:
    """Dump the database into a file of a folder, synced; return the file."""
    path = folder / f"{now:%Y-%m-%dT%H-%M-%S}-{label}{SUFFIX}"
    with atomic_file(path) as partial:
        _run(DUMP, "--format=custom", "--no-owner", f"--file={partial}")
    return path


def dump_contents(file: Path) -> str:
    """Return the list of what a dump holds, which only a whole one has."""
    return _run(RESTORE, "--list", str(file), connect=False)


def restore_dump(file: Path) -> None:
    """Put a dump in the place of the database: all of it, or nothing."""
    connection.close()
    name = str(connection.settings_dict["NAME"])
    _run(
        RESTORE,
        *("--clean", "--if-exists", "--no-owner", "--single-transaction"),
        f"--dbname={name}",
        str(file),
    )


def _run(tool: str, *arguments: str, connect: bool = True) -> str:
    program = shutil.which(tool)
    if program is None:
        raise ToolError(f"{tool} is not installed here")
    environment = {**os.environ, **(_login() if connect else {})}
    done = subprocess.run(  # noqa: S603 -- our own arguments
        [program, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ToolError((done.stderr.strip().splitlines() or [f"{tool} failed"])[-1])
    return done.stdout


def _login() -> dict[str, str]:
    """Return how the tools sign in: by the environment, where nobody else reads it.

    Everything in the address that libpq has a variable for goes there, certificates
    too. What our own connections begin with does not: the tools set their own limits.
    """
    from psycopg.pq import Conninfo  # a laptop starts without it

    variables = {
        one.keyword.decode(): one.envvar.decode()
        for one in Conninfo.get_defaults()
        if one.envvar and one.keyword != b"options"
    }
    given = connection.get_connection_params()
    return {
        variables[name]: str(value) for name, value in given.items() if name in variables and value
    }
