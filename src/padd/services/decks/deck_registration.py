"""Register decks for an event, and show them to whoever may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from django.db import transaction

from padd.core.decks.deck_check import CheckedDeck, check_deck
from padd.core.decks.deck_reader import read_deck
from padd.core.decks.event_decks import deck_digest
from padd.core.decks.legality import rules_of
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.eventlog.action_kinds import DeckRegistered, DecksLocked
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.cards.catalogue import current_catalogue
from padd.services.eventlog import Recorded, look, record
from padd.services.eventlog.log_cache import event_row
from padd.services.refusal import NotFound
from padd.services.rulebooks import start_of
from padd.store.models import Person, RegisteredDeck
from padd.store.models.decks import new_salt

if TYPE_CHECKING:
    from datetime import datetime

    from padd.core.eventlog.state import LogState
    from padd.rulebooks.schema import Rulebook
    from padd.services.access.actors import Actor


class DeckShown(msgspec.Struct, frozen=True, kw_only=True):
    """A registered deck with its verdict, for somebody who may see it."""

    player: str
    text: str
    checked: CheckedDeck | None
    question: LegalityQuestion
    for_cut: bool = False
    for_all: bool = False


def question_of(state: LogState, book: Rulebook, now: datetime) -> LegalityQuestion:
    """Return what an event asks of its decks, on the day it starts."""
    settings = state.settings
    rules = None if settings.rules is None else str(settings.rules)
    edition = str(settings.edition)
    return LegalityQuestion(
        edition="2E" if edition == "2E" else "TR" if edition == "TR" else "1E",
        pool=settings.card_pool,
        rules=rules_of(edition, rules, book),
        format=str(settings.format),
        on=start_of(settings) or now.date(),
        theme=settings.theme.cards if settings.theme else "",
    )


def check_for(
    *, text: str, state: LogState, book: Rulebook, now: datetime
) -> CheckedDeck:
    """Check a list against what an event asks; nothing is kept."""
    deck = read_deck(text.encode(), source="list")
    catalogue = current_catalogue().catalogue
    return check_deck(deck, catalogue, book, question_of(state, book, now))


def register(
    *,
    by: Actor,
    now: datetime,
    event: str,
    player: str,
    text: str,
    for_cut: bool = False,
    for_all: bool = False,
    key: str = "",
) -> Recorded | Refusal:
    """Register a deck; it may go in with objections, which the judges see.

    The log and the contents are saved together or not at all; against a lock at the
    same moment the order in the log decides.
    """
    snapshot = look(event_id=event)
    if snapshot.book is None:
        raise NotFound("event")
    checked = check_for(text=text, state=snapshot.state, book=snapshot.book, now=now)
    deck, salt = read_deck(text.encode(), source="list"), new_salt()
    digest = deck_digest(deck, salt)
    with transaction.atomic():
        done = record(
            event_id=event,
            action=DeckRegistered(
                player=PlayerId(player), digest=digest, verdict=checked.verdict
            ),
            by=by,
            now=now,
            key=key,
        )
        if isinstance(done, Refusal) or done.again:
            return done
        RegisteredDeck.objects.update_or_create(
            event=event_row(event),
            player=player,
            defaults={
                "person": Person.objects.filter(public_id=player).first(),
                "content": text,
                "salt": salt,
                "digest": digest,
                "verdict": checked.verdict,
                "catalogue": current_catalogue().version,
                "for_cut": for_cut,
                "for_all": for_all,
                "registered_at": now,
            },
        )
    return done


def lock(*, by: Actor, now: datetime, event: str, key: str = "") -> Recorded | Refusal:
    """Lock all decks of an event, and pin the card data that holds for it."""
    action = DecksLocked(catalogue=current_catalogue().version)
    return record(event_id=event, action=action, by=by, now=now, key=key)


def deck_of(*, by: Actor, now: datetime, event: str, player: str) -> DeckShown:
    """Return a registered deck to its player, or to staff who judge and do not play."""
    snapshot = look(event_id=event)
    row = RegisteredDeck.objects.filter(event__public_id=event, player=player).first()
    if row is None or snapshot.book is None:
        raise NotFound("deck")
    if not may_see(by=by, event=event, player=player, state=snapshot.state):
        raise NotFound("deck")
    question = question_of(snapshot.state, snapshot.book, now)
    checked = (
        check_for(text=row.content, state=snapshot.state, book=snapshot.book, now=now)
        if row.content
        else None
    )
    return DeckShown(
        player=player,
        text=row.content,
        checked=checked,
        question=question,
        for_cut=row.for_cut,
        for_all=row.for_all,
    )


def deck_infraction(event: str) -> str:
    """Return the infraction of a deck that differs from its list, by its code.

    Where lists are required it is the one for lists, and no other beside it.
    """
    return "D2" if event_row(event).deck_lists_required else "D1"


def may_see(*, by: Actor, event: str, player: str, state: LogState) -> bool:
    """Tell whether somebody may see a registered deck while its event runs."""
    own = by.public_id if by.event_id is not None else by.person
    if own == player and own:
        return True
    roles = roles_of(by, event=event_row(event))
    plays = bool(by.person) and by.person in state.entrants
    return allowed(Permission.EVENT_JUDGE, roles) and not plays
