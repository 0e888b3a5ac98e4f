"""Open pages learn within moments that an event has moved on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connections
from django.test import AsyncRequestFactory
from tests.services.eventlog.table_driver import AtTheTable
from tests.wait_limits import PATIENCE

from padd.core.eventlog.actions.finish import NoteAdded
from padd.interfaces.web.live import views
from padd.services.delivery import live_hub as hubs
from padd.services.eventlog import followers


@pytest.mark.django_db
def test_bells_ring_for_their_own_event_until_they_are_taken_down():
    heard: list[int] = []
    end = followers.add_listener("one", heard.append)

    followers.notify("one", 3)
    followers.notify("two", 4)
    end()
    followers.notify("one", 5)

    assert heard == [3]


async def opened(event, **headers):
    request = AsyncRequestFactory().get(f"/events/{event}/live", headers=headers)
    return await views.live(request, event)


async def told(stream):
    """Return the next thing that is told, passing over signs of life.

    Without anybody who looks, nothing more will be told, and nothing is waited for.
    """
    while True:
        said = asyncio.ensure_future(anext(stream))
        ends = {said, looking} if (looking := hubs.hub().task) else {said}
        await asyncio.wait(ends, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        assert said.done(), f"nothing is told, and the look at the database: {looking}"
        if not (await said).startswith((b"retry", b":")):
            return await said


def lines(response):
    found: AsyncIterator[bytes] = aiter(response.streaming_content)
    return found


def run(test):
    async def with_a_hub():
        try:
            await test
        finally:
            hubs.hub().thread.shutdown()
            hubs._hubs.clear()
            await sync_to_async(connections.close_all)()

    asyncio.run(with_a_hub())


def noted(day):
    try:
        return day.do(NoteAdded(text="Something happens")).sequence
    finally:
        connections.close_all()


@pytest.mark.req("R9")
def test_a_page_is_told_how_far_the_event_is_and_of_each_act(real_database):
    day = AtTheTable()

    async def watched():
        response = await opened(day.id)
        stream = lines(response)
        assert response["Content-Type"].startswith("text/event-stream")
        assert await told(stream) == b"id: 6\nevent: moved\ndata: 6\n\n"
        number = await sync_to_async(noted)(day)
        assert await told(stream) == f"id: 7\nevent: moved\ndata: {number}\n\n".encode()
        await stream.aclose()  # type: ignore[attr-defined]

    run(watched())


@pytest.mark.req("R9")
def test_what_another_process_did_is_found_by_looking(real_database, monkeypatch):
    day = AtTheTable()
    monkeypatch.setattr(followers, "notify", lambda *_: None)
    monkeypatch.setattr(hubs, "EVERY", 0.01)

    async def watched():
        stream = lines(await opened(day.id))
        await told(stream)
        await sync_to_async(noted)(day)
        assert (await told(stream)).startswith(b"id: 7\n")
        await stream.aclose()  # type: ignore[attr-defined]

    run(watched())


@pytest.mark.req("R9")
@pytest.mark.parametrize(
    "away", [OperationalError("connection failed"), InterfaceError("already closed")]
)
def test_a_stream_outlives_a_database_that_was_away(real_database, monkeypatch, away):
    day = AtTheTable()
    looks: list[int] = []

    def away_at_first(events):
        looks.append(len(looks))
        if len(looks) in {2, 3}:
            raise away
        return heads(events)

    heads = hubs.last_sequences
    monkeypatch.setattr(hubs, "last_sequences", away_at_first)
    monkeypatch.setattr(followers, "notify", lambda *_: None)
    monkeypatch.setattr(hubs, "EVERY", 0.01)

    async def watched():
        stream = lines(await opened(day.id))
        await told(stream)
        await sync_to_async(noted)(day)
        assert (await told(stream)).startswith(b"id: 7\n")
        await stream.aclose()  # type: ignore[attr-defined]

    run(watched())
    assert len(looks) > 3


def test_a_page_that_comes_back_is_told_only_what_it_missed(real_database, monkeypatch):
    day = AtTheTable()
    monkeypatch.setattr(views, "HEARTBEAT", 0.01)

    async def watched():
        up_to_date = lines(await opened(day.id, Last_Event_ID="6"))
        behind = lines(await opened(day.id, Last_Event_ID="2"))
        confused = lines(await opened(day.id, Last_Event_ID="six"))
        assert (await anext(up_to_date)).startswith(b"retry")
        assert (await anext(up_to_date)).startswith(b":")
        assert (await told(behind)).startswith(b"id: 6\n")
        assert (await told(confused)).startswith(b"id: 6\n")

    run(watched())


def test_whoever_leaves_last_lets_the_event_be_forgotten(real_database):
    day = AtTheTable()

    async def watched():
        streams = [views.stream(day.id, -1) for _ in range(2)]
        for stream in streams:
            await anext(stream)
        assert len(hubs.hub().watchers[day.id]) == 2
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]
        assert not hubs.hub().watchers
        assert not hubs.hub().bells

    run(watched())


def test_streams_end_when_the_server_stops(real_database):
    day = AtTheTable()

    async def watched():
        stream = lines(await opened(day.id))
        await told(stream)
        hubs.close_hubs()
        rest = [said async for said in stream]
        assert rest == []

    run(watched())


def test_there_is_nothing_to_watch_of_an_event_that_is_not_run(real_database):
    async def watched():
        assert (await opened("nowhere")).status_code == 404

    run(watched())


def test_streams_end_where_the_program_ends_before_their_loop():
    async def story():
        hub = hubs.hub()
        news = hub.join("one")
        hub.thread.shutdown()

        number = await hub.head("one")

        hub.leave("one", news)
        assert number == 0
        assert hub.closing
        assert news.is_set()

    run(story())
