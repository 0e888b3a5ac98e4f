"""Register decks for an event, before it is opened and while it runs."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction

from padd.core.decks.deck_reader import read_deck
from padd.core.decks.event_decks import EventDecks, deck_digest
from padd.core.decks.verdicts import CheckedDeck
from padd.core.eventlog.actions.decks import DeckCorrected, DeckRegistered, DecksLocked
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.schema import cite
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.cards import current_catalogue, pin_catalogue
from padd.services.decks.deck_access import own_player
from padd.services.decks.deck_terms import DeckTerms, deck_terms
from padd.services.eventlog import (
    Command,
    Recorded,
    execute,
    new_command_key,
    record_action,
    stored_event,
)
from padd.services.refusal import ActionRefused, NotFound
from padd.services.text_fields import normalize_line
from padd.store.models.decks import RegisteredDeck, new_salt
from padd.store.models.events import EventState, Registration, RegistrationState
from padd.store.models.people import Person
from padd.store.writes import event_log

TO_COME: Final = frozenset({EventState.LISTED, EventState.AWAITING_APPROVAL})
ENTERED: Final = (RegistrationState.GOING, RegistrationState.WAITING)


def register_deck(
    *,
    by: Actor,
    now: datetime,
    event: str,
    player: str,
    text: str,
    for_cut: bool = False,
    for_all: bool = False,
    key: str = "",
) -> Recorded | None:
    """Register a deck; it may go in with objections, which the judges see.

    The log and the contents are saved together or not at all; against a lock at the
    same moment the order in the log decides. Before the event is opened there is no
    log: the deck waits, and the opening takes it along.
    """
    terms = deck_terms(event)
    _refuse_too_late(terms, by=by, player=player, now=now)
    checked = terms.check(text)
    consent = {"for_cut": for_cut, "for_all": for_all}
    if not terms.opened:
        _hand_in(terms, checked, text, by=by, now=now, consent=consent)
        return None
    salt = new_salt()
    action = DeckRegistered(
        player=PlayerId(player),
        digest=deck_digest(read_deck(text.encode()), salt),
        verdict=checked.verdict,
    )
    with transaction.atomic():
        command = Command(
            event_id=event, action=action, by=by, now=now, key=key or new_command_key()
        )
        done = execute(command)
        if not done.again:
            _store(terms, action, text, salt, now=now, consent=consent)
    return done


def correct_deck(
    *, by: Actor, now: datetime, event: str, player: str, text: str, reason: str, key: str = ""
) -> Recorded:
    """Put the list of a player right, after the lock too; the consent stays."""
    terms = deck_terms(event)
    checked = terms.check(text)
    salt = new_salt()
    action = DeckCorrected(
        player=PlayerId(player),
        digest=deck_digest(read_deck(text.encode()), salt),
        verdict=checked.verdict,
    )
    with transaction.atomic():
        command = Command(
            event_id=event,
            action=action,
            by=by,
            now=now,
            key=key or new_command_key(),
            reason=normalize_line(reason),
        )
        done = execute(command)
        if not done.again:
            _store(terms, action, text, salt, now=now, consent={})
    return done


def lock_decks(*, by: Actor, now: datetime, event: str, key: str = "") -> Recorded:
    """Lock all decks of an event; card data that came since its opening is pinned."""
    with transaction.atomic():
        action = DecksLocked(catalogue=pin_catalogue(now=now))
        return record_action(event_id=event, action=action, by=by, now=now, key=key)


def change_consent(
    *, by: Actor, now: datetime, event: str, player: str, for_cut: bool, for_all: bool
) -> None:
    """Let a player say who may see the deck, at any time, also after the lock."""
    row = stored_event(event)
    if own_player(by) != player:
        raise NotFound("deck")
    with transaction.atomic():
        deck = RegisteredDeck.objects.filter(event=row, player=player).first()
        if deck is None:
            raise NotFound("deck")
        require(Permission.DECK_CONSENT, by, event=row, person_id=deck.person_id)
        deck.for_cut, deck.for_all = for_cut, for_all
        deck.save(update_fields=["for_cut", "for_all"])
        event_log.add_audit_entry(
            Permission.DECK_CONSENT,
            by=by.label,
            subject=f"event:{event}",
            at=now,
            after={"for_cut": for_cut, "for_all": for_all},
        )


def deck_deadline(event: str) -> datetime | None:
    """Return until when players register their decks, if that was set."""
    return stored_event(event).deck_deadline


def deck_infraction(event: str) -> str:
    """Return the infraction of a deck that differs from its list, by its code.

    Where lists are required it is the one for lists, and no other beside it.
    """
    return "D2" if stored_event(event).deck_lists_required else "D1"


def is_registration_closed(terms: DeckTerms, player: str, *, now: datetime) -> bool:
    """Tell whether a player can register no more: locked, begun, or too late."""
    decks = terms.state.decks or EventDecks()
    record_ = decks.records.get(PlayerId(player))
    if player in decks.opened or (record_ is not None and record_.reopened):
        return False
    until = terms.row.deck_deadline
    if decks.locked_at is not None or (until is not None and now >= until):
        return True
    if not terms.opened:
        return terms.row.state not in TO_COME
    changes = terms.book.decks.changes or {}
    fixed = not changes.get(terms.question.format, False)
    return terms.state.begun and fixed and record_ is not None


def _refuse_too_late(terms: DeckTerms, *, by: Actor, player: str, now: datetime) -> None:
    """Refuse players after the deadline; staff may still register a deck for them."""
    until = terms.row.deck_deadline
    staff = allowed(Permission.EVENT_RUN, roles_of(by, event=terms.row))
    own = own_player(by) == player
    if until is None or now < until or (staff and not own):
        return
    if not is_registration_closed(terms, player, now=now):
        return
    raise ActionRefused(
        Refusal(
            "decks-due",
            message("The deadline for decks has passed."),
            rule=cite(terms.book, "decks.changes"),
            way_out=message("Ask the director to open yours."),
        )
    )


def _hand_in(
    terms: DeckTerms,
    checked: CheckedDeck,
    text: str,
    *,
    by: Actor,
    now: datetime,
    consent: dict[str, bool],
) -> None:
    """Store a deck for a coming event, for a person who has entered it."""
    row = terms.row
    require(Permission.DECK_REGISTER, by, event=row, person_id=by.person_id)
    if row.state not in TO_COME or not has_entered(terms, PlayerId(by.person)):
        raise ActionRefused(
            Refusal(
                "not-entered",
                message("You have not entered this event."),
                way_out=message("Register for the event first, then register your deck."),
            )
        )
    salt = new_salt()
    action = DeckRegistered(
        player=PlayerId(by.person),
        digest=deck_digest(read_deck(text.encode()), salt),
        verdict=checked.verdict,
    )
    with transaction.atomic():
        _store(terms, action, text, salt, now=now, consent=consent)
        event_log.add_audit_entry(
            Permission.DECK_REGISTER,
            by=by.label,
            subject=f"event:{row.public_id}",
            at=now,
            after={"digest": action.digest, "verdict": action.verdict},
        )


def _store(
    terms: DeckTerms,
    action: DeckRegistered | DeckCorrected,
    text: str,
    salt: str,
    *,
    now: datetime,
    consent: dict[str, bool],
) -> None:
    decks = terms.state.decks
    RegisteredDeck.objects.update_or_create(
        event=terms.row,
        player=action.player,
        defaults={
            "person": Person.objects.filter(public_id=action.player).first(),
            "content": text,
            "salt": salt,
            "digest": action.digest,
            "verdict": action.verdict,
            "catalogue": (decks.catalogue if decks else "") or current_catalogue().version,
            "registered_at": now,
            **consent,
        },
    )


def has_entered(terms: DeckTerms, player: PlayerId) -> bool:
    """Tell whether a person plays in an event, or has entered a coming one."""
    if terms.opened:
        return player in terms.state.players
    entries = Registration.objects.filter(event=terms.row, state__in=ENTERED)
    return entries.filter(person__public_id=player).exists()
