"""Look up a value by its path, and compare two rulebooks."""

from __future__ import annotations

from typing import Any

import msgspec

from padd.rulebooks.schema import Citation, Rulebook


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One value that two rulebooks do not share."""

    path: str
    a: Any
    b: Any
    a_citation: Citation
    b_citation: Citation


def value_at(book: Rulebook, path: str) -> Any:  # noqa: ANN401 -- any value of the schema
    """Return the value at a dotted path; nothing where the rulebook is silent."""
    value: Any = book
    for name in path.split("."):
        value = getattr(value, name, None)
    return value


def citation_of(book: Rulebook, path: str) -> Citation:
    """Return the source of a value, or of the silence on its whole subject."""
    citation = book.citations.get(path)
    return citation if citation is not None else book.citations[path.partition(".")[0]]


def rulebook_differences(a: Rulebook, b: Rulebook) -> list[Difference]:
    """Return every value in which two rulebooks differ, in the order of the data."""
    both = dict.fromkeys((*a.citations, *b.citations))
    subjects = {path for path in both if "." not in path}
    return [
        Difference(
            path=path,
            a=value_at(a, path),
            b=value_at(b, path),
            a_citation=citation_of(a, path),
            b_citation=citation_of(b, path),
        )
        for path in both
        if path not in subjects and value_at(a, path) != value_at(b, path)
    ]
