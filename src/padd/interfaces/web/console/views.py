"""The views of the console: pages, commands, and data for scripts."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote, urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.state.rounds import disputed_tables
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.console.commands import action_from_form
from padd.interfaces.web.console.confirmation import Confirmation, chosen_repair, confirmation_for
from padd.interfaces.web.console.page import console_form, page_of_form, redisplay, show_page
from padd.interfaces.web.console.result_commands import role_from_form
from padd.interfaces.web.delivery.feeds import file_response
from padd.interfaces.web.layout.console import console_layout
from padd.interfaces.web.layout.navigation import may_open_page
from padd.interfaces.web.layout.public import THEME_COOKIE
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.interfaces.web.result_form import has_open_question, preview_result
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.round_tables import next_open_table
from padd.presentation.spreadsheet.csv_text import write_csv
from padd.services import eventlog
from padd.services.access.permissions import Permission
from padd.services.eventlog import Recorded
from padd.services.refusal import NotAllowed, NotFound

UNCHANGING: Final = frozenset({"console-standings"})
"""Pages without forms, which stay good until the log grows."""
NEXT_TABLE: Final = "next-table"
CONSOLE: Final = "console"
NEXT_DISPUTE: Final = "next-dispute"
RESULT_ACTIONS: Final = frozenset({"result.entered", "result.decided", "result.corrected"})


@sign_in_required
@require_safe
def console_page_view(request: HttpRequest, event: str, **place: Any) -> HttpResponse:  # noqa: ANN401 -- as the address has it
    """Show a page of the console."""
    name = str(request.resolver_match.url_name if request.resolver_match else "")
    view = staff_event_view(request, event)
    if not may_open_page(view, name):
        raise NotAllowed(Permission.EVENT_RUN)
    if name not in UNCHANGING:
        return show_page(request, view, name, request.GET, **place)
    theme = request.COOKIES.get(THEME_COOKIE, "")
    etag = f'"{view.id}-{view.sequence}-{view.may_run}-{quote(theme)}"'
    known_already = get_conditional_response(request, etag=etag)
    if known_already is not None:
        return known_already
    response = show_page(request, view, name, request.GET, **place)
    response["ETag"] = etag
    return response


@console_form()
def record_action(request: HttpRequest, view: EventView, kind: str) -> HttpResponse:
    """Record the action of a form, and go back to the page of the form."""
    if request.POST.get("look"):
        return redisplay(request, view)
    if kind in RESULT_ACTIONS and _has_result_question(view, request.POST):
        return redisplay(request, view)
    outcome = _confirm_or_record(kind, request.POST, view)
    if isinstance(outcome, Confirmation):
        return _show_confirmation(request, view, kind, outcome)
    return _redirect(request, view, outcome)


def _has_result_question(view: EventView, form: QueryDict) -> bool:
    """Tell whether a question about the result comes first."""
    round_ = view.state.round(parse_int(form.get("number", "")) or 0)
    table = None
    if round_ is not None and not form.get("take"):
        table = round_.tables.get(parse_int(form.get("table", "")) or 0)
    return round_ is not None and table is not None and has_open_question(view, round_, table, form)


def _confirm_or_record(kind: str, form: QueryDict, view: EventView) -> Recorded | Confirmation:
    """Record an action, unless a question comes first."""
    action = action_from_form(kind, form, view)
    question = confirmation_for(kind, action, form, view)
    if question is not None:
        return question
    way = chosen_repair(kind, action, form, view)
    if isinstance(way, Confirmation):
        return way
    done = _record(view, action, form, expected=parse_int(form.get("expected", "")))
    if way is None:
        return done
    if way.action is None:
        reason = message("Nothing would change at any table.")
        raise RefusalError(Refusal("nothing-changes", reason))
    return _record(view, way.action, form, suffix=f"-{way.way}")


def _record(
    view: EventView,
    action: Action,
    form: QueryDict,
    *,
    expected: int | None = None,
    suffix: str = "",
) -> Recorded:
    key = form.get("key", "")
    return eventlog.record_action(
        event_id=view.id,
        action=action,
        by=view.actor,
        now=view.now,
        key=f"{key[:50]}{suffix}" if suffix else key,
        expected=expected,
        reason=form.get("reason", ""),
        acting_role=None if suffix else role_from_form(form),
    )


@console_form(kind="draw")
def draw_round(request: HttpRequest, view: EventView) -> HttpResponse:
    """Draw the next round, or the open draft again."""
    form = request.POST
    done = eventlog.draw_round(
        event_id=view.id,
        by=view.actor,
        now=view.now,
        key=form.get("key", ""),
        expected=parse_int(form.get("expected", "")),
        reason=form.get("reason", ""),
        pods=parse_int(form.get("pods", "")),
    )
    address = reverse("console-pairings", args=(view.id,))
    return HttpResponseRedirect(f"{address}?done={done.sequence}")


@console_form("console")
def open_event(request: HttpRequest, view: EventView) -> HttpResponse:
    """Open the event from its listing."""
    if not view.may_run:
        raise NotAllowed(Permission.EVENT_RUN)
    eventlog.open_event(
        listing_id=view.id, by=view.actor, now=view.now, key=request.POST.get("key", "")
    )
    return HttpResponseRedirect(reverse("console-check-in", args=(view.id,)))


@sign_in_required
@require_safe
def result_preview(request: HttpRequest, event: str, number: int, at: int) -> HttpResponse:
    """Return the points of a result while its form is filled in."""
    view = staff_event_view(request, event)
    round_ = view.state.round(number)
    table = None if round_ is None else round_.tables.get(at)
    if round_ is None or table is None or table.match is None:
        return HttpResponse(status=404)
    preview = preview_result(view, round_, table, request.GET)
    return render(request, "console/derived.html", {"derived": preview})


@sign_in_required
@require_safe
def log_sequence(request: HttpRequest, event: str) -> JsonResponse:
    """Return the number of the last entry and the time, for pages that poll."""
    view = staff_event_view(request, event)
    return JsonResponse({"sequence": view.sequence, "now": view.now.isoformat()})


@sign_in_required
@require_safe
def event_file(request: HttpRequest, event: str) -> HttpResponse:
    """Return the event file with its log."""
    view = staff_event_view(request, event)
    response = HttpResponse(
        eventlog.export_event_file(event_id=view.id), content_type="application/json"
    )
    name = f"{view.id}-{view.sequence}.event.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@sign_in_required
@require_safe
def card_notes_csv(request: HttpRequest, event: str) -> HttpResponse:
    """Return the notes about unreleased cards as a spreadsheet."""
    view = staff_event_view(request, event)
    notes = view.state.scenario.notes
    if not notes:
        raise NotFound("notes")
    rows = (
        (note.card, note.text, view.state.name(note.player) if note.player else "", note.at)
        for note in sorted(notes, key=lambda note: (note.card, note.at))
    )
    body = write_csv(("Card", "Note", "Player", "At"), rows)
    name = f"{view.id}-card-notes.csv"
    return file_response(request, body, kind="text/csv; charset=utf-8", name=name)


def _show_confirmation(
    request: HttpRequest, view: EventView, kind: str, question: Confirmation
) -> HttpResponse:
    context = {
        **console_layout(view, "", QueryDict()),
        "question": question,
        "kind": kind,
        "back": page_of_form(request, view),
        "section": "",
    }
    return render(request, "console/confirm.html", context)


def _redirect(request: HttpRequest, view: EventView, done: Recorded) -> HttpResponse:
    """Go back to the page, tell what was done, and open the next table if asked."""
    back = urlsplit(page_of_form(request, view))
    query = QueryDict(back.query, mutable=True)
    for gone in ("done", "open", "change", "pod_round"):
        query.pop(gone, None)
    query["done"] = str(done.sequence)
    then = request.POST.get("then", "")
    if then in {NEXT_DISPUTE, CONSOLE}:
        left = then == NEXT_DISPUTE and disputed_tables(done.state)
        place = reverse("console-disputes" if left else CONSOLE, args=(view.id,))
        return HttpResponseRedirect(f"{place}?done={done.sequence}")
    if then == NEXT_TABLE:
        saved = request.POST.get("table", "")
        table = next_open_table(done.state.current, parse_int(saved) or 0)
        if table is not None:
            query["open"] = str(table)
    return HttpResponseRedirect(f"{back.path}?{query.urlencode()}")
