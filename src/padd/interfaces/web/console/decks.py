"""Decks in the console: who has registered, lock, open again, draw and do checks."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from padd.core.decks.deck_list import HEADINGS
from padd.core.decks.event_decks import EventDecks
from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.decks import (
    DeckChecked,
    DeckChecksDrawn,
    DeckPassed,
    DeckReopened,
    draw_players_for_check,
)
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.printing.decks import PrintedDeck, deck_lists
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.web.layout.console import console_layout
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.decks.check_points import check_points
from padd.presentation.decks.deck_view import NO_SECTION, deck_view
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.names import sort_key
from padd.services import eventlog
from padd.services.decks import deck_access, deck_registration
from padd.services.decks.deck_access import DeckShown
from padd.services.delivery import printouts
from padd.services.local_time import format_date
from padd.services.refusal import ActionRefused, NotAllowed, NotFound
from padd.store.columns.event_rows import local_time

SEEDS: Final = 2**48
MOST_DRAWN: Final = 8
BY_PLAYER: Final[dict[str, Callable[[PlayerId], Action]]] = {
    "reopen": lambda player: DeckReopened(player=player),
    "pass": lambda player: DeckPassed(player=player),
    "choose": lambda player: DeckChecksDrawn(players=(player,)),
}
"""Actions about one player's deck, with a reason."""


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def decks_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show who has registered a deck, and do what a form asks for."""
    view = staff_event_view(request, event)
    if not view.opened:
        return HttpResponseRedirect(reverse("console", args=(event,)))
    if not view.may("deck.checked"):
        raise NotFound("page")
    wrong = _try_form_action(view, request) if request.method == "POST" else None
    if request.method == "POST" and wrong is None:
        return HttpResponseRedirect(reverse("console-decks", args=(view.id,)))
    registered = view.state.decks or EventDecks()
    until = deck_registration.deck_deadline(view.id)
    rows = [
        (entrant, view.name(player), registered.records.get(player))
        for player, entrant in view.state.players.items()
    ]
    context = {
        **console_layout(view, "console-decks", request.GET),
        "section": "console-decks",
        "decks": registered,
        "rows": sorted(rows, key=_urgency),
        "to_lock": registered.locked_at is None
        or bool(registered.opened)
        or any(record is not None and record.reopened for _, _, record in rows),
        "objected": sum(
            record is not None and record.verdict != "legal" and not record.passed
            for _, _, record in rows
        ),
        "until": local_time(until, view.calendar_event.time_zone) if until else None,
        "due": until is not None and until <= view.now,
        "wrong": wrong,
        "key": eventlog.new_command_key(),
    }
    return render(request, "console/decks.html", context, status=422 if wrong else 200)


def _urgency(row: tuple[Any, str, Any]) -> tuple[int, str]:
    """Put missing decks first, then those with objections, the rest by name."""
    _, name, record = row
    order = ("", "not-legal", "not-checked", "legal")
    told = "" if record is None else record.verdict
    return (order.index("legal" if record and record.passed else told), name)


def _try_form_action(view: EventView, request: HttpRequest) -> Refusal | None:
    try:
        _run_form_action(view, request.POST)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return refused.refusal
    return None


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def deck_page(request: HttpRequest, event: str, player: str) -> HttpResponse:
    """Show one deck to a judge who does not play, and take what a check found."""
    view = staff_event_view(request, event)
    shown = deck_access.registered_deck(by=view.actor, event=view.id, player=player)
    wrong, ticked = None, None
    if request.method == "POST":
        ticked = {parse_int(line) for line in request.POST.getlist("line")}
        found = _differences(shown, request.POST)
        action = DeckChecked(player=PlayerId(player), differences=found)
        try:
            _record(view, action, request.POST)
            return HttpResponseRedirect(_after_check(view, player, found))
        except ActionRefused as error:
            wrong = error.refusal
    decks = view.state.decks or EventDecks()
    context: dict[str, Any] = {
        **console_layout(view, "console-decks", request.GET),
        "section": "console-decks",
        "who": view.name(PlayerId(player)),
        "player": player,
        "shown": shown,
        "record": decks.records.get(PlayerId(player)),
        "drawn": player in decks.to_check,
        "deck": deck_view(shown.checked) if shown.checked else None,
        "parts": _parts(shown),
        "ticked": ticked or set(),
        "code": deck_registration.deck_infraction(view.id),
        "points": check_points(view.book),
        "wrong": wrong,
        "key": eventlog.new_command_key(),
    }
    return render(request, "console/deck.html", context, status=422 if wrong else 200)


def _parts(shown: DeckShown) -> list[tuple[str, list[tuple[int, int, str]]]]:
    """Return the lines to tick, in the order in which the list is printed."""
    if shown.checked is None:
        return []
    parts: dict[str, list[tuple[int, int, str]]] = {}
    for line in shown.checked.lines:
        section = line.written.section
        title = HEADINGS[section] if section else NO_SECTION
        told = (line.written.line, line.written.quantity, line.shown_title)
        parts.setdefault(title, []).append(told)
    return list(parts.items())


def _differences(shown: DeckShown, form: QueryDict) -> int:
    """Return how many cards are missing or too many: lines not ticked, and others."""
    if form.get("all") or shown.checked is None:
        return 0
    ticked = {parse_int(line) for line in form.getlist("line")}
    missing = sum(
        line.written.quantity for line in shown.checked.lines if line.written.line not in ticked
    )
    return missing + (parse_int(form.get("extra", "")) or 0)


def _after_check(view: EventView, player: str, found: int) -> str:
    """Return where to go on: to the penalty where deck and list differ."""
    if found:
        address = reverse("console-penalties", args=(view.id,))
        code = deck_registration.deck_infraction(view.id)
        return f"{address}?player={player}&infraction={code}#give"
    return reverse("console-decks", args=(view.id,))


def _run_form_action(view: EventView, form: QueryDict) -> None:
    player, act = PlayerId(form.get("player", "")), form.get("act", "")
    asked: dict[str, Any] = {
        "by": view.actor,
        "now": view.now,
        "event": view.id,
        "key": form.get("key", ""),
    }
    text, reason = form.get("list", ""), form.get("reason", "")
    match act:
        case "lock":
            deck_registration.lock_decks(**asked)
        case "draw":
            count = min(parse_int(form.get("count", "")) or 1, MOST_DRAWN)
            seed = secrets.randbelow(SEEDS)
            drawn = draw_players_for_check(view.state, count, seed)
            _record(view, DeckChecksDrawn(players=drawn, seed=seed), form)
        case "correct":
            deck_registration.correct_deck(**asked, player=player, text=text, reason=reason)
        case "register":
            deck_registration.register_deck(**asked, player=player, text=text)
        case _ if act in BY_PLAYER:
            _record(view, BY_PLAYER[act](player), form)
        case _:
            raise NotFound("act")


def _record(view: EventView, action: Action, form: QueryDict) -> None:
    eventlog.record_action(
        event_id=view.id,
        action=action,
        by=view.actor,
        now=view.now,
        key=form.get("key", ""),
        reason=form.get("reason", ""),
    )


@sign_in_required
@require_safe
def deck_lists_pdf(request: HttpRequest, event: str) -> HttpResponse:
    """Return filled lists or check sheets, of one player or of all, as PDF."""
    view = staff_event_view(request, event)
    player = request.GET.get("player", "")
    chosen: tuple[DeckShown, ...]
    if player:
        chosen = (deck_access.registered_deck(by=view.actor, event=view.id, player=player),)
    else:
        chosen = deck_access.all_registered_decks(by=view.actor, event=view.id)
    drawn = (view.state.decks or EventDecks()).to_check
    check = request.GET.get("kind") == "check"
    if check and not player:
        chosen = tuple(each for each in chosen if each.player in drawn)
    decks = [
        PrintedDeck(
            name=view.name(PlayerId(each.player)),
            lines=(view.calendar_event.name, format_date(each.question.on, "%d %B %Y")),
            deck=deck_view(each.checked),
        )
        for each in chosen
        if each.checked is not None
    ]
    if not decks:
        raise NotFound("decks")
    made = deck_lists(
        sorted(decks, key=lambda one: sort_key(one.name)),
        title="Deck check" if check else "Deck lists",
        foot=view.calendar_event.name,
        paper=Paper(printouts.chosen_paper_size(view.id)),
        check=check_points(view.book) if check else None,
    )
    answer = HttpResponse(made.pdf, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{view.id}-decks.pdf"'
    answer["Cache-Control"] = "private, no-store"
    return answer
