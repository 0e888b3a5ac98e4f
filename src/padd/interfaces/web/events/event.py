"""The page of a listed event: facts, sanction, who is coming, paper and codes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.core.eventlog.state.event_state import Presence
from padd.core.refusal import Refusal
from padd.interfaces.printing.events import Flyer, flyer_pdf
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.printing.qr_code import qr_svg
from padd.interfaces.web.delivery.ical import calendar_response
from padd.interfaces.web.events.forms import GuestForm, RegistrationForm
from padd.interfaces.web.layout.public import public_layout
from padd.interfaces.web.request_actor import actor_of, shared_address
from padd.interfaces.web.request_event import visitor_event_view
from padd.presentation import page_words
from padd.presentation.eventlog.progress import Segment, round_progress
from padd.presentation.events import guidance
from padd.presentation.events.event_rows import (
    COLOURS,
    GOING_ON,
    HIDDEN,
    OVER,
    STATES,
    long_moment,
    sanction_chip,
)
from padd.presentation.events.online_terms import LIMITED, event_online_terms
from padd.presentation.events.sanction_adviser import adviser_panel
from padd.presentation.limited.deal_view import public_deal_format
from padd.rulebooks.loader import rulebook
from padd.services.access import visibility
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, allowed
from padd.services.delivery import printouts
from padd.services.events.listed_event import ListedEvent, listed_event
from padd.services.events.registrations import OPEN_TO_ENTRY
from padd.services.events.release_tournaments import release_advice
from padd.services.events.sanction_adviser import sanction_advice
from padd.store.columns.event_rows import local_time
from padd.store.queries.access import change_notes
from padd.store.queries.championships.championships import championship_of_event
from padd.store.queries.decks import has_decks
from padd.store.queries.eventlog import events_with_results
from padd.store.queries.events.calendar import EventRow
from padd.store.queries.events.facts import EventFacts
from padd.store.queries.leagues import league_of_event
from padd.store.queries.people.facts import own_registrations

PERMISSIONS_ASKED: Final = {
    "may_edit": Permission.EVENT_EDIT,
    "may_cancel": Permission.EVENT_CANCEL,
    "may_discard": Permission.EVENT_DISCARD,
    "may_concern": Permission.COMPLAINT_RAISE,
    "may_invite": Permission.STAFF_INVITE,
    "may_add": Permission.ENTRY_ADD_OTHER,
    "may_run": Permission.EVENT_RUN,
    "may_report": Permission.REPORT_SUBMIT,
    "may_tell": Permission.CASE_REPORT,
}
GUEST_NOTICE: Final = (
    "Check your e-mail: the link in it confirms that you’re coming. No mail? "
    "Check your spam folder, or ask the director."
)
CANCELLABLE: Final = frozenset({"awaiting-approval", "listed"})


@require_safe
def show_event(request: HttpRequest, event: str) -> HttpResponse:
    """Show an event; after a guest has entered, what to do next."""
    return event_response(
        request, event, text=GUEST_NOTICE if request.GET.get("sent") == "mail" else ""
    )


def event_response(
    request: HttpRequest,
    event: str,
    *,
    registration: RegistrationForm | None = None,
    guest: GuestForm | None = None,
    refusals: tuple[Refusal, ...] = (),
    text: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show an event, with what was just done or refused."""
    actor = actor_of(request)
    listed = listed_event(event=event, by=actor, now=timezone.now())
    facts = listed.facts
    context = {
        "section": "calendar",
        "packs_of": public_deal_format(visitor_event_view(request, event))
        if listed.form.format in LIMITED
        else "",
        "facts": facts,
        "decks_due": local_time(facts.deck_deadline, facts.line.time_zone)
        if facts.deck_deadline
        else None,
        "line": facts.line,
        "live": _live(request, event) if facts.line.state in GOING_ON else None,
        "refusals": refusals,
        "said": text,
        "registration": registration or RegistrationForm(),
        "guest": guest or GuestForm(),
        **_event_parts(listed, facts, actor),
        "terms": event_online_terms(visitor_event_view(request, event), listed.form)
        if listed.form.online
        else (),
    }
    return render(request, "events/event.html", context, status=status)


def _live(request: HttpRequest, event: str) -> dict[str, Any]:
    """Return what is going on in an event that is being played."""
    view = visitor_event_view(request, event)
    count = round_progress(view.current) if view.current else ""
    entered = view.state.players.values()
    return {
        **public_layout(view, "listing"),
        "count": count,
        "here": sorted(
            (view.name(player.id) for player in entered if player.presence is Presence.HERE),
            key=str.casefold,
        ),
    }


def _event_parts(listed: ListedEvent, facts: EventFacts, actor: Actor) -> dict[str, Any]:
    line, roles = facts.line, listed.roles
    book, form = rulebook(line.rulebook), listed.form
    advice = sanction_advice(
        form,
        book,
        now=timezone.now(),
        registered=facts.registered_at,
        release=release_advice(form, book),
        agreed=listed.agreed,
    )
    hidden = line.state == "draft"
    going = [seat for seat in facts.seats if seat.state == "going"]
    waiting = [seat for seat in facts.seats if seat.state == "waiting"]
    own = own_registrations(person_id=actor.person_id, at=line.public_id) if actor.person_id else ()
    return {
        "book": book,
        "panel": adviser_panel(
            advice, form, book, settled=not hidden, waits=line.state == "awaiting-approval"
        ),
        "played_so": guidance.guidance_for_players(form, book),
        "prizes_go": guidance.guidance_on_prizes(book),
        "chip_of": sanction_chip(line),
        "state": STATES[line.state],
        "colour": COLOURS.get(line.state, "lavender"),
        "segments": tuple(_life(line)),
        "starts": long_moment(line.local_start),
        "going": going,
        "full": bool(line.capacity) and len(going) >= (line.capacity or 0),
        "told_director": hidden and listed.director_has_account,
        "waiting": waiting,
        "mine": next(iter(own), None),
        "writes": settings.MAIL_QUEUED,
        "open_to_entry": line.state in OPEN_TO_ENTRY and advice.preregistration_possible,
        "missing": listed.missing,
        "changes": change_notes(line.public_id) if roles else (),
        "in_league": league_of_event(line.public_id),
        "of_championship": championship_of_event(line.public_id),
        "has_results": bool(events_with_results([line.public_id])),
        "has_decks": line.state in OVER and has_decks(line.public_id),
        "cancellable": line.state in CANCELLABLE,
        "has_begun": listed.starts_at <= timezone.now(),
        "junior": line.format == "junior",
        **{name: allowed(permission, roles) for name, permission in PERMISSIONS_ASKED.items()},
    }


def _life(line: EventRow) -> Iterator[Segment]:
    """Give the life of an event as the segments of the bar."""
    if line.state in HIDDEN:
        waits = line.state == "awaiting-approval"
        yield Segment("1", "Filled in", "settled")
        yield Segment("2", "Reviewed", "settled" if waits else "now")
        if waits:
            yield Segment("3", "Approval", "now")
        yield Segment("4" if waits else "3", "Listed", "planned")
        return
    playing, over = line.state == "running", line.state in OVER
    yield Segment("1", "Listed", "settled" if playing or over else "now")
    yield Segment("2", "Played", "settled" if over else "now" if playing else "planned")
    yield Segment("3", "Reported", "settled" if over else "planned")
    rated = line.state == "processed"
    yield Segment("4", "Rated", "settled" if rated else "planned")


@require_safe
def download_event_calendar(request: HttpRequest, event: str) -> HttpResponse:
    """Return an event as a file for a calendar."""
    facts = visibility.visible_event(by=actor_of(request), now=timezone.now(), event=event)
    line = facts.line
    return calendar_response(request, [line], title=line.name, name=line.public_id)


@require_safe
def event_qr_code(request: HttpRequest, event: str) -> HttpResponse:
    """Draw the code that leads to the page of an event."""
    facts = visibility.visible_event(by=actor_of(request), now=timezone.now(), event=event)
    return qr_code_response(_page_of(request, facts.line.public_id))


def qr_code_response(text: str) -> HttpResponse:
    """Return a QR code as a drawing, black on white in both themes."""
    drawing = qr_svg(text)
    return HttpResponse(drawing, content_type="image/svg+xml")


def _page_of(request: HttpRequest, public_id: str) -> str:
    return shared_address(request, reverse("listing", args=(public_id,)))


@require_safe
def print_flyer(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out the flyer of an event, to print and pin up."""
    facts = visibility.visible_event(by=actor_of(request), now=timezone.now(), event=event)
    line, book = facts.line, rulebook(facts.line.rulebook)
    address = _page_of(request, line.public_id)
    sheet = Flyer(
        name=line.name,
        when=long_moment(line.local_start),
        where=_address(facts),
        game=page_words.EDITIONS[line.edition],
        facts=tuple(_flyer_facts(facts, book.rules_sets)),
        status=sanction_chip(line).word,
        address=address,
        cancelled=line.state == "cancelled",
    )
    size = Paper(printouts.chosen_paper_size(line.public_id))
    pdf = flyer_pdf(sheet, paper=size)
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{line.public_id}-flyer.pdf"'
    return response


def _address(facts: EventFacts) -> str:
    if facts.line.online:
        return "Online"
    venue = facts.venue
    if venue is None:
        return facts.line.region
    if not venue.is_named:
        return "Place to be announced"
    town = " ".join(part for part in (venue.postcode, venue.town) if part)
    return "\n".join(part for part in (venue.name, venue.street, town) if part)


def _flyer_facts(facts: EventFacts, rules_sets: dict[str, str]) -> Iterator[tuple[str, str]]:
    line = facts.line
    pool = line.card_pool.replace("-", " ")
    rules = rules_sets.get(line.rules, line.rules)
    yield "Format", f"{page_words.capitalised(line.format)}, {pool} pool, {rules}"
    yield ("Rounds", f"{line.rounds_planned}, {page_words.STYLES[line.pairing_style]}")
    for label, text in (
        ("Entry fee", facts.entry_fee),
        ("Prizes", facts.prizes),
        ("Special rules", facts.special_rules),
        ("Director", ", ".join(director.handle for director in facts.directors)),
    ):
        if text:
            yield label, text
    if facts.deck_lists_required:
        yield "Bring", "a deck list"
