"""Two PostgreSQL servers of which one stands by and has every commit, too."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Final
from urllib.parse import quote

import psycopg
from tests.databases import PostgreSQL
from tests.wait_limits import PATIENCE

NAME: Final = "standby"


class Standby(PostgreSQL):
    """A server that begins as a copy of another and follows it."""

    def __init__(self, primary):
        self.primary = primary
        super().__init__()

    def _make(self):
        at = f"host={self.primary.home} user=padd"
        self.run("pg_basebackup", "-d", at, "-D", self._data, "-R", "-X", "stream",
                 "--checkpoint=fast", "--no-sync")  # fmt: skip
        followed = f"primary_conninfo = '{at} application_name={NAME}'\n"
        with (Path(self._data) / "postgresql.auto.conf").open("a") as conf:
            conf.write(followed)

    def promote(self):
        """Let it take writes from now on."""
        self.run("pg_ctl", "-D", self._data, "-w", "promote")


class Replicated:
    """A primary and its synchronous standby."""

    def __init__(self):
        self.primary = PostgreSQL()
        self.standby = Standby(self.primary)
        self.gone = False
        with psycopg.connect(self.primary.url, autocommit=True) as server:
            # Only here: a standby that was promoted alone must not wait for anybody.
            server.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{NAME}'")
            server.execute("SELECT pg_reload_conf()")
            asked = "SELECT sync_state FROM pg_stat_replication"
            until = time.monotonic() + PATIENCE
            while server.execute(asked).fetchall() != [("sync",)]:
                assert time.monotonic() < until, "the standby does not follow"
                threading.Event().wait(0.05)

    @property
    def url(self):
        """The address of both, as DATABASE_URL names several hosts."""
        hosts = (quote(str(one.home), safe="") for one in (self.primary, self.standby))
        wanted = "target_session_attrs=read-write"
        return f"postgresql://padd@{','.join(hosts)}/postgres?{wanted}"

    def kill_primary(self):
        """End the primary and all its processes as a power cut does."""
        self.gone = True
        pid = (self.primary.home / "data" / "postmaster.pid").read_text().split()[0]
        os.killpg(int(pid), signal.SIGKILL)

    def stop(self):
        """End both."""
        self.standby.stop()
        if not self.gone:
            self.primary.stop()
