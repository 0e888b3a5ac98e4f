"""The cache of pages that are the same for many people.

The application marks such a page with a source and the version of the source that it
was made from. The cache in front of the application stores the page, and sends it again
as long as the source still has that version. Requests that wait at the same time share
one look at the source and one making of the page.

The cache is limited in bytes. Pages are stored compressed, and compressed in a thread of
their own.
"""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from padd.platform.access_log import log_cached_page

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

CACHE_HEADER: Final = "X-PADD-Cache"
"""The mark of a page that may be stored: its source, and the version if it is known.
The header never leaves the process."""
EVERYTHING: Final = "everything"
"""The source of pages that may show anything on record. Its version is read before the
page is made."""
PROGRAM: Final = "program"
"""The source of files that do not change while the program runs."""
MOST_BYTES: Final = 32_000_000
MOST_UNMARKED: Final = 1000
LIFE_SECONDS: Final = 30.0
"""How long a page is sent without being made anew, for what no version covers."""
OVERHEAD: Final = 1000
"""About what a page takes in memory besides its body."""
LEAST_COMPRESSED: Final = 200
MARK: Final = CACHE_HEADER.lower().encode()
OF_ONE_ANSWER: Final = frozenset({b"content-length", b"etag", b"vary", b"x-request-id", MARK})
"""Headers that are not stored with a page."""
FOR_ONE_BROWSER: Final = frozenset({b"set-cookie", b"content-encoding"})
"""Headers of an answer that is not the same for all."""


class CacheableRequest(msgspec.Struct, frozen=True):
    """A request whose answer may be stored."""

    key: Hashable
    """All that the page depends on besides its source."""
    query: bytes
    """The query string without what the page does not read."""
    reads_everything: bool
    """Whether the page may be marked with `EVERYTHING`."""


class CachedPage(msgspec.Struct, frozen=True):
    """A page as it is sent."""

    source: str
    version: str
    made_at: float
    """When its making began."""
    headers: tuple[tuple[bytes, bytes], ...]
    etag: bytes
    body: bytes
    compressed: bool

    @property
    def size(self) -> int:
        """About how many bytes of memory it takes."""
        return len(self.body) + OVERHEAD


class PageCache:
    """An ASGI application that answers from stored pages, or asks the one behind it."""

    def __init__(
        self,
        application: Application,
        *,
        cacheable: Callable[[Message], CacheableRequest | None],
        current_version: Callable[[str], str | None],
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._application = application
        self._cacheable = cacheable
        self._current_version = current_version
        self._most_bytes = most_bytes
        self._pages: OrderedDict[Hashable, CachedPage] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="page-cache")
        self._in_progress: dict[Hashable, asyncio.Event] = {}
        self._unmarked: OrderedDict[Hashable, None] = OrderedDict()
        self._version_reads: dict[str, asyncio.Future[str | None]] = {}
        self.stored_bytes = 0

    def __len__(self) -> int:
        """Return how many pages are stored."""
        return len(self._pages)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer from a stored page, or have the page made and store it."""
        request = self._cacheable(scope) if scope["type"] == "http" else None
        if request is None:
            await self._application(scope, receive, without_mark(send))
            return
        came_at = time.monotonic()
        while True:
            page = await self._find_current(request.key, came_at)
            if page is not None:
                log_cached_page(scope["path"], await self._answer(page, scope, send))
                return
            if request.key not in self._in_progress or request.key in self._unmarked:
                await self._make(request, scope, receive, send)
                return
            await self._in_progress[request.key].wait()

    async def _make(
        self, request: CacheableRequest, scope: Message, receive: Receive, send: Send
    ) -> None:
        """Let the application make a page, while others who want it wait."""
        key = request.key
        ready = self._in_progress[key] = asyncio.Event()
        made_at = time.monotonic()
        answer = _MarkedAnswer(send)
        try:
            version = await self._read_version(EVERYTHING) if request.reads_everything else None
            # The answer comes uncompressed, so that one page serves every browser.
            headers = [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]
            plain = {**scope, "query_string": request.query, "headers": headers}
            await self._application(plain, receive, answer)
            if answer.is_complete:
                page = await self._in_thread(_page_from, answer, made_at, version)
                if page is not None:
                    self._store(key, page)
                    await self._answer(page, scope, send)
                else:
                    await answer.pass_on()
        finally:
            if self._in_progress.get(key) is ready:
                del self._in_progress[key]
            self._note_mark(key, marked=bool(answer.mark))
            ready.set()

    def _note_mark(self, key: Hashable, *, marked: bool) -> None:
        """Remember which pages come without a mark: no request waits for those."""
        self._unmarked.pop(key, None)
        if not marked:
            self._unmarked[key] = None
            if len(self._unmarked) > MOST_UNMARKED:
                self._unmarked.popitem(last=False)

    async def _find_current(self, key: Hashable, came_at: float) -> CachedPage | None:
        """Return a page that was begun after a moment, or whose source is unchanged."""
        page = self._pages.get(key)
        if page is None or page.source == PROGRAM:
            return page
        if time.monotonic() - page.made_at > LIFE_SECONDS:
            return None
        if page.made_at < came_at and await self._read_version(page.source) != page.version:
            return None
        if key in self._pages:
            self._pages.move_to_end(key)
        return page

    async def _read_version(self, source: str) -> str | None:
        """Return the version of a source; requests at the same time share the answer."""
        reading = self._version_reads.get(source)
        if reading is None:
            reading = self._in_thread(self._current_version, source)
            self._version_reads[source] = reading
            reading.add_done_callback(lambda _: self._version_reads.pop(source, None))
        return await asyncio.shield(reading)

    def _in_thread(self, function: Callable[..., Any], *arguments: object) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    def _store(self, key: Hashable, page: CachedPage) -> None:
        """Store a page; the pages that were not asked for the longest make room."""
        if page.size > self._most_bytes:
            return
        before = self._pages.pop(key, None)
        self.stored_bytes += page.size - (before.size if before else 0)
        self._pages[key] = page
        while self.stored_bytes > self._most_bytes:
            _, dropped = self._pages.popitem(last=False)
            self.stored_bytes -= dropped.size

    async def _answer(self, page: CachedPage, scope: Message, send: Send) -> int:
        """Send a page, or that the browser has it; return the status."""
        request_headers = dict(scope["headers"])
        headers = [
            *page.headers,
            (b"etag", page.etag),
            (b"vary", b"Cookie, Authorization, Accept-Encoding"),
        ]
        known = [tag.strip() for tag in request_headers.get(b"if-none-match", b"").split(b",")]
        if page.etag and (page.etag in known or b"W/" + page.etag in known):
            unchanged = [(name, value) for name, value in headers if name != b"content-type"]
            await send({"type": "http.response.start", "status": 304, "headers": unchanged})
            await send({"type": "http.response.body", "body": b""})
            return 304
        body = page.body
        if page.compressed:
            if b"gzip" in request_headers.get(b"accept-encoding", b""):
                headers.append((b"content-encoding", b"gzip"))
            else:
                body = await self._in_thread(gzip.decompress, body)
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        return 200


class _MarkedAnswer:
    """Collects an answer that carries the mark; any other goes to the browser at once."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.mark = b""
        self.headers: Headers = []
        self.parts: list[bytes] = []
        self.is_complete = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.headers = [(name.lower(), value) for name, value in message.get("headers", ())]
            names = dict(self.headers)
            if message["status"] == 200 and not FOR_ONE_BROWSER & names.keys():  # noqa: PLR2004
                self.mark = names.get(MARK, b"")
        if not self.mark:
            await without_mark(self._send)(message)
        elif message["type"] == "http.response.body":
            self.parts.append(message.get("body", b""))
            self.is_complete = not message.get("more_body")

    async def pass_on(self) -> None:
        """Send the answer as it came."""
        send = without_mark(self._send)
        await send({"type": "http.response.start", "status": 200, "headers": self.headers})
        await send({"type": "http.response.body", "body": b"".join(self.parts)})


def without_mark(send: Send) -> Send:
    """Return a way to send messages that leaves the mark out."""

    async def send_without_mark(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [pair for pair in message.get("headers", ()) if pair[0].lower() != MARK]
            message = {**message, "headers": headers}
        await send(message)

    return send_without_mark


def _page_from(answer: _MarkedAnswer, made_at: float, version: str | None) -> CachedPage | None:
    """Return the page to store for an answer, or None if its version is not known."""
    source, _, marked_version = answer.mark.decode().partition(" ")
    if source == EVERYTHING:
        if version is None:
            return None
        marked_version = version
    body = b"".join(answer.parts)
    packed = gzip.compress(body, 5, mtime=0) if len(body) >= LEAST_COMPRESSED else body
    return CachedPage(
        source=source,
        version=marked_version,
        made_at=made_at,
        headers=tuple(pair for pair in answer.headers if pair[0] not in OF_ONE_ANSWER),
        etag=dict(answer.headers).get(b"etag", b""),
        body=min(packed, body, key=len),
        compressed=len(packed) < len(body),
    )
