"""Register for an event: with an account, or by name and e-mail with a link."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.messages import Message, message
from padd.core.refusal import RefusalError
from padd.interfaces.web.events import event as views_listing
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, shared_address, sign_in_required
from padd.services.access import rate_limit, visibility
from padd.services.events import registrations
from padd.services.refusal import NotAllowed, NotFound, no

BIRTH_YEAR_DIGITS = 4
WAITING = "waiting"
WAIT = no("too-often", message("Too many attempts. Wait ten minutes and try again."))
NO_YEAR = no(
    "birth-year",
    message("Enter the year of birth with four digits, such as 2012."),
    place="birth_year",
)


@sign_in_required
@require_POST
def enter(request: HttpRequest, event: str) -> HttpResponse:
    """Enter oneself."""
    if actor_of(request).person_id is None:
        raise NotFound("player")
    year = request.POST.get("birth_year", "").strip()
    plain = year.isascii() and year.isdecimal() and len(year) == BIRTH_YEAR_DIGITS
    if year and not plain:
        return views_listing.show(request, event, refusals=(NO_YEAR,), status=422)
    try:
        entered = registrations.enter(
            by=actor_of(request),
            now=timezone.now(),
            event=event,
            birth_year=int(year) if plain else None,
        )
    except (NotFound, NotAllowed):
        raise
    except RefusalError as refused:
        # Whoever presses twice wanted one thing, and it is done.
        if "already-entered" not in refused.codes:
            return views_listing.show(request, event, refusals=refused.refusals, status=422)
        said = message("You’re already on the list.")
    else:
        said = _entered_notice(waits=entered.state == WAITING)
    return redirect_with_notice(request, reverse("listing", args=(event,)) + "#coming", said)


def _entered_notice(*, waits: bool) -> Message:
    if waits:
        return message("You’re on the waiting list. We’ll e-mail you if a seat opens.")
    return message("You’re on the list. See you there!")


def too_often(request: HttpRequest, email: str) -> bool:
    """Tell whether one address was written to, or one network writes, too often."""
    network = rate_limit.neighbourhood(request.META.get("REMOTE_ADDR", ""))
    return bool(rate_limit.guests_written_to.wait(email) or rate_limit.guests_writing.wait(network))


@require_POST
def enter_as_guest(request: HttpRequest, event: str) -> HttpResponse:
    """Take a name and an e-mail address, and send the link that confirms."""
    email = request.POST.get("email", "").strip().lower()
    if too_often(request, email):
        return views_listing.show(request, event, refusals=(WAIT,), status=429)
    try:
        registrations.enter_as_guest(
            by=actor_of(request),
            now=timezone.now(),
            event=event,
            name=request.POST.get("name", ""),
            email=email,
            link=lambda token: shared_address(request, reverse("my-entry", args=(token,))),
        )
    except NotFound:
        raise
    except RefusalError as refused:
        return views_listing.show(request, event, refusals=refused.refusals, status=422)
    return HttpResponseRedirect(reverse("listing", args=(event,)) + "?sent=mail")


@require_http_methods(["GET", "HEAD", "POST"])
def my_entry(request: HttpRequest, token: str) -> HttpResponse:
    """Show a guest's entry; confirm or withdraw it by a button.

    Opening the link alone changes nothing: mail programs open links too.
    """
    actor, now = actor_of(request), timezone.now()
    if request.method == "POST":
        if request.POST.get("do") == "mail":
            registrations.choose_pairings_email(
                by=actor, now=now, wanted=bool(request.POST.get("wanted")), token=token
            )
            return HttpResponseRedirect(reverse("my-entry", args=(token,)))
        leaving = request.POST.get("do") == "withdraw"
        command = registrations.withdraw_by_token if leaving else registrations.confirm
        command(by=actor, now=now, token=token)
        return HttpResponseRedirect(reverse("my-entry", args=(token,)))
    entry = registrations.registration_by_token(token=token)
    facts = visibility.event_page(by=actor, now=now, event=entry.event)
    context = {
        "section": "",
        "entry": entry,
        "facts": facts,
        "line": facts.line,
        "writes": settings.MAIL_QUEUED,
    }
    return render(request, "events/my_registration.html", context)


@sign_in_required
@require_POST
def pairings_email(request: HttpRequest, entry: str) -> HttpResponse:
    """Ask for their own pairings by e-mail, or no longer."""
    done = registrations.choose_pairings_email(
        by=actor_of(request),
        now=timezone.now(),
        wanted=bool(request.POST.get("wanted")),
        registration=entry,
    )
    return HttpResponseRedirect(reverse("listing", args=(done.event,)) + "#coming")


@sign_in_required
@require_POST
def withdraw(request: HttpRequest, entry: str) -> HttpResponse:
    """Withdraw an entry: one's own, or as the director."""
    entry_ = registrations.withdraw(by=actor_of(request), now=timezone.now(), registration=entry)
    return redirect_with_notice(
        request,
        reverse("listing", args=(entry_.event,)) + "#coming",
        message("Taken off the list."),
    )
