"""The threads that requests run in, as many at once as the database makes worthwhile.

SQLite answers in the same process, and Python lets another thread go on at every row
it reads: requests that run side by side only hand Python's lock to and fro, and all of
them together take longer than one after the other. So one thread takes them in turn.
Who keeps it waiting, for a lock of the database or over a long print-out, is overtaken.

PostgreSQL answers from elsewhere, and a request may as well run while others wait.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = tuple[Future[Any], Callable[[], Any]]

MOST_AT_ONCE: Final = 64
"""Requests that may wait for the database at the same time; the others queue."""
LONGEST_TURN: Final = 0.05
"""Seconds after which the next request need not wait for this one."""


def threads_for(database: str, name: str) -> Executor:
    """Return what runs the requests of a server with a database of this kind."""
    if database == "sqlite":
        return InTurn(name)
    return ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix=name)


class InTurn(Executor):
    """One thread at work, and those it has overtaken.

    Work is handed in by an event loop, which also looks after the turns.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._queue: SimpleQueue[Work] = SimpleQueue()
        self._overtaken: list[_Worker] = []
        self._worker = self._next_worker()
        self._watched_by: asyncio.AbstractEventLoop | None = None

    def submit(
        self,
        fn: Callable[..., Any],
        /,
        *args: Any,  # noqa: ANN401 -- as in Executor
        **kwargs: Any,  # noqa: ANN401 -- as in Executor
    ) -> Future[Any]:
        """Queue work; return where its result will be."""
        result: Future[Any] = Future()
        self._queue.put((result, lambda: fn(*args, **kwargs)))
        loop = asyncio.get_running_loop()
        if self._watched_by is not loop:
            self._watched_by = loop
            loop.call_later(LONGEST_TURN, self._watch)
        return result

    def _watch(self) -> None:
        """Let a new thread overtake one that takes long, as long as there is work."""
        begun = self._worker.begun
        if begun is None and self._queue.empty():
            self._watched_by = None
            return
        if begun is not None and time.monotonic() - begun >= LONGEST_TURN:
            self._overtake()
        asyncio.get_running_loop().call_later(LONGEST_TURN, self._watch)

    def _overtake(self) -> None:
        self._overtaken = [one for one in self._overtaken if one.is_alive()]
        if len(self._overtaken) + 1 < MOST_AT_ONCE:
            self._worker.last = True
            self._overtaken.append(self._worker)
            self._worker = self._next_worker()

    def _next_worker(self) -> _Worker:
        worker = _Worker(self._queue, self._name)
        worker.start()
        return worker


class _Worker(Thread):
    """A thread that takes work until it has been overtaken."""

    def __init__(self, queue: SimpleQueue[Work], name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._queue = queue
        self.begun: float | None = None
        """When it began what it does now."""
        self.last = False
        """Whether it ends after this."""

    def run(self) -> None:
        while not self.last:
            result, work = self._queue.get()
            self.begun = time.monotonic()
            if result.set_running_or_notify_cancel():
                _do(work, result)
            # Nothing of a request stays here while the next one is waited for.
            del result, work
            self.begun = None


def _do(work: Callable[[], Any], result: Future[Any]) -> None:
    try:
        found = work()
    except BaseException as error:  # noqa: BLE001 -- raised where the result is awaited
        result.set_exception(error)
    else:
        result.set_result(found)
