"""A `padd serve` that the drill starts, kills and starts again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec

from padd.core.event_file import read_event, write_event
from padd.core.formats.registry import format_of
from padd.core.model import Event, PlayerId
from padd.presentation.formats.presenter import presenter_of, results_view, standings_with_rulings
from padd.presentation.formats.results import results_document
from padd.presentation.formats.standings import standings_document
from padd.presentation.rulebooks import book_for, rulebook_named


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


Facts = dict[str, Any]


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """One event played to its end, and every promise that was broken."""

    seed: int
    rulebook: str
    style: str
    players: int
    rounds: int
    problems: tuple[str, ...]
    facts: Facts
    """The event file, so that a trial with problems can be looked at."""


class GrowingEvent:
    """An event file that grows round by round through the real commands."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.problems: list[str] = []

    def pair(self, seed: int) -> Facts:
        """Return the document of the next round."""
        event = self._read()
        paired = presenter_of(event).pair(event, book_for(event), seed=seed)
        return paired.answer.document

    def standings(self, seed: int) -> Facts:
        """Return the document of the standings."""
        return standings_document(standings_with_rulings(self._read(), seed=seed))

    def score(self) -> Facts:
        """Return the document of all results."""
        event = self._read()
        return results_document(results_view(event, book_for(event)))

    def explain(self, player: str, seed: int) -> str:
        """Return the sentence that answers why a player stands there."""
        event = self._read()
        book = book_for(event)
        places = format_of(event).standings(event, book, seed=seed)
        return presenter_of(event).reasons(event, book, places)(PlayerId(player)).answer

    def reads_back(self) -> bool:
        """Tell whether the file is written as it was read."""
        written = write_event(self._read())
        return write_event(read_event(written, book_of=rulebook_named)) == written

    def expect(self, holds: bool, promise: str) -> None:  # noqa: FBT001 -- a promise
        """Note a promise that does not hold."""
        if not holds:
            self.problems.append(promise)

    def _read(self) -> Event:
        return read_event(msgspec.json.encode(self.facts), book_of=rulebook_named)
