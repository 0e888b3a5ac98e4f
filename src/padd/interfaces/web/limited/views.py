"""Make packs: the address holds product, number and seed, so it repeats them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from padd.core.limited.certificate import PackCertificate, certify_packs
from padd.core.limited.product import Product, product_digest, product_fault
from padd.core.messages import message
from padd.core.model import Edition
from padd.core.refusal import RefusalError
from padd.interfaces.printing.limited import pack_list
from padd.interfaces.printing.pdf import Paper, render_pdf
from padd.interfaces.web.request_actor import actor_of, shared_address, sign_in_required
from padd.interfaces.web.request_event import visitor_event_view
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.limited.deal_view import deal_view, replay_view
from padd.presentation.limited.products import (
    card_words,
    contents_words,
    known_products,
    lackey_lines,
    pack_lines,
)
from padd.presentation.messages import refusal_text, text
from padd.services.delivery.printouts import paper_size_for_person
from padd.services.limited.products import add_product
from padd.services.refusal import NotAllowed, NotFound

MOST: Final = 120
LONGEST_SEED: Final = 80
MARK: Final = 16
"""How many digits of a fingerprint an address holds."""
STEPS: Final = ("Choose", "Made", "Verify", "Use")
FORMS: Final = {
    "txt": "text/plain; charset=utf-8",
    "lackey": "text/plain; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
}


@require_safe
def show_packs(request: HttpRequest) -> HttpResponse:
    """Show the form, and the packs that it asks for."""
    return _packs_page(request, request.GET)


@require_safe
def download_packs(request: HttpRequest, form: str) -> HttpResponse:
    """Give packs as text, as a deck of LackeyCCG, or as a certificate."""
    product, _, kind = request.GET.get("product", "").partition("/")
    found = known_products().get(product)
    seed = request.GET.get("seed", "").strip()[:LONGEST_SEED]
    if found is None or kind not in found.packs or form not in FORMS or not seed:
        raise Http404
    made = _make_packs(found, _kinds(found, kind, request.GET), seed)
    if isinstance(made, str):
        raise Http404
    contents: dict[str, Callable[[], str | bytes]] = {
        "txt": lambda: "\n".join(pack_lines(made)) + "\n",
        "lackey": lambda: "\n".join(lackey_lines(made.packs)) + "\n",
        "json": lambda: msgspec.json.encode(made),
        "pdf": lambda: render_pdf("list", pack_list(made), paper=_paper(request)).pdf,
    }
    answer = HttpResponse(contents[form](), content_type=FORMS[form])
    name = f"{product}-{kind}.{'txt' if form == 'lackey' else form}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _paper(request: HttpRequest) -> Paper:
    """Return the paper size of the reader's country."""
    return Paper(paper_size_for_person(actor_of(request).person_id))


@require_safe
def show_event_packs(request: HttpRequest, event: str) -> HttpResponse:
    """Show every pack of an event, made again, once its secret is out."""
    view = visitor_event_view(request, event)
    deal = deal_view(view) if view.opened else None
    if deal is None:
        raise Http404
    return render(request, "limited/event_packs.html", {"event_view": view, "deal": deal})


@require_safe
def show_draft_replay(request: HttpRequest, event: str) -> HttpResponse:
    """Show a finished draft pick by pick, for players who agreed."""
    view = visitor_event_view(request, event)
    if not view.opened:
        raise Http404
    group = parse_int(request.GET.get("group", "")) or 1
    step = parse_int(request.GET.get("step", "")) or 1
    shown = {"event_view": view, "draft": replay_view(view, group, step)}
    return render(request, "limited/replay.html", shown)


@sign_in_required
@require_POST
def upload_product(request: HttpRequest) -> HttpResponse:
    """Add a product from a file."""
    sent = request.FILES.get("file")
    edition = request.POST.get("edition", "2E")
    try:
        product = add_product(
            content=sent.read() if sent else b"",
            name=((sent and sent.name) or "product").rsplit(".", 1)[0],
            edition=Edition(edition if edition in set(Edition) else "2E"),
            by=actor_of(request),
            now=timezone.now(),
        )
    except (NotFound, NotAllowed):
        raise
    except RefusalError as refused:
        refusal = " ".join(
            f"{one.place}: {refusal_text(one)}" if one.place else refusal_text(one)
            for one in refused.refusals
        )
        return _packs_page(request, request.GET, refusal=refusal)
    query = urlencode({"product": f"{product.id}/{next(iter(product.packs))}"})
    return HttpResponseRedirect(f"{reverse('packs')}?{query}")


def _number(query: QueryDict) -> int:
    return max(1, min(parse_int(query.get("packs", "")) or 6, MOST))


def _players(query: QueryDict) -> int:
    return min(parse_int(query.get("players", "")) or 0, MOST)


def _extra_kind(product: Product, query: QueryDict) -> str:
    """Return the kind of pack that every player gets besides, if there is one."""
    slug, _, kind = query.get("also", "").partition("/")
    return kind if slug == product.id and kind in product.packs else ""


def _kinds(product: Product, kind: str, query: QueryDict) -> tuple[str, ...]:
    """Return the kinds of all packs: the shared ones, then one for each player."""
    also = _extra_kind(product, query)
    return (kind,) * _number(query) + ((also,) * _players(query) if also else ())


def _make_packs(product: Product, kinds: tuple[str, ...], seed: str) -> PackCertificate | str:
    waiting = product_fault(product)
    if waiting is not None:
        return text(waiting.message)
    return certify_packs(product, kinds, seed, now=timezone.now())


def _packs_page(request: HttpRequest, query: QueryDict, *, refusal: str = "") -> HttpResponse:
    everything = known_products()
    slug, _, kind = query.get("product", "").partition("/")
    product = everything.get(slug)
    seed = query.get("seed", "").strip()[:LONGEST_SEED]
    shown: dict[str, Any] = {
        "section": "packs",
        "choices": [
            (f"{key}/{name}", pack.title, contents_words(pack), one)
            for key, one in everything.items()
            for name, pack in one.packs.items()
        ],
        "chosen": f"{slug}/{kind}",
        "number": _number(query),
        "players": _players(query) or "",
        "also": query.get("also", ""),
        "seed": seed or f"{secrets.token_hex(3)}-{secrets.token_hex(3)}",
        "refusal": refusal,
        "may_add": actor_of(request).signed_in,
        "steps": list(zip(STEPS, ("now", *("planned",) * 3), strict=True)),
    }
    if product is not None and kind in product.packs and seed:
        refused = _extra_packs_refusal(product, query)
        made = refused or _make_packs(product, _kinds(product, kind, query), seed)
        if isinstance(made, str):
            shown["refusal"] = made
        else:
            shown |= _packs_shown(made, product, kind, query)
            shown |= _verification(request, made, shown["query"], query.get("print", ""))
    return render(request, "limited/packs.html", shown, status=422 if refusal else 200)


def _extra_packs_refusal(product: Product, query: QueryDict) -> str:
    """Return why nothing can be made for each player, where that was asked for."""
    if not query.get("also"):
        return ""
    if not _extra_kind(product, query):
        return text(message("Choose packs of one product for everything."))
    if not _players(query):
        return text(message("Enter the number of players."))
    return ""


def _verification(
    request: HttpRequest, made: PackCertificate, query: str, expected: str
) -> dict[str, Any]:
    """Return the address that repeats the packs, and whether they are the ones expected.

    It holds the beginning of their fingerprint: the page says at once if the product
    has changed since.
    """
    mark = made.fingerprint[:MARK]
    address = f"{reverse('packs')}?{query}&print={mark}"
    return {
        "address": address,
        "share": shared_address(request, address),
        "same": expected == mark if expected else None,
        "steps": list(zip(STEPS, ("settled", "settled", "now", "planned"), strict=True))
        if not expected
        else list(zip(STEPS, ("settled", "settled", "settled", "now"), strict=True)),
    }


def _packs_shown(
    made: PackCertificate, product: Product, kind: str, asked_for: QueryDict
) -> dict[str, Any]:
    number = _number(asked_for)
    asked = {"product": f"{product.id}/{kind}", "packs": str(number)}
    if also := _extra_kind(product, asked_for):
        asked |= {"players": str(_players(asked_for)), "also": f"{product.id}/{also}"}
    query = urlencode(asked | {"seed": made.seed})
    return {
        "made": made,
        "query": query,
        "product": product,
        "kind": kind,
        "holds": contents_words(product.packs[kind]),
        "digest": product_digest(product),
        "files": [
            (word, f"{reverse('packs-file', args=(form,))}?{query}")
            for form, word in (
                ("txt", "Text"),
                ("lackey", "Lackey"),
                ("pdf", "PDF"),
                ("json", "Certificate"),
            )
        ],
        "packs": [
            (
                f"Pack {place}" if place <= number else f"Player {place - number}",
                contents_words(product.packs[pack.kind]),
                pack.fingerprint[:8],
                [(card.rarity, card.title, card_words(card)) for card in pack.cards],
            )
            for place, pack in enumerate(made.packs, start=1)
        ],
    }
