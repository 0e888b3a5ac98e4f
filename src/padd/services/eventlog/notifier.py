"""Notify listeners in this process that an event has a new action."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from threading import Lock
from typing import Final

Listener = Callable[[int], None]

_listeners: Final[defaultdict[str, set[Listener]]] = defaultdict(set)
_lock: Final = Lock()


def add_listener(event_id: str, listener: Listener) -> Callable[[], None]:
    """Call the listener with each new number; return what ends that."""
    with _lock:
        _listeners[event_id].add(listener)

    def end() -> None:
        with _lock:
            _listeners[event_id].discard(listener)
            if not _listeners[event_id]:
                del _listeners[event_id]

    return end


def notify(event_id: str, sequence: int) -> None:
    """Tell everybody who listens; called once the action is saved."""
    with _lock:
        called = tuple(_listeners.get(event_id, ()))
    for listener in called:
        listener(sequence)
