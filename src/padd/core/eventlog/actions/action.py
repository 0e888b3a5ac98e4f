"""Who acts, when and why: what every action of an event has in common."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from typing import ClassVar, Final, cast

import msgspec

from padd.core.eventlog.state.actor import LogActor
from padd.core.eventlog.state.event_state import LogState, Phase
from padd.core.messages import message
from padd.core.model import PlayerId, StrictStruct
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook

REGISTERED: Final[dict[str, type[Action]]] = {}
"""The kinds of action that are loaded, by their tags; `log/action_kinds.py` loads all."""


class ActionMeta(msgspec.StructMeta, ABCMeta):
    """The type of the kinds of action: a class with a tag registers itself."""

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, object], **config: object
    ) -> None:
        super().__init__(name, bases, namespace)
        tag = config.get("tag")
        if tag in REGISTERED:
            reason = f"two kinds of action are called {tag}"
            raise TypeError(reason)
        if isinstance(tag, str):
            REGISTERED[tag] = cast("type[Action]", cls)


class Action(
    msgspec.Struct,
    metaclass=ActionMeta,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
    tag_field="kind",
):
    """One kind of action: its data, its rules, and what it changes.

    `objection` is asked before an action is taken up. `change` is all that a replay
    needs, so a log keeps its meaning when a rule is read more strictly later.
    """

    during: ClassVar[frozenset[Phase]] = frozenset({Phase.OPEN})
    by_players: ClassVar[bool] = False
    needs_reason: ClassVar[str] = ""
    """What the reason is asked for, if the act needs one."""
    lasting: ClassVar[str] = ""
    """Why it cannot be undone, if so."""

    def objection(self, _state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Return why the rules do not let this act through, if they do not."""
        return None

    @abstractmethod
    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Return the state after this act."""


class LogEntry(StrictStruct, frozen=True, kw_only=True):
    """One action in the log: what, who, when, why."""

    sequence: int
    at: str
    by: LogActor
    action: Action
    reason: str = ""
    key: str = ""
    """Names the intention: the same wish sent twice is one action."""

    @property
    def kind(self) -> str:
        """The dotted name of the action."""
        return kind_of_action(self.action)


def acting_player(entry: LogEntry) -> PlayerId:
    """Return the player who acts, where the log says that one does."""
    if entry.by.player is None:
        reason = message("Entry {sequence} was not made by a player.", sequence=entry.sequence)
        raise LookupError(reason)
    return entry.by.player


def kind_of_action(action: Action | type[Action]) -> str:
    """Return the dotted name of an action."""
    return str(action.__struct_config__.tag)
