"""Junior events: the director confirms that everyone is young enough."""

from __future__ import annotations

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.actions.scenario import with_noted
from padd.core.eventlog.junior_age import oldest_junior
from padd.core.eventlog.state import LogState
from padd.core.messages import message
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite


class JuniorsConfirmed(Action, frozen=True, kw_only=True, tag="juniors.confirmed"):
    """The director confirms that no one is too old for a Junior event."""

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it in other events, and twice."""
        del entry
        if oldest_junior(state, book) is None:
            return refused(
                "not-junior",
                message("This is not a Junior event."),
                rule=cite(book, "formats.oldest_junior"),
            )
        if state.scenario.juniors_since is not None:
            return refused("already-confirmed", message("This is already confirmed."))
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep when it was said."""
        del book
        return with_noted(state, juniors_since=entry.at)
