"""The threads that requests run in, as many at once as the database makes worthwhile.

SQLite answers in the same process, and Python lets another thread go on at every row
it reads: requests that run side by side only hand Python's lock to and fro, and all of
them together take longer than one after the other. So one thread takes them in turn.
Who keeps it waiting, for a lock of the database or over a long print-out, is overtaken.

PostgreSQL answers from elsewhere, and a request may as well run while others wait.
"""

from __future__ import annotations

import asyncio
import atexit
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from django.db import connection

Work = tuple[Future[Any], Callable[[], Any]]

MOST_AT_ONCE: Final = 64
"""Requests that may wait for the database at the same time; the others queue."""
LONGEST_TURN: Final = 0.05
"""Seconds after which the next request need not wait for this one."""


def request_threads() -> tuple[Executor, Executor]:
    """Return what runs the requests that read, and those that write.

    A write may have to wait for another program's; no page queues behind it.
    """
    if connection.vendor == "sqlite":
        return InTurn("read"), InTurn("write")
    threads = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="request")
    return threads, threads


class InTurn(Executor):
    """One thread at work, and those it has overtaken.

    Work is handed in by an event loop, which also looks after the turns.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._queue: SimpleQueue[Work | None] = SimpleQueue()
        self._overtaken: list[_Worker] = []
        self._worker = self._next_worker()
        self._watched_by: asyncio.AbstractEventLoop | None = None
        atexit.register(self.shutdown)

    def submit(
        self,
        fn: Callable[..., Any],
        /,
        *args: Any,  # noqa: ANN401 -- as in Executor
        **kwargs: Any,  # noqa: ANN401 -- as in Executor
    ) -> Future[Any]:
        """Queue work; return where its result will be."""
        loop = asyncio.get_running_loop()
        result: Future[Any] = Future()
        self._queue.put((result, lambda: fn(*args, **kwargs)))
        if self._watched_by is not loop:
            self._watched_by = loop
            loop.call_later(LONGEST_TURN, self._watch)
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 -- as in Executor
        """Let what was handed in be done, and end the threads."""
        workers = [*self._overtaken, self._worker]
        for _ in workers:
            self._queue.put(None)
        for worker in workers if wait else ():
            worker.join()

    def _watch(self) -> None:
        """Let a new thread overtake one that keeps others waiting."""
        begun, queued = self._worker.begun, not self._queue.empty()
        if begun is None and not queued:
            self._watched_by = None
            return
        try:
            if begun and queued and time.monotonic() - begun >= LONGEST_TURN:
                self._overtake()
        finally:
            asyncio.get_running_loop().call_later(LONGEST_TURN, self._watch)

    def _overtake(self) -> None:
        self._overtaken = [one for one in self._overtaken if one.is_alive()]
        if len(self._overtaken) + 1 < MOST_AT_ONCE:
            slow, self._worker = self._worker, self._next_worker(self._worker)
            self._overtaken.append(slow)

    def _next_worker(self, slow: _Worker | None = None) -> _Worker:
        worker = _Worker(self._queue, self._name, slow)
        worker.start()
        return worker


class _Worker(Thread):
    """A thread that takes work until it has been overtaken or there will be no more.

    Idle, it keeps nobody from ending the program; `shutdown` waits for a busy one.
    """

    def __init__(self, queue: SimpleQueue[Work | None], name: str, slow: _Worker | None) -> None:
        super().__init__(name=name, daemon=True)
        self._queue = queue
        self._slow = slow
        self.begun: float | None = None
        """When it began what it does now."""
        self.last = False
        """Whether it ends after this."""

    def run(self) -> None:
        if self._slow is not None:  # only now is it certain that there are two
            self._slow.last, self._slow = True, None
        while not self.last and (work := self._queue.get()) is not None:
            self.begun = time.monotonic()
            _do(*work)
            # Nothing of a request stays here while the next one is waited for.
            del work
            self.begun = None


def _do(result: Future[Any], work: Callable[[], Any]) -> None:
    if not result.set_running_or_notify_cancel():
        return
    try:
        found = work()
    except BaseException as error:  # noqa: BLE001 -- raised where the result is awaited
        result.set_exception(error)
        del result  # which has the error, which would have this place
    else:
        result.set_result(found)
