"""The players of a pasted list: on record, listed twice, already entered, or ready."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final, Protocol

import msgspec

from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.people.name_list import BadLine, NameLine, NameList, lines_of, same_names
from padd.core.text import look_alike_outline, transliterate, visible_text

LONGEST_ID: Final = 40
LONGEST_SHOWN: Final = 80


class LineStanding(StrEnum):
    """What becomes of a line."""

    READY = "ready"
    QUESTION = "question"
    SAME = "same"


class KnownPlayer(Protocol):
    """A person on record."""

    @property
    def public_id(self) -> str: ...  # noqa: D102
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def handle(self) -> str: ...  # noqa: D102


class EnteredPlayer(Protocol):
    """A player of the event."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def handle(self) -> str: ...  # noqa: D102


class PastedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list, and the person it means."""

    line: NameLine
    standing: LineStanding
    person: KnownPlayer | None = None
    like: int | None = None
    """The earlier line with the same name; None where a player of the event has it."""


class PastedPlayers(msgspec.Struct, frozen=True, kw_only=True):
    """A list, compared with the people on record and the players of the event."""

    text: str
    names: NameList
    players: tuple[PastedPlayer, ...]
    bad: tuple[BadLine, ...]

    def of(self, standing: str) -> tuple[PastedPlayer, ...]:
        """Return the players of one standing."""
        return tuple(p for p in self.players if p.standing == standing)

    @property
    def shown_lines(self) -> tuple[str, ...]:
        """The lines as they were pasted, cut where they are too long for a page."""
        return tuple(visible_text(line)[:LONGEST_SHOWN] for line in lines_of(self.text))

    @property
    def plain(self) -> bool:
        """Whether all players can be entered without a look at the list."""
        all_ready = len(self.of(LineStanding.READY)) == len(self.players)
        return self.names.plain and not self.bad and all_ready


def new_player_id(name: str, taken_ids: Container[str]) -> PlayerId:
    """Return an id for a player who is not on record, readable in the event file."""
    plain = transliterate(name).lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_ID] or "player"
    id_, at = base, 1
    while id_ in taken_ids:
        at += 1
        id_ = f"{base}-{at}"
    return PlayerId(id_)


def name_readings(line: NameLine) -> Iterator[str]:
    """Yield what may be the handle or the name of a person on record."""
    if line.handle:
        yield line.handle
    yield line.name
    yield " ".join(line.cells)


def compare_names(
    text: str,
    names: NameList,
    persons: Sequence[KnownPlayer | None],
    *,
    entered: Mapping[PlayerId, EnteredPlayer],
    answers: Mapping[int, str],
) -> PastedPlayers:
    """Return the players of a list; a name that stands there twice is a question."""
    comparison = _Comparison(names, entered, answers)
    compared = [
        comparison.player(line, person) for line, person in zip(names.lines, persons, strict=True)
    ]
    bad = (*names.bad, *(line for line in compared if isinstance(line, BadLine)))
    return PastedPlayers(
        text=text,
        names=names,
        players=tuple(line for line in compared if isinstance(line, PastedPlayer)),
        bad=tuple(sorted(bad, key=lambda line: line.number)),
    )


class _Comparison:
    """Compares line after line with those before it and with the players of the event."""

    def __init__(
        self, names: NameList, entered: Mapping[PlayerId, EnteredPlayer], answers: Mapping[int, str]
    ) -> None:
        self.twice = same_names(names.lines)
        self.answers = answers
        self.entered = {look_alike_outline(e.name): e for e in entered.values()}
        self.ids: dict[str, int | None] = dict.fromkeys(entered)
        self.handles: dict[str, tuple[str, int | None]] = {
            e.handle.casefold(): (e.name, None) for e in entered.values() if e.handle
        }

    def player(self, line: NameLine, person: KnownPlayer | None) -> PastedPlayer | BadLine:
        """Return the line with its standing, or why it cannot be entered."""
        person_id = person.public_id if person else ""
        handle = (person.handle if person and line.handle else line.handle).casefold()
        standing, like = LineStanding.READY, self.twice.get(line.number)
        player = self.entered.get(look_alike_outline(line.name))
        other_handle = player and player.handle and handle
        if handle in self.handles:
            owner, like = self.handles[handle]
            if look_alike_outline(owner) != look_alike_outline(line.name):
                why = message(
                    "The handle {handle} belongs to {owner}.", handle=line.handle, owner=owner
                )
                return BadLine(number=line.number, text=line.name, why=why)
            standing = LineStanding.SAME
        elif like or person_id in self.ids or (player and not other_handle):
            like = like or self.ids.get(person_id)
            standing = {"same": LineStanding.SAME, "two": LineStanding.READY}.get(
                self.answers.get(line.number, ""), LineStanding.QUESTION
            )
            if person_id in self.ids:
                person = None
        if handle:
            self.handles.setdefault(handle, (line.name, line.number))
        if person:
            self.ids.setdefault(person.public_id, line.number)
        return PastedPlayer(line=line, standing=standing, person=person, like=like)
