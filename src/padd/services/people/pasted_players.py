"""Enter the players of a pasted list: compare them with people on record, add them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from datetime import datetime

from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.state.event_state import EventPlayer
from padd.core.model import PlayerId
from padd.core.people.name_list import BadLine, NameColumn, read_names
from padd.core.people.pasted_players import (
    LineStanding,
    PastedPlayer,
    PastedPlayers,
    compare_names,
    name_readings,
    new_player_id,
)
from padd.services.access.actors import Actor
from padd.services.eventlog import is_recorded, record_action
from padd.services.people import people
from padd.services.refusal import ActionRefused

Players = Mapping[PlayerId, EventPlayer]


def match_pasted_players(
    *,
    event_id: str,
    text: str,
    players: Players,
    by: Actor,
    now: datetime,
    columns: Sequence[NameColumn] = (),
    answers: Mapping[int, str] | None = None,
    key: str = "",
) -> PastedPlayers:
    """Return the players of a list, compared with people on record and with the event.

    A list that was sent before is not compared with the entries it has made.
    """
    names = read_names(text, columns)
    readings = [tuple(name_readings(line)) for line in names.lines]
    persons = people.recognise_players(by=by, now=now, readings=readings)
    sent_before = bool(key) and is_recorded(event_id=event_id, key=f"{key}-")
    entered = {} if sent_before else players
    return compare_names(text, names, persons, entered=entered, answers=answers or {})


def enter_pasted_players(
    pasted: PastedPlayers,
    *,
    event_id: str,
    players: Players,
    by: Actor,
    now: datetime,
    here: bool,
    seeded: bool,
    key: str,
) -> tuple[BadLine, ...]:
    """Enter the players who are ready, check them in if they are here; return refused lines.

    A list that is sent twice is entered once: its keys are used. With `seeded` the list
    is in the order of the seeds, after those already given.
    """
    seed = max((player.seed or 0 for player in players.values()), default=0)
    ids, entered, refused = set(players), [], []
    for player in pasted.of(LineStanding.READY):
        seed += 1
        entry, line = _entry(player, ids, seed if seeded else None), player.line
        try:
            record_action(
                event_id=event_id, action=entry, by=by, now=now, key=f"{key}-{line.number}"
            )
        except ActionRefused as error:
            if error.refusal.code != "key-used":
                why = error.refusal.message
                refused.append(BadLine(number=line.number, text=line.name, why=why))
            continue
        entered.append(entry.player)
        ids.add(entry.player)
    if entered and here:
        action = CheckedIn(players=tuple(entered))
        try:
            record_action(event_id=event_id, action=action, by=by, now=now, key=f"{key}-in")
        except ActionRefused:
            return tuple(refused)
    return tuple(refused)


def _entry(player: PastedPlayer, ids: Container[str], seed: int | None) -> PlayerEntered:
    line, person = player.line, player.person
    if person is None:
        id_ = new_player_id(line.name, ids)
        return PlayerEntered(player=id_, name=line.name, handle=line.handle, seed=seed)
    return PlayerEntered(
        player=PlayerId(person.public_id),
        name=person.name or person.handle,
        handle=person.handle,
        seed=seed,
    )
