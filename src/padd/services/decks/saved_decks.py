"""Saved decks: in versions, at an address that cannot be guessed; those allowed in an event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import msgspec
from django.db import transaction

from padd.core.decks.deck_list import DeckChange, compare_decks
from padd.core.decks.deck_reader import read_deck
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.decks.deck_terms import DeckTerms
from padd.services.refusal import NotAllowed, NotFound, house_refusal, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.decks import Deck, DeckVersion
from padd.store.models.people import Account
from padd.store.writes.event_log import add_audit_entry

LONGEST_NAME: Final = 80
MOST_DECKS: Final = 200
MOST_VERSIONS: Final = 100
ASKED: Final = ("rulebook", "pool", "rules", "format", "on")


class SavedVersion(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a kept deck."""

    number: int
    kept_at: datetime
    text: str
    changes: tuple[DeckChange, ...]
    """Against the version before."""


class SavedDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck with all its versions, the newest first."""

    address: str
    name: str
    edition: str
    asked: dict[str, str]
    versions: tuple[SavedVersion, ...]

    def version(self, number: int | None) -> SavedVersion:
        """Return a version by its number, or the newest."""
        if number is None:
            return self.versions[0]
        for each in self.versions:
            if each.number == number:
                return each
        raise NotFound("version")


class DeckRow(msgspec.Struct, frozen=True, kw_only=True):
    """A kept deck in a list."""

    address: str
    name: str
    edition: str
    version: int
    kept_at: datetime
    text: str


def save_deck_version(
    *,
    by: Actor,
    now: datetime,
    name: str,
    edition: str,
    text: str,
    asked: dict[str, str],
    address: str = "",
) -> str:
    """Keep a list as a new deck, or as the next version of one; return its address.

    A list that says the same as the newest version makes no new one.
    """
    require(Permission.DECK_KEEP, by)
    deck = read_deck(text.encode(), source="list")
    name = normalize_line(name)
    wrong = text_refusal(name, place="name", most=LONGEST_NAME, needed=not address)
    if wrong is not None:
        raise RefusalError(wrong)
    terms = {key: asked.get(key, "")[:LONGEST_NAME] for key in ASKED}
    with transaction.atomic():
        # Two who keep at the same moment take turns here.
        account = Account.objects.select_for_update().filter(pk=by.account_id or 0).first()
        if account is None:
            raise NotAllowed(Permission.DECK_KEEP)
        row = _row(by, address) if address else _new(account, name, edition, terms, now)
        last = row.versions.order_by("-number").first()
        same = last is not None and not compare_decks(read_deck(last.content.encode()), deck)
        if not same:
            if last is not None and last.number >= MOST_VERSIONS:
                raise RefusalError(_too_many_versions())
            DeckVersion.objects.create(
                deck=row, number=last.number + 1 if last else 1, content=text, kept_at=now
            )
        row.name, row.asked = name or row.name, terms
        row.save(update_fields=["name", "asked"])
        add_audit_entry(
            Permission.DECK_KEEP,
            by=by.label,
            subject="deck",
            at=now,
            after={"edition": row.edition, "cards": deck.size},
        )
    return row.address


def delete_saved_deck(*, by: Actor, now: datetime, address: str) -> None:
    """Delete a kept deck with all its versions; what was registered stays."""
    require(Permission.DECK_KEEP, by)
    with transaction.atomic():
        _row(by, address).delete()
        add_audit_entry(
            Permission.DECK_KEEP, by=by.label, subject="deck", at=now, after={"deleted": True}
        )


def own_saved_decks(*, by: Actor, edition: str = "") -> tuple[DeckRow, ...]:
    """Return the decks of an actor, the one saved last first."""
    if by.account_id is None:
        return ()
    decks = Deck.objects.filter(account_id=by.account_id)
    if edition:
        decks = decks.filter(edition=edition)
    newest: dict[int, DeckVersion] = {}
    for version in DeckVersion.objects.filter(deck__in=decks).order_by("number"):
        newest[version.deck_id] = version
    rows = (
        DeckRow(
            address=deck.address,
            name=deck.name,
            edition=deck.edition,
            version=newest[deck.pk].number,
            kept_at=newest[deck.pk].kept_at,
            text=newest[deck.pk].content,
        )
        for deck in decks
        if deck.pk in newest
    )
    return tuple(sorted(rows, key=lambda row: row.kept_at, reverse=True))


def saved_deck(*, by: Actor, address: str) -> SavedDeck:
    """Return a deck to its owner; for others it does not exist."""
    row = _row(by, address)
    versions: list[SavedVersion] = []
    before = None
    for each in row.versions.order_by("number"):
        deck = read_deck(each.content.encode())
        versions.append(
            SavedVersion(
                number=each.number,
                kept_at=each.kept_at,
                text=each.content,
                changes=compare_decks(before, deck) if before is not None else (),
            )
        )
        before = deck
    return SavedDeck(
        address=row.address,
        name=row.name,
        edition=row.edition,
        asked=dict(row.asked),
        versions=tuple(reversed(versions)),
    )


def _row(by: Actor, address: str) -> Deck:
    own = Deck.objects.filter(address=address, account_id=by.account_id or 0).first()
    if own is None:
        raise NotFound("deck")
    return own


def _too_many_versions() -> Refusal:
    return house_refusal(
        "too-many-versions",
        message("A deck can have at most {most} versions.", most=MOST_VERSIONS),
        place="list",
    )


def _new(account: Account, name: str, edition: str, terms: dict[str, str], now: datetime) -> Deck:
    if Deck.objects.filter(account=account).count() >= MOST_DECKS:
        raise refusal_error(
            "too-many-decks",
            message("You already have {most} decks, the maximum.", most=MOST_DECKS),
            place="name",
        )
    return Deck.objects.create(
        account=account, name=name, edition=edition, asked=terms, created_at=now
    )


def deck_choices(actor: Actor, terms: DeckTerms) -> list[tuple[DeckRow, str, int]]:
    """Return an actor's decks for an event: each with its verdict and its size."""
    rows = own_saved_decks(by=actor, edition=terms.question.edition)
    checked = [(row, terms.check(row.text)) for row in rows]
    return [
        (row, deck.verdict, sum(line.written.quantity for line in deck.lines))
        for row, deck in checked
    ]


def selected_deck_list(actor: Actor, typed: Mapping[str, str]) -> str:
    """Return the kept deck that was chosen, or the list that was pasted.

    A form with a chosen deck and a changed list is refused with a question.
    """
    address, text = typed.get("deck", ""), typed.get("list", "")
    if not address:
        return text
    shown = typed.get("shown", "")
    if text.strip() and text.splitlines() != shown.splitlines():
        raise RefusalError(
            Refusal(
                "two-decks",
                message("You chose a saved deck and also pasted a list."),
                way_out=message("Choose “Pasted list”, or clear the list."),
            )
        )
    return saved_deck(by=actor, address=address).versions[0].text
