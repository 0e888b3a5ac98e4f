"""Registering an event: the form, its adviser, editing, listing, canceling."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.messages import Message, message
from padd.core.refusal import RefusalError
from padd.interfaces.web.events import event_form
from padd.interfaces.web.events.event_form import FilledForm, form_context
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.events import guidance
from padd.presentation.events.event_rows import GOING_ON, calendar_row, rows_by_month
from padd.presentation.events.sanction_adviser import adviser_panel
from padd.rulebooks.loader import rulebook
from padd.services.access import visibility
from padd.services.access.actors import Actor, ActorKind
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.events import lifecycle
from padd.services.events.approvals_needed import is_championship_agreed, notice_start
from padd.services.events.championship_calendar import weekend_conflicts
from padd.services.events.event_form import EventForm
from padd.services.events.event_row import visible_event
from padd.services.events.release_tournaments import release_advice
from padd.services.events.sanction_adviser import sanction_advice
from padd.services.refusal import Outdated, house_refusal
from padd.store.columns.event_rows import event_form_values
from padd.store.queries.conduct import own_complaints
from padd.store.queries.events.facts import EventFacts
from padd.store.queries.events.inbox import own_inbox_items
from padd.store.queries.people.facts import own_registrations, person_events

Agreed = Callable[[EventForm], bool]
"""Whether the desk has agreed to the championship that a form describes."""


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def register_event(request: HttpRequest) -> HttpResponse:
    """Show the form; check it, keep it as a draft, or go on to look it over."""
    actor = actor_of(request)
    require(Permission.EVENT_REGISTER, actor)
    if request.method != "POST":
        return _form_page(request, _opening_form(request, actor))
    filled = event_form.read_form(request.POST)
    if request.POST.get("step") == "check" or filled.replaced:
        return _form_page(request, filled)
    try:
        with transaction.atomic():
            public_id = _save_draft(request, filled, actor)
    except RefusalError as refused:
        filled.refuse(refused.refusals)
        return _form_page(request, filled, status=422)
    return redirect_with_notice(
        request, reverse("listing", args=(public_id,)), message("Draft saved.")
    )


def _save_draft(request: HttpRequest, filled: FilledForm, actor: Actor) -> str:
    """Keep the draft with its people and place, or refuse with what is wrong."""
    _resolve_names(request, filled, actor)
    looking = request.POST.get("step") == "look"
    if looking and not filled.draft.venue and not filled.draft.online:
        filled.wrong.setdefault("where", house_refusal("missing", message("Enter where it is.")))
    if filled.wrong:
        raise RefusalError(*filled.wrong.values())
    done = lifecycle.register_event(by=actor, now=timezone.now(), form=filled.draft, publish=False)
    return done.public_id


def _resolve_names(request: HttpRequest, filled: FilledForm, actor: Actor) -> None:
    now, adding = timezone.now(), bool(request.POST.get("add_people"))
    event_form.resolve_directors(filled, by=actor, now=now, adding=adding)
    event_form.resolve_venue(filled, by=actor, now=now)


def _opening_form(request: HttpRequest, actor: Actor) -> FilledForm:
    copied = request.GET.get("copy", "")
    if not copied:
        return event_form.blank_form()
    facts = visibility.visible_event(by=actor, now=timezone.now(), event=copied)
    form = lifecycle.copy_event(by=actor, event=copied)
    return event_form.form_from_draft(form, facts if form.directors else None)


def _form_page(
    request: HttpRequest,
    filled: FilledForm,
    *,
    status: int = 200,
    facts: EventFacts | None = None,
    agreed: Agreed | None = None,
) -> HttpResponse:
    context = {
        "section": "mine",
        **_advice_context(event_form.draft_at_venue(filled), agreed),
        "may_league": allowed(Permission.EVENT_LEAGUE, roles_of(actor_of(request))),
        "facts": facts,
        "entrants": facts.seats if facts else (),
        **form_context(filled),
    }
    return render(request, "events/event_form.html", context, status=status)


def _advice_context(form: EventForm, agreed: Agreed | None) -> dict[str, object]:
    """Return what stands beside the form: the adviser, and what to settle first."""
    book = rulebook(form.rulebook)
    advice = sanction_advice(
        form,
        book,
        now=timezone.now(),
        registered=notice_start(form),
        conflicts=weekend_conflicts(form, book),
        release=release_advice(form, book),
        agreed=agreed is not None and agreed(form),
    )
    return {
        "adviser": adviser_panel(advice, form, book),
        "guidance": guidance.guidance_for_directors(form, book),
    }


@sign_in_required
@require_POST
def show_advice(request: HttpRequest) -> HttpResponse:
    """Answer what the rulebook says of a form that is being filled in."""
    filled = event_form.read_form(request.POST)
    event = request.GET.get("event", "")
    row = visible_event(event, by=actor_of(request)) if event else None
    agreed = partial(is_championship_agreed, row) if row else None
    context = {**_advice_context(event_form.draft_at_venue(filled), agreed), **form_context(filled)}
    return render(request, "events/advice.html", context)


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_event(request: HttpRequest, event: str) -> HttpResponse:
    """Show a listing as the form, and keep its changes."""
    actor, now = actor_of(request), timezone.now()
    row = visible_event(event, by=actor)
    require(Permission.EVENT_EDIT, actor, event=row)
    agreed = partial(is_championship_agreed, row)
    facts = visibility.visible_event(by=actor, now=now, event=event)
    if request.method != "POST":
        filled = event_form.form_from_draft(EventForm(**event_form_values(row)), facts)
        return _form_page(request, filled, facts=facts, agreed=agreed)
    filled = event_form.read_form(request.POST)
    if request.POST.get("step") == "check" or filled.replaced:
        return _form_page(request, filled, facts=facts, agreed=agreed)
    try:
        with transaction.atomic():
            _save_changes(request, filled, event, actor)
    except Outdated:
        raise
    except RefusalError as refused:
        filled.refuse(refused.refusals)
        return _form_page(request, filled, status=422, facts=facts, agreed=agreed)
    return redirect_with_notice(
        request, reverse("listing", args=(event,)), message("Changes saved.")
    )


def _save_changes(request: HttpRequest, filled: FilledForm, event: str, actor: Actor) -> None:
    _resolve_names(request, filled, actor)
    if filled.wrong:
        raise RefusalError(*filled.wrong.values())
    lifecycle.edit_event(
        by=actor,
        now=timezone.now(),
        event=event,
        version=version_of(request),
        form=filled.draft,
        rounds_change=event_form.rounds_change_from_form(request.POST),
        reason=request.POST.get("reason", ""),
    )


@sign_in_required
@require_POST
def publish_event(request: HttpRequest, event: str) -> HttpResponse:
    """List a draft; the notice counts from now."""
    command = partial(lifecycle.publish_event, version=version_of(request))
    return _execute_once(
        request,
        event,
        command,
        already=lambda state: state != "draft",
        notice=message("The event is registered. Players see what you see here."),
    )


@sign_in_required
@require_POST
def cancel_event(request: HttpRequest, event: str) -> HttpResponse:
    """Cancel an event, with the reason for those who wanted to come."""
    command = partial(
        lifecycle.cancel_event, version=version_of(request), reason=request.POST.get("reason", "")
    )
    return _execute_once(
        request,
        event,
        command,
        already=lambda state: state == "cancelled",
        notice=message("Event canceled. Everyone who registered gets an e-mail."),
    )


def _execute_once(
    request: HttpRequest,
    event: str,
    command: Callable[..., object],
    *,
    already: Callable[[str], bool],
    notice: Message,
) -> HttpResponse:
    """Change a listing; a second press of the button shows what the first one did."""
    actor = actor_of(request)
    try:
        command(by=actor, now=timezone.now(), event=event)
    except Outdated:
        if not already(visible_event(event, by=actor).state):
            raise
    return redirect_with_notice(request, reverse("listing", args=(event,)), notice)


@sign_in_required
@require_POST
def discard_draft(request: HttpRequest, event: str) -> HttpResponse:
    """Throw a draft away."""
    lifecycle.discard_draft(
        by=actor_of(request), now=timezone.now(), event=event, version=version_of(request)
    )
    return redirect_with_notice(request, reverse("mine"), message("Draft discarded."))


def version_of(request: HttpRequest) -> int:
    """Return which state of the event the form was made for."""
    text = request.POST.get("version", "")
    return int(text) if text.isdecimal() and len(text) <= event_form.MOST_DIGITS else 0


@sign_in_required
@require_http_methods(["GET", "HEAD"])
def show_own_events(request: HttpRequest) -> HttpResponse:
    """Show the events that one directs or has registered, and what one asked for."""
    actor = actor_of(request)
    lines = person_events(
        person_id=actor.person_id,
        account_id=actor.account_id,
        at_the_laptop=actor.kind is ActorKind.LAPTOP,
    )
    running = [line for line in lines if line.state in GOING_ON]
    questions = own_inbox_items(account_id=actor.account_id) if actor.account_id else ()
    own = own_registrations(person_id=actor.person_id) if actor.person_id is not None else ()
    context = {
        "section": "mine",
        "running": [calendar_row(line) for line in running],
        "months": list(rows_by_month(line for line in lines if line not in running)),
        "asked": questions,
        "concerns": own_complaints(account_id=actor.account_id) if actor.account_id else (),
        "own": list(rows_by_month(registration.event for registration in own)),
    }
    return render(request, "events/my_events.html", context)
