"""The one next step of a League Director."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from padd.core.messages import Message, message
from padd.core.model import LeaguePart

if TYPE_CHECKING:
    from padd.presentation.leagues.season_view import SeasonView, SlotView
    from padd.store.models import Season


class LeagueStep(msgspec.Struct, frozen=True):
    """What to do next: a word for the button, why, and where on the page."""

    what: Message
    why: Message
    where: str
    """The part of the page, or the act that the button itself does."""


def league_next_step(season: Season | None, view: SeasonView | None) -> LeagueStep:
    """Return what a League Director should do next."""
    if season is None or view is None:
        return LeagueStep(
            message("Announce the season"),
            message("Say how many players qualify before the first event."),
            "announce",
        )
    if season.champion is not None:
        return LeagueStep(
            message("The season is over"),
            message("{champion} is the Champion.", champion=view.champion),
            "announce",
        )
    for part, closed in (
        (LeaguePart.FIRST_HALF, view.first_closed),
        (LeaguePart.SECOND_HALF, view.second_closed),
        (LeaguePart.PLAYOFF, False),
    ):
        slots = [slot for slot in view.slots if slot.part is part]
        if closed or not slots:
            continue
        waiting = next((slot for slot in slots if slot.state != "settled"), None)
        if waiting is not None:
            return _event_step(waiting)
        if part is LeaguePart.PLAYOFF:
            return LeagueStep(
                message("Crown the Champion"),
                message("Every playoff event is finished."),
                "crown",
            )
        return LeagueStep(
            message("Announce the cut"),
            message("Every event of this half is finished."),
            f"close:{part}",
        )
    return LeagueStep(message("Look at the table"), message("Nothing waits."), "sheet")


def _event_step(slot: SlotView) -> LeagueStep:
    if slot.event is None:
        return LeagueStep(
            message("Choose event {number}", number=slot.number),
            message("The slot is empty."),
            "calendar",
        )
    if not slot.event.accepted:
        return LeagueStep(
            message("Wait for the director of event {number}", number=slot.number),
            message("The director has to agree that the event counts here."),
            "calendar",
        )
    return LeagueStep(
        message("Play event {number}", number=slot.number),
        message("Its points come with the final table."),
        "calendar",
    )
