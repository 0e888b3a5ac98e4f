"""People: found, shown, added, corrected, exported, erased."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.messages import message
from padd.interfaces.web.forms import FormPage, form_response, render_page
from padd.interfaces.web.notice import leave_notice, redirect_with_notice
from padd.interfaces.web.people.forms import ClaimForm, PersonForm
from padd.interfaces.web.request_actor import actor_of, recent_sign_in_required, sign_in_required
from padd.presentation.championships.rights import right_views
from padd.presentation.championships.road import badge_views
from padd.presentation.events.event_rows import rows_by_month
from padd.presentation.messages import text
from padd.presentation.ratings.career import career_part
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access import visibility
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.people import claims, people, personal_data
from padd.services.people.search import search_people
from padd.services.ratings.careers import career_of
from padd.store.queries.championships.championships import (
    championships_won,
    has_won_title,
    target_events,
)
from padd.store.queries.championships.rights import find_rights
from padd.store.queries.championships.titles import titles_won
from padd.store.queries.people.facts import PersonFacts, own_registrations, person_events

MOST_FOUND: Final = 50
LONGEST: Final = 80
PERSON_FORM: Final = "shared/form_page.html"


@require_safe
def show_players(request: HttpRequest) -> HttpResponse:
    """Look people up by name or handle, misspelled or not."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    roles = roles_of(actor_of(request))
    context = {
        "section": "players",
        "query": text,
        "found": search_people(
            by=actor_of(request), now=timezone.now(), text=text, limit=MOST_FOUND
        )
        if text
        else (),
        "may_add": allowed(Permission.PERSON_ADD, roles),
        "may_merge": allowed(Permission.PERSON_MERGE, roles),
    }
    return render(request, "people/players.html", context)


def _rights_part(person: str) -> dict[str, Any]:
    """Return the titles, byes and head starts of a person."""
    if not has_won_title(person):
        return {"rights": (), "titles": (), "badges": ()}
    rows = find_rights(people=[person])
    targets = target_events() if rows else ()
    return {
        "rights": right_views(
            rows, targets, book=rulebook(rulebook_ids()[0]), today=timezone.now().date()
        ),
        "titles": championships_won(person),
        "badges": badge_views(titles_won(rulebook, person=person)),
    }


@require_safe
def show_player(request: HttpRequest, person: str) -> HttpResponse:
    """Show a person: what is public, and more to the person."""
    actor, now = actor_of(request), timezone.now()
    facts = visibility.visible_person(by=actor, now=now, person=person)
    roles = roles_of(actor, person_id=facts.row, area=facts.area)
    directs = person_events(person_id=facts.row, account_id=None)
    career = career_of(
        facts,
        by=actor,
        now=timezone.now(),
        edition=request.GET.get("game", ""),
        list_=request.GET.get("list", ""),
        keeper=request.GET.get("keeper", ""),
    )
    every = request.GET.get("show") == "all"
    part = career_part(career, facts.name or facts.handle, every=every)
    recorded = {line.event for line in career.played}
    own = own_registrations(person_id=facts.row, without=recorded)
    context = {
        "section": "players",
        "facts": facts,
        **part,
        "events": list(
            rows_by_month(
                registration.event
                for registration in own
                if is_public_state(registration.event.state)
            )
        ),
        "directs": list(rows_by_month(line for line in directs if is_public_state(line.state))),
        **_rights_part(facts.public_id),
        "claim": ClaimForm(),
        "may_edit": allowed(Permission.PERSON_EDIT, roles),
        "may_export": allowed(Permission.PERSON_EXPORT, roles),
        "may_erase": allowed(Permission.PERSON_ERASE, roles),
        "may_merge": allowed(Permission.PERSON_MERGE, roles),
        "may_claim": actor.person_id is not None
        and actor.person_id != facts.row
        and not facts.has_account
        and bool(career.played),
    }
    return render(request, "people/player.html", context)


@sign_in_required
@require_POST
def claim_record(request: HttpRequest, person: str) -> HttpResponse:
    """Ask that a record be joined to the player's own."""
    actor, now, form = actor_of(request), timezone.now(), ClaimForm.from_request(request)
    facts = visibility.visible_person(by=actor, now=now, person=person)

    def save() -> HttpResponse:
        claims.claim_record(by=actor, now=now, person=facts.public_id, **form.cleaned_data)
        return redirect_with_notice(
            request,
            reverse("player", args=(facts.public_id,)),
            message("Sent. A coordinator will decide and e-mail you."),
        )

    page = ClaimPage(facts=facts, claim=form)
    return form_response(
        form, save=save, show=lambda: render_page(request, "people/claim.html", page)
    )


class ClaimPage(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that was refused."""

    facts: PersonFacts
    claim: ClaimForm
    section: str = "players"


def is_public_state(state: str) -> bool:
    """Tell whether an event in this state is public."""
    return state not in {"draft", "awaiting-approval", "voided"}


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_player(request: HttpRequest) -> HttpResponse:
    """Add a person on the spot."""
    actor = actor_of(request)
    require(Permission.PERSON_ADD, actor)
    handle = request.GET.get("handle", "")[:LONGEST]
    form = PersonForm.from_request(request, initial={"handle": handle})

    def save() -> HttpResponse:
        person = people.add_person(by=actor, now=timezone.now(), details=form.details())
        return redirect_with_notice(
            request, reverse("player", args=(person,)), message("Player added.")
        )

    page = FormPage(section="players", title="Add a player", form=form, act="Add this player")
    return form_response(form, save=save, show=lambda: render_page(request, PERSON_FORM, page))


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_player(request: HttpRequest, person: str) -> HttpResponse:
    """Correct what is known of a person."""
    actor, now = actor_of(request), timezone.now()
    facts = visibility.visible_person(by=actor, now=now, person=person)
    row = people.find_person(facts.public_id)
    require(Permission.PERSON_EDIT, actor, person_id=row.pk, area=facts.area)
    initial = {
        "handle": facts.handle,
        "name": row.name,
        "region": facts.region_slug,
        "contact": facts.contact,
        "birth_year": facts.birth_year,
        "hides_name": row.hides_name,
    }
    form = PersonForm.from_request(request, initial=initial)

    def save() -> HttpResponse:
        people.edit_person(by=actor, now=now, person=person, details=form.details())
        return redirect_with_notice(
            request, reverse("player", args=(facts.public_id,)), message("Changes saved.")
        )

    page = FormPage(section="players", title=f"Edit {facts.handle}", form=form, act="Save changes")
    return form_response(form, save=save, show=lambda: render_page(request, PERSON_FORM, page))


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_own_profile(request: HttpRequest) -> HttpResponse:
    """Redirect to the player's page; an account without a player gets one here."""
    actor = actor_of(request)
    require(Permission.PERSON_CLAIM, actor)
    if actor.person_id is not None:
        return HttpResponseRedirect(reverse("player", args=(actor.person,)))
    form = PersonForm.from_request(request)

    def save() -> HttpResponse:
        people.claim(by=actor, now=timezone.now(), details=form.details())
        return redirect_with_notice(request, reverse("mine"), message("Profile saved."))

    page = FormPage(section="players", title="Your profile", form=form, act="Save profile")
    return form_response(
        form, save=save, show=lambda: render_page(request, "people/own_profile.html", page)
    )


@sign_in_required
@require_POST
def export_personal_data(request: HttpRequest, person: str) -> HttpResponse:
    """Hand out everything on record about a person."""
    document = personal_data.export_person(by=actor_of(request), now=timezone.now(), person=person)
    response = JsonResponse(document, json_dumps_params={"indent": 2})
    response["Content-Disposition"] = f'attachment; filename="padd-{person}.json"'
    return response


@sign_in_required
@recent_sign_in_required
@require_POST
def erase_player(request: HttpRequest, person: str) -> HttpResponse:
    """Erase a person's data once the handle was typed as a second yes."""
    actor, now = actor_of(request), timezone.now()
    facts = visibility.visible_person(by=actor, now=now, person=person)
    row = people.find_person(facts.public_id)
    require(Permission.PERSON_ERASE, actor, person_id=row.pk)
    page = reverse("player", args=(person,))
    if request.POST.get("handle", "").strip() != facts.handle:
        notice = message("Nothing was erased: that is not the handle.")
        leave_notice(request, text(notice), refused=True)
        return HttpResponseRedirect(page + "#erase")
    personal_data.erase_person(by=actor, now=now, person=person)
    if row.pk == actor.person_id:
        logout(request)
    return redirect_with_notice(request, reverse("home"), message("The data is erased."))
