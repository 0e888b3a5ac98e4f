"""Rows of long tables, rendered once and reused until they change.

A big event has hundreds of rows, and a log entry changes one or two of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Final

from jinja2.runtime import Macro
from markupsafe import Markup

from padd.platform.memo import Memo
from padd.presentation.eventlog.event_view import EventView

ROWS: Final = Memo(4000)


@dataclass(frozen=True, slots=True)
class KeptRows:
    """Rows of a page, one below the other."""

    rows: tuple[Hashable, ...]
    parts: tuple[str, ...]
    whole: Markup

    def __html__(self) -> str:
        """Return all of them."""
        return self.whole

    def above(self, row: Hashable) -> Markup:
        """Return those above a row."""
        return _joined(self.parts[: self.rows.index(row)])

    def below(self, row: Hashable) -> Markup:
        """Return those below a row."""
        return _joined(self.parts[self.rows.index(row) + 1 :])


def row_of(lay_out: Macro, row: Hashable, *about: Hashable) -> str:
    """Lay a row out that is in no event: the same one looks the same on every page."""
    return ROWS.get((lay_out, row, *about), lambda: lay_out(row, *about))


def rows_of(
    view: EventView, lay_out: Macro, rows: Iterable[Hashable], *about: Hashable
) -> KeptRows:
    """Lay rows out by a macro, which gets a row and what else it depends on.

    The macro is imported without the context of the page, so it knows nothing of
    whoever looks: what differs between two of a class of viewers is told as a value.
    """
    shown = tuple(rows)
    return view.since(
        ("rows", lay_out, about), shown, lambda before: _laid_out(lay_out, shown, about, before)
    )


def _laid_out(
    lay_out: Macro, rows: tuple[Hashable, ...], about: tuple[Hashable, ...], before: KeptRows | None
) -> KeptRows:
    known: dict[Hashable, str] = {}
    if before is not None:
        known = dict(zip(before.rows, before.parts, strict=True))
    parts = tuple(known.get(row) or str(lay_out(row, *about)) for row in rows)
    return KeptRows(rows, parts, _joined(parts))


def _joined(parts: Iterable[str]) -> Markup:
    return Markup("".join(parts))  # noqa: S704 -- macros have escaped what they show
