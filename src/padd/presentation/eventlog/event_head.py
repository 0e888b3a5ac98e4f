"""What the pages of all events share: title, state, sanction and facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from padd.core.formats.registry import round_title_of
from padd.core.messages import Message
from padd.core.model import Event, PlayerId
from padd.core.validation.sanction import Sanction, check_sanction
from padd.presentation.eventlog.progress import Segment
from padd.presentation.messages import text
from padd.presentation.names import isolated_names
from padd.presentation.words import Chip
from padd.rulebooks.schema import Rulebook


class SanctionVerdict(msgspec.Struct, frozen=True):
    """Sanctioned and rated or not, in words, with every point looked at."""

    chip: Chip
    title: str
    lines: tuple[tuple[str, str, str, str], ...]
    """Kind, icon, message and section of each."""


class EventHead(msgspec.Struct, frozen=True):
    """An event's title, state, sanction and facts."""

    event: Event
    book: Rulebook
    title: str
    final: bool
    colour: str
    segments: tuple[Segment, ...]
    verdict: SanctionVerdict
    final_game: str


def event_head(
    event: Event, book: Rulebook, *, final: bool, open_rounds: Iterable[int] = ()
) -> EventHead:
    """Return the head of an event's page."""
    return EventHead(
        event=event,
        book=book,
        title=event.name or "Unnamed event",
        final=final,
        colour=_colour(event, final=final),
        segments=tuple(_segments(event, set(open_rounds), final=final)),
        verdict=_verdict(check_sanction(event, book), isolated_names(event)),
        final_game=_final_game(event),
    )


def _colour(event: Event, *, final: bool) -> str:
    if not event.rounds:
        return "lavender"
    return "blue" if final else "orange"


def _segments(event: Event, open_rounds: set[int], *, final: bool) -> Iterator[Segment]:
    played = len(event.every_round)
    planned = max(event.rounds_planned, played)
    for number in range(1, planned + 1):
        state = "settled" if number <= played else "planned"
        state = "now" if number in open_rounds else state
        yield Segment(str(number), round_title_of(event, number), state)
    yield Segment("Final", "Final standings", "settled" if final else "planned")


def _final_game(event: Event) -> str:
    final = event.final_confrontation
    if final is None:
        return ""
    names = isolated_names(event)
    first, second = (names[player] for player in final.players)
    if final.winner is None:
        return f"{first} and {second}, still to play"
    return f"{first} and {second}, won by {names[final.winner]}"


def _named(said: Message, names: dict[PlayerId, str]) -> Message:
    """Return what a check says, with names instead of the ids in the event file."""
    parameters = tuple(
        (key, names.get(PlayerId(value), value) if isinstance(value, str) else value)
        for key, value in said.parameters
    )
    return msgspec.structs.replace(said, parameters=parameters)


def _verdict(sanction: Sanction, names: dict[PlayerId, str]) -> SanctionVerdict:
    marks = {"ok": ("good", "check"), "warning": ("advice", "lightbulb"), "error": ("stuck", "x")}
    lines = tuple(
        (*marks[f.severity], text(_named(f.message, names)), f.rule) for f in sanction.findings
    )
    if not sanction.sanctioned:
        return SanctionVerdict(Chip("Not sanctioned", "circle"), "Not sanctioned", lines)
    if not sanction.rated:
        chip = Chip("Sanctioned, unrated", "circle-slash", "lavender")
        return SanctionVerdict(chip, "Sanctioned, but not rated", lines)
    chip = Chip("Sanctioned", "badge-check", "blue")
    return SanctionVerdict(chip, "Sanctioned and rated", lines)
