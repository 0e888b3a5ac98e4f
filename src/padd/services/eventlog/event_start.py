"""Open an event: from the calendar, or from settings given at the table."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction

from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.event_state import Staff
from padd.core.messages import message
from padd.core.model import Event, RulesSet
from padd.core.online.open_games import document_pins
from padd.core.refusal import Refusal
from padd.core.rng import commitment
from padd.core.validation.sanction import implausible_date_message, is_plausible_date
from padd.rulebooks.loader import rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.access.suspensions import suspended_players
from padd.services.cards import current_catalogue, pin_catalogue
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog.command_handler import Command, execute
from padd.services.eventlog.commands import new_command_key
from padd.services.eventlog.log_cache import stored_event
from padd.services.eventlog.pairing_secret import event_secret
from padd.services.refusal import ActionRefused
from padd.services.rulebooks.event_rulebook import event_rulebook
from padd.services.rulebooks.interim_rulings import write_published_rulings
from padd.store.columns.event_rows import event_settings
from padd.store.models.eventlog import EventAction
from padd.store.models.events import Event as Row
from padd.store.models.events import EventState
from padd.store.queries.decks import handed_in_decks
from padd.store.writes.local_events import add_local_event

TO_BE_RUN: Final = frozenset({EventState.LISTED, EventState.AWAITING_APPROVAL})
RANKS: Final = (Role.DIRECTOR, Role.SECONDARY, Role.TERTIARY)


def open_event(
    *,
    listing_id: str | None = None,
    facts: Event | None = None,
    by: Actor,
    now: datetime,
    key: str = "",
    minutes: int | None = None,
    final_confrontation: bool | None = None,
    time_zone: str = "UTC",
) -> str:
    """Start running an event and return its id; who has entered comes along."""
    if (listing_id is None) == (facts is None):
        raise TypeError("Name a listed event, or give the facts of one.")
    with refuse_database_errors(), transaction.atomic():
        if facts is not None:
            require(Permission.EVENT_RUN, by)
            sent = EventAction.objects.filter(sequence=1, key=key) if key else ()
            for before in sent:
                return before.event.public_id
            if facts.rulebook not in rulebook_ids():
                reason = message("There is no rulebook {rulebook}.", rulebook=facts.rulebook)
                raise ActionRefused(Refusal("unknown-rulebook", reason))
            listing_id = add_event(facts, by=by, now=now, time_zone=time_zone)
        return _open(
            str(listing_id),
            facts,
            by=by,
            now=now,
            key=key or new_command_key(),
            minutes=minutes,
            final_confrontation=final_confrontation,
        )


def add_event(
    facts: Event, *, by: Actor | None = None, now: datetime, time_zone: str = "UTC"
) -> str:
    """List an event by its settings for an actor, and return its id."""
    starts = now if facts.starts is None else datetime.fromisoformat(facts.starts)
    if not is_plausible_date(starts, today=now.date()):
        raise ActionRefused(
            Refusal("date-out-of-range", implausible_date_message(today=now.date()))
        )
    usual = RulesSet(event_rulebook(facts).default_rules[facts.edition])
    complete = msgspec.structs.replace(facts, rules=facts.rules or usual)
    try:
        return add_local_event(
            complete, now=now, time_zone=time_zone, registrar_id=by.account_id if by else None
        ).public_id
    except ValidationError as error:
        field, messages = next(iter(error.message_dict.items()))
        raise ActionRefused(
            Refusal("settings", message("{field}: {messages}", field=field, messages=messages[0]))
        ) from error


def _settings(row: Row) -> Event:
    """Return a listing as an event; who was suspended since entering stays out."""
    event = event_settings(row)
    out = suspended_players((player.id for player in event.players), event=row)
    players = tuple(player for player in event.players if player.id not in out)
    return msgspec.structs.replace(event, players=players)


def pinned_documents(event: Event, book: Rulebook) -> dict[str, str]:
    """Return the fingerprints that an event of several days keeps to its end."""
    if not event.online or book.online is None or not book.online.rules_frozen:
        return {}
    return document_pins(book, cards=current_catalogue().version)


def _open(
    event_id: str,
    facts: Event | None,
    *,
    by: Actor,
    now: datetime,
    key: str,
    minutes: int | None,
    final_confrontation: bool | None,
) -> str:
    row = stored_event(event_id)
    if row.state not in TO_BE_RUN and not row.actions.filter(key=key).exists():
        raise ActionRefused(
            Refusal(
                "not-listed",
                message(
                    "The event is {lower} and can’t be opened.",
                    lower=row.get_state_display().lower(),
                ),
                way_out=message("List it first.") if row.state == EventState.DRAFT else message(""),
            )
        )
    event = facts or _settings(row)
    if event.commitment is None and not event.rounds:
        event = msgspec.structs.replace(event, commitment=commitment(event_secret(event_id)))
    final = row.final_confrontation if final_confrontation is None else None
    write_published_rulings()
    book = event_rulebook(event)
    action = EventOpened(
        event=event,
        rulings=tuple(ruling.id for ruling in book.rulings),
        minutes=minutes,
        final_confrontation=bool(final_confrontation or final),
        catalogue=pin_catalogue(now=now),
        decks=handed_in_decks(row.pk),
        staff=tuple(
            Staff(role=role, person=person)
            for role, person in zip(RANKS, event.directors, strict=False)
        ),
        pins=pinned_documents(event, book),
    )
    execute(Command(event_id=event_id, action=action, by=by, now=now, key=key))
    return event_id
