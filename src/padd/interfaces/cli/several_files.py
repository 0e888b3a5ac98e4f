"""Several event files as one history: in order, each once, people matched by handle."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple, NoReturn

import click
import msgspec

from padd.core.event_file import write_event
from padd.core.model import Event, Player
from padd.core.ratings.sheet import EventKey, event_key, handle_or_id, rated_person
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.cli.files import BROKE_A_RULE, load, tell_refusal


class Given(NamedTuple):
    """An event as it was given, with its place in the order of all events."""

    key: EventKey
    file: str
    event: Event


def load_in_order(files: Sequence[str]) -> tuple[list[Given], list[Refusal]]:
    """Read the files into the order of their start; equal starts go by name."""
    given_events: list[Given] = []
    refusals: list[Refusal] = []
    for file in files:
        try:
            event = load(file)
        except RefusalError as refused:
            refusals.append(msgspec.structs.replace(refused.refusal, file=file))
            continue
        # Whoever has the same start and name is told apart by its facts, so that
        # the order of the files cannot matter.
        facts = sha256(write_event(event)).hexdigest()
        given_events.append(Given(event_key(event, f"{event.name}\n{facts}"), file, event))
    return list(_each_once(sorted(given_events, key=lambda event: event.key))), refusals


def _each_once(events: Iterable[Given]) -> Iterable[Given]:
    """Leave out what is there twice."""
    last: Given | None = None
    for event in events:
        if last is not None and event.key == last.key:
            click.echo(f"{event.file} is the same event as {last.file}.", err=True)
            continue
        last = event
        yield event


class Spellings:
    """One spelling for every handle: that of the earliest event."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}
        self.names: dict[str, str] = {}

    def known_as(self, player: Player, event_id: str) -> str:
        """Return who a player is, with the handle as it was first written."""
        person = rated_person(player, event_id)
        known = self._first.setdefault(person.casefold(), person)
        self.names[known] = player.name or handle_or_id(known)
        return known


def refuse_all(refusals: Sequence[Refusal], *, as_json: bool) -> NoReturn:
    """Name every file that breaks a rule; programs get the first as JSON."""
    for index, refusal in enumerate(refusals):
        tell_refusal(refusal, as_json=as_json and index == 0)
    sys.exit(BROKE_A_RULE)
