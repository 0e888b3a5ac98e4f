"""From when on a posted bracket stays as it is (§10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.formats.bracket.match_winner import refuse
from padd.core.messages import message

if TYPE_CHECKING:
    from padd.core.formats.bracket.tree import Bracket
    from padd.rulebooks.sections.play import BracketRules


def is_locked(rules: BracketRules, *, heats_begun: bool, event_begun: bool) -> bool:
    """Tell whether the rulebook still lets the bracket change."""
    if rules.locked == "preliminary-heats-begin":
        return heats_begun or event_begun
    return event_begun


def changed_bracket(
    posted: Bracket,
    new: Bracket,
    rules: BracketRules,
    *,
    heats_begun: bool,
    event_begun: bool,
) -> Bracket:
    """Return the wanted bracket, or refuse it where the posted one is locked."""
    locked = is_locked(rules, heats_begun=heats_begun, event_begun=event_begun)
    if locked and new != posted:
        since = "the event" if event_begun else "the first heat"
        reason = message(
            "The posted bracket is fixed since {since} began.", since=since
        )
        refuse("bracket-locked", reason, "bracket")
    return new
