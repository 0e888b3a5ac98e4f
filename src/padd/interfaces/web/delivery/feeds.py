"""News as Atom feeds: latest first, for any feed reader."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

from padd.presentation.svg.svg_text import remove_forbidden_characters

KIND: Final = Atom1Feed.content_type


class News(msgspec.Struct, frozen=True):
    """One entry of a feed."""

    title: str
    address: str
    """Absolute; it names the entry for good, so it says what it is about."""
    at: datetime
    words: str


class Feed(Atom1Feed):
    """A feed that does not change by the hour while nothing is in it."""

    empty_at: datetime

    def latest_post_date(self) -> datetime:
        """Return when the latest entry was made."""
        return super().latest_post_date() if self.items else self.empty_at


def atom_feed(
    news: Iterable[News], *, title: str, address: str, page: str, empty_at: datetime
) -> bytes:
    """Return a feed; `address` is its own, `page` that of the page beside it."""
    feed = Feed(
        title=remove_forbidden_characters(title),
        link=page,
        description=None,
        author_name="PADD",
        feed_url=address,
        feed_guid=address,
    )
    feed.empty_at = empty_at
    for entry in sorted(news, key=lambda entry: entry.at, reverse=True):
        feed.add_item(
            title=remove_forbidden_characters(entry.title),
            link=entry.address,
            description=escape(remove_forbidden_characters(entry.words)),
            unique_id=entry.address,
            updateddate=entry.at,
        )
    return feed.writeString("utf-8").encode()


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
