"""What happened last in a limited event, in words: its log, turns, and help given."""

from __future__ import annotations

import msgspec

from padd.core.limited.seats import group_name
from padd.presentation.eventlog import log_text
from padd.presentation.eventlog.event_view import EventView
from padd.services.limited.replays import DraftMoment, latest_moments


class ActivityLine(msgspec.Struct, frozen=True):
    """One line: when, who if a person did it, and what."""

    at: str
    who: str
    words: str


def recent_activity(view: EventView, *, most: int) -> tuple[ActivityLine, ...]:
    """Return the last lines, the newest first; never a card."""
    said = [
        (line.at, ActivityLine(told.at, told.who, told.words))
        for line in view.recent[-most:]
        for told in (log_text.log_line_text(line, view),)
        if not line.undone
    ]
    limited = view.state.limited
    moments = (
        latest_moments(event_id=view.id, by=view.actor, most=most)
        if limited is not None and limited.dealt
        else ()
    )
    said += [(one.at, ActivityLine(view.clock(one.at), "", _words(view, one))) for one in moments]
    said.sort(key=lambda pair: pair[0], reverse=True)
    return tuple(line for _, line in said[:most])


def _words(view: EventView, one: DraftMoment) -> str:
    group = f"Group {group_name(one.group)}" if one.group else ""
    name = _name(view, one)
    words = {
        "turn": f"{group} closed turn {one.turn} of pack {one.pack}",
        "pick-at-random": f"{group}: a random card for {name}",
        "let-go": f"{group}: {name} left the draft",
        "more-time": f"{group}: one more minute for {name}",
        "pause": "The draft was paused",
        "resume": "The draft was resumed",
    }
    return words.get(one.what, one.what)


def _name(view: EventView, one: DraftMoment) -> str:
    limited = view.state.limited
    if limited is None or not one.seat or one.group > len(limited.groups):
        return ""
    return view.name(limited.players_of(one.group)[one.seat - 1])
