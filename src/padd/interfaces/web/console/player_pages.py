"""Everybody in the event, and the scorecard of one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from padd.core.eventlog.rounds import next_number
from padd.core.eventlog.state import Presence
from padd.core.formats.ranking import ranking_of
from padd.core.model import Ending, Kind, PlayerId
from padd.core.refusal import EventRefused
from padd.interfaces.web.console.result_form import USUAL
from padd.presentation.event_head import Chip
from padd.presentation.rounds import short_score
from padd.presentation.words import (
    RESULTS,
    signed,
)
from padd.services.refusal import NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import QueryDict

    from padd.core.eventlog.state import EventPlayer
    from padd.core.eventlog.table import TableState
    from padd.presentation.event_view import EventView

NEEDS_WORD: Final = frozenset({Ending.CONCESSION, Ending.CARD_EFFECT})
"""Endings that ask who won, for which there is the page of the table."""
PRESENCE: Final = {
    Presence.ENTERED: Chip("Not here yet", "circle-dashed", "lavender"),
    Presence.HERE: Chip("Here", "check", "blue"),
    Presence.WITHDRAWN: Chip("Withdrawn", "log-out", "lavender"),
    Presence.DROPPED: Chip("Dropped", "log-out", "lavender"),
    Presence.DISQUALIFIED: Chip("Disqualified", "triangle-alert", "red"),
}


def places_of(desk: EventView) -> dict[PlayerId, int]:
    """Return everybody's place so far."""
    if not desk.state.played:
        return {}
    try:
        order = ranking_of(desk.facts, desk.book).order
    except EventRefused:
        return {}
    return {player: at for at, player in enumerate(order, start=1)}


def players(
    desk: EventView, query: QueryDict, typed: QueryDict | None
) -> dict[str, Any]:
    """Return everybody with place and presence."""
    del query, typed
    places = places_of(desk)
    listed = sorted(desk.state.entrants.values(), key=lambda e: e.name.casefold())
    return {
        "players": [
            {
                "entrant": entrant,
                "name": desk.name(entrant.id),
                "chip": _chip(entrant),
                "place": places.get(entrant.id, ""),
            }
            for entrant in listed
        ],
    }


def _chip(entrant: EventPlayer) -> Chip:
    chip = PRESENCE[entrant.presence]
    if entrant.presence is Presence.DROPPED:
        word = f"Dropped after round {entrant.dropped_after}"
        return Chip(word, chip.icon, chip.colour)
    return chip


def player(
    desk: EventView, query: QueryDict, typed: QueryDict | None, *, player: str
) -> dict[str, Any]:
    """Return one player's scorecard and what can be done about the player."""
    del query, typed
    entrant = desk.state.entrants.get(PlayerId(player))
    if entrant is None:
        raise NotFound("player")
    upcoming = range(next_number(desk.state), desk.state.settings.rounds_planned + 1)
    return {
        "entrant": entrant,
        "name": desk.name(entrant.id),
        "status": _chip(entrant),
        "place": places_of(desk).get(entrant.id),
        "card": tuple(_card(desk, entrant)),
        "penalties": [s for s in desk.state.sentences if s.player == entrant.id],
        "upcoming": [n for n in upcoming if n not in entrant.earned_byes],
        "byes": [n for n in entrant.earned_byes if n >= next_number(desk.state)],
        "in_it": entrant.presence in {Presence.HERE, Presence.ENTERED},
        "gone": entrant.presence in {Presence.DROPPED, Presence.WITHDRAWN},
        "seated": desk.current is not None and entrant.id in desk.current.seats,
        "bracket": desk.state.settings.kind is Kind.BRACKET,
        "swiss": desk.state.settings.kind is Kind.SWISS,
        "levels": {level.level: level.name for level in desk.book.conduct.levels or ()},
        "out_of_pods": _out_of_pods(desk, entrant),
        "endings": [
            (str(ending), word)
            for ending, word, _ in USUAL
            if ending in desk.book.scoring.endings and ending not in NEEDS_WORD
        ],
    }


def _out_of_pods(desk: EventView, entrant: EventPlayer) -> bool:
    conceded = any(
        table.pod is not None and entrant.id in table.pod.conceded
        for round_ in desk.state.played
        for table in round_.tables.values()
    )
    return conceded and entrant.id not in desk.state.settings.readmitted


def _card(desk: EventView, entrant: EventPlayer) -> Iterator[dict[str, Any]]:
    """Yield the lines of a scorecard: one for each round that the room knows."""
    results = _results(desk, entrant.id)
    for round_ in desk.state.played:
        seat = round_.seats.get(entrant.id)
        table = round_.tables[seat] if seat is not None else None
        opponents = (
            [p for p in table.players if p != entrant.id] if table is not None else []
        )
        yield {
            "round": round_.number,
            "table": seat,
            "opponents": [(p, desk.name(p)) for p in opponents],
            "score": _own_score(table, entrant.id) if table is not None else "",
            "settled": table is not None and table.settled,
            "fields": _fields(table, entrant.id) if table is not None else None,
            **results.get(round_.number, {"result": "", "vp": "", "margin": ""}),
        }


def _fields(table: TableState, player: PlayerId) -> tuple[str, str] | None:
    """Return the names of the two score fields, the player's own first.

    What is typed on one scorecard fills in the other: both are one table.
    """
    if table.match is None or table.saved or table.claims:
        return None
    return ("a", "b") if table.match.players[0] == player else ("b", "a")


def _own_score(table: TableState, player: PlayerId) -> str:
    if table.pod is not None:
        scores = table.pod.scores or {}
        return str(scores.get(player, ""))
    match = table.match
    if match is None or not table.saved:
        return ""
    if match.scores is not None and match.players[1] == player:
        return "–".join(map(str, reversed(match.scores)))
    return short_score(match)


def _results(desk: EventView, player: PlayerId) -> dict[int, dict[str, Any]]:
    if desk.state.settings.kind is not Kind.SWISS:
        return {}
    scored = desk.scored
    if all(known.id != player for known in scored.event.players):
        return {}
    return {
        round_.number: {
            "result": RESULTS[result.code],
            "vp": result.vp,
            "margin": signed(result.differential),
        }
        for round_, result in zip(scored.rounds, scored.results_of(player), strict=True)
    }
