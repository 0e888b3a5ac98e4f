"""Make msgspec inspect every type before the first request.

msgspec inspects a type when it first reads one. Two threads that do so for the same
type at the same time can crash the process, so a server does it before it starts.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.urls import get_resolver


def prepare_types() -> int:
    """Prepare the types of everything that is served; return how many there are."""
    _ = get_resolver().url_patterns  # brings in every page
    prepared = 0
    for struct in _subclasses(msgspec.Struct):
        try:
            msgspec.json.Decoder(struct)
        except (NameError, TypeError):  # a type that is only ever written
            continue
        prepared += 1
    return prepared


def _subclasses(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for subclass in struct.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)
