"""What the rounds of a running event are called."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.state.event_state import LogState, Presence
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats import round_names
from padd.core.formats.bracket.styles import style_for
from padd.core.formats.registry import format_of


def round_titles(state: LogState) -> tuple[str, ...]:
    """Return the names of the rounds; none where they have numbers only.

    Before the first round every player who is expected is in the field.
    """
    settings = state.event
    if settings is None or not format_of(settings).names_rounds:
        return ()
    if settings.stages:
        event = event_facts(state)
        return format_of(event).round_titles(event, len(event.players))
    if state.rounds:
        field = len(event_facts(state).players)
    else:
        field = sum(
            entrant.presence is not Presence.WITHDRAWN for entrant in state.players.values()
        )
    event = msgspec.structs.replace(settings, pairing_style=style_for(settings, field))
    return format_of(event).round_titles(event, field)


def round_title(state: LogState, number: int) -> str:
    """Return the name of a round as a title."""
    titles = round_titles(state)
    return titles[number - 1] if number <= len(titles) else f"Round {number}"


def the_rounds(state: LogState, number: int) -> str:
    """Return a round with those published with it: "rounds 1 to 5" in a sentence."""
    round_ = state.round(number)
    if round_ is None or round_.match_rounds is None:
        return the_round(state, number)
    first, last = round_.match_rounds
    return the_round(state, first) if first == last else f"rounds {first} to {last}"


def the_round(state: LogState, number: int) -> str:
    """Return the name of a round within a sentence: "round 3", "the final"."""
    return round_names.round_name_in_sentence(round_title(state, number))
