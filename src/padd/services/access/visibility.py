"""Who sees which field: the table of records, fields and viewers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Final, Protocol, TypeVar

from padd.core.eventlog.state.event_state import LogState
from padd.core.model import PlayerId
from padd.services.access.actors import Actor
from padd.services.access.permissions import AccessRole, Permission, allowed, roles_of
from padd.services.refusal import NotFound
from padd.store.models.events import Event, EventState
from padd.store.queries.events.facts import EventFacts, RegisteredPlayer, facts_of_row, find_event
from padd.store.queries.people.facts import PersonFacts, people_maybe_hidden, person_facts

Key = TypeVar("Key")


class NamedFacts(Protocol):
    """What is known of what somebody is called."""

    @property
    def handle(self) -> str:
        """The public handle."""

    @property
    def name(self) -> str:
        """The full name."""

    @property
    def birth_year(self) -> int | None:
        """The year of birth, where it is known."""

    @property
    def hides_name(self) -> bool:
        """Whether the name is kept from the public."""

    @property
    def erased(self) -> bool:
        """Whether the data of the person was erased."""


class Audience(StrEnum):
    """Who may see a field; one person may be several of these at once."""

    VISITOR = "visitor"
    PLAYER = "player"
    SELF = "self"
    STAFF = "event staff"
    OFFICIAL = "official"


_EVERYBODY = frozenset(Audience)
_PLAYERS = _EVERYBODY - {Audience.VISITOR}
_THOSE_CONCERNED = frozenset({Audience.SELF, Audience.STAFF, Audience.OFFICIAL})
_OFFICIALS = frozenset({Audience.SELF, Audience.OFFICIAL})
_OWN = frozenset({Audience.SELF})
_NOBODY: frozenset[Audience] = frozenset()

SEES: Final[Mapping[str, Mapping[str, frozenset[Audience]]]] = {
    "person": {
        "public_id": _EVERYBODY,
        "handle": _EVERYBODY,
        "name": _EVERYBODY,
        "name of a minor": _THOSE_CONCERNED,
        "hidden name": _THOSE_CONCERNED,
        "hides_name": _OFFICIALS,
        "region": _EVERYBODY,
        "contact": _OFFICIALS,
        "birth_year": _OWN,
        "merged_into": _EVERYBODY,
        "anonymised_at": _NOBODY,
        "created_at": _OFFICIALS,
    },
    "account": {
        "public_id": _OFFICIALS,
        "email": _OFFICIALS,
        "person": _EVERYBODY,
        "password": _NOBODY,
        "last_login": _OFFICIALS,
        "is_active": _OFFICIALS,
        "local": _NOBODY,
        "reset_links": _NOBODY,
        "refused_emails": _NOBODY,
        "created_at": _OFFICIALS,
    },
    "grant": {
        "account": _OFFICIALS,
        "office": _EVERYBODY,
        "area": _EVERYBODY,
        "since": _EVERYBODY,
        "until": _EVERYBODY,
        "ended_at": _OFFICIALS,
    },
    "event": {
        "contact_name": _EVERYBODY,
        "contact_email": _PLAYERS,
        "contact_phone": _PLAYERS,
        "registrar": _OFFICIALS,
        "everything else": _EVERYBODY,
    },
    "registration": {
        "public_id": _EVERYBODY,
        "event": _EVERYBODY,
        "person": _EVERYBODY,
        "name": _PLAYERS,
        "email": _THOSE_CONCERNED,
        "state": _EVERYBODY,
        "seat": _THOSE_CONCERNED,
        "number": _EVERYBODY,
        "token_hash": _NOBODY,
        "asked_at": _NOBODY,
        "created_at": _THOSE_CONCERNED,
        "confirmed_at": _THOSE_CONCERNED,
        "pairings_by_email": _THOSE_CONCERNED,
    },
    # Its player, and staff who judge and do not play: services/decks.
    "registereddeck": {"everything": _NOBODY},
    # Whoever keeps it.
    "deck": {"everything": _NOBODY},
    "deckversion": {"everything": _NOBODY},
    "pinnedcatalogue": {"everything": _EVERYBODY},
    "carddatafile": {"everything": _EVERYBODY},
    "cardcorrection": {"everything": _EVERYBODY},
    # Packs and picks are secret while they are drafted, and then their players':
    # services/limited says who reads what.
    **{
        table: {"everything": _NOBODY}
        for table in ("draftgroup", "draftstep", "dealtpack", "draftpick", "playerpool")
    },
    # Free hours are the player's own; what players write is read by the two and by
    # those who run the event: services/online says what.
    **{
        table: {"everything": _NOBODY}
        for table in ("onlineplayer", "gameproposal", "gamemessage", "sentreminder")
    },
    "limitedproduct": {"added_by": _OFFICIALS, "everything else": _EVERYBODY},
    **{
        table: {"everything": _EVERYBODY}
        for table in ("championship", "stageevent", "seasonplan", "right")
    },
    "rightentry": {"by": _OFFICIALS, "everything else": _EVERYBODY},
    "application": {"everything": _THOSE_CONCERNED},
    "chairchallenge": {"suggested_by": _OFFICIALS, "everything else": _EVERYBODY},
    "league": {
        "requester": _OFFICIALS,
        "decided_by": _OFFICIALS,
        "answer": _THOSE_CONCERNED,
        "everything else": _EVERYBODY,
    },
    **{
        table: {"everything": _EVERYBODY}
        for table in (
            *("season", "leagueevent", "pointswon", "bonus", "missioncompleted"),
            "championsevent",
        )
    },
    "venue": {"everything": _EVERYBODY},
    "region": {"everything": _EVERYBODY},
    "directorship": {"everything": _EVERYBODY},
    "changenote": {"everything": _EVERYBODY},
    "approval": {"everything": _OFFICIALS},
    "approvalcomment": {"everything": _OFFICIALS},
    "complaint": {"everything": _OFFICIALS},
    # Who reads a case is calculated for each one: services/conduct/case_access.py.
    **{
        table: {"everything": _NOBODY} for table in ("case", "caseaction", "casefile", "suspension")
    },
    "interimruling": {"everything": _EVERYBODY},
    "staffinvite": {
        "token_hash": _NOBODY,
        "everything else": frozenset({Audience.STAFF, Audience.OFFICIAL}),
    },
    "loginlink": {"everything": _NOBODY},
    "playerpass": {
        "token_hash": _NOBODY,
        "everything else": frozenset({Audience.STAFF, Audience.OFFICIAL}),
    },
    "wrongpin": {"everything": _NOBODY},
    "passrequest": {"everything": frozenset({Audience.STAFF, Audience.OFFICIAL})},
    "phonerules": {"everything": _EVERYBODY},
    "apitoken": {"token_hash": _NOBODY, "everything else": _OWN},
    "apianswer": {"everything": _NOBODY},
    "requestcount": {"everything": _NOBODY},
    "cacheentry": {"everything": _NOBODY},
    "webhook": {"everything": _OWN},
    "webhookcursor": {"everything": _NOBODY},
    "delivery": {"everything": _OWN},
    "queuedemail": {"everything": _NOBODY},
    "auditentry": {"everything": _OFFICIALS},
    "auditseal": {"everything": _OFFICIALS},
    "eventaction": {"everything": _EVERYBODY},
    "room": {"everything": _EVERYBODY},
    "finishedevent": {"everything": _EVERYBODY},
    "placing": {"everything": _EVERYBODY},
    "ratingseries": {"everything": _EVERYBODY},
    "eventrecord": {"everything": _EVERYBODY},
    "played": {"everything": _EVERYBODY},
    "ratedevent": {"everything": _EVERYBODY},
    "rating": {"everything": _EVERYBODY},
    "ratingsnow": {"everything": _OFFICIALS},
    "ratingrun": {"everything": _OFFICIALS},
    "report": {"everything": frozenset({Audience.STAFF, Audience.OFFICIAL})},
    "playermatch": {"everything": frozenset({Audience.STAFF, Audience.OFFICIAL})},
    "contest": {"everything": _THOSE_CONCERNED},
    "ratingcorrection": {"everything": _EVERYBODY},
    "merge": {"everything": _OFFICIALS},
    "erasure": {"everything": _NOBODY},
    "counter": {"everything": _NOBODY},
}

_STAFF_HATS: Final = frozenset(
    {
        AccessRole.PRIMARY,
        AccessRole.SECONDARY,
        AccessRole.TERTIARY,
        AccessRole.INVITED,
        AccessRole.SCOREKEEPER,
        AccessRole.JUDGE,
    }
)
_OFFICIAL_HATS: Final = frozenset(
    {
        AccessRole.COORDINATOR,
        AccessRole.DIRECTOR,
        AccessRole.ADMINISTRATOR,
        AccessRole.LAPTOP,
        AccessRole.SYSTEM,
    }
)
ADULT: Final = 18
FORMER: Final = "Former player"
"""What everybody is called whose data was erased."""


def audiences(roles: frozenset[AccessRole]) -> frozenset[Audience]:
    """Return as whom somebody with these roles sees."""
    seen_as = {Audience.VISITOR}
    if AccessRole.MEMBER in roles:
        seen_as.add(Audience.PLAYER)
    if AccessRole.SELF in roles:
        seen_as.add(Audience.SELF)
    if roles & _STAFF_HATS:
        seen_as |= {Audience.STAFF, Audience.PLAYER}
    if roles & _OFFICIAL_HATS:
        seen_as |= {Audience.OFFICIAL, Audience.PLAYER}
    return frozenset(seen_as)


def sees(record: str, field: str, eyes: frozenset[Audience]) -> bool:
    """Tell whether some eyes see a field of a record."""
    rules = SEES[record]
    rule = rules.get(field, rules.get("everything else", rules.get("everything")))
    return bool(rule and rule & eyes)


def is_minor(birth_year: int | None, *, now: datetime) -> bool:
    """Tell whether somebody may still be under age, by the year of birth alone."""
    return birth_year is not None and now.year - birth_year <= ADULT


def sees_name(
    birth_year: int | None, eyes: frozenset[Audience], *, now: datetime, hides_name: bool = False
) -> bool:
    """Tell whether some eyes see the name of somebody: a child's, a hidden one."""
    if is_minor(birth_year, now=now):
        return sees("person", "name of a minor", eyes)
    return sees("person", "hidden name" if hides_name else "name", eyes)


def person_named(person: NamedFacts, eyes: frozenset[Audience], *, now: datetime) -> bool:
    """Tell whether some eyes see the name of a person."""
    return sees_name(person.birth_year, eyes, now=now, hides_name=person.hides_name)


def name_for_audience(person: NamedFacts, eyes: frozenset[Audience], *, now: datetime) -> str:
    """Return what a person is called before some eyes."""
    if person.erased:
        return FORMER
    return (person_named(person, eyes, now=now) and person.name) or person.handle


def distinguish_names(names: Mapping[Key, str]) -> dict[Key, str]:
    """Return the names of people who stand together, the erased ones numbered."""
    erased = [key for key, name in names.items() if name == FORMER]
    numbered = {key: f"{FORMER} {number}" for number, key in enumerate(erased[1:], start=2)}
    return {**names, **numbered}


def names_in_place(
    state: LogState, eyes: frozenset[Audience], *, now: datetime
) -> dict[PlayerId, str]:
    """Return who of an event is called otherwise than in its log before some eyes."""
    born = now.year - ADULT
    people = people_maybe_hidden(players=list(state.players), born=born)
    by_id = {PlayerId(person.public_id): person for person in people}
    return distinguish_names(
        {
            player: name_for_audience(by_id[player], eyes, now=now)
            for player in state.players
            if player in by_id
            and (by_id[player].erased or not person_named(by_id[player], eyes, now=now))
        }
    )


def names_in(
    *, roles: frozenset[AccessRole], now: datetime, state: LogState
) -> dict[PlayerId, str]:
    """Return the name of every entrant, as the log or the records have it."""
    names = {player: entrant.name or player for player, entrant in state.players.items()}
    return {**names, **names_in_place(state, audiences(roles), now=now)}


def visible_event(*, by: Actor, now: datetime, event: str) -> EventFacts:
    """Return the facts of an event that the actor may see."""
    row = find_event(event)
    if row is None:
        raise NotFound("event")
    return visible_event_of_row(row, by=by, now=now)


def visible_event_of_row(row: Event, *, by: Actor, now: datetime) -> EventFacts:
    """Return what the actor may see of an event whose row is at hand."""
    roles = roles_of(by, event=row)
    hidden = row.state in {EventState.DRAFT, EventState.AWAITING_APPROVAL}
    own = row.registrar_id is not None and row.registrar_id == by.account_id
    if hidden and not own and not allowed(Permission.EVENT_EDIT, roles):
        raise NotFound("event")
    return _cut_event(facts_of_row(row, now=now), audiences(roles))


def _cut_event(facts: EventFacts, eyes: frozenset[Audience]) -> EventFacts:
    def shown(field: str, text: str) -> str:
        return text if sees("event", field, eyes) else ""

    return replace(
        facts,
        seats=tuple(_cut_seat(seat, eyes) for seat in facts.seats),
        contact_name=shown("contact_name", facts.contact_name),
        contact_email=shown("contact_email", facts.contact_email),
        contact_phone=shown("contact_phone", facts.contact_phone),
    )


def _cut_seat(seat: RegisteredPlayer, eyes: frozenset[Audience]) -> RegisteredPlayer:
    field = ("person", "hidden name" if seat.hides_name else "name")
    if seat.minor:
        field = ("person", "name of a minor")
    if not seat.person:
        field = ("registration", "name")
    return seat if sees(*field, eyes) else replace(seat, name="")


def visible_person(*, by: Actor, now: datetime, person: str) -> PersonFacts:
    """Return what the actor may see of a person."""
    facts = person_facts(person)
    if facts is None:
        raise NotFound("person")
    eyes = audiences(roles_of(by, person_id=facts.row, area=facts.area))
    return replace(
        facts,
        name=facts.name
        if sees_name(facts.birth_year, eyes, now=now, hides_name=facts.hides_name)
        else "",
        contact=facts.contact if sees("person", "contact", eyes) else "",
        birth_year=facts.birth_year if sees("person", "birth_year", eyes) else None,
    )
