"""Scorecard, standings and event information on a player's phone."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from padd.core.eventlog.state.event_state import Presence
from padd.core.limited.seats import group_name
from padd.interfaces.web.phone.clinch import needs_of
from padd.interfaces.web.phone.match import phone_layout
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.presentation.eventlog.round_reasons import reasons_by_table, running_round_reasons
from padd.presentation.eventlog.scorecard import scorecard
from padd.presentation.eventlog.standings_page import place_reason
from padd.presentation.eventlog.standings_page import standings_page as standings_of
from padd.presentation.words import ordinal
from padd.services import eventlog
from padd.services.eventlog import player_passes

Context = dict[str, Any]


def card_page(context: PlayerContext) -> Context:
    """Return the player's scorecard: a line for each round."""
    card = scorecard(context.view, context.player)
    return {
        **phone_layout(context, "phone-card"),
        "card": card.lines,
        "penalties": card.penalties,
        "total": card.total,
        "place": _place(context),
        "swiss": context.view.format_of_round(1).gives_victory_points,
        "earned": context.me.earned_byes,
    }


def _place(context: PlayerContext) -> str:
    place = context.view.places.get(context.player)
    return "" if place is None else ordinal(place)


def standings_page(context: PlayerContext) -> Context:
    """Return the standings with reasons, and what the player needs."""
    hidden = player_passes.is_clinch_hidden(context.id)
    return {
        **phone_layout(context, "phone-standings"),
        "standings": standings_of(context.view),
        "why_base": _standings_address(context),
        "place": _place(context),
        "needs": None if hidden else needs_of(context),
    }


def place_reason_page(context: PlayerContext, line: str) -> Context:
    """Return the reason of one place of the standings."""
    return {
        **phone_layout(context, "phone-standings"),
        "reason": place_reason(standings_of(context.view), line),
        "standings_address": _standings_address(context),
    }


def _standings_address(context: PlayerContext) -> str:
    return reverse("phone-standings", args=(context.id,))


def event_page(context: PlayerContext) -> Context:
    """Return the notices of the day, why this pairing, and the way out."""
    state = context.view.state
    return {
        **phone_layout(context, "phone-event"),
        "why": _why(context),
        "in_it": context.me.presence in {Presence.HERE, Presence.ENTERED},
        "begun": state.begun,
        "filming": state.filming,
        "group_name": group_name,
        "film_agreed": context.player in state.film_agreed,
        "key": eventlog.new_command_key(),
        "opened": player_passes.count_openings(context.view.actor, context.id),
        "event": state.settings,
        "name": context.view.calendar_event.name,
        "notes": player_passes.notes_for_players(context.id),
        "round": context.round,
        "by_pass": context.view.actor.event_id is not None,
    }


def _why(context: PlayerContext) -> str:
    """Return why the player was paired so, in words."""
    round_, table = context.round, context.table
    reasons = None if round_ is None else running_round_reasons(context.view, round_)
    if round_ is None or reasons is None:
        return ""
    if table is not None:
        return reasons_by_table(reasons, round_).get(table.number, "")
    return " ".join(bye.reason for bye in reasons.byes if context.player in round_.byes)
