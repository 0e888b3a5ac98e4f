"""Players from a pasted list: who is known, who is listed twice, who is added."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.state.event_state import EventPlayer
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.people.name_list import (
    BadLine,
    NameColumn,
    NameLine,
    NameList,
    lines_of,
    read_names,
    same_names,
)
from padd.core.refusal import Refusal
from padd.core.text import outline, transliterated, visible
from padd.presentation.eventlog.event_view import EventView
from padd.services.eventlog import is_recorded, record_action
from padd.services.people import people
from padd.services.people.search import KnownPerson

LONGEST: Final = 40
LONGEST_SHOWN: Final = 80


class LineStanding(StrEnum):
    """What becomes of a line."""

    READY = "ready"
    QUESTION = "question"
    SAME = "same"


class PastedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list, and who it means."""

    line: NameLine
    standing: LineStanding
    person: KnownPerson | None = None
    like: int | None = None
    """The earlier line with the same name; None where it is an entrant's."""


class PastedPlayers(msgspec.Struct, frozen=True, kw_only=True):
    """A list, read and compared with who is known and who has entered."""

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
        return tuple(visible(line)[:LONGEST_SHOWN] for line in lines_of(self.text))

    @property
    def plain(self) -> bool:
        """Whether everybody can be entered without a look at the list."""
        everybody = len(self.of(LineStanding.READY)) == len(self.players)
        return self.names.plain and not self.bad and everybody


def new_player(name: str, taken_ids: Container[str]) -> PlayerId:
    """Return an id for somebody who is not on record, readable in the event file."""
    plain = transliterated(name).lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST] or "player"
    id_, at = base, 1
    while id_ in taken_ids:
        at += 1
        id_ = f"{base}-{at}"
    return PlayerId(id_)


def sort_out(
    text: str,
    view: EventView,
    *,
    columns: Sequence[NameColumn] = (),
    answers: Mapping[int, str] | None = None,
    key: str = "",
) -> PastedPlayers:
    """Read a list and find out who is meant; a name twice is a question.

    A list that was sent before is not compared with the entries it has made.
    """
    names = read_names(text, columns)
    persons = people.recognised(
        by=view.actor, now=view.now, readings=[tuple(_readings(line)) for line in names.lines]
    )
    sent_before = bool(key) and is_recorded(event_id=view.id, key=f"{key}-")
    entrants = {} if sent_before else view.state.players
    comparison = _Comparison(names, entrants, answers or {})
    sorted_out = [
        comparison.player(line, person) for line, person in zip(names.lines, persons, strict=True)
    ]
    return PastedPlayers(
        text=text,
        names=names,
        players=tuple(p for p in sorted_out if isinstance(p, PastedPlayer)),
        bad=tuple(
            sorted(
                (*names.bad, *(b for b in sorted_out if isinstance(b, BadLine))),
                key=lambda line: line.number,
            )
        ),
    )


def _readings(line: NameLine) -> Iterator[str]:
    """Give what may be the handle or the name of somebody on record."""
    if line.handle:
        yield line.handle
    yield line.name
    yield " ".join(line.cells)


class _Comparison:
    """Compares line after line with those before it and with the entrants."""

    def __init__(
        self, names: NameList, entrants: Mapping[PlayerId, EventPlayer], answers: Mapping[int, str]
    ) -> None:
        self.twice = same_names(names.lines)
        self.answers = answers
        self.entered = {outline(e.name): e for e in entrants.values()}
        self.ids: dict[str, int | None] = dict.fromkeys(entrants)
        self.handles: dict[str, tuple[str, int | None]] = {
            e.handle.casefold(): (e.name, None) for e in entrants.values() if e.handle
        }

    def player(self, line: NameLine, person: KnownPerson | None) -> PastedPlayer | BadLine:
        """Return the line with its standing, or why it cannot be entered."""
        person_id = person.public_id if person else ""
        handle = (person.handle if person and line.handle else line.handle).casefold()
        standing, like = LineStanding.READY, self.twice.get(line.number)
        entrant = self.entered.get(outline(line.name))
        parted = entrant and entrant.handle and handle
        if handle in self.handles:
            owner, like = self.handles[handle]
            if outline(owner) != outline(line.name):
                why = message(
                    "The handle {handle} belongs to {owner}.", handle=line.handle, owner=owner
                )
                return BadLine(number=line.number, text=line.name, why=why)
            standing = LineStanding.SAME
        elif like or person_id in self.ids or (entrant and not parted):
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


def enter_all(
    pasted: PastedPlayers, view: EventView, *, here: bool, seeded: bool, key: str
) -> tuple[BadLine, ...]:
    """Enter everybody who is ready, and check them in if they are here.

    Whoever is refused is told, and the others come in. A list that was sent twice is
    entered once: its keys are used. With `seeded` the list is in the order of the
    seeds, after those already given.
    """
    seed = max((e.seed or 0 for e in view.state.players.values()), default=0)
    ids, entered, refused = set(view.state.players), [], []
    for player in pasted.of(LineStanding.READY):
        seed += 1
        entry = _entry(player, ids, seed if seeded else None)
        done = _do(entry, view, key=f"{key}-{player.line.number}")
        if not isinstance(done, Refusal):
            entered.append(entry.player)
            ids.add(entry.player)
        elif done.code != "key-used":
            line = player.line
            refused.append(BadLine(number=line.number, text=line.name, why=done.message))
    if entered and here:
        _do(CheckedIn(players=tuple(entered)), view, key=f"{key}-in")
    return tuple(refused)


def _entry(player: PastedPlayer, ids: Container[str], seed: int | None) -> PlayerEntered:
    line, person = player.line, player.person
    if person is None:
        who, name, handle = new_player(line.name, ids), line.name, line.handle
    else:
        who = PlayerId(person.public_id)
        name, handle = person.name or person.handle, person.handle
    return PlayerEntered(player=who, name=name, handle=handle, seed=seed)


def _do(action: Action, view: EventView, *, key: str) -> object | Refusal:
    return record_action(event_id=view.id, action=action, by=view.actor, now=view.now, key=key)
