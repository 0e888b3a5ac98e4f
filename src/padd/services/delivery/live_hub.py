"""Tell open pages that an event changed: listeners, and the polling task.

Actions of this process are announced at once; those of other processes are found by one
query a second for the numbers of all watched events.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final

from django.db import Error, connections

from padd.services.eventlog import add_listener
from padd.store.writes.event_log import last_sequences

EVERY: Final = 1.0
"""Seconds between two looks at the database."""


class Hub:
    """The watchers of one event loop."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.closing = False
        self.heads: dict[str, int] = {}
        self.watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.bells: dict[str, Callable[[], None]] = {}
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="live")
        self.task: asyncio.Task[None] | None = None

    async def head(self, event_id: str) -> int:
        """Return the number of the last action of an event, as the database has it."""
        found = await self._look([event_id])
        self.learn(event_id, found.get(event_id, 0))
        return self.heads[event_id]

    def join(self, event_id: str) -> asyncio.Event:
        """Return what is set whenever the event moves on, or the hub closes."""
        news = asyncio.Event()
        if event_id not in self.bells:
            self.bells[event_id] = add_listener(
                event_id, lambda number: self._soon(lambda: self.learn(event_id, number))
            )
        self.watchers[event_id].add(news)
        if self.task is None or self.task.done():
            self.task = self.loop.create_task(self._watch())
        return news

    def leave(self, event_id: str, news: asyncio.Event) -> None:
        """Stop waiting; the last one to leave removes the event."""
        self.watchers[event_id].discard(news)
        if not self.watchers[event_id]:
            del self.watchers[event_id]
            self.bells.pop(event_id)()
            self.heads.pop(event_id, None)

    def learn(self, event_id: str, number: int) -> None:
        """Store a number, and wake those who wait for a higher one."""
        if number > self.heads.get(event_id, -1):
            self.heads[event_id] = number
            self._wake(event_id)

    def close(self) -> None:
        """Let everybody who waits come to an end; safe to call from a signal."""
        self.closing = True
        self._soon(self._wake_all)

    def _wake_all(self) -> None:
        for event_id in self.watchers:
            self._wake(event_id)

    def _wake(self, event_id: str) -> None:
        for news in self.watchers.get(event_id, ()):
            news.set()

    def _soon(self, call: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self.loop.call_soon_threadsafe(call)

    async def _watch(self) -> None:
        while self.watchers and not self.closing:
            await asyncio.sleep(EVERY)
            if self.closing:  # meanwhile
                return
            with suppress(Error):  # the next look may succeed
                found = await self._look(list(self.watchers))
                for event_id, number in found.items():
                    self.learn(event_id, number)

    async def _look(self, event_ids: list[str]) -> dict[str, int]:
        try:
            looking = self.thread.submit(_heads, event_ids)
        except RuntimeError:
            # The program ends, and with it every executor, before this loop does: so
            # it is where the server has a thread of its own.
            self.closing = True
            self._wake_all()
            return {}
        return await asyncio.wrap_future(looking)


def _heads(event_ids: list[str]) -> dict[str, int]:
    try:
        return last_sequences(event_ids)
    finally:
        connections.close_all()


_hubs: Final[dict[int, Hub]] = {}


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(id(loop))
    if found is None or found.loop is not loop:
        found = _hubs[id(loop)] = Hub()
    return found


def close_hubs() -> None:
    """End all streams of this process, as when the server stops."""
    for found in _hubs.values():
        found.close()
