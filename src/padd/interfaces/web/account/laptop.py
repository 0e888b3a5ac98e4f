"""Sign-in of the laptop's director, and sample data for an empty installation."""

from __future__ import annotations

from django.contrib.auth import login, logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST

from padd.interfaces.web.public_routes import is_from_laptop, may_enter_without_link
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.services.access import laptop_sign_in
from padd.services.installation import demo

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@require_http_methods(["GET", "HEAD", "POST"])
def enter_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign the director in by the link that was printed at start; it works once.

    Opening it shows a button that a script presses: a preview that only reads the
    address uses nothing up.
    """
    if not is_from_laptop(request):
        raise Http404
    if request.method != "POST":
        return render(request, "account/laptop.html", {"section": ""})
    login(
        request,
        laptop_sign_in.redeem_sign_in_link(now=timezone.now(), token=token),
        backend=BACKEND,
    )
    return HttpResponseRedirect(reverse("home"))


@require_POST
def sign_in_again(request: HttpRequest) -> HttpResponse:
    """Sign the director in again, at the computer itself and by one press."""
    if not may_enter_without_link(request):
        raise Http404
    login(request, laptop_sign_in.sign_in_again(now=timezone.now()), backend=BACKEND)
    then = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(then, allowed_hosts=None)
    return HttpResponseRedirect(then if here else reverse("mine"))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out."""
    logout(request)
    return HttpResponseRedirect(reverse("home"))


@sign_in_required
@require_POST
def load_demo(request: HttpRequest) -> HttpResponse:
    """Fill an empty installation with sample data."""
    demo.fill_demo(by=actor_of(request), now=timezone.now())
    return HttpResponseRedirect(reverse("home"))
