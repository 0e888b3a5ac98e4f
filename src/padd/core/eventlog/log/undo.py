"""Undo and redo, each an action itself.

`core.eventlog.log` decides what they do: which entries no longer count, and which
later ones prevent it.
"""

from __future__ import annotations

from typing import ClassVar

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.state.event_state import LogState, Phase
from padd.rulebooks.schema import Rulebook

EVER: frozenset[Phase] = frozenset(Phase)


class _Rewriting(Action, frozen=True, kw_only=True):
    """What the log does with earlier actions; the log itself knows how."""

    during: ClassVar[frozenset[Phase]] = EVER

    sequences: tuple[int, ...]

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Leave the state: the log folds again without, or with, those actions."""
        del entry, book
        return state


class ActionUndone(_Rewriting, frozen=True, kw_only=True, tag="action.undone"):
    """These actions count as not done."""


class ActionRedone(_Rewriting, frozen=True, kw_only=True, tag="action.redone"):
    """These actions, undone before, count again where they stood."""
