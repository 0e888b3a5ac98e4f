"""The values by which the calendar is filtered."""

from __future__ import annotations

from typing import Final

from padd.store.models import Area, EventKind

AREAS: Final = tuple(str(value) for value in Area.values)
KINDS: Final = tuple(str(value) for value in EventKind.values)
