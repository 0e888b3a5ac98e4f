"""Scorecard, standings and the day, as a player's phone shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from padd.core.eventlog.state import Presence
from padd.interfaces.web.phone.clinch import outlook_of
from padd.interfaces.web.phone.match_page import around
from padd.presentation.round_reasons import reasons_by_table, reasons_of
from padd.presentation.scorecard import scorecard
from padd.presentation.standings_page import standings_page as standings_of
from padd.presentation.words import ordinal
from padd.services import eventlog
from padd.services.eventlog import player_passes

if TYPE_CHECKING:
    from padd.interfaces.web.phone.player_context import PlayerContext

    Context = dict[str, Any]


def card_page(pocket: PlayerContext) -> Context:
    """Return the player's scorecard: a line for each round."""
    card = scorecard(pocket.desk, pocket.player)
    return {
        **around(pocket, "phone-card"),
        "card": card.lines,
        "penalties": card.penalties,
        "total": card.total,
        "place": _place(pocket),
        "swiss": pocket.desk.format.gives_victory_points,
        "earned": pocket.me.earned_byes,
    }


def _place(pocket: PlayerContext) -> str:
    place = pocket.desk.places.get(pocket.player)
    return "" if place is None else ordinal(place)


def standings_page(pocket: PlayerContext) -> Context:
    """Return the standings with reasons, and what the player needs."""
    hidden = player_passes.outlook_hidden(pocket.id)
    return {
        **around(pocket, "phone-standings"),
        "standings": standings_of(pocket.desk),
        "own_name": pocket.desk.state.name(pocket.player),
        "place": _place(pocket),
        "outlook": None if hidden else outlook_of(pocket),
    }


def event_page(pocket: PlayerContext) -> Context:
    """Return the notices of the day, why this pairing, and the way out."""
    state = pocket.desk.state
    return {
        **around(pocket, "phone-event"),
        "why": _why(pocket),
        "in_it": pocket.me.presence in {Presence.HERE, Presence.ENTERED},
        "begun": state.begun,
        "key": eventlog.new_key(),
        "opened": player_passes.openings_of(pocket.desk.actor, pocket.id),
        "event": state.settings,
        "name": pocket.desk.listing.name,
        "notes": player_passes.notes_of(pocket.id),
        "round": pocket.round,
        "by_pass": pocket.desk.actor.event_id is not None,
    }


def _why(pocket: PlayerContext) -> str:
    """Return why the player was paired so, in words."""
    round_, table = pocket.round, pocket.table
    reasons = None if round_ is None else reasons_of(pocket.desk, round_)
    if round_ is None or reasons is None:
        return ""
    if table is not None:
        return reasons_by_table(reasons, round_).get(table.number, "")
    return " ".join(one.reason for one in reasons.byes if pocket.player in round_.byes)
