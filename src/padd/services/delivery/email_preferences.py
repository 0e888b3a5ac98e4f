"""E-mail preferences, by kind: set on a page, by the API, or by an e-mail's link.

Everything else is always sent: requested links, cancellations, decisions that affect
the person, and everything about account security.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.core import signing
from django.db import transaction

from padd.core.messages import Message, message
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.links import page_url
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.people import Account
from padd.store.writes.event_log import add_audit_entry

SALT: Final = "padd.email-preferences"


class EmailKind(StrEnum):
    """The kinds of e-mail that can be turned off."""

    REGISTRATION = "registration"
    WAITING_LIST = "waiting-list"
    CHANGES = "changes"
    PAIRINGS = "pairings"
    RESULTS = "results"
    GAMES = "games"


WORDS: Final[Mapping[EmailKind, Message]] = {
    EmailKind.REGISTRATION: message("Confirmation when I am registered for an event"),
    EmailKind.WAITING_LIST: message("I get a seat from the waiting list"),
    EmailKind.CHANGES: message("An event I registered for has a new date or place"),
    EmailKind.PAIRINGS: message("My table in each round, for events where I asked for it"),
    EmailKind.RESULTS: message("Results with me in them, and corrections"),
    EmailKind.GAMES: message("Online games: reminders and messages from opponents"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EmailChoice:
    """One kind of e-mail, and whether it is wanted."""

    kind: EmailKind
    words: Message
    wanted: bool


def email_choices(*, by: Actor) -> tuple[EmailChoice, ...]:
    """Return every kind, as the account that asks has chosen."""
    require(Permission.EMAIL_CHOOSE, by)
    refused = _own(by).refused_emails
    return tuple(
        EmailChoice(kind=kind, words=words, wanted=kind not in refused)
        for kind, words in WORDS.items()
    )


def choose_emails(*, by: Actor, now: datetime, wanted: Iterable[str]) -> None:
    """Have the kinds of e-mail that are named, and no others."""
    require(Permission.EMAIL_CHOOSE, by)
    kept = set(wanted)
    with transaction.atomic():
        _write(_own(by), {kind for kind in EmailKind if kind not in kept}, now=now)


def unsubscribe_choice(token: str) -> EmailChoice:
    """Return what a link in an e-mail stops, and whether it still comes."""
    account, kind = _read(token)
    wanted = kind not in account.refused_emails
    return EmailChoice(kind=kind, words=WORDS[kind], wanted=wanted)


def unsubscribe(*, now: datetime, token: str) -> None:
    """Stop one kind of e-mail by the link in it; the link is all that is needed."""
    with transaction.atomic():
        account, kind = _read(token)
        _write(account, {*account.refused_emails, kind}, now=now)


def subscribers(kind: EmailKind, addresses: Iterable[str]) -> Mapping[str, str | None]:
    """Return who of some wants such e-mail, each with the address that stops it.

    Guests have no account: what they get is about the one event they registered for.
    """
    known = {row.email: row for row in Account.objects.filter(email__in=addresses)}
    return {
        address: _link(known[address], kind) if address in known else None
        for address in addresses
        if address not in known or kind not in known[address].refused_emails
    }


def _link(account: Account, kind: EmailKind) -> str | None:
    token = signing.dumps([account.public_id, kind], salt=SALT)
    return page_url("unsubscribe", token=token)


def _read(token: str) -> tuple[Account, EmailKind]:
    try:
        public_id, kind = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        raise NotFound("link") from None
    account = Account.objects.filter(public_id=public_id, is_active=True).first()
    if account is None:
        raise NotFound("link")
    return account, EmailKind(kind)


def _own(by: Actor) -> Account:
    account = None if by.account_id is None else Account.objects.filter(pk=by.account_id).first()
    if account is None:
        raise NotAllowed(Permission.EMAIL_CHOOSE)
    return account


def _write(account: Account, refused: Iterable[str], *, now: datetime) -> None:
    before, after = account.refused_emails, sorted(refused)
    if before == after:
        return
    account.refused_emails = after
    account.save(update_fields=["refused_emails"])
    label = f"account:{account.public_id}"
    add_audit_entry(
        Permission.EMAIL_CHOOSE,
        by=label,
        subject=label,
        at=now,
        before={"refused": before},
        after={"refused": after},
    )
