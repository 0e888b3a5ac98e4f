"""A custom bracket, posted before the bracket is fixed (§10)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.state import LogState, Presence
from padd.core.formats.bracket.custom import custom, lines_of
from padd.core.formats.bracket.lock import lock_objection
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import DrawnMatch
from padd.core.refusal import Refusal, RefusalError, citing, refused, refused_as
from padd.rulebooks.schema import Rulebook, cite


class BracketPosted(Action, frozen=True, kw_only=True, tag="bracket.posted"):
    """Another bracket than that of the pairing style, or that one again."""

    matches: Annotated[
        tuple[DrawnMatch, ...] | None,
        msgspec.Meta(description="Nothing: the bracket of the pairing style."),
    ] = None
    heats_begun: Annotated[
        bool, msgspec.Meta(description="Whether the first heat was under way when this was said.")
    ] = False

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it too late, and matches that make no bracket."""
        del entry
        if state.settings.stages or not format_of(state.settings).has_bracket:
            return refused(
                "not-a-bracket",
                message("This event is played without a bracket of its own."),
                way_out=message("Choose single elimination in the settings."),
            )
        locked = lock_objection(book, heats_begun=self.heats_begun, event_begun=state.begun)
        if locked is not None:
            return locked
        if self.matches == state.settings.bracket:
            reason = message("This bracket is posted already.")
            return refused("nothing-changes", reason)
        return None if self.matches is None else _drawn_objection(self.matches, book)

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep the bracket; a draft of the bracket before goes."""
        del entry, book
        event = msgspec.structs.replace(
            state.settings, bracket=self.matches, rounds_planned=self._rounds(state)
        )
        return msgspec.structs.replace(state, event=event, rounds=state.played)

    def _rounds(self, state: LogState) -> int:
        """Return how many rounds the bracket has, as far as it is known."""
        if self.matches is not None:
            try:
                return len(custom(lines_of(self.matches), self.matches).rounds)
            except RefusalError:
                return state.settings.rounds_planned
        away = {Presence.WITHDRAWN, Presence.DISQUALIFIED}
        field = sum(e.presence not in away for e in state.players.values())
        return (field - 1).bit_length() if field > 1 else state.settings.rounds_planned


def _drawn_objection(matches: tuple[DrawnMatch, ...], book: Rulebook) -> Refusal | None:
    if not book.brackets.other_brackets:
        reason = message("{title} allows only its own brackets.", title=book.title)
        rule = cite(book, "brackets.other_brackets")
        return refused("other-bracket", reason, rule=rule)
    try:
        with citing(book):
            custom(lines_of(matches), matches)
    except RefusalError as wrong:
        return refused_as(wrong)
    return None
