"""What the page of an online game does: hours, proposals, messages, reminders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe
from icalendar import Calendar, Event

from padd.core.messages import message
from padd.core.online.common_hours import Interval
from padd.core.online.free_hours import HOUR
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.phone.arrange_page import arrange_page, open_tables_of
from padd.interfaces.web.phone.player_context import PlayerContext, players_only
from padd.interfaces.web.request_actor import shared_address
from padd.interfaces.web.typed_numbers import parse_int
from padd.services.local_time import moment
from padd.services.online import free_hours, messages, own_game, proposals
from padd.services.refusal import NotAllowed, NotFound, no

MOST_CELLS: Final = 24 * 20


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def arrange(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the page of their own open game, or do one thing on it."""
    if not context.view.state.settings.online:
        raise NotFound("game")
    typed = request.POST if request.method == "POST" else request.GET
    place = _place(context, typed)
    if place is None:
        return HttpResponseRedirect(context.address())
    if request.method != "POST":
        own_game.record_page_view(event_id=context.id, by=context.view.actor, now=context.view.now)
        return _page(request, context, place)
    act = ACTS.get(typed.get("do", ""))
    if act is None:
        raise NotFound("page")
    try:
        done = act(context, place, typed)
    except (NotFound, NotAllowed):
        raise
    except RefusalError as refused:
        return _page(request, context, place, refused.refusal)
    if isinstance(done, Refusal):
        return _page(request, context, place, done)
    back = context.address("phone-arrange")
    return HttpResponseRedirect(f"{back}?round={place[0]}&table={place[1]}")


@require_safe
@players_only
def appointment(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Answer with the appointment as a calendar file."""
    place = _place(context, request.GET)
    if place is None:
        raise NotFound("game")
    game = own_game.own_game(
        event_id=context.id, by=context.view.actor, number=place[0], table=place[1]
    )
    if game.table.appointment is None:
        raise NotFound("appointment")
    starts = datetime.fromisoformat(game.table.appointment).astimezone(UTC)
    entry = Event()
    entry.add("uid", f"{context.id}-{place[0]}-{place[1]}@padd")
    entry.add("dtstamp", context.view.now.astimezone(UTC).replace(microsecond=0))
    entry.add("dtstart", starts)
    entry.add("dtend", starts + free_hours.game_length(game))
    names = ", ".join(context.name(one) for one in game.others)
    entry.add("summary", f"{game.event.name}: {names}")
    entry.add("url", shared_address(request, context.address("phone-arrange")))
    calendar = Calendar()
    calendar.add("prodid", "-//PADD//Star Trek CCG organized play//EN")
    calendar.add("version", "2.0")
    calendar.add_component(entry)
    answer = HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="game.ics"'
    return answer


def _place(context: PlayerContext, typed: QueryDict) -> tuple[int, int] | None:
    """Return the open game that is meant: their own named, or the latest."""
    mine = open_tables_of(context)
    named = parse_int(typed.get("round", "")), parse_int(typed.get("table", ""))
    if any(one is not None for one in named):
        return next((place for place in mine if place == named), None)
    return mine[0] if mine else None


def _page(
    request: HttpRequest,
    context: PlayerContext,
    place: tuple[int, int],
    refusal: Refusal | None = None,
) -> HttpResponse:
    start = _moment(request.GET.get("start", ""))
    shown = arrange_page(context, *place, start)
    shown |= {"refusal": refusal, "typed": request.POST}
    status = 200 if refusal is None else 422
    return render(request, "phone/arrange.html", shown, status=status)


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if found.tzinfo is None else found


def _typed_moment(context: PlayerContext, typed: QueryDict) -> datetime:
    """Read a time in the player's own zone; one that the clocks skip is refused."""
    row = own_game.player_time_zone(event_id=context.id, by=context.view.actor)
    try:
        return moment(datetime.fromisoformat(typed.get("local", "")), row)
    except ValueError:
        unclear = message("Choose a day and a time.")
        raise RefusalError(no("not-a-moment", unclear)) from None


def _zone(context: PlayerContext, place: tuple[int, int], typed: QueryDict) -> None:
    del place
    free_hours.save_time_zone(
        by=context.view.actor,
        now=context.view.now,
        event_id=context.id,
        zone=typed.get("zone", "").strip(),
    )


def _hours(context: PlayerContext, place: tuple[int, int], typed: QueryDict) -> None:
    del place
    found = (_moment(text) for text in typed.getlist("hour")[:MOST_CELLS])
    length: timedelta = HOUR
    free_hours.save_free_hours(
        by=context.view.actor,
        now=context.view.now,
        event_id=context.id,
        hours=[Interval(at, at + length) for at in found if at is not None],
    )


def _propose(context: PlayerContext, place: tuple[int, int], typed: QueryDict) -> None:
    at = _moment(typed.get("start", "")) or _typed_moment(context, typed)
    proposals.propose_time(
        by=context.view.actor,
        now=context.view.now,
        event_id=context.id,
        number=place[0],
        table=place[1],
        starts_at=at,
    )


def _accept(context: PlayerContext, place: tuple[int, int], typed: QueryDict) -> Refusal | None:
    del place
    done = proposals.accept_proposal(
        by=context.view.actor,
        now=context.view.now,
        event_id=context.id,
        proposal=typed.get("proposal", ""),
    )
    return done if isinstance(done, Refusal) else None


def _decline(context: PlayerContext, place: tuple[int, int], typed: QueryDict) -> None:
    del place
    proposals.decline_proposal(
        by=context.view.actor,
        now=context.view.now,
        event_id=context.id,
        proposal=typed.get("proposal", ""),
    )


def _message(context: PlayerContext, place: tuple[int, int], typed: QueryDict) -> None:
    write = messages.record_contact_elsewhere if typed.get("elsewhere") else messages.send_message
    write(
        by=context.view.actor,
        now=context.view.now,
        event_id=context.id,
        number=place[0],
        table=place[1],
        text=typed.get("text", ""),
    )


def _reminders(context: PlayerContext, place: tuple[int, int], typed: QueryDict) -> None:
    del place
    free_hours.save_reminder_choice(
        by=context.view.actor,
        now=context.view.now,
        event_id=context.id,
        reminded=typed.get("reminded") == "yes",
    )


ACTS: Final[Mapping[str, Callable[..., Refusal | None]]] = {
    "zone": _zone,
    "hours": _hours,
    "propose": _propose,
    "accept": _accept,
    "decline": _decline,
    "message": _message,
    "reminders": _reminders,
}
