"""The pages of the console by name, and how one is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.layout.console import console_layout
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.presentation.eventlog.event_view import EventView
from padd.services.refusal import NotAllowed, NotFound

PageContext = Callable[..., dict[str, Any]]
"""Takes the event, the query, the form that was sent, and what the address names."""

FormView = Callable[..., HttpResponse]
"""Takes the request, the event for its staff, and what the address names."""

WITH_FORMS: Final = frozenset({"console", "console-bracket"})
"""Pages on which the form of one table opens."""
CONFLICT: Final = frozenset({"changed-meanwhile", "key-used"})


class ConsolePage(msgspec.Struct, frozen=True):
    """A page of the console: its template, and the function that fills it."""

    template: str
    context: PageContext


PAGES: Final[dict[str, ConsolePage]] = {}
"""Every page by the name of its address; the modules of the pages register them."""


def console_page(name: str, template: str) -> Callable[[PageContext], PageContext]:
    """Register a function that fills the page with this name."""

    def register(context: PageContext) -> PageContext:
        PAGES[name] = ConsolePage(template, context)
        return context

    return register


def show_page(
    request: HttpRequest,
    view: EventView,
    name: str,
    query: QueryDict,
    *,
    refusal: Refusal | None = None,
    kind: str = "",
    **place: Any,  # noqa: ANN401 -- as the address has it
) -> HttpResponse:
    """Show a page as it stands, with a refusal and the fields that were sent."""
    if not view.opened:
        name, place = "console", {}
    page = PAGES[name]
    form = request.POST if request.method == "POST" else None
    context = {
        **console_layout(view, name, query),
        **page.context(view, query, form, **place),
        "refusal": refusal,
        "refused_kind": kind,
        "typed": form or {},
        "follows": view.opened and form is None,
        "section": name,
    }
    status = 200 if refusal is None else 409 if refusal.code in CONFLICT else 422
    return render(request, page.template, context, status=status)


def console_form(
    page: str = "", kind: str = ""
) -> Callable[[FormView], Callable[..., HttpResponse]]:
    """Decorate a view that takes a form of the console.

    The view gets the event for its staff. A refusal is shown on the named page, or on
    the one that the form stands on.
    """

    def decorate(form_view: FormView) -> FormView:
        @sign_in_required
        @require_POST
        @wraps(form_view)
        def respond(request: HttpRequest, event: str, **place: Any) -> HttpResponse:  # noqa: ANN401 -- as the address has it
            view = staff_event_view(request, event)
            try:
                return form_view(request, view, **place)
            except (NotFound, NotAllowed):
                raise
            except RefusalError as error:
                refusal = error.refusal
            if page:
                return show_page(request, view, page, QueryDict(), refusal=refusal, kind=kind)
            return redisplay(request, view, place.get("kind", kind), refusal)

        return respond

    return decorate


def redisplay(
    request: HttpRequest, view: EventView, kind: str = "", refusal: Refusal | None = None
) -> HttpResponse:
    """Show the page of a form again, with all its fields as they were sent."""
    back = urlsplit(page_of_form(request, view))
    match = resolve(back.path)
    place = {name: value for name, value in match.kwargs.items() if name != "event"}
    query = QueryDict(back.query, mutable=True)
    if match.url_name in WITH_FORMS and "ending" in request.POST:
        query["open"] = request.POST.get("table", "")
    return show_page(request, view, str(match.url_name), query, refusal=refusal, kind=kind, **place)


def page_of_form(request: HttpRequest, view: EventView) -> str:
    """Return the address of the page of the console that a form stands on."""
    back = request.POST.get("back", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        try:
            match = resolve(urlsplit(back).path)
        except Resolver404:
            match = None
        if match and match.url_name in PAGES and match.kwargs["event"] == view.id:
            return back
    return reverse("console", args=(view.id,))
