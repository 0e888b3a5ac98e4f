"""When a posted bracket is locked (§10)."""

from __future__ import annotations

from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite


def lock_objection(book: Rulebook, *, heats_begun: bool, event_begun: bool) -> Refusal | None:
    """Refuse another bracket once the rulebook has fixed the one that is posted.

    Without a word of the rulebook a bracket stays from its first round on.
    """
    before_heats = book.brackets.locked == "preliminary-heats-begin"
    if not event_begun and not (heats_begun and before_heats):
        return None
    reason = (
        message("The bracket has been fixed since the event started.")
        if event_begun
        else message("The bracket has been fixed since the first heat started.")
    )
    return Refusal("bracket-locked", reason, rule=cite(book, "brackets.locked"))
