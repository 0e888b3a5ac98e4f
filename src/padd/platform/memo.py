"""A cache of calculated values."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from operator import is_
from threading import RLock
from typing import Any, Final, TypeVar, cast

Value = TypeVar("Value")
NOTHING: Final = object()


class _Slot:
    """One result, or the turn of whoever works it out."""

    def __init__(self) -> None:
        self.turn = RLock()
        self.value: Any = NOTHING
        self.sources: tuple[object, ...] = ()


class Memo:
    """Results by what they follow from; those not asked for the longest go first.

    However many ask at the same moment, one of them works it out.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._slots: OrderedDict[Hashable, _Slot] = OrderedDict()
        self._lock = RLock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return what is kept under a key, or make it."""
        slot = self._slot(key)
        with slot.turn:
            if slot.value is NOTHING:
                slot.value = make()
            return cast("Value", slot.value)

    def renewed(
        self, key: Hashable, sources: tuple[object, ...], make: Callable[[Value | None], Value]
    ) -> Value:
        """Return what was made from these very objects, or make it from the last one.

        Only the last one is kept, with its sources, so that none of them is mistaken
        for another.
        """
        slot = self._slot(key)
        with slot.turn:
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
        """Forget everything."""
        with self._lock:
            self._slots.clear()


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Tell whether two rows of objects are the same ones; equal is not enough."""
    return len(before) == len(now) and all(map(is_, before, now))
