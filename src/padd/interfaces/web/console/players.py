"""The players of the event, and the scorecard of one of them."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.http import QueryDict
from django.utils import timezone

from padd.core.eventlog.state.event_state import EventPlayer, Presence, Stage
from padd.core.eventlog.state.rounds import next_number, quitters_before
from padd.core.model import Ending, PlayerId
from padd.core.scenarios.round_blocks import continues_block
from padd.interfaces.web.console.page import console_page
from padd.interfaces.web.result_form import USUAL_ENDINGS
from padd.presentation.championships.awards import right_kind
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.scorecard import scorecard
from padd.presentation.names import sort_key
from padd.presentation.words import Chip
from padd.services.championships.check_in import rights_at_check_in
from padd.services.refusal import NotFound

NEEDS_WORD: Final = frozenset({Ending.CONCESSION, Ending.CARD_EFFECT})
"""Endings that ask who won, for which there is the page of the table."""
PRESENCE: Final = {
    Presence.ENTERED: Chip("Not here yet", "circle-dashed", "lavender"),
    Presence.HERE: Chip("Here", "check", "blue"),
    Presence.WITHDRAWN: Chip("Withdrawn", "log-out", "lavender"),
    Presence.DROPPED: Chip("Dropped", "log-out", "lavender"),
    Presence.DISQUALIFIED: Chip("Disqualified", "triangle-alert", "red"),
}


class PlayerLine(msgspec.Struct, frozen=True):
    """One player of the list."""

    number: int
    player: PlayerId
    name: str
    chip: Chip
    place: int | None


@console_page("console-players", "console/players.html")
def players_page(view: EventView, _query: QueryDict, _typed: QueryDict | None) -> dict[str, Any]:
    """Return the players with place and presence."""
    places, entrants = view.places, view.state.players
    lines = view.since("players", (places, entrants), lambda _: _lines(view, places))
    return {"players": lines}


def _lines(view: EventView, places: dict[PlayerId, int]) -> tuple[PlayerLine, ...]:
    names = view.names
    return tuple(
        PlayerLine(number, entrant.id, names[entrant.id], _chip(entrant), places.get(entrant.id))
        for number, entrant in enumerate(view.by_name, start=1)
    )


def _chip(entrant: EventPlayer) -> Chip:
    chip = PRESENCE[entrant.presence]
    if entrant.presence is Presence.DROPPED:
        word = f"Dropped after round {entrant.dropped_after}"
        return Chip(word, chip.icon, chip.colour)
    return chip


@console_page("console-player", "console/player.html")
def player_page(
    view: EventView, _query: QueryDict, _typed: QueryDict | None, *, player: str
) -> dict[str, Any]:
    """Return one player's scorecard and what can be done about the player."""
    entrant = view.state.players.get(PlayerId(player))
    if entrant is None:
        raise NotFound("player")
    card = scorecard(view, entrant.id)
    next_round = next_number(view.state)
    quit_game = entrant.id in quitters_before(view.state, next_round, view.book)
    upcoming = range(next_round, view.state.settings.rounds_planned + 1)
    byes = set(entrant.earned_byes)
    return {
        "entrant": entrant,
        "right_kind": right_kind,
        "rights": ()
        if view.state.begun
        else rights_at_check_in(event_id=view.id, player=entrant.id, now=timezone.now()),
        "name": view.name(entrant.id),
        "status": _chip(entrant),
        "place": card.place,
        "card": card.lines,
        "penalties": card.penalties,
        "upcoming": _first_of_blocks(view, upcoming, set(upcoming) - byes),
        "byes": _first_of_blocks(view, upcoming, byes),
        "in_it": not quit_game and entrant.presence in {Presence.HERE, Presence.ENTERED},
        "gone": quit_game or entrant.presence in {Presence.DROPPED, Presence.WITHDRAWN},
        "seated": view.current is not None
        and view.current.stage is not Stage.CLOSED
        and entrant.id in view.current.seats,
        "bracket": view.format.has_bracket,
        "swiss": view.format.gives_victory_points,
        "levels": {level.level: level.name for level in view.book.conduct.levels or ()},
        "out_of_pods": _out_of_pods(view, entrant),
        "endings": [
            (str(ending), word)
            for ending, word, _ in USUAL_ENDINGS
            if ending in view.book.scoring.endings and ending not in NEEDS_WORD
        ],
    }


def _first_of_blocks(view: EventView, upcoming: range, rounds: set[int]) -> list[int]:
    """Return the rounds that are drawn; a bye lasts as long as a pairing."""
    settings, book = view.state.settings, view.book
    return [n for n in upcoming if n in rounds and not continues_block(settings, book, n)]


def _out_of_pods(view: EventView, entrant: EventPlayer) -> bool:
    conceded = any(
        table.pod is not None and entrant.id in table.pod.conceded
        for round_ in view.state.played
        for table in round_.tables.values()
    )
    return conceded and entrant.id not in view.state.settings.readmitted


def players_by_name(view: EventView) -> list[tuple[PlayerId, str]]:
    """Return the players and their names, in the order of the names."""
    players = [
        (e.id, view.name(e.id))
        for e in view.state.players.values()
        if e.presence in {Presence.HERE, Presence.ENTERED, Presence.DROPPED}
    ]
    return sorted(players, key=lambda player: sort_key(player[1]))
