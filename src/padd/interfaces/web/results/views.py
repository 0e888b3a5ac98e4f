"""The page of a finished event, and its files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.core.event_file import write_event
from padd.interfaces.printing import lists
from padd.interfaces.printing.event_view import PrintView, print_view_of_file
from padd.interfaces.printing.eventlog import result_lists
from padd.interfaces.printing.pdf import Paper, render_pdf
from padd.interfaces.web.delivery.feeds import file_response
from padd.interfaces.web.request_actor import actor_of
from padd.interfaces.web.results.page import rating_changes, results_page
from padd.presentation.eventlog.progress import Segment
from padd.presentation.eventlog.standings_page import place_reason
from padd.presentation.events.event_rows import long_date, long_moment, place_line
from padd.presentation.formats.presenter import standings_view
from padd.presentation.formats.standings import StandingsView
from padd.presentation.ratings.figures import k_citation, score_text
from padd.presentation.spreadsheet.csv_text import Cell, write_csv
from padd.presentation.spreadsheet.writer import results_table
from padd.services.delivery import printouts
from padd.services.reports.outcome import FinishedEventView, finished_event_view
from padd.store.queries.ratings.careers import event_changes
from padd.store.queries.reports import corrections_of


def standings_csv(finished: FinishedEventView) -> bytes:
    """Return the final standings as a table."""
    view = standings_view(finished.event, finished.book)
    heads = (column.full_title for column in view.ordered_columns)
    return write_csv(("Place", "Player", "Handle", *heads), _rows(finished, view))


def _rows(finished: FinishedEventView, view: StandingsView) -> Iterator[tuple[Cell, ...]]:
    handles = {player.id: player.handle for player in finished.event.players}
    for row in view.rows:
        cells = (row.cells.get(column.key) for column in view.ordered_columns)
        yield (
            row.place_text if row.disqualified else row.place,
            row.name,
            handles[row.player],
            *(" ".join(cell) if isinstance(cell, tuple) else cell for cell in cells),
        )


def results_csv(finished: FinishedEventView) -> bytes:
    """Return every game of every round as a table that can be read again."""
    return write_csv(*results_table(finished.event, finished.book))


CSV = "text/csv; charset=utf-8"


def _finished_event(request: HttpRequest, event: str) -> FinishedEventView:
    return finished_event_view(event=event, by=actor_of(request), now=timezone.now())


@require_safe
def show_results(request: HttpRequest, event: str) -> HttpResponse:
    """Show how an event ended."""
    finished = _finished_event(request, event)
    line = finished.about.line
    moved = event_changes(event)
    changes = rating_changes(finished, moved)
    address = reverse("results", args=(event,))
    context: dict[str, Any] = {
        "section": "calendar",
        "of_file": False,
        "page": results_page(_with_directors(finished), changes),
        "k": moved[0].k if moved else None,
        "k_cite": k_citation(finished.book, moved[0].k) if moved else "",
        "corrections": corrections_of(event),
        "scored": score_text,
        "facts": finished.about,
        "line": line,
        "void": finished.void,
        "starts": long_moment(line.local_start),
        "place": place_line(line),
        "life": tuple(_life(finished)),
        "name": line.public_id,
        "why_base": f"{address}why/",
    }
    return render(request, "results/results.html", context)


@require_safe
def show_place_reason(request: HttpRequest, event: str, line: str) -> HttpResponse:
    """Show why a player has this place in the end."""
    finished = _with_directors(_finished_event(request, event))
    page = results_page(finished, rating_changes(finished, event_changes(event)))
    context = {
        "section": "calendar",
        "name": finished.about.line.name,
        "reason": place_reason(page.standings, line),
        "standings_address": reverse("results", args=(event,)),
    }
    return render(request, "results/place_reason.html", context)


def _with_directors(finished: FinishedEventView) -> FinishedEventView:
    """Return an event whose file may name no director; the listing does."""
    listed = tuple(director.handle for director in finished.about.directors)
    if finished.event.directors or not listed:
        return finished
    return replace(finished, event=msgspec.structs.replace(finished.event, directors=listed))


def _life(finished: FinishedEventView) -> Iterator[Segment]:
    """Give the life of the event as the segments of the bar."""
    state = finished.about.line.state
    rounds = len(finished.event.every_round)
    yield Segment("1", "Listed", "settled")
    yield Segment("2", f"Played, {rounds} rounds" if rounds > 1 else "Played", "settled")
    reported = state not in {"results-entered", "voided"}
    yield Segment("3", "Reported", "settled" if reported else "planned")
    rated = state == "processed"
    yield Segment("4", "Rated", "settled" if rated else "planned")


@require_safe
def download_event_file(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out the event as its file, without its log."""
    body = write_event(_finished_event(request, event).event)
    name = f"{event}.event.json"
    return file_response(request, body, kind="application/json", name=name)


@require_safe
def download_results_csv(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out the results by round as a table."""
    body = results_csv(_finished_event(request, event))
    return file_response(request, body, kind=CSV, name=f"{event}-results.csv")


@require_safe
def download_standings_csv(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out the final standings as a table."""
    body = standings_csv(_finished_event(request, event))
    return file_response(request, body, kind=CSV, name=f"{event}-standings.csv")


@require_safe
def print_standings(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out the final standings to print."""
    return _print_list(request, event, lists.standings_list, "standings")


@require_safe
def print_results(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out the results of all rounds to print."""
    return _print_list(request, event, result_lists.results_list, "results")


def _print_list(
    request: HttpRequest, event: str, make: Callable[[PrintView], lists.PrintedList], name: str
) -> HttpResponse:
    finished = _finished_event(request, event)
    ended = f"as of {long_date(finished.finished_at)}"
    view = print_view_of_file(finished.event, finished.book, printed=ended)
    size = Paper(printouts.chosen_paper_size(event))
    body = render_pdf("list", make(view).content(view.foot), paper=size).pdf
    answer = HttpResponse(body, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{event}-{name}.pdf"'
    return answer
