"""News as Atom feeds: what is new, the latest first, for any reader of feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

import msgspec

from padd.presentation.svg.xml_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

ATOM: Final = "http://www.w3.org/2005/Atom"
KIND: Final = "application/atom+xml; charset=utf-8"


class News(msgspec.Struct, frozen=True):
    """One entry of a feed."""

    title: str
    address: str
    """Absolute; it names the entry for good, so it says what it is about."""
    at: datetime
    words: str


def atom_feed(
    news: Iterable[News], *, title: str, address: str, page: str, empty_at: datetime
) -> bytes:
    """Return a feed; `address` is its own, `page` that of the page beside it."""
    newest = sorted(news, key=lambda item: item.at, reverse=True)
    feed = ET.Element("feed", xmlns=ATOM)
    _said(feed, "title", title)
    _said(feed, "id", address)
    ET.SubElement(feed, "link", rel="self", href=address)
    ET.SubElement(feed, "link", rel="alternate", type="text/html", href=page)
    _said(feed, "updated", _moment(newest[0].at if newest else empty_at))
    _said(ET.SubElement(feed, "author"), "name", "PADD")
    for news_item in newest:
        entry = ET.SubElement(feed, "entry")
        _said(entry, "title", news_item.title)
        _said(entry, "id", news_item.address)
        ET.SubElement(
            entry, "link", rel="alternate", type="text/html", href=news_item.address
        )
        _said(entry, "updated", _moment(news_item.at))
        _said(entry, "summary", news_item.words)
    ET.indent(feed)
    document: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return document


def _said(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = plain(text)


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
