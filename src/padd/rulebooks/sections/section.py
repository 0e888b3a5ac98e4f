"""What every subject of a rulebook is built from."""

from typing import Literal

import msgspec

Force = Literal["may", "should", "must"]
Edition = str
"""1E, 2E or TR."""


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One subject of a rulebook; every field is a value with a citation."""


class RoundsBand(Section, frozen=True, kw_only=True):
    """The rounds for a number of players between two limits, or from one on."""

    least: int
    most: int | None = None
    rounds: int
