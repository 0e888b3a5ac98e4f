"""The catalogue of this installation: one value in memory, renewed with the data."""

from __future__ import annotations

from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from padd.core.cards.card_file import read_card_file
from padd.core.cards.catalogue import Catalogue, Correction, catalogue_of
from padd.store.models import CardCorrection, CardDataFile, CardDataState, Counter

if TYPE_CHECKING:
    from datetime import datetime

    from padd.rulebooks.sections.section import Edition

COUNTER = "cards"
"""Raised by every change of card data."""


class CurrentCatalogue(NamedTuple):
    """The catalogue in use, and which one it is."""

    catalogue: Catalogue
    version: str
    """A fingerprint of all files and corrections in use."""
    newest: datetime | None
    """When the newest file was taken into use."""


_lock = Lock()
_kept: dict[int, CurrentCatalogue] = {}


def current_catalogue() -> CurrentCatalogue:
    """Return the catalogue in use; it is made once for each change of the data."""
    number = (
        Counter.objects.filter(name=COUNTER).values_list("value", flat=True).first()
    ) or 0
    kept = _kept.get(number)
    if kept is None:
        with _lock:
            kept = _made()
            _kept.clear()
            _kept[number] = kept
    return kept


def forget() -> None:
    """Forget the catalogue, for tests that change the data behind its back."""
    _kept.clear()


def _made() -> CurrentCatalogue:
    rows = list(
        CardDataFile.objects.filter(state=CardDataState.IN_USE).order_by("slot")
    )
    words = list(CardCorrection.objects.order_by("pk"))
    files = [
        read_card_file(bytes(row.content), source=row.name, edition=edition_of(row))
        for row in rows
    ]
    said = [
        Correction(
            edition=_edition(word.edition),
            set=word.set,
            number=word.number,
            title=word.title,
            card=word.card,
        )
        for word in words
    ]
    digest = sha256("\n".join(row.digest for row in rows).encode())
    digest.update("\n".join(f"{word.pk} {word.card}" for word in words).encode())
    newest = max((row.in_use_from for row in rows if row.in_use_from), default=None)
    return CurrentCatalogue(catalogue_of(files, said), digest.hexdigest(), newest)


def edition_of(row: CardDataFile) -> Edition:
    """Return the edition for rows that do not say theirs."""
    return _edition(row.edition)


def _edition(name: str) -> Edition:
    return "2E" if name == "2E" else "TR" if name == "TR" else "1E"
