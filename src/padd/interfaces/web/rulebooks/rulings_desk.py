"""The Director's rulings: drafted, previewed on past events, published."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.interfaces.web.forms import PageForm, form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.interfaces.web.rulebooks.forms import RulingDraftForm
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, require
from padd.services.rulebooks import interim_rulings


class RulingsPage(msgspec.Struct, frozen=True, kw_only=True):
    """Drafts and rulings, a preview of one, and the form for another."""

    rulings: tuple[object, ...]
    titles: dict[str, str]
    paths: list[str]
    preview: interim_rulings.RulingPreview | None
    previewed: str
    form: RulingDraftForm
    refusals: tuple[Refusal, ...]
    section: str = "desk"


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def manage_rulings(request: HttpRequest) -> HttpResponse:
    """Show drafts and rulings; save a draft."""
    actor, form = actor_of(request), RulingDraftForm.from_request(request)
    require(Permission.RULING_WRITE, actor)

    def save() -> HttpResponse:
        ruling = interim_rulings.draft_ruling(by=actor, now=timezone.now(), form=form.ruling())
        return HttpResponseRedirect(f"{reverse('rulings-desk')}?preview={ruling}")

    return form_response(form, save=save, show=lambda: _rulings_page(request, form))


@sign_in_required
@require_POST
def decide_ruling(request: HttpRequest, ruling: str) -> HttpResponse:
    """Publish a draft, or discard it."""
    actor, form = actor_of(request), PageForm.from_request(request)
    require(Permission.RULING_PUBLISH, actor)
    discards = request.POST.get("do") == "discard"
    service = interim_rulings.discard_ruling if discards else interim_rulings.publish_ruling

    def save() -> HttpResponse:
        service(by=actor, now=timezone.now(), ruling=ruling)
        return redirect_with_notice(request, reverse("rulings-desk"), message("Saved."))

    return form_response(
        form, save=save, show=lambda: _rulings_page(request, RulingDraftForm(), form.refusals)
    )


def _rulings_page(
    request: HttpRequest, form: RulingDraftForm, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    chosen, by = request.GET.get("preview", ""), actor_of(request)
    books = [rulebook(name) for name in rulebook_ids()]
    page = RulingsPage(
        rulings=interim_rulings.all_rulings(),
        titles={book.id: book.title for book in books},
        paths=sorted(books[0].citations),
        preview=interim_rulings.preview_ruling(by=by, ruling=chosen) if chosen else None,
        previewed=chosen,
        form=form,
        refusals=refusals or form.refusals,
    )
    return render_page(request, "rulebooks/rulings_desk.html", page)
