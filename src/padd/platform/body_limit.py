"""A limit on the size of a request, counted while it is read.

The size that a request names proves nothing, so the bytes are counted as they come.
Beyond the limit nothing more is stored. The rest is read and dropped (within reason),
because a browser shows an answer only after it has sent its file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, NoReturn

from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.core.files.uploadhandler import FileUploadHandler

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]

FORM_OVERHEAD = 65_536
"""Boundaries and small fields that come around the file itself."""
PATIENCE = 10
"""How many times the limit is read before the answer no longer waits."""
COPIED_HEADERS = frozenset({b"host", b"cookie", b"x-forwarded-proto"})


class BodyLimit:
    """Answers a request that is too large with the page that says so."""

    def __init__(
        self, application: Application, *, octets: int, refusal_path: Callable[[str], str]
    ) -> None:
        """Take the limit, and which page refuses a request to a path."""
        self.application = application
        self.octets = octets + FORM_OVERHEAD
        self.refusal_path = refusal_path

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer that it is too large."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        counted = Counted(receive, self.octets)
        await self.application(scope, counted.next_message, send)
        if counted.exceeded:
            page = refusal_request(scope, self.refusal_path(scope["path"]))
            await self.application(page, NoBody().next_message, send)


class Counted:
    """A request's body that seems to break off where the limit is passed."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self.receive = receive
        self.limit = limit
        self.seen = 0

    @property
    def exceeded(self) -> bool:
        """Tell whether more came than is allowed."""
        return self.seen > self.limit

    async def next_message(self) -> Message:
        """Return the next part of the request, or its end at the limit."""
        message = await self._read()
        if not self.exceeded:
            return message
        while message.get("more_body") and self.seen < self.limit * PATIENCE:
            message = await self._read()
        return {"type": "http.disconnect"}

    async def _read(self) -> Message:
        message = await self.receive()
        self.seen += len(message.get("body", b""))
        return message


def refusal_request(scope: Message, path: str) -> Message:
    """Return the same request as one for the page that explains the limit."""
    headers = [pair for pair in scope["headers"] if pair[0] in COPIED_HEADERS]
    page = {"path": path, "raw_path": path.encode(), "query_string": b""}
    return {**scope, **page, "method": "GET", "headers": headers}


class NoBody:
    """A request without a body, which never disconnects."""

    def __init__(self) -> None:
        self.sent = False

    async def next_message(self) -> Message:
        """Return an empty body, then wait until the answer is sent."""
        if self.sent:
            await asyncio.Event().wait()
        self.sent = True
        return {"type": "http.request", "body": b"", "more_body": False}


MOST_FILES: Final = 4


class FewFiles(FileUploadHandler):
    """Refuses a form with more files than its page has use for."""

    def __init__(self, request: Any = None) -> None:  # noqa: ANN401 -- as Django has it
        super().__init__(request)
        self.seen = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        """Count a file before anything of it is stored."""
        super().new_file(*args, **kwargs)
        self.seen += 1
        here = self.request.path if self.request else ""
        if self.seen > MOST_FILES and here not in settings.MANY_FILES_PATHS:
            _too_many()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002
        """Pass everything on."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the next handler."""


def _too_many() -> NoReturn:
    message = f"This page accepts up to {MOST_FILES} files."
    raise TooManyFilesSent(message)
