"""Find a time for an online game: free hours, common hours, proposals, messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.online.common_hours import HOUR, Interval, hours_of_day, possible_starts
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.phone.match import phone_layout
from padd.interfaces.web.phone.player_context import PlayerContext, player_required
from padd.interfaces.web.request_actor import shared_address
from padd.interfaces.web.typed_numbers import parse_int
from padd.rulebooks.schema import cite
from padd.services import eventlog
from padd.services.delivery.event_calendar import CalendarEntry, write_calendar
from padd.services.local_time import moment, zone_names
from padd.services.local_time import zone as known_zone
from padd.services.online import free_hours, messages, proposals
from padd.services.online.free_hours import shared_hours
from padd.services.online.messages import game_messages
from padd.services.online.own_game import (
    OwnGame,
    online_player,
    own_game,
    player_emails,
    player_time_zone,
    player_time_zones,
    record_page_view,
)
from padd.services.online.proposals import open_proposals
from padd.services.refusal import NotAllowed, NotFound, refusal_error

Context = dict[str, Any]

MOST_DAYS: Final = 14
WEEK: Final = 7
STEP: Final = timedelta(minutes=30)
MOST_STARTS: Final = 12


class ZoneTime(msgspec.Struct, frozen=True):
    """A moment as one person's clock shows it."""

    day: str
    clock: str
    zone: str

    @property
    def words(self) -> str:
        """Day and time."""
        return f"{self.day}, {self.clock}"


class SharedWindow(msgspec.Struct, frozen=True, kw_only=True):
    """Hours in which both are free, in both zones."""

    iso: str
    day: str
    mine: str
    theirs: str
    other_day: str
    """The day of the other one, where it is another."""
    length: str
    chosen: bool


class HourCell(msgspec.Struct, frozen=True, kw_only=True):
    """One hour of the grid."""

    value: str
    label: str
    free: bool
    past: bool


def own_open_tables(context: PlayerContext) -> tuple[tuple[int, int], ...]:
    """Return the open games of a player, the latest round first."""
    return tuple(
        (round_.number, table.number)
        for round_ in reversed(context.view.state.played)
        if (table := context.table_in(round_)) is not None and not table.settled
    )


def appointment_page(
    context: PlayerContext, number: int, table: int, start: datetime | None
) -> Context:
    """Return everything that helps two players to find an hour."""
    view = context.view
    game = own_game(event_id=context.id, by=view.actor, number=number, table=table)
    mine = online_player(game.event, game.player)
    zones = player_time_zones(game.event, game.table.players)
    own, theirs = known_zone(zones[game.player]), known_zone(zones[game.others[0]])
    return {
        **phone_layout(context, "phone"),
        **_times(context, game, own, theirs),
        **_hours_in_common(context, game, own, theirs, start),
        **_proposals(game, own, theirs, view.now),
        "game": game,
        "number": number,
        "at": table,
        "key": eventlog.new_command_key(),
        "opponent": context.name(game.others[0]),
        "zone": mine.zone,
        "zones": sorted(zone_names()),
        "messages": [
            (context.name(PlayerId(row.player)), _shown(row.at, own), row.text)
            for row in game_messages(game)
        ],
        "reminded": mine.reminded,
        "has_address": game.player in player_emails(game.event, [game.player]),
        "tables": own_open_tables(context),
    }


def _times(context: PlayerContext, game: OwnGame, own: ZoneInfo, theirs: ZoneInfo) -> Context:
    """Return deadline and appointment, and where the two are."""
    until, there = game.deadline, context.view.calendar_event.time_zone
    return {
        "zone_shown": str(own),
        "event_zone": there,
        "city": _city(own),
        "their_city": _city(theirs),
        "deadline": _shown(until, own),
        "deadline_there": _shown(until, known_zone(there)),
        "appointment": _shown(game.table.appointment, own),
        "appointment_there": _shown(game.table.appointment, theirs),
    }


def _hours_in_common(
    context: PlayerContext, game: OwnGame, own: ZoneInfo, theirs: ZoneInfo, start: datetime | None
) -> Context:
    """Return when both can play, which start is chosen, and their own hours."""
    now = context.view.now
    shared = shared_hours(game, now=now)
    chosen, starts = _starts(shared.best, shared.length, start)
    return {
        "minutes": int(shared.length.total_seconds()) // 60,
        "rule": cite(game.book, "time.online.editions"),
        "windows": [_window(one, own, theirs, chosen=one == chosen) for one in shared.best],
        "starts": [(_iso(one), f"{one.astimezone(own):%H:%M}") for one in starts],
        "start": _choice(starts, start, own, theirs, shared.length),
        "missing": [context.name(PlayerId(one)) for one in shared.missing if one != game.player],
        "i_miss": game.player in shared.missing,
        "weeks": list(_weeks(_days(game, own, now), own, shared.mine, now)),
    }


def _proposals(game: OwnGame, own: ZoneInfo, theirs: ZoneInfo, now: datetime) -> Context:
    """Return the proposals to answer, and their own that wait."""
    rows = open_proposals(game, now=now)
    return {
        "to_answer": [
            (row.public_id, _shown(row.starts_at, own), _shown(row.starts_at, theirs))
            for row in rows
            if row.player != game.player
        ],
        "waiting": [
            (row.public_id, _shown(row.starts_at, own)) for row in rows if row.player == game.player
        ],
    }


def _city(zone: ZoneInfo) -> str:
    return str(zone).rsplit("/", maxsplit=1)[-1].replace("_", " ")


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def _shown(at: str | datetime | None, zone: ZoneInfo) -> ZoneTime | None:
    if at is None:
        return None
    moment = datetime.fromisoformat(at) if isinstance(at, str) else at
    local = moment.astimezone(zone)
    return ZoneTime(_day(local.date()), f"{local:%H:%M}", _city(zone))


def _day(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"


def _length_text(length: timedelta) -> str:
    whole, half = divmod(int(length.total_seconds()) // 60, 60)
    if not half:
        return f"{whole} hour{'' if whole == 1 else 's'}"
    if half == STEP.seconds // 60:
        return f"{whole}½ hours"
    return f"{whole} h {half} min"


def _window(one: Interval, own: ZoneInfo, theirs: ZoneInfo, *, chosen: bool) -> SharedWindow:
    here, there = one.start.astimezone(own), one.start.astimezone(theirs)
    until, until_there = one.end.astimezone(own), one.end.astimezone(theirs)
    return SharedWindow(
        iso=_iso(one.start),
        day=_day(here.date()),
        mine=f"{here:%H:%M}–{until:%H:%M}",
        theirs=f"{there:%H:%M}–{until_there:%H:%M}",
        other_day=_day(there.date()) if there.date() != here.date() else "",
        length=_length_text(one.length),
        chosen=chosen,
    )


def _starts(
    best: Sequence[Interval], length: timedelta, start: datetime | None
) -> tuple[Interval | None, tuple[datetime, ...]]:
    """Return the chosen hours, and when a game can begin in them."""
    if not best:
        return None, ()
    chosen = next(
        (one for one in best if start is not None and one.start <= start < one.end), best[0]
    )
    return chosen, possible_starts(chosen, length=length, step=STEP)[:MOST_STARTS]


def _choice(
    starts: Sequence[datetime],
    start: datetime | None,
    own: ZoneInfo,
    theirs: ZoneInfo,
    length: timedelta,
) -> Context | None:
    if not starts:
        return None
    at = start if start in starts else starts[0]
    if at is None:
        return None
    return {
        "iso": _iso(at),
        "mine": _shown(at, own),
        "theirs": _shown(at, theirs),
        "over": f"{(at + length).astimezone(own):%H:%M}",
    }


def _days(game: OwnGame, zone: ZoneInfo, now: datetime) -> list[date]:
    today = now.astimezone(zone).date()
    until = game.deadline
    last = (
        datetime.fromisoformat(until).astimezone(zone).date()
        if until
        else today + timedelta(days=WEEK - 1)
    )
    days = min(max((last - today).days + 1, 1), MOST_DAYS)
    return [today + timedelta(days=at) for at in range(days)]


def _weeks(
    days: Sequence[date], zone: ZoneInfo, free: Sequence[Interval], now: datetime
) -> Iterable[Context]:
    """Yield grids of at most a week: days as columns, hours as rows."""
    for at in range(0, len(days), WEEK):
        week = days[at : at + WEEK]
        columns = [_column(day, zone, free, now) for day in week]
        rows = [(hour, [column.get(hour, ()) for column in columns]) for hour in HOURS]
        heads = [(f"{day:%a}", str(day.day), _day(day)) for day in week]
        yield {"days": heads, "rows": rows}


HOURS: Final = (*range(6, 24), *range(6))
"""The hours of a day in the order of the grid: nights come last."""


def _column(
    day: date, zone: ZoneInfo, free: Sequence[Interval], now: datetime
) -> dict[int, tuple[HourCell, ...]]:
    cells: dict[int, tuple[HourCell, ...]] = {}
    for hour in hours_of_day(day, zone):
        start, end = hour.interval.start, hour.interval.end
        again = " again" if hour.again else ""
        cell = HourCell(
            value=_iso(start),
            label=f"{_day(day)}, {hour.shown:%H:%M}{again}",
            free=any(one.start < end and start < one.end for one in free),
            past=end <= now,
        )
        cells[hour.shown.hour] = (*cells.get(hour.shown.hour, ()), cell)
    return cells


MOST_CELLS: Final = 24 * 20


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def appointment_view(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Show the page of their own open game, or do one thing on it."""
    if not context.view.state.settings.online:
        raise NotFound("game")
    form = request.POST if request.method == "POST" else request.GET
    place = _chosen_game(context, form)
    if place is None:
        return HttpResponseRedirect(context.address())
    if request.method != "POST":
        record_page_view(event_id=context.id, by=context.view.actor, now=context.view.now)
        return _show(request, context, place)
    try:
        _run_form_action(context, place, form)
    except (NotFound, NotAllowed):
        raise
    except RefusalError as refused:
        return _show(request, context, place, refused.refusal)
    back = context.address("phone-arrange")
    return HttpResponseRedirect(f"{back}?round={place[0]}&table={place[1]}")


@require_safe
@player_required
def appointment_calendar(request: HttpRequest, context: PlayerContext) -> HttpResponse:
    """Answer with the appointment as a calendar file."""
    place = _chosen_game(context, request.GET)
    if place is None:
        raise NotFound("game")
    game = own_game(event_id=context.id, by=context.view.actor, number=place[0], table=place[1])
    if game.table.appointment is None:
        raise NotFound("appointment")
    starts = datetime.fromisoformat(game.table.appointment).astimezone(UTC)
    names = ", ".join(context.name(one) for one in game.others)
    entry = CalendarEntry(
        uid=f"{context.id}-{place[0]}-{place[1]}",
        starts=starts,
        ends=starts + free_hours.game_length(game),
        summary=f"{game.event.name}: {names}",
        url=shared_address(request, context.address("phone-arrange")),
    )
    data = write_calendar([entry], now=context.view.now)
    answer = HttpResponse(data, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="game.ics"'
    return answer


def _chosen_game(context: PlayerContext, form: QueryDict) -> tuple[int, int] | None:
    """Return the open game that is meant: their own named, or the latest."""
    mine = own_open_tables(context)
    number = form.get("number") or form.get("round", "")
    named = parse_int(number), parse_int(form.get("table", ""))
    if any(one is not None for one in named):
        return next((place for place in mine if place == named), None)
    return mine[0] if mine else None


def _show(
    request: HttpRequest,
    context: PlayerContext,
    place: tuple[int, int],
    refusal: Refusal | None = None,
) -> HttpResponse:
    start = _parse_moment(request.GET.get("start", ""))
    shown = appointment_page(context, *place, start)
    shown |= {"refusal": refusal, "typed": request.POST}
    status = 200 if refusal is None else 422
    return render(request, "phone/appointment.html", shown, status=status)


def _parse_moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if found.tzinfo is None else found


def _parse_local_moment(context: PlayerContext, form: QueryDict) -> datetime:
    """Read a time in the player's own zone; one that the clocks skip is refused."""
    row = player_time_zone(event_id=context.id, by=context.view.actor)
    try:
        return moment(datetime.fromisoformat(form.get("local", "")), row)
    except ValueError:
        unclear = message("Choose a day and a time.")
        raise refusal_error("not-a-moment", unclear) from None


def _run_form_action(context: PlayerContext, place: tuple[int, int], form: QueryDict) -> None:
    """Run the action that a button of the page names."""
    by: dict[str, Any] = {"by": context.view.actor, "now": context.view.now, "event_id": context.id}
    game: dict[str, Any] = {"number": place[0], "table": place[1]}
    match form.get("do", ""):
        case "zone":
            free_hours.save_time_zone(**by, zone=form.get("zone", "").strip())
        case "hours":
            found = (_parse_moment(text) for text in form.getlist("hour")[:MOST_CELLS])
            hours = [Interval(at, at + HOUR) for at in found if at is not None]
            free_hours.save_free_hours(**by, hours=hours)
        case "propose":
            at = _parse_moment(form.get("start", "")) or _parse_local_moment(context, form)
            proposals.propose_time(**by, **game, starts_at=at)
        case "accept":
            proposals.accept_proposal(**by, proposal=form.get("proposal", ""))
        case "decline":
            proposals.decline_proposal(**by, proposal=form.get("proposal", ""))
        case "message" if form.get("elsewhere"):
            messages.record_contact_elsewhere(**by, **game, text=form.get("text", ""))
        case "message":
            messages.send_message(**by, **game, text=form.get("text", ""))
        case "reminders":
            reminded = form.get("reminded") == "yes"
            free_hours.save_reminder_choice(**by, reminded=reminded)
        case _:
            raise NotFound("page")
