"""Card data at the desk: uploaded files with a preview, and lists edited by hand."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.cards.printing import EDITIONS, ListKind, card_edition
from padd.core.messages import Message, message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web import errors
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.interfaces.web.typed_numbers import parse_int
from padd.services.access.permissions import Permission, require
from padd.services.cards import card_import, card_lists
from padd.services.cards.catalogue import current_catalogue
from padd.services.refusal import NotAllowed, NotFound
from padd.services.text_fields import normalize_line
from padd.store.queries.cards import card_files

SHOWN: Final = 40


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_card_files(request: HttpRequest) -> HttpResponse:
    """Show the files in use, and take a new one to be looked at."""
    actor = actor_of(request)
    require(Permission.CARDS_IMPORT, actor)
    upload = request.FILES.get("file") if request.method == "POST" else None
    if upload is None:
        return _card_files_page(request)
    if (upload.size or 0) > settings.UPLOAD_LIMIT:
        return errors.too_large_page(request)
    try:
        public_id = card_import.upload_card_file(
            by=actor,
            now=timezone.now(),
            name=upload.name or "cards.csv",
            data=upload.read(),
            edition=card_edition(request.POST.get("edition", "")),
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _card_files_page(request, wrong=refused.refusal, status=422)
    return redirect_with_notice(
        request,
        reverse("card-file", args=(public_id,)),
        message("Uploaded. Review the preview before it takes effect."),
    )


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def review_card_file(request: HttpRequest, file: str) -> HttpResponse:
    """Show what a file would change, and take it into use."""
    actor = actor_of(request)
    if request.method == "POST":
        card_import.activate_card_file(by=actor, now=timezone.now(), file=file)
        return redirect_with_notice(request, reverse("card-data"), message("The file is in use."))
    seen = card_import.preview_card_file(by=actor, file=file)
    parts = (
        ("New", seen.new),
        ("Changed", seen.changed),
        ("Gone", seen.gone),
        ("Doubtful", seen.doubtful),
    )
    context = {"section": "desk", "seen": seen, "parts": parts, "shown": SHOWN}
    return render(request, "cards/card_file.html", context)


@sign_in_required
@require_POST
def correct_card(request: HttpRequest, card: str) -> HttpResponse:
    """Join a printing of a card to another card, part it, or take that back."""
    typed = request.POST
    asked: dict[str, Any] = {
        "by": actor_of(request),
        "now": timezone.now(),
        "card": card,
        "printing": _at(typed, "printing"),
    }
    match typed.get("act", ""):
        case "join":
            other, like = typed.get("other", "").strip("/").rsplit("/", 1)[-1], 0
            where = card_import.join_printings(**asked, other=other, like=like)
            said = message("Merged: both now count as one card.")
        case "part":
            where = card_import.split_printing(**asked)
            said = message("Separated: this printing is now a card of its own.")
        case "forget":
            where = card_import.remove_correction(**asked)
            said = message("Withdrawn. The recorded facts decide again.")
        case _:
            raise NotFound("act")
    return redirect_with_notice(request, reverse("card", args=(where,)), said)


def _at(typed: QueryDict, name: str) -> int:
    found = parse_int(typed.get(name, ""))
    return -1 if found is None else found


def _card_files_page(
    request: HttpRequest, *, wrong: Refusal | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "section": "desk",
        "files": card_files(),
        "current": current_catalogue(),
        "wrong": wrong,
    }
    return render(request, "cards/card_data.html", context, status=status)


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
LINE_FIELDS: Final = card_lists.CardListLine.__struct_encode_fields__


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_card_lists(request: HttpRequest) -> HttpResponse:
    """Show the lists in use, and put a card on one or take it off."""
    require(Permission.CARDS_IMPORT, actor_of(request))
    if request.method != "POST":
        return _card_lists_page(request)
    try:
        said = _change_list(request)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _card_lists_page(request, wrong=refused.refusal, status=422)
    return redirect_with_notice(request, reverse("card-lists"), said)


def _change_list(request: HttpRequest) -> Message:
    typed = request.POST
    asked: dict[str, Any] = {"by": actor_of(request), "now": timezone.now()}
    match typed.get("act", ""):
        case "add":
            card_lists.add_card_list_line(**asked, line=_line(typed))
            return message("Added to the list.")
        case "end":
            until = _day(typed, "until")
            card_lists.end_card_list_line(**asked, line=typed.get("line", ""), until=until)
            return message("Removed from the list from that day on.")
        case "remove":
            card_lists.remove_card_list_line(**asked, line=typed.get("line", ""))
            return message("Removed.")
        case _:
            raise NotFound("act")


def _line(typed: QueryDict) -> card_lists.CardListLine:
    """Return the line that was typed; dates and choices as the form has them."""
    cells = {name: normalize_line(typed.get(name, "")) for name in LINE_FIELDS}
    try:
        return msgspec.convert(
            {name: cell for name, cell in cells.items() if cell},
            card_lists.CardListLine,
            strict=False,
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
            rule=card_lists.RULE,
            place="in_force",
        )
    )


def _card_lists_page(
    request: HttpRequest, *, wrong: Refusal | None = None, status: int = 200
) -> HttpResponse:
    today = timezone.now().date()
    context = {
        "section": "desk",
        "wrong": wrong,
        "typed": {name: request.POST.get(name, "") for name in LINE_FIELDS},
        "kinds": LIST_KINDS,
        "editions": EDITIONS,
        "rules": tuple(
            (name, f"{name} ({edition})")
            for edition in EDITIONS
            for name in card_lists.known_rules(edition)
        ),
        "kept": card_lists.card_list_lines(),
        "in_use": [(each, len(each.on(today))) for each in current_catalogue().catalogue.lists],
        "today": today,
    }
    return render(request, "cards/card_lists.html", context, status=status)
