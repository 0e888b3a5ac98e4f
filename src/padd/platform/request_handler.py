"""The way of a request through Django: one hop to a thread that waits for work.

Django's own handler starts a thread for every request and goes back and forth between
it and the event loop: for the signals, the middleware, the page and its end. For a
short page that takes longer than the page. Ours ask a database, so all of it is done in
one go, in a thread that has done the same before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import IO, Any, Final, cast

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections
from django.urls import set_script_prefix

from padd.platform.request_threads import request_threads

Message = Mapping[str, Any]

READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class RequestHandler(ASGIHandler):
    """Django's handler, with everything that may wait in one thread."""

    def __init__(self) -> None:
        super().__init__()
        self._read, self._write = map(_done_in, request_threads())

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 -- Django's
        """Load the middleware as for a server without an event loop."""
        super().load_middleware(is_async=False)

    async def handle(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Take a request in, have it answered, and send the answer."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        in_thread = self._read if scope["method"] in READS else self._write
        response = await in_thread(lambda: self._answer(scope, body))
        if not response.streaming:
            await self.send_response(response, send)
            return
        work = (self.send_response(response, send), self.listen_for_disconnect(receive))
        tasks = [asyncio.create_task(one) for one in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if tasks[0].done():
                tasks[0].result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._read(response.close)

    def _answer(self, scope: dict[str, Any], body: IO[bytes]) -> Any:  # noqa: ANN401 -- a response
        """Return the answer, which is whole unless it is a stream."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, unreadable = self.create_request(scope, body)
        response: Any = unreadable if request is None else self.get_response(request)
        response._handler_class = self.__class__  # noqa: SLF001 -- as in Django
        if response.streaming:
            close_old_connections()
        else:
            response.close()
        body.close()
        return response


def _done_in(threads: Executor) -> Callable[[Callable[[], Any]], Awaitable[Any]]:
    """Return a way to have work done in threads that are kept for it."""
    return sync_to_async(
        lambda work: work(),
        thread_sensitive=False,
        # Any executor will do, though asgiref's types name one.
        executor=cast("ThreadPoolExecutor", threads),
    )
