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


def new_player(name: str, taken_ids: Container[str]) -> PlayerId:
    """Return an id for somebody who is not on record, readable in the event file."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST] or "player"
    id_, at = base, 1
    while id_ in taken_ids:
        at += 1
        id_ = f"{base}-{at}"
    return PlayerId(id_)


def entries(text: str, view: EventView, *, seeded: bool) -> Iterator[PlayerEntered]:
    """Yield an entry for each line; a known person keeps the id of the record.

    With `seeded` the list is in the order of the seeds, after those already given.
    """
    sorted_out = people.sort_out(by=view.actor, text=text)
    known = {line.text: line.found for line in sorted_out.found if line.found}
    ids = set(view.state.entrants)
    order = list(dict.fromkeys(tidy(line) for line in text.splitlines()))
    first = max((e.seed or 0 for e in view.state.entrants.values()), default=0) + 1
    for line in (*sorted_out.found, *sorted_out.close, *sorted_out.unknown):
        person = known.get(line.text)
        if person is not None:
            who = PlayerId(person.public_id)
            name, handle = person.name or person.handle, person.handle
        else:
            name, handle = (*PARTS.split(line.text, maxsplit=1), "")[:2]
            who = new_player(name, ids)
        ids.add(who)
        seed = first + order.index(line.text) if seeded else None
        yield PlayerEntered(player=who, name=name, handle=handle, seed=seed)


def enter_all(
    text: str, view: EventView, *, here: bool, seeded: bool, key: str
) -> int | Refusal:
    """Enter everybody of a list, and check them in if they are here.

    A list that was sent twice is entered once: its keys are used.
    """
    players = tuple(entries(text, view, seeded=seeded))
    for at, entry in enumerate(players, start=1):
        done = _do(entry, view, key=f"{key}-{at}")
        if isinstance(done, Refusal):
            return at - 1 if done.code == "key-used" else done
    if players and here:
        arrived = CheckedIn(players=tuple(entry.player for entry in players))
        done = _do(arrived, view, key=f"{key}-in")
        if isinstance(done, Refusal):
            return done
    return len(players)


def _do(action: Action, view: EventView, *, key: str) -> object | Refusal:
    return record(event_id=view.id, action=action, by=view.actor, now=view.now, key=key)
