"""Brackets and Tribbles as their page shows them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from markupsafe import Markup

from padd.core.formats.bracket.event import played_event
from padd.core.formats.format import Places
from padd.core.formats.registry import format_of
from padd.core.model import Event, PlayerId
from padd.presentation.eventlog.event_head import EventHead, head_of, key_of
from padd.presentation.formats.bracket_view import BracketView, bracket_view
from padd.presentation.formats.presenter import presenter_of, results_view
from padd.presentation.formats.reasons import WhyPanel, told
from padd.presentation.formats.results import results_tables
from padd.presentation.formats.standings import PLACE, PLAYER, text_cells
from padd.presentation.names import event_title, player_names
from padd.presentation.svg.bracket import PAGE, bracket_svg
from padd.presentation.tables import Column, TextTable
from padd.rulebooks.schema import Rulebook


class FormatRow(msgspec.Struct, frozen=True):
    """One line of the standings with its reasons."""

    key: str
    player: PlayerId
    name: str
    cells: tuple[str, ...]
    why: WhyPanel


class Drawing(msgspec.Struct, frozen=True):
    """A bracket as a picture, and the same in words for phones and readers."""

    svg: Markup
    view: BracketView


class FormatPage(msgspec.Struct, frozen=True):
    """Everything that the page of a bracket or a Tribbles event shows."""

    head: EventHead
    columns: tuple[Column, ...]
    rows: tuple[FormatRow, ...]
    rounds: tuple[TextTable, ...]
    drawing: Drawing | None = None


def format_page_of(event: Event, book: Rulebook, places: Places | None = None) -> FormatPage:
    """Return the page of an event of any format, ranked here if nobody did."""
    play, presenter = format_of(event), presenter_of(event)
    places = places or play.standings(event, book)
    view = presenter.standings(event, book, places)
    why = presenter.reasons(event, book, places)
    return FormatPage(
        head=head_of(event, book, final=view.final),
        columns=(PLACE, PLAYER, *view.columns),
        rows=tuple(
            FormatRow(
                key_of(row.player, index),
                row.player,
                row.name,
                text_cells(view, row),
                told(why(row.player), book),
            )
            for index, row in enumerate(view.rows)
        ),
        rounds=tuple(_rounds(event, book)),
        drawing=_drawing(event, book) if play.has_bracket else None,
    )


def _rounds(event: Event, book: Rulebook) -> Iterator[TextTable]:
    """Return the rounds under short titles; the page has the event's name."""
    view = results_view(event, book)
    for round_, table in zip(view.rounds, results_tables(view), strict=True):
        yield msgspec.structs.replace(table, title=f"Round {round_.number}")


def _drawing(event: Event, book: Rulebook) -> Drawing:
    played, names = played_event(event, book), player_names(event)
    lengths = event.best_of or None
    svg = bracket_svg(played, names, title=event_title(event), best_of=lengths, frame=PAGE)
    # The drawing escapes every name that it writes.
    return Drawing(
        Markup(svg),  # noqa: S704
        bracket_view(played, names, best_of=lengths),
    )
