"""The cache of public pages, for the rush after a round is published.

An event's public page is the same for everyone until its log grows; any other public
page and API list is the same for every visitor until something is recorded anywhere;
and a static file never changes. The application marks such a page with what it was made
from. The cache in front of it stores the bytes and sends them again after a check that
they are still current, which all waiting requests share.
"""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

from django.db import DatabaseError, connections

from padd.interfaces.web.theme import COOKIE
from padd.platform.access_log import log_cached_page

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

KEEP: Final = "X-PADD-Keep"
"""How the application marks a page that is the same for all who ask: with the event it
was made from and how far its log was, or as made from everything on record. The mark
never leaves the building."""
EVERYTHING: Final = "everything"
PROGRAM: Final = "program"
"""What static files are made from: they stay as they are while it runs."""
KEPT: Final = 256
"""Pages kept; the one asked for longest ago goes first."""
LIFE: Final = 30.0
"""Seconds after which a page is rebuilt, for what stands in no log."""
MARK: Final = KEEP.lower().encode()
PLACE: Final = "/events/"
SHOWN_TO_ALL: Final = frozenset({"pairings", "standings", "bracket"})
SHOWN_TO_VISITORS: Final = frozenset({"", "results"})
"""The pages of an event that are the same for everybody who is not signed in."""
PUBLIC: Final = frozenset(
    {"", "calendar", "department", "players", "ratings", "rulebooks", "seasons", "venues"}
)
"""Where the other pages are that are the same for every visitor."""
LISTS: Final = frozenset(
    {"events", "leagues", "players", "ratings", "rulebooks", "seasons", "venues"}
)
"""The lists of the API that are the same for every program without a token."""
STATIC: Final = "/static/"
VARIES: Final = (b"host", b"x-forwarded-proto")
OF_ONE_ANSWER: Final = frozenset({b"content-length", b"etag", b"vary", b"x-request-id"})
"""Headers that are not kept with a page."""
NOT_FOR_ALL: Final = (b"set-cookie", b"content-encoding")
"""Headers of an answer that was made for one browser."""


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page as it went out."""

    source: str
    """An event, or everything on record."""
    version: str
    since: float
    """When its making began."""
    headers: tuple[tuple[bytes, bytes], ...]
    etag: bytes
    body: bytes
    packed: bytes


class PageCache:
    """Stands in front of the application and answers for pages it has kept."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.pages: OrderedDict[tuple[object, ...], CachedPage] = OrderedDict()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="page-cache")
        self.making: dict[tuple[object, ...], asyncio.Event] = {}
        self.unmarked: OrderedDict[tuple[object, ...], None] = OrderedDict()
        self.asked: dict[str, asyncio.Future[str | None]] = {}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer from what is kept, or pass on and keep what comes back."""
        key = _key(scope)
        if key is None:
            await self.application(scope, receive, send)
            return
        came = time.monotonic()
        while True:
            page = await self._kept(key, came)
            if page is not None:
                log_cached_page(scope["path"], await _answer(page, scope, send))
                return
            if key not in self.making or key in self.unmarked:
                await self._make(key, scope, receive, send)
                return
            await self.making[key].wait()

    async def _make(
        self, key: tuple[object, ...], scope: Message, receive: Receive, send: Send
    ) -> None:
        """Let the application make a page; whoever wants the same one waits for it."""
        ready = self.making[key] = asyncio.Event()
        keeper = _Keeping(self, key, send)
        try:
            if is_for_visitors(scope["path"]):
                keeper.generation = await self._head(EVERYTHING)
            await self.application(scope, receive, keeper)
        finally:
            if self.making.get(key) is ready:
                del self.making[key]
            self._note_mark(key, marked=bool(keeper.mark))
            ready.set()

    def _note_mark(self, key: tuple[object, ...], *, marked: bool) -> None:
        """Remember pages that came without a mark: nobody needs to wait for those."""
        self.unmarked.pop(key, None)
        if not marked:
            self.unmarked[key] = None
            if len(self.unmarked) > KEPT:
                self.unmarked.popitem(last=False)

    async def _kept(self, key: tuple[object, ...], came: float) -> CachedPage | None:
        """Return a page that is good: begun after one came, or still how it stands."""
        page = self.pages.get(key)
        if page is None or page.source == PROGRAM:
            return page
        if time.monotonic() - page.since > LIFE:
            return None
        if page.since < came and await self._head(page.source) != page.version:
            return None
        if key in self.pages:
            self.pages.move_to_end(key)
        return page

    async def _head(self, source: str) -> str | None:
        """Return how far a source is; those who ask at the same time share a look."""
        looking = self.asked.get(source)
        if looking is None:
            loop = asyncio.get_running_loop()
            looking = loop.run_in_executor(self.thread, _look, source)
            self.asked[source] = looking
            looking.add_done_callback(lambda _: self.asked.pop(source, None))
        return await asyncio.shield(looking)

    def keep(self, key: tuple[object, ...], page: CachedPage) -> None:
        """Remember a page for the next who asks."""
        self.pages[key] = page
        self.pages.move_to_end(key)
        while len(self.pages) > KEPT:
            self.pages.popitem(last=False)


class _Keeping:
    """Passes an answer on, and keeps it if it carries the mark."""

    def __init__(self, cache: PageCache, key: tuple[object, ...], send: Send) -> None:
        self.cache, self.key, self.send = cache, key, send
        self.mark = b""
        self.generation: str | None = None
        """How far everything on record was before the page was made."""
        self.headers: Headers = []
        self.parts: list[bytes] = []
        self.since = time.monotonic()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: Headers = [(n.lower(), v) for n, v in message.get("headers", ())]
            marked = dict(headers).get(MARK, b"")
            self.headers = [(n, v) for n, v in headers if n != MARK]
            whole = not any(_has(self.headers, name) for name in NOT_FOR_ALL)
            if message["status"] == 200 and whole:  # noqa: PLR2004 -- HTTP
                self.mark = marked
            message = {**message, "headers": self.headers}
        elif message["type"] == "http.response.body" and self.mark:
            self.parts.append(message.get("body", b""))
            if not message.get("more_body"):
                self._keep()
        await self.send(message)

    def _keep(self) -> None:
        source, _, version = self.mark.decode().partition(" ")
        if source == EVERYTHING:
            if self.generation is None:
                return
            version = self.generation
        body = b"".join(self.parts)
        lengthless = tuple((n, v) for n, v in self.headers if n not in OF_ONE_ANSWER)
        self.cache.keep(
            self.key,
            CachedPage(
                source=source,
                version=version,
                since=self.since,
                headers=lengthless,
                etag=dict(self.headers).get(b"etag", b""),
                body=body,
                packed=gzip.compress(body, 5, mtime=0),
            ),
        )


def _key(scope: Message) -> tuple[object, ...] | None:
    """Return what a page depends on besides its source, or nothing."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    headers = dict(scope["headers"])
    cookies = headers.get(b"cookie", b"")
    path: str = scope["path"]
    if path.startswith(STATIC):
        return path, scope.get("scheme", ""), *(headers.get(n, b"") for n in VARIES)
    anonymous = b"authorization" not in headers and not _has_other_cookies(cookies)
    if not (_is_of_the_room(path) or (anonymous and is_for_visitors(path))):
        return None
    return (
        path,
        scope["query_string"],
        scope.get("scheme", ""),
        scope.get("server"),
        _theme(cookies),
        *(headers.get(name, b"") for name in VARIES),
    )


def _is_of_the_room(path: str) -> bool:
    """Tell whether a page of a running event is the same for all, whoever they are."""
    parts = path.split("/", 4)
    return (
        path.startswith(PLACE)
        and len(parts) == 5  # noqa: PLR2004 -- /events/<id>/<page>/
        and parts[3] in SHOWN_TO_ALL
    )


def is_for_visitors(path: str) -> bool:
    """Tell whether a page may be the same for everybody who is not signed in."""
    parts = path.split("/", 4)
    if path.startswith(PLACE):
        return len(parts) > 3 and parts[3] in SHOWN_TO_VISITORS  # noqa: PLR2004 -- same
    if parts[1:3] == ["api", "v1"]:
        return len(parts) == 4 and parts[3] in LISTS  # noqa: PLR2004 -- /api/v1/<list>
    return path.endswith("/") and parts[1] in PUBLIC


def _has_other_cookies(cookies: bytes) -> bool:
    """Tell whether there is any cookie but the one of the theme."""
    names = (part.partition(b"=")[0].strip() for part in cookies.split(b";"))
    return any(name not in {b"", COOKIE.encode()} for name in names)


def _theme(cookies: bytes) -> str:
    if COOKIE.encode() not in cookies:
        return ""
    try:
        cookie = SimpleCookie(cookies.decode("latin-1")).get(COOKIE)
    except CookieError:
        return "unreadable"
    return cookie.value if cookie else ""


def _has(headers: Iterable[tuple[bytes, bytes]], header: bytes) -> bool:
    return any(name == header for name, _ in headers)


async def _answer(page: CachedPage, scope: Message, send: Send) -> int:
    """Hand out a page, or say that the browser has it; return which of the two."""
    request_headers = dict(scope["headers"])
    headers = [
        *page.headers,
        (b"etag", page.etag),
        (b"vary", b"Cookie, Authorization, Accept-Encoding"),
    ]
    known = [tag.strip() for tag in request_headers.get(b"if-none-match", b"").split(b",")]
    if page.etag and (page.etag in known or b"W/" + page.etag in known):
        kept_headers = [(n, v) for n, v in headers if n != b"content-type"]
        await send({"type": "http.response.start", "status": 304, "headers": kept_headers})
        await send({"type": "http.response.body", "body": b""})
        return 304
    body = page.body
    packs = b"gzip" in request_headers.get(b"accept-encoding", b"")
    if packs and len(page.packed) < len(body):
        body = page.packed
        headers.append((b"content-encoding", b"gzip"))
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
    return 200


def _look(source: str) -> str | None:
    from padd.store.installation import read_replica  # only once Django is set up
    from padd.store.writes.event_log import data_generation, last_sequences

    try:
        if source == EVERYTHING:
            # A page is as new as the database it was read from.
            with read_replica.replica_reads():
                return data_generation()
        head = last_sequences([source]).get(source)
        return None if head is None else str(head)
    except DatabaseError:
        if source == EVERYTHING:
            read_replica.pause_replica()
        connections.close_all()
        return None
    finally:
        # A file is kept open: opening it takes longer than looking. What a pool has
        # goes back, so that a server that was replaced is noticed.
        for connection in connections.all(initialized_only=True):
            if connection.vendor != "sqlite":
                connection.close()
