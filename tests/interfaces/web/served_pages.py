"""A running `padd serve`, for tests that need the whole program."""

from __future__ import annotations

import signal
import subprocess
import sys
from typing import Any

from tests.databases import installation
from tests.wait_limits import PATIENCE


class Served:
    """A running `padd serve` with what it has printed."""

    director: Any = None
    """What the browser of its director keeps, once signed in."""

    def __init__(self, data, *options, new=False, padd=(sys.executable, "-m", "padd")):
        self.data = data
        self.process = subprocess.Popen(
            [*padd, "serve", "--no-browser", *options],
            env=installation(data, new=new),
            stdout=subprocess.PIPE,
            text=True,
        )
        self.said: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.strip())
            if self.said[-1] == "ready":
                break
        words = " ".join(self.said).split()
        self.address = next(word for word in words if word.startswith("http://"))

    def stop(self, how=signal.SIGTERM):
        """End the server with a signal and return its exit status."""
        self.process.send_signal(how)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        self.said += rest.splitlines()
        return self.process.returncode
