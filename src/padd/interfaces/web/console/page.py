"""The pages of the console by name, and how one is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from padd.core.refusal import Refusal
from padd.interfaces.web.layout.console import console_layout
from padd.presentation.eventlog.event_view import EventView

PageContext = Callable[..., dict[str, Any]]
"""Takes the event, the query, the form that was sent, and what the address names."""

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
