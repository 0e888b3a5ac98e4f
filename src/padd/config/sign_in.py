"""Signing in: guesses counted in the database, mail in the queue, our own words."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import chain, count
from typing import Any, ClassVar, Final
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_cool_off, get_failure_limit
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils.crypto import get_random_string

from padd.interfaces.web.notice import leave_notice
from padd.services.delivery.mail_queue import queue_email
from padd.store.models.people import Account

EVERY_BROWSER: Final = ""
"""Guesses count together whatever browser they claim to come from."""
LONGEST: Final = 255
UNGUESSED: Final = 32
REFUSED: Final = "That didn’t work. Try again; a code works only once."
"""Of a code, a recovery code or a passkey."""


class SignIn(DefaultAccountAdapter):  # type: ignore[misc]
    """Leaves the counting of guesses to `CountedFirst`.

    allauth would count them too, per account alone and in the memory of one process:
    a stranger who guesses would lock the owner out everywhere. Its other limits stay,
    among them the one on codes of the second step.
    """

    error_messages: ClassVar[dict[str, object]] = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": "That e-mail address and password don’t match.",
        "incorrect_code": REFUSED,
        "incorrect_password": "That password isn’t right.",
    }

    def pre_authenticate(self, request: HttpRequest, **credentials: object) -> None:
        """Count nothing here; it is done before the password is looked at."""

    def send_account_already_exists_mail(self, email: str) -> None:
        """Take as long as a new account does, so that time tells nothing."""
        make_password(get_random_string(UNGUESSED))
        super().send_account_already_exists_mail(email)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        **_: object,
    ) -> None:
        """Say on the next page what was done; visitors' pages are the same for all."""
        if not message_template or not request.user.is_authenticated:
            return
        with suppress(TemplateDoesNotExist):  # of what needs no words, such as sign-in
            said = render_to_string(message_template, message_context, request)
            leave_notice(request, said.strip(), refused=level >= messages.ERROR)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Let a mail wait in the queue, with links that begin with our own address."""
        own = {
            name: at_our_address(value) if name.endswith("_url") else value
            for name, value in context.items()
        }
        mail = self.render_mail(template_prefix, email, {"email": email, **own})
        if settings.MAIL_QUEUED:
            queue_email(mail)
        else:
            mail.send(fail_silently=True)

    def authenticate(self, request: HttpRequest, **credentials: str) -> AbstractBaseUser | None:
        """Look at a password; the right one is no guess, so its count is taken back."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None:
            give_back(request, credentials)
        return user


class SecondStep(DefaultMFAAdapter):  # type: ignore[misc]
    """The second step of signing in, in our words."""

    error_messages: ClassVar[dict[str, object]] = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": REFUSED,
    }

    def generate_authenticator_name(
        self,
        user: AbstractBaseUser,
        type: Authenticator.Type,  # noqa: A002 -- allauth's
    ) -> str:
        """Return a name for a new passkey; its owner may choose another."""
        others = Authenticator.objects.filter(user_id=user.pk, type=type)
        taken = {other.wrap().name for other in others}
        names = chain(["Passkey"], (f"Passkey {number}" for number in count(2)))
        return next(name for name in names if name not in taken)


def at_our_address(url: object) -> object:
    """Return an address of this site as the public knows it, not as it was asked."""
    if not settings.URL or not isinstance(url, str) or "://" not in url:
        return url
    parts = urlsplit(url)
    return f"{settings.URL}{urlunsplit(('', '', *parts[2:]))}"


class CountedFirst(AxesDatabaseHandler):  # type: ignore[misc]
    """Counts a guess before the password is looked at, not after.

    axes by itself counts when a guess has turned out wrong: of many that are sent at
    the same moment, all would be looked at before the first one is counted.
    """

    def is_allowed(self, request: HttpRequest, credentials: dict[str, str] | None = None) -> bool:
        """Let a guess be looked at if it got one of the few that there are."""
        taken = take_a_guess(request, credentials)
        request.axes_locked_out = not taken  # type: ignore[attr-defined]
        return taken

    def user_login_failed(
        self,
        sender: object,  # noqa: ARG002 -- as the signal is sent
        credentials: dict[str, str],
        request: HttpRequest | None = None,
        **_: object,
    ) -> None:
        """Say so with the last wrong guess already; it was counted before."""
        if request is not None and self.is_locked(request, credentials):
            request.axes_locked_out = True  # type: ignore[attr-defined]


def take_a_guess(request: HttpRequest, credentials: Mapping[str, str] | None) -> bool:
    """Count one guess for an account from an address, unless all are used up.

    Whoever guesses at the same moment waits for the same row: PostgreSQL locks it,
    and SQLite lets one writer in at a time.
    """
    now = request.axes_attempt_time  # type: ignore[attr-defined]
    with transaction.atomic():
        guesses, _ = AccessAttempt.objects.select_for_update().get_or_create(
            **_whose(request, credentials), defaults={"failures_since_start": 0}
        )
        if guesses.attempt_time <= now - get_cool_off(request):
            guesses.failures_since_start = 0
        if guesses.failures_since_start >= get_failure_limit(request, credentials):
            return False
        guesses.failures_since_start += 1
        guesses.attempt_time = now
        guesses.save(update_fields=["failures_since_start", "attempt_time"])
    return True


def give_back(request: HttpRequest, credentials: Mapping[str, str] | None) -> None:
    """Take the count of a guess back that was none."""
    counted = AccessAttempt.objects.filter(
        **_whose(request, credentials), failures_since_start__gt=0
    )
    counted.update(failures_since_start=F("failures_since_start") - 1)


def _whose(request: HttpRequest, credentials: Mapping[str, str] | None) -> dict[str, str]:
    return {
        "username": address_tried(request, credentials),
        "ip_address": request.axes_ip_address,  # type: ignore[attr-defined]
        "user_agent": EVERY_BROWSER,
    }


def address_tried(request: HttpRequest, credentials: Mapping[str, str] | None = None) -> str:
    """Return the e-mail address that somebody tries to sign in with.

    Without it all failures from one network would count together, and a hall full
    of players behind one address would be locked out by one of them.
    """
    known = credentials or {}
    given = known.get("email") or known.get("username") or request.POST.get("login", "")
    return given.strip().lower()[:LONGEST]


class NewestLinkOnly(PasswordResetTokenGenerator):
    """Lets a link for a new password die when a newer one is asked for."""

    def make_token(self, user: Account) -> str:
        """Count one more link, and return its secret."""
        user.reset_links += 1
        user.save(update_fields=["reset_links"])
        return super().make_token(user)

    def _make_hash_value(self, user: Account, timestamp: int) -> str:
        return f"{super()._make_hash_value(user, timestamp)}{user.reset_links}"
