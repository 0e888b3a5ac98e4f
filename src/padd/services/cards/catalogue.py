"""The catalogue of this installation: one value in memory, rebuilt with the data."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from itertools import islice
from threading import Lock
from typing import NamedTuple

import msgspec

from padd.core.cards.card_file import CardFile, read_card_file
from padd.core.cards.catalogue import Catalogue, Correction, catalogue_of
from padd.core.cards.printing import card_edition
from padd.rulebooks.sections.section import Edition
from padd.store.models.cards import CardCorrection, CardDataFile, CardDataState, PinnedCatalogue
from padd.store.models.people import Counter

COUNTER = "cards"
"""Raised by every change of card data."""


class CurrentCatalogue(NamedTuple):
    """The catalogue in use, and which one it is."""

    catalogue: Catalogue
    version: str
    """A fingerprint of all files and corrections in use."""
    newest: datetime | None
    """When the newest file was taken into use."""


MOST_PINNED = 3
"""How many catalogues of earlier days are kept in memory."""

_lock = Lock()
_current: dict[int, CurrentCatalogue] = {}
_pinned: dict[str, Catalogue] = {}


def current_catalogue() -> CurrentCatalogue:
    """Return the catalogue in use; it is made once for each change of the data."""
    number = (Counter.objects.filter(name=COUNTER).values_list("value", flat=True).first()) or 0
    kept = _current.get(number)
    if kept is None:
        with _lock:
            kept = _made()
            _current.clear()
            _current[number] = kept
    return kept


def clear_catalogue() -> None:
    """Forget the catalogue, for tests that change the data behind its back."""
    _current.clear()
    _pinned.clear()


def pin_catalogue(*, now: datetime) -> str:
    """Keep what the catalogue in use is made of; return its version.

    Without card data there is nothing to pin, and what is imported later holds.
    """
    current = current_catalogue()
    if not current.catalogue.printings:
        return ""
    if not PinnedCatalogue.objects.filter(version=current.version).exists():
        PinnedCatalogue.objects.get_or_create(
            version=current.version,
            defaults={
                "files": [row.public_id for row in _files_in_use()],
                "corrections": [msgspec.to_builtins(word) for word in _corrections()],
                "pinned_at": now,
            },
        )
    return current.version


def pinned_catalogue(version: str) -> Catalogue:
    """Return the catalogue that an event has pinned; the one in use if it has none."""
    current = current_catalogue()
    if version in {"", current.version}:
        return current.catalogue
    if version not in _pinned:
        row = PinnedCatalogue.objects.filter(version=version).first()
        if row is None:
            return current.catalogue
        files = {
            file.public_id: file for file in CardDataFile.objects.filter(public_id__in=row.files)
        }
        made = catalogue_of(
            _read(files[name] for name in row.files if name in files),
            [Correction(**each) for each in row.corrections],
        )
        for oldest in list(islice(_pinned, max(0, len(_pinned) + 1 - MOST_PINNED))):
            _pinned.pop(oldest, None)
        _pinned[version] = made
    return _pinned[version]


def _files_in_use() -> list[CardDataFile]:
    in_use = CardDataFile.objects.filter(state=CardDataState.IN_USE)
    return list(in_use.order_by("slot"))


def _corrections() -> list[Correction]:
    return [
        Correction(
            edition=card_edition(word.edition),
            set=word.set,
            number=word.number,
            title=word.title,
            card=word.card,
        )
        for word in CardCorrection.objects.order_by("pk")
    ]


def _read(rows: Iterable[CardDataFile]) -> list[CardFile]:
    return [
        read_card_file(bytes(row.content), source=row.name, edition=edition_from_file(row))
        for row in rows
    ]


def _made() -> CurrentCatalogue:
    rows, said = _files_in_use(), _corrections()
    files = _read(rows)
    digest = sha256("\n".join(row.digest for row in rows).encode())
    digest.update(msgspec.json.encode(said))
    newest = max((row.in_use_from for row in rows if row.in_use_from), default=None)
    return CurrentCatalogue(catalogue_of(files, said), digest.hexdigest(), newest)


def edition_from_file(row: CardDataFile) -> Edition:
    """Return the edition for rows that do not say theirs."""
    return card_edition(row.edition)
