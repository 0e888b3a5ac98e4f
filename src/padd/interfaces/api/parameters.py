"""The parameters of the API: their values, and their descriptions."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

from msgspec import Meta

from padd.core.model import DeckFormat, Edition
from padd.store.queries.events.calendar import AREAS, KINDS

MOST_ON_A_PAGE: Final = 100
MOST_LINES: Final = 500
AreaName = StrEnum("AreaName", [(name.upper(), name) for name in AREAS])  # type: ignore[misc]
KindName = StrEnum("KindName", [(name.upper(), name) for name in KINDS])  # type: ignore[misc]

EventId = Annotated[str, Meta(description="The id of an event.")]
CardId = Annotated[str, Meta(description="The id of a card, as a search gives it.")]
PlayerId = Annotated[str, Meta(description="The id of a player.")]
OpponentId = Annotated[str, Meta(description="The id of another player.")]
ReportId = Annotated[str, Meta(description="The id of a report.")]
RulebookId = Annotated[str, Meta(description="The id of a rulebook.")]
RoundNumber = Annotated[int, Meta(description="The number of a round.")]
WebhookId = Annotated[str, Meta(description="The id of a webhook.")]

When = Annotated[
    Literal["upcoming", "live", "past", "all"],
    Meta(description="Upcoming, live, past or all events."),
]
Area = Annotated[AreaName | None, Meta(description="The area of a coordinator.")]
Region = Annotated[str, Meta(max_length=80, description="The short name of a region.")]
AnyEdition = Annotated[Edition | None, Meta(description="The game.")]
OneEdition = Annotated[Edition, Meta(description="The game.")]
EventKind = Annotated[KindName | None, Meta(description="The kind of event.")]
Decks = Annotated[DeckFormat | None, Meta(description="How players get their decks.")]
Online = Annotated[bool | None, Meta(description="Only online events, or only in-person events.")]
Words = Annotated[str, Meta(max_length=80, description="Words to search for.")]
Person = Annotated[
    str, Meta(max_length=80, description="The id of a player: only events they enter or direct.")
]
RatingList = Annotated[
    str, Meta(max_length=30, description="One of the publisher's rating lists, such as overall.")
]
Keeper = Annotated[
    str,
    Meta(
        max_length=30, description="The publisher of the ratings; the current program if left out."
    ),
]
Active = Annotated[bool, Meta(description="Only players with a rated game within the last year.")]
Since = Annotated[int, Meta(ge=0, le=1_000_000, description="Only entries after this one.")]
PageNumber = Annotated[int, Meta(ge=1, le=100_000, description="The page number, starting at 1.")]
PageSize = Annotated[int, Meta(ge=1, le=MOST_ON_A_PAGE, description="How many per page.")]
LinesOnAPage = Annotated[int, Meta(ge=1, le=MOST_LINES, description="How many per page.")]
Listing = Annotated[str, Meta(max_length=16, description="The id of the event in this calendar.")]
Create = Annotated[bool, Meta(description="Add unknown players as new people.")]
Reason = Annotated[str, Meta(max_length=500, description="The reason, for the record.")]
AnyRulebook = Annotated[str, Meta(max_length=30, description="The id of a rulebook.")]
OtherRulebook = Annotated[str, Meta(max_length=30, description="The id of the other rulebook.")]
Topic = Annotated[str, Meta(max_length=100, description="One part of the rulebook.")]
