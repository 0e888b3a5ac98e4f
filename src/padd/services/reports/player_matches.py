"""Match the players of an event from elsewhere to people on record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from typing import Final

from padd.core.messages import message
from padd.core.model import Player
from padd.core.text import look_alike_outline
from padd.services.access.actors import Actor
from padd.services.people import KnownPerson, PersonDetails, add_person, search_people
from padd.services.refusal import refusal_error
from padd.store.models.eventlog import Placing
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.models.reports import PlayerMatch

NEW: Final = "new"
"""The answer that a player is not known here yet."""
MOST_CLOSE: Final = 4
LONGEST_HANDLE: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerQuestion:
    """A player of a report: found, perhaps one of these, or new."""

    player: str
    name: str
    handle: str
    found: str = ""
    """The public id of who it is; empty while nobody has said."""
    found_handle: str = ""
    close: tuple[KnownPerson, ...] = ()


def match_players(
    event: Event, players: Sequence[Player], *, by: Actor, now: datetime
) -> tuple[PlayerQuestion, ...]:
    """Match the players that are known beyond doubt, and return all of them."""
    matched = {
        row.player: row.person
        for row in PlayerMatch.objects.filter(event=event).select_related("person")
    }
    people = {person.pk for person in matched.values()}
    by_id = Person.objects.in_bulk([p.id for p in players], field_name="public_id")
    shapes = {look_alike_outline(p.handle): p for p in players if p.handle}
    rows = Person.objects.filter(outline__in=shapes, anonymised_at=None)
    by_handle = {row.outline: row.merged_into or row for row in rows}
    questions: list[PlayerQuestion] = []
    new: list[PlayerMatch] = []
    for player in players:
        person = matched.get(player.id)
        if person is None:
            person = _same(player, by_id.get(player.id))
            how = "id"
            if person is None and player.handle:
                person, how = by_handle.get(look_alike_outline(player.handle)), "handle"
            if person is not None and person.pk not in people:
                people.add(person.pk)
                new.append(PlayerMatch(event=event, player=player.id, person=person, how=how))
            else:
                person = None
        questions.append(_asked(player, person, by=by, now=now))
    PlayerMatch.objects.bulk_create(new)
    _tell_placings(event)
    return tuple(questions)


def _same(player: Player, person: Person | None) -> Person | None:
    """Return who has the id of a player, unless the handle says that it is another.

    Ids are given by each installation; what people know each other by is the handle.
    """
    if person is None or not player.handle:
        return person
    return person if look_alike_outline(player.handle) == person.outline else None


def _asked(player: Player, person: Person | None, *, by: Actor, now: datetime) -> PlayerQuestion:
    if person is not None:
        return PlayerQuestion(
            player=player.id,
            name=player.name,
            handle=player.handle,
            found=person.public_id,
            found_handle=person.handle,
        )
    name = player.handle or player.name
    close = search_people(by=by, now=now, text=name, limit=MOST_CLOSE) if name else ()
    return PlayerQuestion(player=player.id, name=player.name, handle=player.handle, close=close)


def store_matches(
    event: Event, players: Sequence[Player], answers: Mapping[str, str], *, by: Actor, now: datetime
) -> None:
    """Take up who players are: the public id of somebody, or that they are new."""
    known = set(PlayerMatch.objects.filter(event=event).values_list("player", flat=True))
    for player in players:
        choice = answers.get(player.id, "")
        if player.id in known or not choice:
            continue
        person = _new(player, by=by, now=now) if choice == NEW else _known(choice)
        other = PlayerMatch.objects.filter(event=event, person=person).first()
        if other is not None:
            reason = message(
                "{handle} is already another player of this event.", handle=person.handle
            )
            raise refusal_error("same-person-twice", reason, place=player.id)
        PlayerMatch.objects.create(
            event=event, player=player.id, person=person, how="new" if choice == NEW else "answer"
        )
    _tell_placings(event)


def _known(public_id: str) -> Person:
    row = Person.objects.filter(public_id=public_id, anonymised_at=None).first()
    if row is None:
        raise refusal_error("unknown-person", message("There is no such person."))
    return row.merged_into or row


def _new(player: Player, *, by: Actor, now: datetime) -> Person:
    called = (player.handle or player.name or player.id)[:LONGEST_HANDLE]
    short = called[: LONGEST_HANDLE - 6]
    # Somebody else may be called so, also in file after file (AMB-149).
    others = chain((called, f"{short} {player.id[:5]}"), (f"{short} {n}" for n in count(2)))
    handle = next(one for one in others if not _is_taken(one))
    details = PersonDetails(handle=handle, name=player.name)
    return Person.objects.get(public_id=add_person(by=by, now=now, details=details))


def _is_taken(handle: str) -> bool:
    return Person.objects.filter(outline=look_alike_outline(handle)).exists()


def _tell_placings(event: Event) -> None:
    """Let the final table name who was matched."""
    matched = PlayerMatch.objects.filter(event=event).select_related("person")
    people = {row.player: row.person for row in matched}
    rows = [row for row in Placing.objects.filter(finished__event=event) if row.player in people]
    for row in rows:
        person = people[row.player]
        row.person_id = person.merged_into_id or person.pk
    Placing.objects.bulk_update(rows, ["person"])
