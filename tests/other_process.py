"""Somebody who acts on an installation from a process of their own.

While a browser is open, Django refuses to touch a database in the same thread; and
another process is what the program has to hear of anyway. It is loaded once and
answers one question after the other, because loading takes longer than acting.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.databases import installation
from tests.wait_limits import PATIENCE

ROOT: Final = Path(__file__).resolve().parents[1]
BEFORE: Final = """
import json, sys
import django
django.setup()
"""
AFTER: Final = """
for line in sys.stdin:
    arguments, more = json.loads(line)
    print(json.dumps(answer(*arguments, **more)), flush=True)
"""


class OtherProcess:
    """A program that defines `answer`, which is asked as often as one likes."""

    def __init__(self, data, program):
        self.process = subprocess.Popen(
            [sys.executable, "-c", BEFORE + program + AFTER],
            env={**installation(data), "DJANGO_SETTINGS_MODULE": "padd.config.settings"},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, *arguments, **more):
        """Return what the program answers; what it raises stands in its errors."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps((arguments, more)) + "\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline()
        assert said, "the program has ended; its errors say why"
        return json.loads(said)

    def rest(self):
        """Stop acting."""
        self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0
