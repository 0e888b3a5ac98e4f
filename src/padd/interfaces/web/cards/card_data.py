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

from padd.core.cards.printing import ListKind, card_edition
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.interfaces.web import errors
from padd.interfaces.web.cards.forms import LIST_ACTIONS, LIST_KINDS, CardFileForm, CardLineForm
from padd.interfaces.web.forms import PageForm, form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.interfaces.web.typed_numbers import parse_int
from padd.services.access.permissions import Permission, require
from padd.services.cards import card_import, card_lists
from padd.services.cards.catalogue import CurrentCatalogue, current_catalogue
from padd.services.refusal import NotFound
from padd.store.queries.cards import card_files

SHOWN: Final = 40


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_card_files(request: HttpRequest) -> HttpResponse:
    """Show the files in use, and take a new one to be looked at."""
    actor, form = actor_of(request), CardFileForm.from_request(request)
    require(Permission.CARDS_IMPORT, actor)
    upload = request.FILES.get("file")
    if upload is None:
        return _card_files_page(request, CardFileForm())
    if (upload.size or 0) > settings.UPLOAD_LIMIT:
        return errors.too_large_page(request)

    def save() -> HttpResponse:
        file = card_import.upload_card_file(
            by=actor,
            now=timezone.now(),
            name=upload.name or "cards.csv",
            data=upload.read(),
            edition=card_edition(form.cleaned_data["edition"]),
        )
        return redirect_with_notice(
            request,
            reverse("card-file", args=(file,)),
            message("Uploaded. Review the preview before it takes effect."),
        )

    return form_response(form, save=save, show=lambda: _card_files_page(request, form))


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
            notice = message("Merged: both now count as one card.")
        case "part":
            where = card_import.split_printing(**asked)
            notice = message("Separated: this printing is now a card of its own.")
        case "forget":
            where = card_import.remove_correction(**asked)
            notice = message("Withdrawn. The recorded facts decide again.")
        case _:
            raise NotFound("act")
    return redirect_with_notice(request, reverse("card", args=(where,)), notice)


def _at(typed: QueryDict, name: str) -> int:
    found = parse_int(typed.get(name, ""))
    return -1 if found is None else found


class CardFilesPage(msgspec.Struct, frozen=True, kw_only=True):
    """The files of card data, and the form to upload one."""

    form: CardFileForm
    files: tuple[object, ...]
    current: CurrentCatalogue
    section: str = "desk"


def _card_files_page(request: HttpRequest, form: CardFileForm) -> HttpResponse:
    page = CardFilesPage(form=form, files=card_files(), current=current_catalogue())
    return render_page(request, "cards/card_data.html", page)


class CardListsPage(msgspec.Struct, frozen=True, kw_only=True):
    """The card lists in use, the lines kept by hand, and the form for another one."""

    form: PageForm
    refusals: tuple[Refusal, ...]
    kinds: dict[ListKind, str]
    kept: tuple[object, ...]
    in_use: list[tuple[object, int]]
    today: date
    section: str = "desk"


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_card_lists(request: HttpRequest) -> HttpResponse:
    """Show the lists in use; put a card on one, or take it off."""
    actor = actor_of(request)
    require(Permission.CARDS_IMPORT, actor)
    if request.method != "POST":
        return _card_lists_page(request)
    action = request.POST.get("act", "")
    if action not in LIST_ACTIONS:
        raise NotFound("act")
    form_type, service, notice = LIST_ACTIONS[action]
    form = form_type.from_request(request)

    def save() -> HttpResponse:
        service(by=actor, now=timezone.now(), **form.arguments())
        return redirect_with_notice(request, reverse("card-lists"), notice)

    return form_response(form, save=save, show=lambda: _card_lists_page(request, form))


def _card_lists_page(request: HttpRequest, form: PageForm | None = None) -> HttpResponse:
    today = timezone.now().date()
    adds = isinstance(form, CardLineForm)
    page = CardListsPage(
        form=form if form and adds else CardLineForm(initial={"in_force": today.isoformat()}),
        refusals=form.refusals if form else (),
        kinds=LIST_KINDS,
        kept=card_lists.card_list_lines(),
        in_use=[(each, len(each.on(today))) for each in current_catalogue().catalogue.lists],
        today=today,
    )
    return render_page(request, "cards/card_lists.html", page)
