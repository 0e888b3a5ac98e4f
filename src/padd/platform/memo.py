"""A cache of calculated values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from operator import is_
from threading import RLock
from typing import Any, Final, TypeVar, cast

from padd.platform.switches import is_enabled

Value = TypeVar("Value")
NOTHING: Final = object()


class _Slot:
    """One value, or the lock of the thread that makes it."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.value: Any = NOTHING
        self.sources: tuple[object, ...] = ()


class Memo:
    """Values by key; those not asked for the longest are dropped first.

    When several threads ask for a value at the same moment, one of them makes it.
    """

    def __init__(self, most: int) -> None:
        self._enabled = is_enabled("memo")
        self._most = most
        self._slots: OrderedDict[Hashable, _Slot] = OrderedDict()
        self._lock = RLock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value that is stored under a key, or make and store it."""
        if not self._enabled:
            return make()
        slot = self._slot(key)
        with slot.lock:
            if slot.value is NOTHING:
                slot.value = make()
            return cast("Value", slot.value)

    def renewed(
        self, key: Hashable, sources: tuple[object, ...], make: Callable[[Value | None], Value]
    ) -> Value:
        """Return the value made from these very objects, or make it from the last one.

        Only the last value is stored, with its sources, so that no source is mistaken
        for another.
        """
        if not self._enabled:
            return make(None)
        slot = self._slot(key)
        with slot.lock:
            before = None if slot.value is NOTHING else cast("Value", slot.value)
            if before is None or not _same(slot.sources, sources):
                slot.value = make(before)
                slot.sources = sources
            return cast("Value", slot.value)

    def _slot(self, key: Hashable) -> _Slot:
        with self._lock:
            slot = self._slots.get(key)
            if slot is not None:
                self._slots.move_to_end(key)
                return slot
            slot = self._slots[key] = _Slot()
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
            return slot

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._slots.clear()


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Tell whether two sequences have the same objects; equal ones are not enough."""
    return len(before) == len(now) and all(map(is_, before, now))
