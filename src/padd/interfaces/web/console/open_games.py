"""Open games of an online event: status, both sides' records, possible decisions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_safe

from padd.core.model import PlayerId
from padd.core.online.open_games import (
    GameStanding,
    OpenGame,
    changed_documents,
    game_timer,
    open_games,
)
from padd.interfaces.printing.leagues import list_pdf
from padd.interfaces.printing.online import online_round_list
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.web.console.page import console_page
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.messages import text
from padd.presentation.page_words import capitalised, count
from padd.rulebooks.schema import cite
from padd.services.delivery import printouts
from padd.services.eventlog.event_start import pinned_documents
from padd.services.eventlog.log_cache import stored_event
from padd.services.local_time import format_date
from padd.services.online.game_records import (
    GameRecordLine,
    game_records,
    reach_of_players,
    unanswered_proposals,
)
from padd.services.online.own_game import player_emails, player_time_zones
from padd.services.refusal import NotFound


@sign_in_required
@require_safe
def round_sheet_pdf(request: HttpRequest, event: str) -> HttpResponse:
    """Return the games of the latest round as PDF."""
    view = staff_event_view(request, event)
    if not view.opened or not view.state.settings.online or not view.state.played:
        raise NotFound("document")
    zones = player_time_zones(stored_event(event), list(view.state.players))
    size = Paper(printouts.chosen_paper_size(event))
    pdf = list_pdf(online_round_list(view, zones), size)
    answer = HttpResponse(pdf, content_type="application/pdf")
    answer["Content-Disposition"] = 'inline; filename="round.pdf"'
    return answer


Context = dict[str, Any]

STANDINGS: Final = {
    GameStanding.OVERDUE: ("Overdue", "triangle-alert", "red"),
    GameStanding.WAITING: ("Waiting", "hourglass", "peach"),
    GameStanding.PROPOSED: ("To answer", "hourglass", "peach"),
    GameStanding.SILENT: ("Silent", "circle-dashed", "lavender"),
    GameStanding.AGREED: ("Agreed", "check", "blue"),
    GameStanding.RUNNING: ("Running", "play", "peach"),
    GameStanding.PAUSED: ("Paused", "pause", "peach"),
    GameStanding.DELAYED: ("Delayed", "hourglass", "lavender"),
}


TWO_DAYS: Final = timedelta(days=2)


@console_page("console-open-games", "console/open_games.html")
def open_games_page(view: EventView, query: QueryDict, _form: QueryDict | None) -> Context:
    """Return the open games, the most urgent first, each with what is known."""
    if not view.opened or not view.state.settings.online:
        raise NotFound("page")
    records = game_records(event_id=view.id, by=view.actor)
    proposed = unanswered_proposals(event_id=view.id, by=view.actor)
    games = open_games(view.state, now=view.now, proposed=proposed)
    players = [player for game in games for player in game.players]
    event = stored_event(view.id)
    people = _Players(
        view=view,
        zones=player_time_zones(event, players),
        addresses=frozenset(player_emails(event, players)),
        reach=reach_of_players(event_id=view.id, by=view.actor),
    )
    show = query.get("show", "")
    counts = {str(kind): sum(game.standing is kind for game in games) for kind in GameStanding}
    rows = [
        _row(
            view,
            game,
            records.get((game.round, game.table), ()),
            people,
            proposed.get((game.round, game.table), ""),
        )
        for game in games
        if show not in counts or game.standing == show
    ]
    return {
        **_listed(rows, counts, query),
        **_to_decide(view),
        **_pinned(view),
        "total": len(games),
        "show": show if show in counts else "",
    }


def _listed(rows: list[Context], counts: dict[str, int], query: QueryDict) -> Context:
    """Return the games, how many stand how, and which one is open."""
    urgent = next((row for row in rows if row["standing"] == "overdue"), None)
    return {
        "games": rows,
        "counts": [
            (str(kind), STANDINGS[kind][0], counts[str(kind)])
            for kind in GameStanding
            if counts[str(kind)]
        ],
        "urgent": urgent,
        "opened": query.get("open", "") or (urgent["id"] if urgent else ""),
    }


def _to_decide(view: EventView) -> Context:
    """Return what a decision gives, and the sections that say so."""
    book, way = view.book, view.state.way_of_play
    return {
        "missed_vp": book.scoring.points.missed_game,
        "bye_vp": book.scoring.points.bye,
        "finding_rule": cite(book, "online.unplayed.responsible"),
        "delay_points": book.pairing.provisional_points,
        "can_delay": "delayed" in book.scoring.endings,
        "may_extend": way is None or way.no_extensions_from is None,
        "way": way,
        "drop_rule": cite(book, "online.drop_unresponsive"),
        "may_drop": book.online is not None and book.online.drop_unresponsive is not False,
    }


def _pinned(view: EventView) -> Context:
    """Return the rules and cards of the start, and what is newer by now."""
    pins = view.state.pins
    opened = view.lines[0].at if view.lines else None
    return {
        "pinned_on": format_date(opened, "%a %d %b %Y") if pins and opened else "",
        "pins": pins,
        "changed": changed_documents(pins, pinned_documents(view.state.settings, view.book)),
        "frozen_rule": cite(view.book, "online.rules_frozen"),
    }


class _Players:
    """What the page knows of the players: zone, address, free hours or not."""

    def __init__(
        self,
        *,
        view: EventView,
        zones: dict[str, str],
        addresses: frozenset[str],
        reach: dict[str, Any],
    ) -> None:
        self.view, self.zones = view, zones
        self.addresses, self.reach = addresses, reach

    def named(self, player: PlayerId) -> Context:
        """Return a player with place and distance to UTC."""
        zone = self.zones[player]
        return {
            "id": player,
            "name": self.view.name(player),
            "city": zone.rsplit("/", maxsplit=1)[-1].replace("_", " "),
            "offset": _offset(self.view.now, zone),
            "reached": player in self.addresses,
            "reminded": player not in self.reach or self.reach[player].reminded,
            "hours": player in self.reach and self.reach[player].hours,
        }


def _offset(now: datetime, zone: str) -> str:
    distance = now.astimezone(ZoneInfo(zone)).utcoffset() or timedelta()
    minutes = int(distance.total_seconds()) // 60
    sign = "+" if minutes >= 0 else "−"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{sign}{hours}" + (f":{rest:02d}" if rest else "")


def _row(
    view: EventView,
    game: OpenGame,
    lines: tuple[GameRecordLine, ...],
    people: _Players,
    proposer: str,
) -> Context:
    word, icon, colour = STANDINGS[game.standing]
    seats = [people.named(player) for player in game.players]
    sides = [
        {
            **seat,
            "lines": [
                {
                    "at": format_date(line.at.astimezone(UTC), "%a %d %b, %H:%M"),
                    "icon": line.icon,
                    "words": text(line.words),
                    "said": line.said,
                }
                for line in lines
                if line.player == seat["id"]
            ],
        }
        for seat in seats
    ]
    return {
        "id": f"{game.round}-{game.table}",
        "round": game.round,
        "table": game.table,
        "standing": str(game.standing),
        "word": word,
        "icon": icon,
        "colour": colour,
        "seats": seats,
        "sides": sides,
        "known": _status_text(view, game, seats, proposer),
        "more": _details_text(view, game, seats),
        "delayed": game.standing is GameStanding.DELAYED,
    }


def _status_text(view: EventView, game: OpenGame, seats: list[Context], proposer: str) -> str:
    if game.started_at is not None:
        return f"Started {_utc(game.started_at)}"
    if game.waiting:
        here = ", ".join(view.name(player) for player in game.waiting)
        return f"{here} has been waiting since {_utc(next(iter(game.waiting.values())))}"
    if game.appointment is not None:
        return f"Agreed: {_utc(game.appointment)} UTC"
    if game.standing is GameStanding.PROPOSED:
        return f"{view.name(PlayerId(proposer))} proposed a time; no answer"
    missing = [seat["name"] for seat in seats if not seat["hours"]]
    if len(missing) == len(seats):
        return "Neither entered free hours"
    return f"{missing[0]} entered no free hours" if missing else "No time was agreed"


def _details_text(view: EventView, game: OpenGame, seats: list[Context]) -> str:
    parts = []
    if game.started_at is not None:
        round_ = view.state.existing(game.round)
        table = round_.tables[game.table]
        minutes = round_.clock.minutes or view.state.minutes
        timer = game_timer(table, minutes=minutes, now=view.now)
        if timer is not None:
            played = int(timer.elapsed.total_seconds()) // 60
            parts.append(count(played, "minute played", "minutes played"))
            if table.pauses:
                parts.append(count(len(table.pauses), "pause"))
    if game.deadline is not None:
        left = datetime.fromisoformat(game.deadline) - view.now
        passed = left < timedelta()
        said = f"{abs(left).days} days" if abs(left) >= TWO_DAYS else _hours(abs(left))
        parts.append(f"deadline passed {said} ago" if passed else f"{said} to the deadline")
    unreached = [seat["name"] for seat in seats if not seat["reached"]]
    if unreached:
        parts.append(f"no e-mail, no reminders: {', '.join(unreached)}")
    return capitalised("; ".join(parts))


def _hours(left: timedelta) -> str:
    return f"{int(left.total_seconds()) // 3600} h"


def _utc(iso: str) -> str:
    return format_date(datetime.fromisoformat(iso).astimezone(UTC), "%a %d %b, %H:%M")
