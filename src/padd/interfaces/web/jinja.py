"""The template environment: addresses, files, icons and number formats."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import json_script
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from padd.core.messages import Message
from padd.interfaces.printing.qr_code import qr_svg
from padd.presentation import page_words
from padd.presentation import words as wording
from padd.presentation.messages import text
from padd.presentation.rulebooks import (
    publication_of,
    ruling_numbers,
    topic_title,
    unit_of,
    value_words,
)
from padd.presentation.svg.svg_text import short_name
from padd.services.events.sanction_adviser import FormChoice
from padd.services.local_time import format_date

ICONS = Path(__file__).parent / "templates" / "icons"
MOST_ADDRESSES: Final = 4096
"""How many addresses are stored; a page has a hundred."""


def environment(**options: object) -> Environment:
    """Return the environment; a name that is not there is an error."""
    jinja = Environment(  # noqa: S701 -- the options turn it on
        **{**options, "undefined": StrictUndefined},  # type: ignore[arg-type]
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_in_words,
    )
    jinja.globals.update(
        url=url,
        asset=asset,
        icon=icon,
        words=page_words,
        wording=wording,
        dated=format_date,
        in_words=value_words,
        numbers_of=ruling_numbers,
        publication_of=publication_of,
        titled=topic_title,
        unit_of=unit_of,
        json_script=json_script,
        code_of=code_of,
    )
    jinja.filters.update(
        count=page_words.count, unbroken=page_words.unbroken, pairs=pairs, shortened=short_name
    )
    return jinja


def _in_words(value: object) -> object:
    """Return what a page shows for a value: a message becomes its text."""
    return text(value) if isinstance(value, Message) else value


def pairs(options: Iterable[FormChoice]) -> list[tuple[str, str]]:
    """Return choices as value and title, as a form wants them."""
    return [(option.value, option.title) for option in options]


@lru_cache(MOST_ADDRESSES)
def url(name: str, args: tuple[object, ...] = ()) -> str:
    """Return the address of a page, found once: Django goes by regular expressions."""
    return reverse(name, args=args)


@cache
def asset(path: str, *, versioned: bool = True) -> str:
    """Return the address of a static file, changed whenever the file changes.

    Fonts are named by the style sheets as they are, so they go without a version.
    """
    path_found = finders.find(path)
    if not isinstance(path_found, str):
        raise FileNotFoundError(path)
    if not versioned:
        return static(path)
    return f"{static(path)}?v={sha256(Path(path_found).read_bytes()).hexdigest()[:12]}"


def code_of(text: str) -> Markup:
    """Return a QR code to stand in a page."""
    return Markup(qr_svg(text))  # noqa: S704 -- our own drawing


@cache
def icon(name: str) -> Markup:
    """Return a lucide icon to stand beside a word, hidden from screen readers."""
    drawing = (ICONS / f"{name}.svg").read_text(encoding="utf-8")
    shapes = drawing.split(">", 2)[2].removesuffix("</svg>\n").split()
    return Markup(  # noqa: S704 -- our own files
        f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        f"{' '.join(shapes)}</svg>"
    )
