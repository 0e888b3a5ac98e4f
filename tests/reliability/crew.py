"""People who act on an event in processes of their own, which may be killed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from django.db import connection, connections
from tests.wait_limits import PATIENCE

SERVER = "PADD_TEST_POSTGRESQL"
ROOT = Path(__file__).resolve().parents[2]


def database_url():
    """Return the address of the database that the test uses."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite://{name}"
    return os.environ[SERVER].replace("/postgres?", f"/{name}?", 1)


class Crew:
    """A process that has everything loaded and forks for each task."""

    def __init__(self, data, *before):
        self.killed = 0
        """How many of the last processes were killed."""
        data.mkdir(parents=True, exist_ok=True)
        connections.close_all()
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", "tests.reliability.crew_process"],
            cwd=ROOT,
            env={
                **os.environ,
                "PADD_DATA": str(data),
                "PADD_SECRET_KEY": "of the tests",
                "DATABASE_URL": database_url(),
                "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")]),
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert next(self.lines())["ready"]

    def lines(self):
        """Yield what the processes say."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield json.loads(line)

    def send(self, *tasks):
        """Let a process start for each task; yield what they say until all ended."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(tasks) + "\n")
        self.process.stdin.flush()
        for said in self.lines():
            if "ended" in said:
                self.killed = int(said["killed"])
                return
            yield said

    def leave(self):
        """End the process."""
        self.process.communicate(timeout=PATIENCE)


STEP = 20
"""After how many trials of a long run it says how far it is."""


def counted(trials, what):
    """Yield the trials, and say how far a long run is and how long it took."""
    begun = time.monotonic()
    for trial in range(trials):
        yield trial
        done, took = trial + 1, time.monotonic() - begun
        if done == trials:
            print(f"{what}: {trials} trials in {took:.1f} s", flush=True)
        elif done % STEP == 0:
            left = took / done * (trials - done)
            print(f"{what}: {done} of {trials}, about {left:.0f} s left", flush=True)


def kill(pid):
    """End a process as a power cut does."""
    os.kill(pid, signal.SIGKILL)
