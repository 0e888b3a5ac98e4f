"""The actor of every request, available to every page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from typing import Any, Final, TypeVar, cast
from urllib.parse import urlencode

from allauth.account.internal.flows.login import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from padd.core.refusal import RefusalError
from padd.interfaces.web import errors
from padd.interfaces.web.notice import pop_notice
from padd.interfaces.web.public_routes import (
    is_from_laptop,
    is_on_player_address,
    is_open_to_players,
    may_enter_without_link,
)
from padd.services.access.actors import (
    VISITOR,
    Actor,
    ActorKind,
    actor_for_account,
    actor_for_invite,
)
from padd.services.database_errors import is_unavailable
from padd.services.events.approvals import inbox_areas, report_inbox_areas, venue_inbox_areas
from padd.services.installation.installation import site_pages
from padd.services.refusal import NotAllowed, NotFound

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

INVITE: Final = "invite"
"""Where the session keeps the invite of a helper."""
RECENTLY: Final = timedelta(minutes=15)
ACCOUNTS: Final = "/accounts/"
API: Final = "/api/"
"""Programs are answered in their own form there."""


def actor_of(request: HttpRequest) -> Actor:
    """Return the actor of a request, found once."""
    actor: Actor | None = getattr(request, "_padd_actor", None)
    if actor is None:
        actor = _find_actor(request)
        request._padd_actor = actor  # type: ignore[attr-defined]  # noqa: SLF001 -- ours
    return actor


def _find_actor(request: HttpRequest) -> Actor:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return VISITOR
    if request.user.is_authenticated:
        actor = actor_for_account(account_id=request.user.pk, now=timezone.now())
        if actor.kind is ActorKind.LAPTOP and not is_from_laptop(request):
            return VISITOR
        return actor
    invite = request.session.get(INVITE)
    return actor_for_invite(invite=invite, now=timezone.now()) if invite else VISITOR


def shared_address(request: HttpRequest, path: str) -> str:
    """Return an address that other people can open, for links and codes."""
    if settings.NETWORK and is_from_laptop(request):
        return f"http://{settings.NETWORK[0]}:{request.get_port()}{path}"
    return f"{settings.URL}{path}" if settings.URL else request.build_absolute_uri(path)


def page_context(request: HttpRequest) -> dict[str, object]:
    """Return what every template knows about the actor and the site."""
    actor = actor_of(request)
    return {
        "actor": actor,
        "keeps_a_desk": bool(venue_inboxes(actor) or report_inboxes(actor)),
        "accounts": settings.ACCOUNTS,
        "site_name": settings.SITE_NAME,
        "site_colour": settings.SITE_COLOUR,
        "site_pages": site_pages(),
        "may_come_in": actor.kind is ActorKind.VISITOR and may_enter_without_link(request),
        "notice": partial(pop_notice, request) if actor.kind is not ActorKind.VISITOR else str,
    }


def approval_inboxes(actor: Actor) -> frozenset[str]:
    """Return the areas whose questions an actor decides; at a laptop all of them."""
    if actor.kind is ActorKind.LAPTOP or actor.offices:
        return inbox_areas(actor, now=timezone.now())
    return frozenset()


def venue_inboxes(actor: Actor) -> frozenset[str]:
    """Return the areas whose new venues an actor verifies."""
    at_a_desk = actor.kind is ActorKind.LAPTOP or actor.offices
    return venue_inbox_areas(actor, now=timezone.now()) if at_a_desk else frozenset()


def report_inboxes(actor: Actor) -> frozenset[str]:
    """Return the areas whose held reports an actor decides on."""
    at_a_desk = actor.kind is ActorKind.LAPTOP or actor.offices
    return report_inbox_areas(actor, now=timezone.now()) if at_a_desk else frozenset()


def sign_in_required(view: View) -> View:
    """Demand a sign-in before anything is looked up."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ANN401 -- whatever the address holds
        if actor_of(request).kind is not ActorKind.VISITOR:
            return view(request, *args, **kwargs)
        return sign_in_redirect(request)

    return cast("View", asked)


def recent_sign_in_required(view: View) -> View:
    """Demand a recent sign-in for what a stolen session must not do."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ANN401 -- whatever the address holds
        acts = request.method == "POST" and settings.HOSTED
        if acts and not _signed_in_recently(request):
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    return cast("View", asked)


def _signed_in_recently(request: HttpRequest) -> bool:
    records = get_authentication_records(request, request.user)
    since = timezone.now().timestamp() - RECENTLY.total_seconds()
    return any(record["at"] >= since for record in records)


def sign_in_redirect(request: HttpRequest) -> HttpResponse:
    """Lead to the sign-in, or say how the director of a laptop comes in."""
    if settings.ACCOUNTS and request.method in {"GET", "HEAD"}:
        back = urlencode({"next": request.get_full_path()})
        return HttpResponseRedirect(f"{reverse('account_login')}?{back}")
    return errors.staff_only_page(request)


def _contains_nul(request: HttpRequest) -> bool:
    """Tell whether a form contains NUL, which PostgreSQL cannot store."""
    dictionaries = [request.GET, request.POST] if request.method == "POST" else [request.GET]
    return any(
        "\0" in text for values in dictionaries for _, all_ in values.lists() for text in all_
    )


class RequestActor:
    """Turns refusals of services into pages."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on; answer if the address of a form is opened."""
        response = self.get_response(request)
        opened = request.method == "GET" and not request.path.startswith(API)
        if opened and isinstance(response, HttpResponseNotAllowed):
            return errors.form_address_page(request, response)
        return response

    def process_view(self, request: HttpRequest, *_: object, **__: object) -> HttpResponse | None:
        """Hide the pages of accounts where there are none, and staff from phones."""
        match = request.resolver_match
        if (
            match is not None
            and is_on_player_address(request)
            and not is_open_to_players(match, str(request.method))
        ):
            return errors.not_found_page(request, NotFound("page"))
        if request.path.startswith(ACCOUNTS) and not settings.ACCOUNTS:
            return errors.not_found_page(request, NotFound("page"))
        if not request.path.startswith(API) and _contains_nul(request):
            return errors.bad_request_page(request, ValueError("NUL"))
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Answer a refusal; what is not allowed looks like what is not there."""
        if isinstance(exception, (NotFound, NotAllowed)):
            return errors.not_found_page(request, exception)
        if isinstance(exception, RefusalError):
            return errors.refusal_page(request, exception)
        if is_unavailable(exception):
            return errors.database_away_page(request)
        if isinstance(exception, DataError):
            # Characters and numbers that a database cannot hold are no page's words.
            return errors.bad_request_page(request, exception)
        return None
