"""The one next step of a League Director."""

from __future__ import annotations

import msgspec

from padd.core.messages import Message, message, plural
from padd.core.model import LeaguePart
from padd.presentation.leagues.season_view import SeasonView, SlotView
from padd.presentation.leagues.sheet_view import SheetView
from padd.store.models.leagues import Season


class LeagueStep(msgspec.Struct, frozen=True):
    """What to do next: a word for the button, why, and where on the page."""

    what: Message
    why: Message
    where: str
    """The part of the page, or the act that the button itself does."""
    press: Message = message("Go there")
    otherwise: str = ""
    """The act that may be done all the same, where this step is optional."""


class DashboardStep(msgspec.Struct, frozen=True):
    """One of the things that a season goes through, and whether it is done."""

    words: Message
    state: str
    """Settled, now or planned."""


def dashboard_steps(
    season: Season | None, view: SeasonView | None, sheet: SheetView | None = None
) -> tuple[DashboardStep, ...]:
    """Return the row of steps: announced, calendar, last event, bonus, cuts, Champion.

    `sheet` is that of the last event played, as for `league_next_step`.
    """
    if season is None or view is None:
        return ()
    played = [slot for slot in view.slots if slot.state == "settled"]
    steps = [
        (message("Announced"), True),
        (message("Calendar"), all(slot.event for slot in view.slots)),
    ]
    if played:
        number = played[-1].number
        steps.append((message("Event {number} played", number=number), True))
        owed = sheet is not None and bool(sheet.missing or sheet.unbooked)
        steps.append((message("Bonus of event {number}", number=number), not owed))
    steps.append((message("Cut of the first half"), view.first_closed))
    if not view.short:
        steps.append((message("Cut of the second half"), view.second_closed))
    steps.append((message("Champion"), season.champion is not None))
    now = next((place for place, (_, done) in enumerate(steps) if not done), None)
    return tuple(
        DashboardStep(words, "settled" if done else _undone(first=place == now))
        for place, (words, done) in enumerate(steps)
    )


def _undone(*, first: bool) -> str:
    return "now" if first else "planned"


def league_next_step(
    season: Season | None, view: SeasonView | None, sheet: SheetView | None = None, number: int = 0
) -> LeagueStep:
    """Return what a League Director should do next.

    `sheet` is that of the last event played, with its `number`; nothing where its
    bonus can no longer change.
    """
    if season is None or view is None:
        return LeagueStep(
            message("Announce the season"),
            message("Announce how many players qualify before the first event."),
            "announce",
        )
    if season.champion is not None:
        return LeagueStep(
            message("The season is over"),
            message("{champion} is the Champion.", champion=view.champion),
            "announce",
        )
    step = _season_step(view)
    if sheet is not None and (sheet.missing or sheet.unbooked):
        optional = step.where == "crown" or step.where.startswith("close:")
        return _bonus_step(sheet, view, number, step.where if optional else "")
    return step


def _season_step(view: SeasonView) -> LeagueStep:
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
                message("Crown the Champion"), message("Every playoff event is finished."), "crown"
            )
        return LeagueStep(
            message("Announce the cut"),
            message("Every event of this half is finished."),
            f"close:{part}",
        )
    return LeagueStep(
        message("View the standings"), message("Nothing is waiting for you."), "sheet"
    )


def _bonus_step(sheet: SheetView, view: SeasonView, number: int, otherwise: str) -> LeagueStep:
    if sheet.missing:
        first = sheet.missing[0]
        player = view.called[first.person].name
        return LeagueStep(
            message("Enter the headquarters {player} played", player=player),
            plural(
                "{count} deck of event {number} is missing.",
                "{count} decks of event {number} are missing.",
                count=len(sheet.missing),
                number=number,
            ),
            f"row-{first.person}",
            message("Go to {player}", player=player),
            otherwise,
        )
    return LeagueStep(
        message("Record the bonus points of event {number}", number=number),
        message("Every deck is known, but these points are not recorded yet."),
        "book",
        message("Record event {number}", number=number),
        otherwise,
    )


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
        message("Its points are added once the standings are final."),
        "calendar",
    )
