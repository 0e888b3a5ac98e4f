"""How long tests wait for what must come, and then say that it did not."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 120
"""Seconds. Nothing takes nearly as long, even on a machine that is very busy."""
