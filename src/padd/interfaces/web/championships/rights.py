"""Byes and head starts: the desk's ledger, those of an event, a player's own."""

from __future__ import annotations

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.messages import message, plural
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web import errors
from padd.interfaces.web.championships.forms import RightForm
from padd.interfaces.web.forms import ReasonForm, form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.championships.awards import right_kind
from padd.presentation.championships.rights import RightView, right_views
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, require
from padd.services.championships import check_in, desk_rights, rights_file
from padd.services.championships.awarded_rights import spent_without_award
from padd.services.ratings.careers import NamedPerson, names_of_people
from padd.services.refusal import ActionRefused, NotAllowed, NotFound
from padd.store.queries.championships.championships import (
    championships_won,
    person_public_id,
    target_events,
)
from padd.store.queries.championships.rights import find_rights


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_rights(request: HttpRequest) -> HttpResponse:
    """Show the ledger, and grant a right with a reason."""
    actor, now = actor_of(request), timezone.now()
    form = RightForm.from_request(request, initial={"year": now.year})
    require(Permission.RIGHT_GRANT, actor)

    def save() -> HttpResponse:
        desk_rights.grant_right(by=actor, now=now, **form.arguments())
        return redirect_with_notice(request, reverse("desk-rights"), message("Saved."))

    return form_response(form, save=save, show=lambda: _rights_page(request, form))


@sign_in_required
@require_POST
def withdraw_right(request: HttpRequest, right: str) -> HttpResponse:
    """Withdraw a right with a reason."""
    form, actor, now = ReasonForm.from_request(request), actor_of(request), timezone.now()

    def save() -> HttpResponse:
        desk_rights.withdraw_right(by=actor, now=now, right=right, **form.arguments())
        return redirect_with_notice(request, reverse("desk-rights"), message("Saved."))

    grant = RightForm(initial={"year": now.year})
    return form_response(form, save=save, show=lambda: _rights_page(request, grant, form.refusals))


@sign_in_required
@require_safe
def show_own_rights(request: HttpRequest) -> HttpResponse:
    """Show the titles, byes and head starts of the player, with where they can be used."""
    actor, now = actor_of(request), timezone.now()
    if not actor.signed_in:
        raise Http404
    person = person_public_id(actor.person_id)
    if person is None:
        return HttpResponseRedirect(reverse("me"))
    views = right_views(
        find_rights(people=[person]),
        target_events(),
        book=rulebook(rulebook_ids()[0]),
        today=now.date(),
    )
    context = {
        "section": "mine",
        "rights": views,
        "titles": championships_won(person),
        "badges": (),
    }
    return render(request, "championships/my_rights.html", context)


class RightsPage(msgspec.Struct, frozen=True, kw_only=True):
    """The ledger of byes and head starts, and the form to grant one."""

    rights: tuple[RightView, ...]
    text: str
    called: dict[str, NamedPerson]
    spent: set[str]
    form: RightForm
    refusals: tuple[Refusal, ...]
    section: str = "desk"


def _rights_page(
    request: HttpRequest, form: RightForm, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    now, text = timezone.now(), request.GET.get("q", "").strip()
    views = right_views(
        find_rights(text=text), target_events(), book=rulebook(rulebook_ids()[0]), today=now.date()
    )
    page = RightsPage(
        rights=views,
        text=text,
        called=names_of_people((view.person for view in views), by=actor_of(request), now=now),
        spent={right.public_id for right in spent_without_award()},
        form=form,
        refusals=refusals or form.refusals,
    )
    return render_page(request, "championships/desk_rights.html", page)


@sign_in_required
@require_POST
def decide_right(request: HttpRequest, event: str, right: str) -> HttpResponse:
    """Use it here, or keep it for another event."""
    player = request.POST.get("player", "")
    act = check_in.use_right if request.POST.get("do") == "use" else check_in.keep_right
    try:
        act(event_id=event, player=player, right=right, by=actor_of(request), now=timezone.now())
    except ActionRefused as error:
        context = {"section": "calendar", "refusal": error.refusal, "event": event}
        return render(request, "championships/not_used.html", context, status=422)
    return HttpResponseRedirect(reverse("console-player", args=(event, player)))


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_event_rights(request: HttpRequest, event: str) -> HttpResponse:
    """Show the byes that may be used at an event; take a file of headquarters in."""
    by, now = actor_of(request), timezone.now()
    if request.method != "POST":
        return _event_rights_page(request, event)
    upload = request.FILES.get("rights")
    if upload is None:
        return _event_rights_page(request, event)
    if (upload.size or 0) > settings.UPLOAD_LIMIT:
        return errors.too_large_page(request)
    try:
        new = rights_file.import_rights(by=by, now=now, event_id=event, data=upload.read())
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _event_rights_page(request, event, refused.refusals)
    notice = plural("{count} new bye.", "{count} new byes.", count=new)
    return redirect_with_notice(request, reverse("event-rights", args=(event,)), notice)


def _event_rights_page(
    request: HttpRequest, event: str, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    listed = rights_file.rights_at(by=actor_of(request), event_id=event)
    context = {
        "section": "calendar",
        "event": event,
        "listed": listed,
        "right_kind": right_kind,
        "laptop": not settings.ACCOUNTS,
        "refusals": refusals,
    }
    status = 422 if refusals else 200
    return render(request, "championships/event_rights.html", context, status=status)


@sign_in_required
@require_safe
def download_rights_file(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out the signed file."""
    data = rights_file.export_rights(by=actor_of(request), now=timezone.now(), event_id=event)
    response = HttpResponse(data, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{event}-rights.json"'
    return response
