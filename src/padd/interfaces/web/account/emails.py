"""Which e-mail an account gets, and the page behind the link that stops one kind."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from padd.core.messages import message
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.services.delivery import email_preferences


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def emails(request: HttpRequest) -> HttpResponse:
    """Show every kind of e-mail, and take the choice."""
    actor = actor_of(request)
    if request.method == "POST":
        wanted = request.POST.getlist("wanted")
        email_preferences.choose(by=actor, now=timezone.now(), wanted=wanted)
        return redirect_with_notice(request, reverse("emails"), message("Changes saved."))
    context = {"section": "mine", "choices": email_preferences.choices(by=actor)}
    return render(request, "account/emails.html", context)


# The link is all that is needed: mail programs press the button without a session.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask before one kind of e-mail is stopped, so that no scanner stops it."""
    if request.method == "POST":
        email_preferences.stop(now=timezone.now(), token=token)
    choice = email_preferences.stopped_by(token)
    context = {"section": "", "choice": choice}
    response = render(request, "account/unsubscribe.html", context)
    response["Cache-Control"] = "no-store"
    return response
