"""The form of a deck check: the list, and under which rules it is checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from padd.core.cards.printing import card_edition
from padd.core.decks.card_legality import rules_set_of
from padd.core.decks.deck_reader import MOST_BYTES
from padd.core.decks.verdicts import LegalityQuestion
from padd.presentation.rulebooks import topic_title, value_words
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.services.cards.catalogue import current_catalogue


def posted_list(request: HttpRequest) -> bytes:
    """Return the list that was pasted, or the file that was chosen instead."""
    upload = request.FILES.get("file")
    if upload is not None:
        return bytes(upload.read(MOST_BYTES + 1))
    return request.POST.get("list", "").encode()


def deck_question(
    entered: Mapping[str, Any], *, edition: str = ""
) -> tuple[Rulebook, LegalityQuestion]:
    """Return the rulebook and the question that a form or a kept deck names."""
    book = rulebook(_one_of(entered, "rulebook", rulebook_ids()))
    of = card_edition(edition or entered.get("edition", ""))
    formats = book.formats
    rules = _one_of(entered, "rules", ("", *formats.rules))
    try:
        on = date.fromisoformat(entered.get("on", ""))
    except ValueError:
        on = timezone.now().date()
    return book, LegalityQuestion(
        edition=of,
        pool=_one_of(entered, "pool", ("complete", *formats.card_pools)),
        rules=rules_set_of(of, rules or None, book),
        format=_one_of(entered, "format", ("constructed", *formats.formats)),
        on=on,
    )


def _one_of(entered: Mapping[str, Any], name: str, known: tuple[str, ...]) -> str:
    value = entered.get(name, "")
    return value if value in known else known[0]


def deck_form_choices() -> dict[str, Any]:
    """Return what the form offers."""
    books = [rulebook(name) for name in rulebook_ids()]
    return {
        "books": books,
        "today": timezone.now().date(),
        "pools": _titled_choices(name for book in books for name in book.formats.card_pools),
        "rules": _titled_choices(name for book in books for name in book.formats.rules),
        "formats": _titled_choices(name for book in books for name in book.formats.formats),
        "known": bool(current_catalogue().catalogue.printings),
    }


def _titled_choices(names: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, topic_title(value_words(name))) for name in dict.fromkeys(names)]
