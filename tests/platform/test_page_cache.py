"""What stands in front of the application: kept pages, asked for all at once."""

from __future__ import annotations

import asyncio
import gzip
import random
from typing import Any

import pytest
from tests.wait_limits import PATIENCE

from padd.interfaces.web.cached_pages import cacheable_request
from padd.platform import page_cache
from padd.platform.page_cache import CACHE_HEADER, EVERYTHING, OVERHEAD, PageCache

Asked = tuple[int, dict[bytes, bytes], bytes]

PAIRINGS = "/events/abc/pairings/"
LONG = f"{PAIRINGS}{'x' * 200}/"
MOST_BYTES = 1_000_000


class Room:
    """An application with one event, which counts how often it makes a page."""

    def __init__(self):
        self.head = 7
        self.made = 0
        self.marked = True
        self.tagged = True
        self.source = b""
        self.more: list[tuple[bytes, bytes]] = []
        self.begun: asyncio.Queue[int] | None = None
        """Which pages were begun, where a test wants to know."""
        self.gate: asyncio.Event | None = None
        """What pages wait for before they go out, where a test holds them."""
        self.looks = 0
        self.size = 0
        """Bytes added to every page that cannot be compressed away."""
        self.front = PageCache(
            self.application,
            cacheable=cacheable_request,
            current_version=self.current_version,
            most_bytes=MOST_BYTES,
        )

    def current_version(self, _):
        self.looks += 1
        return str(self.head)

    async def application(self, scope, receive, send):
        del receive
        self.made += 1
        number = self.head
        if self.begun is not None:
            self.begun.put_nowait(self.made)
        if self.gate is not None:
            await self.gate.wait()
        await asyncio.sleep(0)  # others come while the page is made
        headers = [*self.more]
        if self.tagged:
            headers.append((b"ETag", b'"%d"' % number))
        if self.marked:
            room = scope["path"].startswith("/events/abc/") and scope["path"][12:]
            mark = b"abc %d" % number if room else EVERYTHING.encode()
            headers.append((CACHE_HEADER.encode(), self.source or mark))
        start = {"type": "http.response.start", "status": 200, "headers": headers}
        await send(start)
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        body = scope["path"].encode() + query + random.Random(1).randbytes(self.size)
        body += b" %d" % number
        await send({"type": "http.response.body", "body": body[:4], "more_body": True})
        await send({"type": "http.response.body", "body": body[4:]})

    async def ask(self, path=PAIRINGS, method="GET", query=b"", **headers):
        said: list[dict[str, Any]] = []

        async def send(message):
            said.append(message)

        async def receive():
            return {"type": "http.request"}

        given = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query,
            "scheme": "http",
            "headers": given,
        }
        await self.front(scope, receive, send)
        body = b"".join(message.get("body", b"") for message in said[1:])
        names = {name.lower(): value for name, value in said[0]["headers"]}
        return said[0]["status"], names, body


@pytest.fixture
def room():
    """Return a room with its front."""
    return Room()


def run(work):
    async def loop():
        return await work()

    return asyncio.run(loop())


@pytest.mark.req("R9")
def test_a_rush_makes_a_page_once_and_everybody_has_it(room):
    async def rush():
        return await asyncio.gather(*(room.ask() for _ in range(200)))

    found = run(rush)

    assert room.made == 1
    assert {body for _, _, body in found} == {b"/events/abc/pairings/ 7"}
    assert all(CACHE_HEADER.lower().encode() not in headers for _, headers, _ in found)


@pytest.mark.req("R9")
def test_nobody_gets_a_page_from_before_they_asked(room):
    async def growing():
        numbers = []
        for number in (7, 8, 9):
            room.head = number
            found = await asyncio.gather(*(room.ask() for _ in range(20)))
            numbers += [int(body.split()[-1]) - number for _, _, body in found]
        return numbers

    assert set(run(growing)) == {0}
    assert room.made == 3


def test_a_log_that_grows_all_the_time_does_not_make_a_page_for_each(room):
    async def busy():
        async def writing():
            for _ in range(20):
                await asyncio.sleep(0)
                room.head += 1

        await asyncio.gather(writing(), *(room.ask() for _ in range(100)))

    run(busy)

    assert room.made <= 4


def test_a_browser_that_has_the_page_is_told_so(room):
    async def twice():
        first = await room.ask(LONG)
        tag = first[1][b"etag"].decode()
        return (
            first,
            await room.ask(LONG, if_none_match=tag),
            await room.ask(LONG, accept_encoding="gzip, br"),
        )

    first, known, packed = run(twice)

    assert known[0] == 304
    assert known[2] == b""
    assert packed[1][b"content-encoding"] == b"gzip"
    assert gzip.decompress(packed[2]) == first[2]
    assert b"Cookie" in packed[1][b"vary"]


def test_only_what_is_marked_and_read_is_kept(room):
    async def asked(path, method="GET", **headers):
        before = room.made
        for _ in range(2):
            await room.ask(path, method, **headers)
        return room.made - before

    async def all_of_it():
        found = [
            await asked("/events/abc/pairings/", "POST"),
            await asked("/events/abc/run/pairings/"),
            await asked("/events/abc/edit/"),
            await asked("/accounts/login/"),
        ]
        room.marked = False
        found.append(await asked("/events/abc/standings/"))
        room.marked, room.more = True, [(b"Set-Cookie", b"a=b")]
        found.append(await asked("/events/abc/bracket/"))
        return found

    assert run(all_of_it) == [2] * 6


def test_hosts_and_themes_have_pages_of_their_own(room):
    async def different():
        for headers in (
            {"host": "one.example"},
            {"host": "two.example"},
            {"host": "one.example", "cookie": "a=b; padd-theme=dark"},
            {"host": "one.example", "cookie": "padd-theme=light"},
            {"host": "one.example", "cookie": "sessionid=secret"},
        ):
            await room.ask(**headers)

    run(different)

    assert room.made == 4, "whoever is signed in shares the page of all"


@pytest.mark.req("R27")
@pytest.mark.parametrize("size", [0, 10_000, 100_000])
def test_stored_pages_take_no_more_bytes_than_allowed(room, size):
    room.size = size
    fit = MOST_BYTES // (size + OVERHEAD)

    async def many():
        for number in range(fit + 10):
            await room.ask(f"/events/abc/pairings/{number}/")

    run(many)
    assert MOST_BYTES * 0.8 < room.front.stored_bytes <= MOST_BYTES
    assert fit * 0.8 < len(room.front) <= fit
    before = room.made
    run(lambda: room.ask("/events/abc/pairings/0/"))
    assert room.made == before + 1, "the page not asked for the longest has made room"
    run(lambda: room.ask(f"/events/abc/pairings/{fit + 9}/"))
    assert room.made == before + 1


def test_a_page_larger_than_the_cache_is_sent_and_not_stored(room):
    room.size = 2 * MOST_BYTES

    _, _, body = run(room.ask)

    assert len(body) > 2 * MOST_BYTES
    assert len(room.front) == room.front.stored_bytes == 0


def test_a_stored_page_is_made_anew_after_a_while(room, monkeypatch):
    run(room.ask)
    monkeypatch.setattr(page_cache, "LIFE_SECONDS", -1)
    run(room.ask)

    assert room.made == 2
    assert len(room.front) == 1


@pytest.mark.req("R27")
@pytest.mark.parametrize("path", ["/", "/calendar/", "/ratings/", PAIRINGS])
def test_unknown_parameters_make_no_new_pages(room, path):
    async def asked():
        plain = (await room.ask(path))[2]
        odd = [(await room.ask(path, query=b"x=%d&utm=a" % number))[2] for number in range(300)]
        return plain, set(odd)

    plain, odd = run(asked)

    assert odd == {plain}
    assert room.made == len(room.front) == 1


def test_parameters_that_a_page_reads_make_a_page_each(room):
    async def asked():
        queries = (
            b"q=wolf",
            b"q=wolf&x=1",
            b"q=kes",
            b"q=wolf&page=2",
            b"q=%FF",
            b"q=" + b"a" * 600,
        )
        return [(await room.ask("/calendar/", query=query))[2].split()[0] for query in queries]

    bodies = run(asked)

    assert bodies[0] == bodies[1] == b"/calendar/?q=wolf"
    assert len(set(bodies)) == 5
    assert len(room.front) == 4, "a very long query is answered and not stored"


def test_a_list_of_the_api_is_asked_as_it_is(room):
    async def asked():
        return [(await room.ask("/api/v1/events", query=b"x=1"))[2] for _ in range(2)]

    assert {body.split()[0] for body in run(asked)} == {b"/api/v1/events?x=1"}
    assert len(room.front) == 0


def test_nothing_is_stored_without_the_cache_and_no_mark_goes_out(room):
    room.front._most_bytes = 0

    async def asked():
        return [await room.ask() for _ in range(2)]

    found = run(asked)

    assert room.made == 2
    assert all(CACHE_HEADER.lower().encode() not in headers for _, headers, _ in found)


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/calendar/", "/events/abc/", "/events/abc/results/", "/ratings/2e/"),
        *("/api/v1/events", "/api/v1/ratings"),
    ],
)
def test_a_public_page_is_kept_for_visitors_until_something_is_recorded(room, path):
    async def asked():
        bodies = [(await room.ask(path))[2], (await room.ask(path))[2]]
        room.head = 8
        return [*bodies, (await room.ask(path))[2]]

    assert [body.split()[-1] for body in run(asked)] == [b"7", b"7", b"8"]
    assert room.made == 2


@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": "sessionid=abc"},
        {"cookie": "padd-theme=dark; sessionid=abc"},
        {"cookie": "csrftoken=abc"},
        {"authorization": "Bearer abc"},
    ],
)
def test_a_visitors_page_is_never_given_to_somebody_who_is_known(room, headers):
    async def asked():
        await room.ask("/")
        await room.ask("/", **headers)
        await room.ask("/", **headers)

    run(asked)

    assert room.made == 3


@pytest.mark.parametrize("path", ["/api/v1/events", "/calendar/"])
def test_what_one_token_reads_is_never_given_to_another_or_to_a_visitor(room, path):
    async def asked():
        await room.ask(path, authorization="Bearer one")
        await room.ask(path, authorization="Bearer two")
        await room.ask(path)

    run(asked)

    assert room.made == 3


@pytest.mark.parametrize("path", ["/api/v1/events/abc/log", "/api/v1/me", "/api/v1/"])
def test_nothing_else_of_the_api_is_kept(room, path):
    async def asked():
        await room.ask(path)
        await room.ask(path)

    run(asked)

    assert room.made == 2


def test_a_static_file_is_kept_without_a_look_at_the_database(room, monkeypatch):
    room.source = b"program"
    room.more = [(b"X-Request-ID", b"of-the-first")]
    path = "/static/look.css"
    first = run(lambda: room.ask(path))
    looks = room.looks
    monkeypatch.setattr(page_cache, "LIFE_SECONDS", -1)

    second = run(lambda: room.ask(path, cookie="sessionid=secret"))
    other = run(lambda: room.ask(path, host="other.example"))

    assert first[2] == second[2] == other[2]
    assert room.made == 2
    assert room.looks == looks
    assert b"x-request-id" not in second[1], "the id of another request"


def test_a_page_without_a_name_is_sent_whole(room):
    room.tagged = False

    async def twice():
        return await room.ask(), await room.ask()

    assert [status for status, _, _ in run(twice)] == [200, 200]


def test_what_a_known_person_sees_is_never_kept_for_visitors(room):
    async def asked():
        await room.ask("/", cookie="sessionid=abc")
        await room.ask("/")

    run(asked)

    assert room.made == 2


def test_nobody_waits_for_a_page_that_cannot_be_kept(room):
    room.marked = False

    async def rush():
        await room.ask("/")
        room.begun, room.gate = asyncio.Queue(), asyncio.Event()
        waiting = [asyncio.ensure_future(room.ask("/")) for _ in range(5)]
        for _ in waiting:
            await asyncio.wait_for(room.begun.get(), PATIENCE)
        room.gate.set()
        await asyncio.gather(*waiting)

    run(rush)

    assert room.made == 6


def test_a_page_during_whose_making_something_was_recorded_is_made_again(room):
    async def asked():
        room.begun, room.gate = asyncio.Queue(), asyncio.Event()
        first = asyncio.ensure_future(room.ask("/"))
        await asyncio.wait_for(room.begun.get(), PATIENCE)
        room.head = 8
        room.gate.set()
        return [(await first)[2], (await room.ask("/"))[2]]

    assert [body.split()[-1] for body in run(asked)] == [b"7", b"8"]


def test_no_page_is_kept_while_the_database_does_not_answer(room):
    room.front._current_version = lambda _: None

    async def asked():
        await room.ask("/")
        await room.ask("/")

    run(asked)

    assert room.made == 2
