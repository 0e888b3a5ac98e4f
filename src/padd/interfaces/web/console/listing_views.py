"""What the calendar says of a running event, put right from its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_POST

from padd.core.refusal import RefusalError
from padd.interfaces.web.console.views import show
from padd.interfaces.web.request_actor import known
from padd.interfaces.web.request_event import staff_view
from padd.services.events import lifecycle
from padd.services.refusal import NotAllowed, NotFound

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@known
@require_POST
def place(request: HttpRequest, event: str) -> HttpResponse:
    """Name the venue and the prizes of an event that is under way."""
    view = staff_view(request, event)
    try:
        lifecycle.put_right(
            by=view.actor,
            now=view.now,
            event=view.id,
            venue=request.POST.get("venue", ""),
            prizes=request.POST.get("prizes", ""),
        )
    except (NotFound, NotAllowed):
        raise
    except RefusalError as refused:
        reason = refused.refusals[0]
        return show(
            request, view, "console-settings", QueryDict(), refusal=reason, kind="place"
        )
    return HttpResponseRedirect(reverse("console-settings", args=(view.id,)))
