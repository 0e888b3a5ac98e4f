"""The limit on a request counts what comes, whatever the request claims."""

from __future__ import annotations

import asyncio
from typing import Any

from padd.interfaces.web.errors import too_large_path
from padd.platform.body_limit import FORM_OVERHEAD, PATIENCE, BodyLimit

Message = dict[str, Any]


class Echo:
    """An application that reads its request as Django does, and answers its size."""

    def __init__(self):
        self.asked: list[str] = []

    async def __call__(self, scope, receive, send):
        self.asked.append(scope.get("path", scope["type"]))
        size = 0
        while scope["type"] == "http":
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            size += len(message["body"])
            if not message["more_body"]:
                break
        await send({"type": "answer", "size": size})


def sent(*parts, limit, kind="http"):
    """Send a request in parts; return the application, its answers, parts read."""
    waiting = list(parts)
    answers: list[Any] = []
    echo = Echo()

    async def receive():
        body = waiting.pop(0)
        return {"type": "http.request", "body": body, "more_body": bool(waiting)}

    async def send(message):
        answers.append(message)

    scope = {
        "type": kind,
        "path": "/event/",
        "method": "POST",
        "headers": [(b"host", b"here"), (b"content-length", b"3")],
    }
    asyncio.run(BodyLimit(echo, octets=limit, refusal_path=too_large_path)(scope, receive, send))
    return echo, answers, len(parts) - len(waiting)


def test_a_request_within_the_limit_passes():
    echo, answers, _ = sent(b"x" * FORM_OVERHEAD, b"abc", limit=3)

    assert echo.asked == ["/event/"]
    assert answers == [{"type": "answer", "size": FORM_OVERHEAD + 3}]


def test_one_byte_more_is_answered_by_the_page_that_says_so():
    echo, answers, _ = sent(b"x" * FORM_OVERHEAD, b"abcd", limit=3)

    assert echo.asked == ["/event/", "/too-large/"]
    assert answers == [{"type": "answer", "size": 0}]


def test_the_rest_is_read_so_that_a_browser_sees_the_answer():
    part = b"x" * FORM_OVERHEAD

    _, _, read = sent(*[part] * 5, limit=0)

    assert read == 5


def test_patience_with_an_endless_request_ends():
    part = b"x" * FORM_OVERHEAD

    _, answers, read = sent(*[part] * 100, limit=0)

    assert read == PATIENCE
    assert answers == [{"type": "answer", "size": 0}]


def test_what_is_no_request_passes_untouched():
    echo, _, _ = sent(b"", limit=0, kind="lifespan")

    assert echo.asked == ["/event/"]
