"""Card lists at the desk: see which are in use, and edit entries by hand."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from padd.core.cards.printing import EDITIONS, ListKind
from padd.core.messages import Message, message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.services.access.permissions import Permission, require
from padd.services.cards import kept_lists
from padd.services.cards.catalogue import current_catalogue
from padd.services.refusal import NotAllowed, NotFound
from padd.services.typed_text import tidy

LIST_KINDS: Final[dict[ListKind, str]] = {
    "banned": "Banned",
    "retired": "Hall of Fame: retired",
    "core": "Core of Block",
    "block": "Current and previous block",
    "converted": "Converted cards",
    "printable": "Printable promos",
    "watermarked": "Watermarked",
    "allowed": "Exception: allowed",
    "forbidden": "Exception: not allowed",
    "errata": "Errata",
    "league": "League promos",
}
FIELDS: Final = kept_lists.KeptLine.__struct_encode_fields__


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def lists(request: HttpRequest) -> HttpResponse:
    """Show the lists in use, and put a card on one or take it off."""
    require(Permission.CARDS_IMPORT, actor_of(request))
    if request.method != "POST":
        return _page(request)
    try:
        said = _act(request)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _page(request, wrong=refused.refusal, status=422)
    return redirect_with_notice(request, reverse("card-lists"), said)


def _act(request: HttpRequest) -> Message:
    typed = request.POST
    asked: dict[str, Any] = {"by": actor_of(request), "now": timezone.now()}
    match typed.get("act", ""):
        case "add":
            kept_lists.add_line(**asked, line=_line(typed))
            return message("Added to the list.")
        case "end":
            until = _day(typed, "until")
            kept_lists.end_line(**asked, line=typed.get("line", ""), until=until)
            return message("Removed from the list from that day on.")
        case "remove":
            kept_lists.remove_line(**asked, line=typed.get("line", ""))
            return message("Removed.")
        case _:
            raise NotFound("act")


def _line(typed: QueryDict) -> kept_lists.KeptLine:
    """Return the line that was typed; dates and choices as the form has them."""
    cells = {name: tidy(typed.get(name, "")) for name in FIELDS}
    try:
        return msgspec.convert(
            {name: cell for name, cell in cells.items() if cell}, kept_lists.KeptLine, strict=False
        )
    except msgspec.ValidationError as error:
        raise _unreadable() from error


def _day(typed: QueryDict, name: str) -> date:
    try:
        return date.fromisoformat(typed.get(name, ""))
    except ValueError as error:
        raise _unreadable() from error


def _unreadable() -> RefusalError:
    return RefusalError(
        Refusal(
            code="bad-list-line",
            message=message("Enter a kind of list, an edition and a day."),
            rule=kept_lists.RULE,
            place="in_force",
        )
    )


def _page(request: HttpRequest, *, wrong: Refusal | None = None, status: int = 200) -> HttpResponse:
    today = timezone.now().date()
    context = {
        "section": "desk",
        "wrong": wrong,
        "typed": {name: request.POST.get(name, "") for name in FIELDS},
        "kinds": LIST_KINDS,
        "editions": EDITIONS,
        "rules": tuple(
            (name, f"{name} ({edition})")
            for edition in EDITIONS
            for name in kept_lists.known_rules(edition)
        ),
        "kept": kept_lists.kept_lines(),
        "in_use": [(each, len(each.on(today))) for each in current_catalogue().catalogue.lists],
        "today": today,
    }
    return render(request, "cards/card_lists.html", context, status=status)
