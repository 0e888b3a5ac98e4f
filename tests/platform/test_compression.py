"""Text is compressed for browsers that ask for it; streams and files are not."""

import gzip

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from padd.platform.middleware import Compression

LONG = b"the same words again " * 100
GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def answer_to(response, **headers):
    return Compression(lambda _: response)(RequestFactory().get("/", headers=headers))


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/json", "image/svg+xml"])
def test_text_is_compressed_for_those_who_ask(kind):
    packed = answer_to(HttpResponse(LONG, content_type=kind), **GZIP)
    plain = answer_to(HttpResponse(LONG, content_type=kind))

    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == LONG
    assert len(packed.content) < len(LONG) / 5
    assert "Content-Encoding" not in plain
    assert plain.content == LONG
    assert packed["Vary"] == plain["Vary"] == "Accept-Encoding"


def test_files_and_streams_are_sent_as_they_are():
    file = answer_to(HttpResponse(LONG, content_type="application/pdf"), **GZIP)
    stream = answer_to(StreamingHttpResponse([LONG], content_type="text/event-stream"), **GZIP)

    assert file.content == LONG
    assert "Content-Encoding" not in stream
    assert b"".join(stream.streaming_content) == LONG
