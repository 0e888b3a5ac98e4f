"""Whether a Tribbles field is too large for one table and needs heats and finals."""

from __future__ import annotations

from padd.core.eventlog.state import LogState, Presence
from padd.core.formats.registry import format_of
from padd.core.model import PairingStyle
from padd.rulebooks.schema import Rulebook


def field_of_finals(state: LogState) -> int:
    """Return how many players are here, of whom heats and finals may be asked."""
    return sum(e.presence is Presence.HERE for e in state.players.values())


def asks_for_finals(state: LogState, book: Rulebook) -> bool:
    """Tell whether the guide asks for heats and finals and none are planned."""
    rules = book.tribbles
    if rules is None or not format_of(state.settings).in_pods:
        return False
    planned = state.settings.pairing_style is PairingStyle.TRIBBLES_FINALS
    last = state.rounds[-1].number if state.rounds else 0
    return (
        not planned
        and last <= rules.finals.heat_rounds[1]
        and field_of_finals(state) > rules.finals.players_above
    )
