"""What the forms of the page *Scenario* ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.scenarios.lots import DeckReturned, LotsRedrawn, RuleRejected
from padd.core.eventlog.actions.scenarios.notes import (
    AgeConfirmed,
    AwardGiven,
    CardNoted,
    ItemsBrought,
    ItemsSpent,
    JuniorsConfirmed,
    LinesListed,
    TroubleTurned,
)
from padd.core.eventlog.actions.scenarios.orbit import PointsNoted, SeatsMoved, TotalsNoted
from padd.core.messages import message
from padd.interfaces.web.console.form_fields import (
    FormParser,
    MissingError,
    player_of,
    required_int,
    round_of,
    table_number,
    text_of,
)
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView


def _lines(typed: QueryDict, view: EventView) -> Action:
    del view
    lines = [line.strip() for line in typed.get("lines", "").splitlines()]
    return LinesListed(lines=tuple(line for line in lines if line))


def totals_of(typed: QueryDict) -> TotalsNoted:
    """Return the totals of a table at a move, as a form has them."""
    totals = _figures(typed, "total")
    if not totals:
        raise MissingError(message("The totals of both decks are missing."))
    return TotalsNoted(
        number=round_of(typed),
        stretch=required_int(typed, "stretch", "The stretch"),
        table=table_number(typed),
        totals=totals,
        ended=_figures(typed, "ended") or None,
    )


def _points(typed: QueryDict, view: EventView) -> Action:
    del view
    return PointsNoted(
        number=round_of(typed),
        player=player_of(typed),
        own=_signed(text_of(typed, "own")),
        deck=_signed(text_of(typed, "deck")),
    )


def _figures(typed: QueryDict, name: str) -> tuple[int, ...]:
    given = [text.strip() for text in typed.getlist(name)]
    if not any(given):
        return ()
    figures = [_signed(text) for text in given]
    return tuple(figures)


def _signed(text: str) -> int:
    number = parse_int(text.removeprefix("-"))
    if number is None:
        raise MissingError(message("“{text}” is not a whole number.", text=text))
    return -number if text.startswith("-") else number


SCENARIO_ACTIONS: Final[Mapping[str, FormParser]] = {
    "scenario.lines-listed": _lines,
    "scenario.lots-redrawn": lambda typed, _: LotsRedrawn(number=round_of(typed)),
    "scenario.rule-rejected": lambda typed, _: RuleRejected(
        player=player_of(typed), number=round_of(typed)
    ),
    "scenario.deck-returned": lambda typed, _: DeckReturned(player=player_of(typed)),
    "scenario.seats-moved": lambda typed, _: SeatsMoved(
        number=round_of(typed), move=required_int(typed, "move", "The move")
    ),
    "scenario.totals-noted": lambda typed, _: totals_of(typed),
    "scenario.points-noted": _points,
    "scenario.award-given": lambda typed, _: AwardGiven(
        player=player_of(typed), what=text_of(typed, "what")
    ),
    "scenario.items-brought": lambda typed, _: ItemsBrought(
        player=player_of(typed), items=required_int(typed, "items", "The number of items")
    ),
    "scenario.items-spent": lambda typed, _: ItemsSpent(
        player=player_of(typed),
        number=round_of(typed),
        items=required_int(typed, "items", "The number of items"),
        what=text_of(typed, "what"),
    ),
    "scenario.card-noted": lambda typed, _: CardNoted(
        card=text_of(typed, "card"), text=text_of(typed, "text")
    ),
    "scenario.age-confirmed": lambda *_: AgeConfirmed(),
    "juniors.confirmed": lambda *_: JuniorsConfirmed(),
    "trouble.turned": lambda typed, _: TroubleTurned(
        number=round_of(typed), table=table_number(typed), title=text_of(typed, "title")
    ),
}
