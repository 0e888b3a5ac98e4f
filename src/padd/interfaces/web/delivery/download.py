"""File downloads: with a name, and sent again only if they have changed."""

from __future__ import annotations

from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def file_response(
    request: HttpRequest, body: bytes, *, kind: str, name: str, inline: bool = False
) -> HttpResponse:
    """Return a file, or that the browser has it already."""
    answer = HttpResponse(body, content_type=kind)
    answer["ETag"] = f'"{sha256(body).hexdigest()[:32]}"'
    answer["Cache-Control"] = "private, no-cache"
    where = "inline" if inline else "attachment"
    answer["Content-Disposition"] = f'{where}; filename="{name}"'
    unchanged = get_conditional_response(request, etag=answer["ETag"], response=answer)
    return unchanged if unchanged is not None else answer
