"""How long tests wait for what must come, and how much of it they try at length."""

from __future__ import annotations

import os
from typing import Final

PATIENCE: Final = 120
"""Seconds. Nothing takes nearly as long, even on a machine that is very busy."""
EVENTS: Final = int(os.environ.get("PADD_EVENTS") or 100)
"""Random events or seasons of a long test; PADD_EVENTS=2000 tries as many."""
