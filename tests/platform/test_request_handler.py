"""A request goes to one thread and back, and no request waits long for another."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path

from padd.platform import request_handler
from padd.platform.request_handler import RequestHandler, RequestThreads, request_threads

PATIENCE = 60
FOR_EVER = 3600.0
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
def handler(settings, monkeypatch):
    monkeypatch.setattr(request_handler, "connection", Mock(vendor="sqlite"))
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = [f"{__name__}.around"]
    steps.clear()
    return RequestHandler(busy=lambda _: HttpResponse("busy", status=503))


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


def test_middleware_and_page_run_in_one_thread_that_the_next_request_uses(handler):
    for _ in range(3):
        assert asked(handler, "/page/").text == "nothing, 0 bytes"

    assert steps == ["middleware in read_0", "page in read_0"] * 3


def test_no_page_waits_for_a_write(handler, monkeypatch):
    monkeypatch.setattr(request_handler, "LONGEST_TURN", FOR_EVER)
    read.clear()

    async def both():
        writer, reader = Visitor(handler), Visitor(handler)
        writes = asyncio.create_task(writer.ask("/writing/", body=b"abc"))
        return list(await asyncio.gather(writes, reader.ask("/reading/")))

    assert asyncio.run(both()) == [200, 200]


def test_what_a_request_sets_is_gone_with_it(handler):
    texts = [asked(handler, "/page/", body=b"abc").text for _ in range(2)]

    assert texts == ["nothing, 3 bytes"] * 2


@pytest.mark.usefixtures("real_database")
def test_a_spare_thread_holds_no_connection_after_a_request():
    spare = ThreadPoolExecutor(1)
    threads = RequestThreads(spare, spare)

    def ask():
        connection.ensure_connection()
        return connection.connection is not None

    async def moved():
        busy = asyncio.create_task(threads.run(lambda: time.sleep(0.2)))
        await asyncio.sleep(0.05)
        asked = await threads.run(ask)
        await busy
        return asked

    assert asyncio.run(moved())
    assert spare.submit(lambda: connection.connection).result() is None


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


def usual_and_spare():
    return RequestThreads(ThreadPoolExecutor(1), ThreadPoolExecutor(2))


def results(threads, *works):
    """Run works in this order; return what each returned or raised."""

    async def all_of_them():
        running = [asyncio.create_task(threads.run(work)) for work in works]
        return await asyncio.gather(*running, return_exceptions=True)

    return asyncio.run(all_of_them())


def test_one_request_runs_at_a_time(monkeypatch):
    monkeypatch.setattr(request_handler, "LONGEST_TURN", FOR_EVER)
    running: set[int] = set()
    most = []

    def work(number):
        running.add(number)
        threading.Event().wait(0.001)  # lets any other thread go on
        most.append(len(running))
        running.remove(number)
        return number

    found = results(usual_and_spare(), *(partial(work, at) for at in range(20)))

    assert found == list(range(20))
    assert set(most) == {1}


def test_a_request_does_not_wait_for_a_long_one():
    overtaken = threading.Event()

    found = results(usual_and_spare(), lambda: overtaken.wait(PATIENCE), overtaken.set)

    assert found == [True, None]


def test_the_usual_thread_is_used_again_after_a_long_request():
    threads = usual_and_spare()
    overtaken = threading.Event()

    def wait():
        assert overtaken.wait(PATIENCE)
        return threading.current_thread()

    usual, _ = results(threads, wait, overtaken.set)

    assert results(threads, threading.current_thread) == [usual]


def test_a_request_that_no_thread_could_begin_is_answered_and_not_run(handler, monkeypatch):
    monkeypatch.setattr(request_handler, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(request_handler, "MOST_AT_ONCE", 1)
    handler._reads, handler._writes = request_threads()
    read.clear()

    async def crowd():
        waiting = [asyncio.create_task(Visitor(handler).ask("/writing/", body=b"abc"))]
        for _ in range(2):
            await asyncio.sleep(0.2)
            waiting.append(asyncio.create_task(Visitor(handler).ask("/writing/", body=b"abc")))
        refused = await waiting[-1]
        read.set()
        return [refused, *await asyncio.gather(*waiting[:-1])]

    assert asyncio.run(crowd()) == [503, 200, 200]


def test_what_a_request_raises_is_raised_where_it_was_awaited():
    (error, after) = results(usual_and_spare(), lambda: 1 // 0, lambda: "the next one")

    assert isinstance(error, ZeroDivisionError)
    assert after == "the next one"


def test_a_page_that_nobody_waits_for_any_more_is_not_made(monkeypatch):
    monkeypatch.setattr(request_handler, "LONGEST_TURN", FOR_EVER)
    did: list[str] = []
    go = threading.Event()

    async def leave():
        threads = usual_and_spare()
        works = (
            lambda: go.wait(PATIENCE),
            partial(did.append, "second"),
            partial(did.append, "third"),
        )
        first, second, third = (asyncio.create_task(threads.run(work)) for work in works)
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(first, third)

    asyncio.run(leave())

    assert did == ["third"]


def test_a_write_is_recorded_even_if_its_browser_has_left(handler):
    async def leave():
        await Visitor(handler).ask("/page/", body=b"abc", leaves="after the body")
        handler._writes._usual.shutdown()

    asyncio.run(leave())

    assert [step.split()[0] for step in steps] == ["middleware", "page"]


def test_what_was_begun_is_done_before_the_program_ends(tmp_path):
    program = """
import asyncio, sys, threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from padd.platform.request_handler import RequestThreads

def write():
    begun.set()
    threading.Event().wait(0.2)  # the program has come to its end meanwhile
    Path(sys.argv[1]).write_text("written")

async def main():
    threads = ThreadPoolExecutor(1)
    writing = asyncio.create_task(RequestThreads(threads, threads).run(write))
    await asyncio.to_thread(begun.wait)

begun = threading.Event()
asyncio.run(main())
"""
    file = tmp_path / "file"

    subprocess.run([sys.executable, "-c", program, str(file)], check=True, timeout=60)

    assert file.read_text() == "written"


def test_requests_run_side_by_side_where_the_database_answers_from_elsewhere(monkeypatch):
    monkeypatch.setattr(request_handler, "connection", Mock(vendor="postgresql"))
    reads, writes = request_threads()
    both = threading.Barrier(2)

    found = results(reads, lambda: both.wait(PATIENCE), lambda: both.wait(PATIENCE))

    assert sorted(found) == [0, 1]
    assert reads is writes
