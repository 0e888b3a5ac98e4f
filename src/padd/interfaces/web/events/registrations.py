"""Register for an event: with an account, as a guest by e-mail, or from a pasted list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.messages import Message, message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.events.event import event_response
from padd.interfaces.web.events.forms import GuestForm, RegistrationForm
from padd.interfaces.web.forms import form_response
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, shared_address, sign_in_required
from padd.services.access import rate_limit, visibility
from padd.services.access.permissions import Permission, require
from padd.services.events import registrations
from padd.services.events.event_row import visible_event
from padd.services.people import people
from padd.services.people.people import PastedLine, PastedList
from padd.services.ratings import ratings
from padd.services.refusal import NotAllowed, NotFound, house_refusal, refuse_all
from padd.store.queries.events.calendar import EventRow
from padd.store.queries.ratings.lists import ratings_of

WAITING: Final = "waiting"
TOO_OFTEN: Final = house_refusal(
    "too-often", message("Too many attempts. Wait ten minutes and try again.")
)


@sign_in_required
@require_POST
def register_player(request: HttpRequest, event: str) -> HttpResponse:
    """Register the player of the account."""
    actor, form = actor_of(request), RegistrationForm.from_request(request)
    if actor.person_id is None:
        raise NotFound("player")

    def save() -> HttpResponse:
        try:
            entered = registrations.enter_person(
                by=actor, now=timezone.now(), event=event, **form.arguments()
            )
        except RefusalError as refused:
            # The second press of the button finds that the first one has done it.
            if "already-entered" not in refused.codes:
                raise
            notice = message("You’re already on the list.")
        else:
            notice = _registered_notice(waits=entered.state == WAITING)
        return redirect_with_notice(request, reverse("listing", args=(event,)) + "#coming", notice)

    return form_response(
        form,
        save=save,
        show=lambda: event_response(request, event, registration=form, refusals=form.refusals),
    )


def _registered_notice(*, waits: bool) -> Message:
    if waits:
        return message("You’re on the waiting list. We’ll e-mail you if a seat opens.")
    return message("You’re on the list. See you there!")


def is_too_often(request: HttpRequest, email: str) -> bool:
    """Tell whether one address was written to, or one network writes, too often."""
    network = rate_limit.address_network(request.META.get("REMOTE_ADDR", ""))
    return bool(rate_limit.guests_written_to.wait(email) or rate_limit.guests_writing.wait(network))


@require_POST
def register_guest(request: HttpRequest, event: str) -> HttpResponse:
    """Take a name and an e-mail address, and send the link that confirms."""
    form = GuestForm.from_request(request)
    form.full_clean()
    if is_too_often(request, form.cleaned_data["email"]):
        return event_response(request, event, guest=form, refusals=(TOO_OFTEN,), status=429)

    def save() -> HttpResponse:
        registrations.enter_guest(
            by=actor_of(request),
            now=timezone.now(),
            event=event,
            link=lambda token: shared_address(request, reverse("my-entry", args=(token,))),
            **form.arguments(),
        )
        return HttpResponseRedirect(reverse("listing", args=(event,)) + "?sent=mail")

    return form_response(
        form,
        save=save,
        show=lambda: event_response(request, event, guest=form, refusals=form.refusals),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def show_guest_registration(request: HttpRequest, token: str) -> HttpResponse:
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
        command = registrations.withdraw_by_token if leaving else registrations.confirm_guest
        command(by=actor, now=now, token=token)
        return HttpResponseRedirect(reverse("my-entry", args=(token,)))
    entry = registrations.registration_by_token(token=token)
    facts = visibility.visible_event(by=actor, now=now, event=entry.event)
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
def choose_pairings_email(request: HttpRequest, entry: str) -> HttpResponse:
    """Ask for the player's pairings by e-mail, or stop them."""
    done = registrations.choose_pairings_email(
        by=actor_of(request),
        now=timezone.now(),
        wanted=bool(request.POST.get("wanted")),
        registration=entry,
    )
    return HttpResponseRedirect(reverse("listing", args=(done.event,)) + "#coming")


@sign_in_required
@require_POST
def withdraw_registration(request: HttpRequest, entry: str) -> HttpResponse:
    """Withdraw a registration: the player's own, or as the director."""
    entry_ = registrations.withdraw_registration(
        by=actor_of(request), now=timezone.now(), registration=entry
    )
    return redirect_with_notice(
        request,
        reverse("listing", args=(entry_.event,)) + "#coming",
        message("Taken off the list."),
    )


NEW: Final = "new"
SKIP: Final = ""


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_players(request: HttpRequest, event: str) -> HttpResponse:
    """Match a pasted list with known players, then register those chosen."""
    actor = actor_of(request)
    row = visible_event(event, by=actor)
    require(Permission.ENTRY_ADD_OTHER, actor, event=row)
    if request.method == "POST" and request.POST.get("step") == "enter":
        return _register_chosen(request, event)
    text = request.POST.get("list", "") if request.method == "POST" else ""
    return _player_list_page(request, event, text)


def _player_list_page(
    request: HttpRequest, event: str, text: str, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    actor = actor_of(request)
    facts = visibility.visible_event(by=actor, now=timezone.now(), event=event)
    sorted_out = None
    if text.strip():
        try:
            sorted_out = _with_ratings(
                people.sort_pasted_players(by=actor, now=timezone.now(), text=text), facts.line
            )
        except NotAllowed:
            raise
        except RefusalError as refused:
            refusals = (*refusals, *refused.refusals)
    context = {
        "section": "calendar",
        "facts": facts,
        "line": facts.line,
        "text": text,
        "sorted_out": sorted_out,
        "refusals": refusals,
        "inside": {seat.person for seat in facts.seats},
    }
    status = 422 if refusals else 200
    return render(request, "events/player_list.html", context, status=status)


def _with_ratings(pasted: PastedList, line: EventRow) -> PastedList:
    """Return a sorted list with the ratings of those who were found."""
    series = ratings.series_named(line.edition)
    known = ratings_of([line.found.public_id for line in pasted.found if line.found], series)
    return replace(pasted, found=tuple(_with_rating(line, known) for line in pasted.found))


def _with_rating(line: PastedLine, known: dict[str, float]) -> PastedLine:
    rating = known.get(line.found.public_id) if line.found else None
    if line.found is None or rating is None:
        return line
    return replace(line, found=replace(line.found, rating=round(rating)))


def _register_chosen(request: HttpRequest, event: str) -> HttpResponse:
    """Enter all that were chosen, or none: what is refused is notice by name."""
    text = request.POST.get("list", "")
    try:
        with transaction.atomic():
            refuse_all(_registration_refusals(request, event))
    except (NotFound, NotAllowed):
        raise
    except RefusalError as refused:
        return _player_list_page(request, event, text, refused.refusals)
    return redirect_with_notice(
        request, reverse("listing", args=(event,)) + "#coming", message("Players added.")
    )


def _registration_refusals(request: HttpRequest, event: str) -> Iterator[Refusal]:
    actor, now = actor_of(request), timezone.now()
    for number, name in enumerate(request.POST.getlist("line")):
        chosen = request.POST.get(f"as-{number}", SKIP)
        if chosen == SKIP:
            continue
        try:
            if chosen == NEW:
                details = people.PersonDetails(handle=name)
                chosen = people.add_person(by=actor, now=now, details=details)
            registrations.enter_person(by=actor, now=now, event=event, person=chosen)
        except (NotFound, NotAllowed):
            raise
        except RefusalError as refused:
            if refused.codes != ("already-entered",):
                yield from refused.refusals
