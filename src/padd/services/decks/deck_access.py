"""Who sees a registered deck: its player, and staff who judge and do not play."""

from __future__ import annotations

import msgspec

from padd.core.decks.verdicts import CheckedDeck, LegalityQuestion
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.decks.deck_terms import DeckTerms, deck_terms
from padd.services.refusal import NotFound
from padd.store.models.decks import RegisteredDeck
from padd.store.models.events import Registration
from padd.store.models.people import Person


class DeckShown(msgspec.Struct, frozen=True, kw_only=True):
    """A registered deck with its verdict, for a permitted reader."""

    player: str
    text: str
    checked: CheckedDeck | None
    question: LegalityQuestion
    for_cut: bool = False
    for_all: bool = False


def own_player(by: Actor) -> str:
    """Return the player id of an actor: from the pass, or from their record."""
    return by.public_id if by.event_id is not None and not by.role else by.person


def registered_deck(*, by: Actor, event: str, player: str) -> DeckShown:
    """Return a registered deck to its player, or to staff who judge and do not play."""
    terms = deck_terms(event)
    row = RegisteredDeck.objects.filter(event=terms.row, player=player).first()
    if row is None or not may_see_deck(by=by, terms=terms, player=player):
        raise NotFound("deck")
    return deck_with_verdict(row, terms)


def deck_with_verdict(row: RegisteredDeck, terms: DeckTerms) -> DeckShown:
    """Return a registered deck with the verdict of today's reading."""
    return DeckShown(
        player=row.player,
        text=row.content,
        checked=terms.check(row.content) if row.content else None,
        question=terms.question,
        for_cut=row.for_cut,
        for_all=row.for_all,
    )


def may_see_deck(*, by: Actor, terms: DeckTerms, player: str) -> bool:
    """Tell whether an actor may see a registered deck while its event runs."""
    own = own_player(by)
    if own and own == player:
        return True
    roles = roles_of(by, event=terms.row)
    return allowed(Permission.EVENT_JUDGE, roles) and not _plays(by, terms)


def _plays(by: Actor, terms: DeckTerms) -> bool:
    """Tell whether a member of the staff plays, however entered."""
    if by.person_id is None:
        return False
    if not terms.opened:
        return Registration.objects.filter(event=terms.row, person_id=by.person_id).exists()
    called = Person.objects.values_list("handle", "name").get(pk=by.person_id)
    state = terms.state
    noted = any(staff.player is not None and staff.person == by.person for staff in state.staff)
    return noted or by.person in state.players or state.player_called(*called) is not None


def all_registered_decks(*, by: Actor, event: str) -> tuple[DeckShown, ...]:
    """Return every registered deck to staff who judge and do not play."""
    terms = deck_terms(event)
    if not may_see_deck(by=by, terms=terms, player=""):
        raise NotFound("decks")
    rows = RegisteredDeck.objects.filter(event=terms.row).exclude(content="")
    return tuple(deck_with_verdict(row, terms) for row in rows.order_by("player"))
