"""Django's request handler, with middleware and page in one go in a thread that is reused.

Django's own handler goes back and forth between the event loop and a new thread for each
middleware that is not asynchronous. Ours ask a database, so none of them is.

Requests that read and requests that write have a thread each. SQLite answers in the same
process, and Python changes threads at every row it reads, so requests side by side take
longer than one after the other. A request that would wait for a long one, such as a
print-out or a write to a locked database, moves to a spare thread: a slow request never
holds up the others.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Final, TypeVar

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections, connection, connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

Result = TypeVar("Result")

READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
LONGEST_TURN: Final = 0.05
"""Seconds after which other requests need not wait for this one."""
MOST_AT_ONCE: Final = 32
"""Spare threads, and threads where the database is a server that works by itself."""
LONGEST_WAIT: Final = 20.0
"""Seconds after which a request that could not be begun is refused."""


class RequestHandler(ASGIHandler):
    """Django's handler with its own threads; `busy` answers when none is free for long."""

    def __init__(self, busy: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__()
        self._busy = busy
        self._reads, self._writes = request_threads()

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 -- Django's
        """Load the middleware as for a server without an event loop."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer to a request, made in one thread from beginning to end."""
        try:
            if request.method in READS:
                return await self._reads.run(lambda: self._respond(request))
            # What was sent is recorded, even if the browser does not wait for the answer.
            return await asyncio.shield(self._writes.run(lambda: self._respond(request)))
        except TimeoutError:
            return self._busy(request)

    async def send_response(
        self, response: HttpResponseBase, send: Callable[[Mapping[str, Any]], Awaitable[None]]
    ) -> None:
        """Send an answer; close it, and what was sent to us, also if it breaks on the way."""
        try:
            await super().send_response(response, send)
        except Exception:
            await sync_to_async(response.close)()
            raise

    def _respond(self, request: HttpRequest) -> HttpResponseBase:
        close_old_connections()
        try:
            return self.get_response(request)
        finally:
            close_old_connections()


def request_threads() -> tuple[RequestThreads, RequestThreads]:
    """Return the threads for requests that read, and for those that write."""
    spare = ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="request")
    if connection.vendor != "sqlite":
        return (RequestThreads(spare, spare),) * 2
    names = ("read", "write")
    first = (ThreadPoolExecutor(1, thread_name_prefix=name) for name in names)
    reads, writes = (RequestThreads(thread, spare) for thread in first)
    return reads, writes


class RequestThreads:
    """A usual thread for requests, and spare ones for requests that would wait long."""

    def __init__(self, usual: Executor, spare: Executor) -> None:
        self._usual = usual
        self._spare = spare
        self._begun_at: float | None = None

    async def run(self, work: Callable[[], Result]) -> Result:
        """Return the result of work; raise `TimeoutError` if no thread could begin it."""
        context = copy_context()
        future = self._usual.submit(context.run, self._timed, work)
        try:
            if await self._moves_on(future):
                future = self._spare.submit(context.run, _and_disconnect, work)
                if not await _is_done(future, LONGEST_WAIT) and future.cancel():
                    raise TimeoutError
            return await asyncio.wrap_future(future)
        finally:
            future.cancel()

    async def _moves_on(self, future: Future[Result]) -> bool:
        """Wait for work, or take it back from behind a request that takes long."""
        while not (future.running() or await _is_done(future, LONGEST_TURN)):
            begun_at = self._begun_at
            if begun_at is not None and time.monotonic() - begun_at >= LONGEST_TURN:
                return future.cancel()
        return False

    def _timed(self, work: Callable[[], Result]) -> Result:
        self._begun_at = time.monotonic()
        try:
            return work()
        finally:
            self._begun_at = None


def _and_disconnect(work: Callable[[], Result]) -> Result:
    """Return the result of work, and leave no connection behind in a spare thread."""
    try:
        return work()
    finally:
        connections.close_all()


async def _is_done(future: Future[Result], seconds: float) -> bool:
    """Wait some seconds for a future; tell whether it is done."""
    done, _ = await asyncio.wait({asyncio.wrap_future(future)}, timeout=seconds)
    return bool(done)
