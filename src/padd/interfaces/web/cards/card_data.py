"""Card data at the desk: bring a file, see what it changes, take it into use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from padd.core.cards.printing import card_edition
from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.interfaces.web import errors
from padd.interfaces.web.notice import done
from padd.interfaces.web.request_actor import actor_of, known, present
from padd.services.access.permissions import Permission, require
from padd.services.cards import card_import
from padd.services.cards.catalogue import current_catalogue
from padd.services.refusal import NotAllowed, NotFound
from padd.store import queries

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from padd.core.refusal import Refusal

SHOWN: Final = 40


@known
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest) -> HttpResponse:
    """Show the files in use, and take a new one to be looked at."""
    actor = actor_of(request)
    require(Permission.CARDS_IMPORT, actor)
    upload = request.FILES.get("file") if request.method == "POST" else None
    if upload is None:
        return _desk(request)
    if (upload.size or 0) > settings.UPLOAD_LIMIT:
        return errors.too_large(request)
    try:
        public_id = card_import.bring(
            by=actor,
            now=present(),
            name=upload.name or "cards.csv",
            data=upload.read(),
            edition=card_edition(request.POST.get("edition", "")),
        )
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _desk(request, wrong=refused.refusal, status=422)
    return done(
        request,
        reverse("card-file", args=(public_id,)),
        message("Uploaded. Look at the preview before it counts."),
    )


@known
@require_http_methods(["GET", "HEAD", "POST"])
def file(request: HttpRequest, file: str) -> HttpResponse:
    """Show what a file would change, and take it into use."""
    actor = actor_of(request)
    if request.method == "POST":
        card_import.take_into_use(by=actor, now=present(), file=file)
        return done(
            request,
            reverse("card-data"),
            message("The file is in use."),
        )
    seen = card_import.preview(by=actor, file=file)
    parts = (
        ("New", seen.new),
        ("Changed", seen.changed),
        ("Gone", seen.gone),
        ("Doubtful", seen.doubtful),
    )
    context = {"section": "desk", "seen": seen, "parts": parts, "shown": SHOWN}
    return render(request, "cards/card_file.html", context)


def _desk(
    request: HttpRequest, *, wrong: Refusal | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "section": "desk",
        "files": queries.card_files(),
        "current": current_catalogue(),
        "wrong": wrong,
    }
    return render(request, "cards/card_data.html", context, status=status)
