"""The byes of one event: a list, and the signed file for a laptop."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from padd.core.messages import plural
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web import errors
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.championships.awards import right_kind
from padd.services.championships import rights_file
from padd.services.refusal import NotAllowed, NotFound


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, event: str) -> HttpResponse:
    """Show the byes that may be used at an event; take a file of headquarters in."""
    by, now = actor_of(request), timezone.now()
    if request.method != "POST":
        return _page(request, event)
    upload = request.FILES.get("rights")
    if upload is None:
        return _page(request, event)
    if (upload.size or 0) > settings.UPLOAD_LIMIT:
        return errors.too_large_page(request)
    try:
        new = rights_file.bring(by=by, now=now, event_id=event, data=upload.read())
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _page(request, event, refused.refusals)
    said = plural("{count} new bye.", "{count} new byes.", count=new)
    return redirect_with_notice(request, reverse("event-rights", args=(event,)), said)


def _page(request: HttpRequest, event: str, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
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
def download(request: HttpRequest, event: str) -> HttpResponse:
    """Hand out the signed file."""
    data = rights_file.take_along(by=actor_of(request), now=timezone.now(), event_id=event)
    response = HttpResponse(data, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{event}-rights.json"'
    return response
