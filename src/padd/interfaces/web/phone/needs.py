"""What a player needs, who has clinched: the outlook of the last rounds in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from padd.interfaces.web.phone.pocket import Pocket


def outlook_of(pocket: Pocket) -> Any:  # noqa: ANN401 -- written below
    """Return what the player needs."""
    del pocket
