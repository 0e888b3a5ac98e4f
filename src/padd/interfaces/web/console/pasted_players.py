"""Players from a pasted list: who is known, and what the others are called here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from padd.core.eventlog.action_kinds import (
    CheckedIn,
    PlayerEntered,
)
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.services.eventlog import record
from padd.services.people import people
from padd.services.typed_text import tidy

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from padd.core.eventlog.action import Action
    from padd.presentation.event_view import EventView

LONGEST: Final = 40
PARTS: Final = re.compile(r"\s*[\t,;]\s*")


def new_player(name: str, taken: Container[str]) -> PlayerId:
    """Return an id for somebody who is not on record, readable in the event file."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST] or "player"
    found, at = base, 1
    while found in taken:
        at += 1
        found = f"{base}-{at}"
    return PlayerId(found)


def entries(text: str, desk: EventView, *, seeded: bool) -> Iterator[PlayerEntered]:
    """Yield an entry for each line; a known person keeps the id of the record.

    With `seeded` the list is in the order of the seeds, after those already given.
    """
    sorted_out = people.sort_out(by=desk.actor, text=text)
    known = {line.text: line.found for line in sorted_out.found if line.found}
    taken = set(desk.state.entrants)
    order = list(dict.fromkeys(tidy(line) for line in text.splitlines()))
    first = max((e.seed or 0 for e in desk.state.entrants.values()), default=0) + 1
    for line in (*sorted_out.found, *sorted_out.close, *sorted_out.unknown):
        person = known.get(line.text)
        if person is not None:
            who = PlayerId(person.public_id)
            name, handle = person.name or person.handle, person.handle
        else:
            name, handle = (*PARTS.split(line.text, maxsplit=1), "")[:2]
            who = new_player(name, taken)
        taken.add(who)
        seed = first + order.index(line.text) if seeded else None
        yield PlayerEntered(player=who, name=name, handle=handle, seed=seed)


def enter_all(
    text: str, desk: EventView, *, here: bool, seeded: bool, key: str
) -> int | Refusal:
    """Enter everybody of a list, and check them in if they are here.

    A list that was sent twice is entered once: its keys are used.
    """
    wanted = tuple(entries(text, desk, seeded=seeded))
    for at, entry in enumerate(wanted, start=1):
        done = _do(entry, desk, key=f"{key}-{at}")
        if isinstance(done, Refusal):
            return at - 1 if done.code == "key-used" else done
    if wanted and here:
        arrived = CheckedIn(players=tuple(entry.player for entry in wanted))
        done = _do(arrived, desk, key=f"{key}-in")
        if isinstance(done, Refusal):
            return done
    return len(wanted)


def _do(action: Action, desk: EventView, *, key: str) -> object | Refusal:
    return record(event_id=desk.id, action=action, by=desk.actor, now=desk.now, key=key)
