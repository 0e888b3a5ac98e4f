"""The director at the laptop, and the first fill of an empty installation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import login, logout
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from padd.interfaces.web.visitor import actor_of, at_the_laptop, known, present
from padd.services import demo, laptop
from padd.store.models import Account

if TYPE_CHECKING:
    from django.http import HttpRequest

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@require_GET
def enter(request: HttpRequest, token: str) -> HttpResponse:
    """Sign the director in by the link that was printed at start; it works once."""
    if not at_the_laptop(request):
        raise Http404
    account = laptop.open_link(now=present(), token=token)
    login(request, Account.objects.get(pk=account), backend=BACKEND)
    response = HttpResponseRedirect(reverse("home"))
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Sign out, whoever it is."""
    logout(request)
    return HttpResponseRedirect(reverse("home"))


@known
@require_POST
def fill(request: HttpRequest) -> HttpResponse:
    """Fill an empty installation with a made-up community."""
    demo.fill(by=actor_of(request), now=present())
    return HttpResponseRedirect(reverse("home"))
