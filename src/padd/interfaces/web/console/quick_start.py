"""An event from one form: its name, its game, who plays. Then check-in."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.event_file import SCHEMA
from padd.core.eventlog.actions.settings import MOST_ROUNDS, EventAmended
from padd.core.messages import message
from padd.core.model import Edition, Event, PairingStyle
from padd.core.people.name_list import read_names
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.console.pasted_players import enter_pasted_list, pasted_text
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.events.quick_start import (
    ROUND_ROBIN,
    SWISS_FOR,
    USUAL_BOOK,
    quick_start_form,
    usual_rounds,
)
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services import eventlog
from padd.services.access.permissions import Permission, require
from padd.services.refusal import NotAllowed, NotFound

LONGEST_NAME: Final = 120
LARGEST_FILE: Final = 50_000_000


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def quick_start(request: HttpRequest) -> HttpResponse:
    """Show the form, or open the event that it describes with its players."""
    require(Permission.EVENT_RUN, actor_of(request))
    if request.method != "POST":
        return render(request, "console/quick_start.html", quick_start_form())
    try:
        event = _open_event(request)
    except (NotFound, NotAllowed):
        raise
    except RefusalError as error:
        context = quick_start_form(request.POST) | {"refusal": error.refusal}
        return render(request, "console/quick_start.html", context, status=422)
    view = staff_event_view(request, event)
    seeded = view.state.settings.pairing_style is PairingStyle.SINGLE_ELIMINATION
    return enter_pasted_list(request, view, here=True, seeded=seeded)


def _open_event(request: HttpRequest) -> str:
    """Open the event of the form, as a round robin if it asks for one; return its id."""
    form, now, by = request.POST, timezone.now(), actor_of(request)
    players = len(read_names(pasted_text(request)).lines)
    zone, key = form.get("zone", ""), form.get("key", "")
    event_id = eventlog.open_event(
        facts=event_from_form(form, now, players=players),
        by=by,
        now=now,
        key=key[:40],
        time_zone=zone if zone in available_timezones() else "UTC",
    )
    tribbles = form.get("game", "") == Edition.TRIBBLES
    if form.get("style", "") == ROUND_ROBIN and not tribbles:
        action = EventAmended(round_robin=True)
        eventlog.record_action(
            event_id=event_id, action=action, by=by, now=now, key=f"{key[:34]}-circle"
        )
    return event_id


def event_from_form(form: QueryDict, now: datetime, *, players: int) -> Event:
    """Return the event that a form describes; refuse what is missing."""
    name, book_id = form.get("name", "").strip(), form.get("book", USUAL_BOOK)
    if not name or len(name) > LONGEST_NAME:
        raise RefusalError(
            Refusal("name", message("Give the event a name of at most 120 characters."))
        )
    if book_id not in rulebook_ids():
        raise RefusalError(Refusal("unknown-rulebook", message("Choose a rulebook.")))
    book = rulebook(book_id)
    try:
        edition = Edition(form.get("game", ""))
        chosen = form.get("style", "")
        style = PairingStyle(SWISS_FOR.get(chosen, chosen))
    except ValueError:
        reason = message("Choose the game and the pairing style.")
        raise RefusalError(Refusal("game", reason)) from None
    if edition is Edition.TRIBBLES:
        style = PairingStyle.TRIBBLES
    rounds_typed = form.get("rounds", "").strip()
    rounds = (
        parse_int(rounds_typed) if rounds_typed else usual_rounds(players, edition, style, book)
    )
    if rounds is None or not 1 <= rounds <= MOST_ROUNDS:
        raise RefusalError(
            Refusal(
                "rounds", message("Choose from 1 to {most_rounds} rounds.", most_rounds=MOST_ROUNDS)
            )
        )
    if edition not in book.default_rules:
        raise RefusalError(
            Refusal(
                "game",
                message("{title} does not cover {edition}.", title=book.title, edition=edition),
            )
        )
    zone = form.get("zone", "")
    local = now.astimezone(ZoneInfo(zone)) if zone in available_timezones() else now
    return Event(
        schema=SCHEMA,
        rulebook=book_id,
        name=name,
        edition=edition,
        pairing_style=style,
        rounds_planned=rounds,
        players=(),
        rounds=(),
        starts=local.isoformat(timespec="seconds"),
    )


@sign_in_required
@require_POST
def import_event_file(request: HttpRequest) -> HttpResponse:
    """Import an event file with its log, and go on with it here."""
    try:
        imported = eventlog.import_event_file(
            data=_sent_file(request), by=actor_of(request), now=timezone.now()
        )
    except (NotFound, NotAllowed):
        raise
    except RefusalError as error:
        context = quick_start_form() | {"bring_refusal": error.refusal}
        return render(request, "console/quick_start.html", context, status=422)
    return HttpResponseRedirect(reverse("console", args=(imported.event_id,)))


def _sent_file(request: HttpRequest) -> bytes:
    sent = request.FILES.get("file")
    if sent is None or sent.size is None or sent.size > LARGEST_FILE:
        reason = message("Choose an event file of at most 50 MB.")
        raise RefusalError(Refusal("file", reason))
    return bytes(sent.read())
