"""A `padd serve` that the drill starts, kills and starts again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread


class OwnServer:
    """The program, started on a folder, with what it said about its addresses."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.port = folder, port
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.link = ""
        """The director's own, which works once."""

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        self.process = subprocess.Popen(  # noqa: S603 -- this very program
            [
                *(sys.executable, "-m", "padd", "serve", "--no-browser"),
                *("--port", str(self.port), "--data", str(self.folder)),
            ],
            env={**os.environ, "PADD_DATA": str(self.folder), "DATABASE_URL": ""},
            stdout=subprocess.PIPE,
            text=True,
        )
        out = self.process.stdout
        for line in out or ():
            word = line.split()[-1] if line.split() else ""
            if line.startswith("PADD answers at"):
                self.address = word.rstrip("/")
                self.port = int(self.address.rsplit(":", 1)[1])
            elif "/enter/" in word:
                self.link = word
            elif line.strip() == "ready":
                break
        else:
            message = "The server did not start."
            raise RuntimeError(message)
        # What it says later is read and dropped, so that it never has to wait.
        Thread(target=lambda: [None for _ in out or ()], daemon=True).start()

    def cut(self) -> None:
        """Let the power fail: no warning, no clean end."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self._end(signal.SIGTERM)

    def _end(self, how: int) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(how)
        self.process.wait(30)
