"""Convert between database rows and the values of core."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo

from padd.core import model
from padd.core.event_file import SCHEMA
from padd.core.eventlog.log.chain import LogRow
from padd.core.eventlog.state.actor import log_moment
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event, Registration, RegistrationState

PLAIN = (
    "name",
    "rulebook",
    "edition",
    "format",
    "card_pool",
    "pool_note",
    "rules",
    "scenario",
    "theme",
    "theme_cards",
    "kind",
    "release_set",
    "rounds_planned",
    "final_confrontation",
    "pairing_style",
    "league_event",
    "online",
    "time_zone",
    "ends_on",
    "contact_name",
    "contact_email",
    "contact_phone",
    "discussion_thread",
    "entry_fee",
    "prizes",
    "special_rules",
    "deck_lists_required",
    "preregistration_required",
    "expected_players",
    "capacity",
)
"""The fields that a form and a row have alike."""
MOST_ZONES: Final = 600
"""As many as there are."""


@lru_cache(MOST_ZONES)
def _zone(name: str) -> ZoneInfo:
    """Return a time zone; Python forgets all but the last few and reads its file."""
    return ZoneInfo(name)


def local_time(at: datetime, time_zone: str) -> datetime:
    """Return what the clocks of a place show; UTC where no clock goes that far."""
    try:
        return at.astimezone(_zone(time_zone))
    except OverflowError:
        return at.astimezone(UTC)


def event_form_values(event: Event) -> dict[str, Any]:
    """Return an event as the values of a registration form."""
    local = local_time(event.starts_at, event.time_zone)
    return {
        **{field: getattr(event, field) for field in PLAIN},
        "starts": local.replace(tzinfo=None, fold=0),
        "second_time": bool(local.fold),
        "deck_deadline": local_time(event.deck_deadline, event.time_zone).replace(
            tzinfo=None, fold=0
        )
        if event.deck_deadline
        else None,
        "region": event.region.slug,
        "venue": event.venue.public_id if event.venue else "",
        "directors": tuple(row.person.public_id for row in event.directorships.all()),
    }


def event_audit_facts(event: Event) -> dict[str, Any]:
    """Return an event as the audit keeps it: no names, addresses or numbers."""
    personal = {"contact_name", "contact_email", "contact_phone"}
    values = event_form_values(event)
    for field in ("starts", "second_time", *personal):
        del values[field]
    values["ends_on"] = event.ends_on.isoformat() if event.ends_on else None
    values["starts_at"] = event.starts_at.isoformat()
    until = event.deck_deadline
    values["deck_deadline"] = until.isoformat() if until else None
    values["state"] = event.state
    values["directors"] = list(values["directors"])
    return values


COLUMNS: Final = (
    *("sequence", "kind", "payload", "actor", "at", "reason", "key"),
    *("previous_hash", "hash"),
)
"""The columns of a log in the order in which a row is read."""


def log_row(values: tuple[Any, ...]) -> LogRow:
    """Return a row of a log from the values of its columns."""
    row = dict(zip(COLUMNS, values, strict=True))
    return LogRow(**row | {"at": log_moment(row["at"])})


def event_action(event_pk: int, row: LogRow) -> EventAction:
    """Return a row of a log as the table keeps it."""
    values = {column: getattr(row, column) for column in COLUMNS}
    values["at"] = datetime.fromisoformat(row.at)
    return EventAction(event_id=event_pk, **values)


def event_settings(event: Event) -> model.Event:
    """Return a listing as the settings that its log begins with."""
    zone = ZoneInfo(event.time_zone)
    registered = event.registered_at
    return model.Event(
        schema=SCHEMA,
        rulebook=event.rulebook,
        name=event.name,
        edition=model.Edition(event.edition),
        format=model.DeckFormat(event.format),
        card_pool=event.card_pool,
        rules=model.RulesSet(event.rules),
        scenario=event.scenario or None,
        theme=model.DeckTheme(text=event.theme, cards=event.theme_cards) if event.theme else None,
        level=event.level,
        online=event.online,
        pairing_style=model.PairingStyle(event.pairing_style),
        rounds_planned=event.rounds_planned,
        starts=event.starts_at.astimezone(zone).isoformat(timespec="seconds"),
        registered=registered.astimezone(zone).isoformat(timespec="seconds")
        if registered
        else None,
        directors=tuple(row.person.public_id for row in event.directorships.all()),
        players=tuple(_player_of(registration) for registration in _coming(event)),
        rounds=(),
    )


def _coming(event: Event) -> list[Registration]:
    registrations = event.entries.select_related("person").order_by("number")
    return list(registrations.filter(state=RegistrationState.GOING))


def _player_of(registration: Registration) -> model.Player:
    """Return an entry as a player: by handle, and by name where one is given."""
    person = registration.person
    if person is None:
        return model.Player(id=model.PlayerId(registration.public_id), name=registration.name)
    return model.Player(
        id=model.PlayerId(person.public_id), name=person.name or person.handle, handle=person.handle
    )
