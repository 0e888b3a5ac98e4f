"""The director at the laptop: signed in by a link that works once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from padd.services.access.credentials import new_token, token_hash
from padd.services.access.permissions import Permission
from padd.services.refusal import NotFound
from padd.store.models.access import LoginLink
from padd.store.models.people import Account
from padd.store.writes.event_log import add_audit_entry

LIFE: Final = timedelta(hours=12)
ADDRESS: Final = "director@laptop.invalid"
"""No e-mail ever goes there: it only names the one account of a laptop."""


def create_sign_in_link(*, now: datetime) -> str:
    """Return the secret of a new link; the ones before it end."""
    token = new_token()
    with transaction.atomic():
        account = _director()
        account.login_links.filter(used_at=None, expires_at__gt=now).update(expires_at=now)
        LoginLink.objects.create(
            account=account, token_hash=token_hash(token), created_at=now, expires_at=now + LIFE
        )
    return token


def sign_in_again(*, now: datetime) -> Account:
    """Return the account of the laptop's director, who came back without a link.

    Whoever asks sits at the computer itself; the page that calls this sees to it.
    """
    with transaction.atomic():
        account = _director()
        _note(account, now=now)
    return account


def _director() -> Account:
    account, created = Account.objects.get_or_create(local=True, defaults={"email": ADDRESS})
    if created:
        account.set_unusable_password()
        account.save()
    return account


def _note(account: Account, *, now: datetime) -> None:
    add_audit_entry(
        Permission.LAPTOP_SIGN_IN,
        by=f"laptop:{account.public_id}",
        subject=f"account:{account.public_id}",
        at=now,
    )


def redeem_sign_in_link(*, now: datetime, token: str) -> Account:
    """Use a link up and return the account that it signs in."""
    with transaction.atomic():
        usable = LoginLink.objects.filter(
            token_hash=token_hash(token), used_at=None, expires_at__gt=now
        )
        if not usable.update(used_at=now):
            raise NotFound("link")
        link = LoginLink.objects.select_related("account").get(token_hash=token_hash(token))
        _note(link.account, now=now)
    return link.account
