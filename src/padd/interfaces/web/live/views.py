"""`GET /events/<id>/live`: the number of each new action, as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from padd.services.delivery.live_hub import hub

HEARTBEAT: Final = 15.0
"""Seconds after which a silent stream shows that it is alive."""
RETRY: Final = 2000
"""Milliseconds after which a browser that lost the stream asks again."""


@require_GET
async def live(request: HttpRequest, event: str) -> HttpResponseBase:
    """Tell a page how far the event is, now and whenever it moves on.

    A browser that comes back names the last number it has seen, and is told at once
    if it has missed something.
    """
    known = await hub().head(event)
    if not known:
        return HttpResponse("This event is not running.", status=404)
    seen = request.headers.get("Last-Event-ID", "")
    response = StreamingHttpResponse(
        stream(event, int(seen) if seen.isascii() and seen.isdigit() else -1),
        content_type="text/event-stream; charset=utf-8",
    )
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


async def stream(event: str, seen: int) -> AsyncIterator[bytes]:
    """Yield the number of the last action whenever it is another one."""
    watched = hub()
    news = watched.join(event)
    try:
        yield f"retry: {RETRY}\n\n".encode()
        while not watched.closing:
            news.clear()
            number = watched.heads.get(event, 0)
            if number != seen and number:
                seen = number
                yield f"id: {number}\nevent: moved\ndata: {number}\n\n".encode()
            try:
                await asyncio.wait_for(news.wait(), HEARTBEAT)
            except TimeoutError:
                yield b": still here\n\n"
    finally:
        watched.leave(event, news)
