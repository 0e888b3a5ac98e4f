"""Byes and head starts: the desk's ledger, those of an event, a player's own."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.messages import message, plural
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web import errors
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.championships.awards import right_kind
from padd.presentation.championships.rights import right_views
from padd.presentation.page_words import EDITIONS
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, require
from padd.services.championships import check_in, desk_rights, rights_file
from padd.services.championships.awarded_rights import spent_without_award
from padd.services.ratings.careers import called
from padd.services.refusal import ActionRefused, NotAllowed, NotFound
from padd.store.queries.championships import championships as queries
from padd.store.queries.championships.rights import find_rights

BYES = {"1": (1,), "12": (1, 2)}


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_rights(request: HttpRequest) -> HttpResponse:
    """Show the ledger, and grant a right with a reason."""
    require(Permission.RIGHT_GRANT, actor_of(request))
    if request.method != "POST":
        return _rights_page(request)
    typed = request.POST
    what = typed.get("what", "")
    try:
        desk_rights.grant_right(
            by=actor_of(request),
            now=timezone.now(),
            handle=typed.get("handle", ""),
            edition=typed.get("edition", ""),
            rounds=BYES.get(what, ()),
            points=int(what) if what.isdecimal() and what not in BYES else 0,
            target=typed.get("target", ""),
            year=int(typed["year"]) if typed.get("year", "").isdecimal() else None,
            reason=typed.get("reason", ""),
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _rights_page(request, refused.refusals)
    return redirect_with_notice(request, reverse("desk-rights"), message("Saved."))


@sign_in_required
@require_POST
def withdraw_right(request: HttpRequest, right: str) -> HttpResponse:
    """Withdraw a right with a reason."""
    try:
        desk_rights.withdraw_right(
            by=actor_of(request),
            now=timezone.now(),
            right=right,
            reason=request.POST.get("reason", ""),
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _rights_page(request, refused.refusals)
    return redirect_with_notice(request, reverse("desk-rights"), message("Saved."))


@sign_in_required
@require_safe
def show_own_rights(request: HttpRequest) -> HttpResponse:
    """Show one's own titles, byes and head starts, with where they can be used."""
    actor, now = actor_of(request), timezone.now()
    if not actor.signed_in:
        raise Http404
    person = queries.person_public_id(actor.person_id)
    if person is None:
        return HttpResponseRedirect(reverse("me"))
    views = right_views(
        find_rights(people=[person]),
        queries.target_events(),
        book=rulebook(rulebook_ids()[0]),
        today=now.date(),
    )
    context = {
        "section": "mine",
        "rights": views,
        "titles": queries.championships_won(person),
        "badges": (),
    }
    return render(request, "championships/my_rights.html", context)


def _rights_page(request: HttpRequest, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    now = timezone.now()
    text = request.GET.get("q", "").strip()
    views = right_views(
        find_rights(text=text),
        queries.target_events(),
        book=rulebook(rulebook_ids()[0]),
        today=now.date(),
    )
    context = {
        "section": "desk",
        "rights": views,
        "text": text,
        "called": called((v.person for v in views), by=actor_of(request), now=now),
        "spent": {right.public_id for right in spent_without_award()},
        "games": list(EDITIONS.items()),
        "year": now.year,
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    return render(request, "championships/desk_rights.html", context, status=status)


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
    said = plural("{count} new bye.", "{count} new byes.", count=new)
    return redirect_with_notice(request, reverse("event-rights", args=(event,)), said)


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
