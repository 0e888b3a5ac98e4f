"""Tell other areas of a new action: followers in its transaction, listeners after it.

Upper areas register their followers at start (`services.apps`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeVar

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.state.event_state import LogState
from padd.store.models.events import Event

Followed = TypeVar("Followed", bound=Action)
Listener = Callable[[int], None]

_followers: Final[defaultdict[type[Action], list[Callable[[Event, LogState, Any], None]]]] = (
    defaultdict(list)
)
_listeners: Final[defaultdict[str, set[Listener]]] = defaultdict(set)
_lock: Final = Lock()


def register_follower(
    kind: type[Followed], follower: Callable[[Event, LogState, Followed], None]
) -> None:
    """Call a function in the transaction of every action of a kind."""
    if follower not in _followers[kind]:
        _followers[kind].append(follower)


def call_followers(row: Event, state: LogState, action: Action) -> None:
    """Call the followers of an action that is being saved."""
    for follower in _followers.get(type(action), ()):
        follower(row, state, action)


def add_listener(event_id: str, listener: Listener) -> Callable[[], None]:
    """Call a listener with each new sequence number; return what removes it."""
    with _lock:
        _listeners[event_id].add(listener)

    def remove() -> None:
        with _lock:
            _listeners[event_id].discard(listener)
            if not _listeners[event_id]:
                del _listeners[event_id]

    return remove


def notify(event_id: str, sequence: int) -> None:
    """Call the listeners of an event; the action is saved."""
    with _lock:
        called = tuple(_listeners.get(event_id, ()))
    for listener in called:
        listener(sequence)
