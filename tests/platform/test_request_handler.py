"""A request goes to one thread and back, and leaves nothing behind for the next."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path

from padd.platform import request_handler, request_threads
from padd.platform.request_handler import RequestHandler

MARK: ContextVar[str] = ContextVar("MARK", default="nothing")
read = threading.Event()
steps: list[str] = []
"""What a page and the middleware around it did, with the thread that did it."""


def note(what):
    steps.append(f"{what} in {threading.current_thread().name}")


def around(get_response):
    def answer(request):
        note("middleware")
        response: HttpResponse = get_response(request)
        return response

    return answer


def page(request):
    note("page")
    before = MARK.get()
    MARK.set(request.path)
    return HttpResponse(f"{before}, {len(request.body)} bytes")


def asking(request):
    del request
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("asked")


def writing(request):
    """Wait as for a lock of the database, until a page has been read."""
    del request
    return HttpResponse(status=200 if read.wait(60) else 503)


def reading(request):
    del request
    read.set()
    return HttpResponse("read")


async def stream(request):
    with_body = request.GET.get("fails", "")
    return StreamingHttpResponse(parts(with_body))


async def parts(fails):
    try:
        yield b"one"
        if fails:
            raise ValueError(fails)
        await asyncio.Event().wait()  # until nobody reads any more
    finally:
        note("stream ended")


urlpatterns = [
    path("page/", page),
    path("asking/", asking),
    path("writing/", writing),
    path("reading/", reading),
    path("stream/", stream),
]


@pytest.fixture
def handler(settings):
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = [f"{__name__}.around"]
    steps.clear()
    return RequestHandler()


class Visitor:
    """Somebody who asks the handler, and may leave before the answer is whole."""

    def __init__(self, handler):
        self.handler = handler
        self.got: list[dict[str, Any]] = []

    async def ask(self, address, *, body=b"", leaves="", query=b""):
        """Ask; return the status, or 0 if there is no answer."""
        part = asyncio.Event()
        first = leaves != "at once"

        async def receive():
            nonlocal first
            if first:
                first = False
                return {"type": "http.request", "body": body, "more_body": False}
            if leaves:
                if leaves == "after a part":
                    await part.wait()
                return {"type": "http.disconnect"}
            return await asyncio.Future()

        async def send(message):
            self.got.append(message)
            if message.get("body"):
                part.set()

        scope = {
            "type": "http",
            "method": "POST" if body else "GET",
            "path": address,
            "query_string": query,
            "headers": [(b"host", b"testserver")],
        }
        await self.handler(scope, receive, send)
        return self.got[0]["status"] if self.got else 0

    @property
    def text(self):
        return b"".join(one.get("body", b"") for one in self.got).decode()


def asked(handler, address, **more):
    visitor = Visitor(handler)
    asyncio.run(visitor.ask(address, **more))
    return visitor


def test_middleware_and_page_run_in_one_thread_that_the_next_request_uses(monkeypatch, settings):
    one = ThreadPoolExecutor(1, "request")
    monkeypatch.setattr(request_handler, "request_threads", lambda: (one, one))
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = [f"{__name__}.around"]
    steps.clear()
    handler = RequestHandler()

    for _ in range(3):
        assert asked(handler, "/page/").text == "nothing, 0 bytes"

    assert steps == ["middleware in request_0", "page in request_0"] * 3


def test_no_page_waits_for_a_write(handler, monkeypatch):
    monkeypatch.setattr(request_threads, "LONGEST_TURN", 3600)
    read.clear()

    async def both():
        writer, reader = Visitor(handler), Visitor(handler)
        writes = asyncio.create_task(writer.ask("/writing/", body=b"abc"))
        return list(await asyncio.gather(writes, reader.ask("/reading/")))

    assert asyncio.run(both()) == [200, 200]


def test_what_a_request_sets_is_gone_with_it(handler):
    texts = [asked(handler, "/page/", body=b"abc").text for _ in range(2)]

    assert texts == ["nothing, 3 bytes"] * 2


def test_a_stream_ends_when_its_reader_leaves(handler):
    visitor = asked(handler, "/stream/", leaves="after a part")

    assert visitor.text == "one"
    assert steps[-1].startswith("stream ended")


def test_a_stream_that_breaks_is_told_to_the_server(handler):
    with pytest.raises(ValueError, match="the reason"):
        asked(handler, "/stream/", query=b"fails=the+reason")

    assert steps[-1].startswith("stream ended")


def test_who_leaves_before_the_request_is_whole_gets_no_answer(handler):
    assert asked(handler, "/page/", leaves="at once").got == []
    assert steps == []


def test_an_address_that_cannot_be_read_is_a_bad_request(handler, monkeypatch):
    def unreadable(*_):
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")

    monkeypatch.setattr(handler, "request_class", unreadable)

    assert asyncio.run(Visitor(handler).ask("/page/")) == 400
