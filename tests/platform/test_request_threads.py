"""Requests run one after the other on SQLite, and nobody waits long for another."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from functools import partial
from unittest.mock import Mock

from padd.platform import request_threads
from padd.platform.request_threads import InTurn

PATIENCE = 60
FOR_EVER = 3600.0


def done(threads, *works):
    """Hand in the works in this order; return what each returned or raised."""

    async def all_of_them():
        loop = asyncio.get_running_loop()
        waiting = [loop.run_in_executor(threads, work) for work in works]
        return await asyncio.gather(*waiting, return_exceptions=True)

    return asyncio.run(all_of_them())


def test_one_request_runs_at_a_time(monkeypatch):
    monkeypatch.setattr(request_threads, "LONGEST_TURN", FOR_EVER)
    running: set[int] = set()
    most = []

    def work(number):
        running.add(number)
        threading.Event().wait(0.001)  # lets any other thread go on
        most.append(len(running))
        running.remove(number)
        return number

    found = done(InTurn("read"), *(partial(work, at) for at in range(20)))

    assert found == list(range(20))
    assert set(most) == {1}


def test_who_takes_long_is_overtaken():
    overtaken = threading.Event()

    found = done(InTurn("read"), lambda: overtaken.wait(PATIENCE), overtaken.set)

    assert found == [True, None]


def test_the_thread_that_was_overtaken_ends_with_its_work():
    threads = InTurn("read")
    overtaken = threading.Event()

    def wait():
        assert overtaken.wait(PATIENCE)
        return threading.current_thread()

    def overtake():
        overtaken.set()
        return threading.current_thread()

    slow, quick = done(threads, wait, overtake)

    slow.join(PATIENCE)

    assert not slow.is_alive()
    assert quick.is_alive()
    assert done(threads, threading.current_thread) == [quick]


def test_no_more_than_so_many_are_overtaken(monkeypatch):
    monkeypatch.setattr(request_threads, "MOST_AT_ONCE", 2)
    monkeypatch.setattr(request_threads, "LONGEST_TURN", 0.001)
    second, over, released = (threading.Event() for _ in range(3))

    def first():
        assert second.wait(PATIENCE)
        assert not over.wait(0.1)  # a hundred turns in which nobody may overtake
        released.set()

    def begin():
        second.set()
        return over.wait(PATIENCE)

    def third():
        over.set()
        return released.is_set()

    assert done(InTurn("read"), first, begin, third) == [None, True, True]


def test_what_a_request_raises_is_raised_where_it_was_handed_in():
    threads = InTurn("read")

    (error, after) = done(threads, lambda: 1 // 0, lambda: "the next one")

    assert isinstance(error, ZeroDivisionError)
    assert after == "the next one"


def test_work_that_nobody_wants_any_more_is_not_done(monkeypatch):
    monkeypatch.setattr(request_threads, "LONGEST_TURN", FOR_EVER)
    did: list[str] = []
    go = threading.Event()

    async def leave():
        loop = asyncio.get_running_loop()
        threads = InTurn("read")
        first = loop.run_in_executor(threads, go.wait, PATIENCE)
        second = loop.run_in_executor(threads, did.append, "second")
        third = loop.run_in_executor(threads, did.append, "third")
        second.cancel()
        await asyncio.sleep(0)  # the loop hands the wish on in its next round
        go.set()
        await asyncio.gather(first, third)

    asyncio.run(leave())

    assert did == ["third"]


def test_turns_are_looked_after_by_whichever_loop_hands_in_the_work():
    threads = InTurn("read")
    for _ in range(3):
        overtaken = threading.Event()
        wait = partial(overtaken.wait, PATIENCE)
        assert done(threads, wait, overtaken.set) == [True, None]


def test_a_thread_that_cannot_be_started_leaves_the_slow_one_at_work(monkeypatch):
    threads = InTurn("read")
    refused = threading.Event()
    start = threading.Thread.start

    def fail(thread):
        if thread.name == "read":
            refused.set()
            raise RuntimeError("can't start new thread")
        start(thread)

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", fail)
        found = done(threads, lambda: refused.wait(PATIENCE), lambda: "the next one")

    assert found == [True, "the next one"]
    overtaken = threading.Event()
    assert done(threads, lambda: overtaken.wait(PATIENCE), overtaken.set)[0] is True


def test_what_was_handed_in_is_done_before_the_program_ends(tmp_path):
    program = """
import asyncio, sys, threading
from pathlib import Path
from padd.interfaces.web.request_threads import InTurn

def write():
    begun.set()
    threading.Event().wait(0.2)  # the program has come to its end meanwhile
    Path(sys.argv[1]).write_text("written")

async def main():
    asyncio.get_running_loop().run_in_executor(InTurn("write"), write)
    await asyncio.to_thread(begun.wait)

begun = threading.Event()
asyncio.run(main())
"""
    file = tmp_path / "file"

    subprocess.run([sys.executable, "-c", program, str(file)], check=True, timeout=60)

    assert file.read_text() == "written"


def test_requests_run_side_by_side_where_the_database_answers_from_elsewhere(monkeypatch):
    monkeypatch.setattr(request_threads, "connection", Mock(vendor="postgresql"))
    read, write = request_threads.request_threads()
    both = threading.Barrier(2)

    found = done(read, lambda: both.wait(PATIENCE), lambda: both.wait(PATIENCE))

    assert sorted(found) == [0, 1]
    assert read is write


def test_a_sqlite_file_is_read_in_turn_and_written_in_turn(monkeypatch):
    monkeypatch.setattr(request_threads, "connection", Mock(vendor="sqlite"))

    read, write = request_threads.request_threads()

    assert isinstance(read, InTurn)
    assert isinstance(write, InTurn)
    assert read is not write
