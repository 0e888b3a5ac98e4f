"""Scorecard, standings and the day, as a player's phone shows them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from padd.core.eventlog.state import Presence
from padd.core.model import Kind
from padd.interfaces.web.console.end_pages import table_of
from padd.interfaces.web.console.player_pages import places_of
from padd.interfaces.web.console.player_pages import player as player_page
from padd.interfaces.web.phone.clinch import outlook_of
from padd.interfaces.web.phone.match_page import around
from padd.interfaces.web.public.pages import why as round_why
from padd.presentation.words import ordinal
from padd.services import eventlog
from padd.services.eventlog import player_passes
from padd.services.refusal import NotFound

if TYPE_CHECKING:
    from padd.interfaces.web.phone.player_context import PlayerContext
    from padd.presentation.event_view import EventView

    Context = dict[str, Any]

KEPT: Final = 8


def card_page(pocket: PlayerContext) -> Context:
    """Return the player's scorecard: a line for each round."""
    from django.http import QueryDict

    found = player_page(pocket.desk, QueryDict(), None, player=pocket.player)
    total = sum(line["vp"] or 0 for line in found["card"])
    return {
        **around(pocket, "phone-card"),
        "card": found["card"],
        "penalties": found["penalties"],
        "total": total,
        "place": _place(pocket),
        "swiss": pocket.desk.state.settings.kind is Kind.SWISS,
        "earned": pocket.me.earned_byes,
    }


def _place(pocket: PlayerContext) -> str:
    found = places_of(pocket.desk).get(pocket.player)
    return "" if found is None else ordinal(found)


class _Table:
    """The standings of one state, made once for all phones that ask."""

    def __init__(self, desk: EventView) -> None:
        self.desk = desk
        self.key = (desk.id, desk.sequence)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Table) and other.key == self.key


@lru_cache(maxsize=KEPT)
def _table(of: _Table) -> Context | None:
    return table_of(of.desk, of.desk.state)


def standings_page(pocket: PlayerContext) -> Context:
    """Return the standings with reasons, and what the player needs."""
    table = _table(_Table(pocket.desk))
    hidden = player_passes.outlook_hidden(pocket.id)
    return {
        **around(pocket, "phone-standings"),
        "standings": table,
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
    if round_ is None:
        return ""
    try:
        found = round_why(pocket.desk, round_.number)
    except NotFound:
        return ""
    if table is not None:
        return str(found["why"].get(table.number, ""))
    return " ".join(found["bye_why"]) if pocket.player in round_.byes else ""
