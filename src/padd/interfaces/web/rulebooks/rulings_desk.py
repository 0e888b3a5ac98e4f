"""The Director's rulings: drafted, previewed on past events, published."""

from __future__ import annotations

import json
from datetime import date
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, require
from padd.services.refusal import NotAllowed, NotFound
from padd.services.rulebooks import interim_rulings

VALUE_ROWS: Final = 3
"""How many values one form takes."""


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_rulings(request: HttpRequest) -> HttpResponse:
    """Show drafts and rulings; keep a draft."""
    require(Permission.RULING_WRITE, actor_of(request))
    if request.method != "POST":
        return _rulings_page(request)
    try:
        ruling = interim_rulings.draft_ruling(
            by=actor_of(request), now=timezone.now(), form=_form(request.POST)
        )
    except RefusalError as refused:
        return _rulings_page(request, refused.refusals)
    return HttpResponseRedirect(f"{reverse('rulings-desk')}?preview={ruling}")


@sign_in_required
@require_POST
def decide_ruling(request: HttpRequest, ruling: str) -> HttpResponse:
    """Publish a draft, or throw it away."""
    actor = actor_of(request)
    require(Permission.RULING_PUBLISH, actor)
    doing = interim_rulings.publish_ruling
    if request.POST.get("do") == "discard":
        doing = interim_rulings.discard_ruling
    try:
        doing(by=actor, now=timezone.now(), ruling=ruling)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _rulings_page(request, refused.refusals)
    return redirect_with_notice(request, reverse("rulings-desk"), message("Saved."))


def _rulings_page(request: HttpRequest, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    chosen = request.GET.get("preview", "")
    books = [rulebook(name) for name in rulebook_ids()]
    previewed = (
        interim_rulings.preview_ruling(by=actor_of(request), ruling=chosen) if chosen else None
    )
    context = {
        "section": "desk",
        "rulings": interim_rulings.all_rulings(),
        "books": [(book.id, book.title) for book in books],
        "titles": {book.id: book.title for book in books},
        "paths": sorted(books[0].citations),
        "rows": range(VALUE_ROWS),
        "preview": previewed,
        "previewed": chosen,
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    return render(request, "rulebooks/rulings_desk.html", context, status=status)


def _form(typed: QueryDict) -> interim_rulings.RulingForm:
    values = {
        path.strip(): _value(typed.get(f"value-{row}", ""))
        for row in range(VALUE_ROWS)
        if (path := typed.get(f"path-{row}", "")).strip()
    }
    return interim_rulings.RulingForm(
        rulebook=typed.get("rulebook", ""),
        title=typed.get("title", ""),
        about=typed.get("about", ""),
        cite=typed.get("cite", ""),
        in_force=_day(typed.get("in_force", "")),
        values=values,
    )


def _value(text: str) -> Any:  # noqa: ANN401 -- any value of a rulebook
    """Return a number, a list or yes and no as typed; anything else is a word."""
    try:
        return json.loads(text)
    except ValueError:
        return {"yes": True, "no": False}.get(text.strip(), text.strip())


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None
