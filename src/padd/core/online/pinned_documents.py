"""Fingerprints of the documents that an event is played by."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

from padd.rulebooks.schema import Rulebook


def rulebook_digest(book: Rulebook) -> str:
    """Return the fingerprint of everything that a rulebook says, with its rulings."""
    values = msgspec.to_builtins(book, order="deterministic", str_keys=True)
    return hashlib.sha256(msgspec.json.encode(values)).hexdigest()


def document_pins(book: Rulebook, *, cards: str) -> dict[str, str]:
    """Return what the start of an event pins: rules, and card texts with bans."""
    return {"rulebook": rulebook_digest(book), "cards": cards}


def changed_documents(pinned: Mapping[str, str], present: Mapping[str, str]) -> tuple[str, ...]:
    """Return which documents are not those of the start any more."""
    return tuple(name for name, digest in pinned.items() if digest != present.get(name))
