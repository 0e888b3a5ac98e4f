"""What fields mean: the words that stand below them in the source, read once."""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

OURS: Final = "padd."
API: Final = "padd.interfaces.api."
PARAMETERS: Final = {
    "a": "The id of a rulebook.",
    "active": "Only players with a rated game within the last year.",
    "area": "The area of a coordinator.",
    "b": "The id of the other rulebook.",
    "create": "Add players whom nobody knows as new people.",
    "edition": "The game.",
    "event": "The id of an event.",
    "format": "How players come by their decks.",
    "keeper": "Who keeps the ratings; the current program if left out.",
    "kind": "The kind of event.",
    "limit": "How many at most.",
    "list": "One of the rating lists of the keeper, such as overall.",
    "listing": "The id of the event of this calendar that it is.",
    "number": "The number of a round.",
    "online": "Only events online, or only those at a table.",
    "opponent": "The id of another player.",
    "page": "Which page, from 1 on.",
    "person": "The id of a player: only events that they enter or direct.",
    "player": "The id of a player.",
    "q": "Words to search for.",
    "region": "The short name of a region.",
    "report": "The id of a report.",
    "rulebook": "The id of a rulebook.",
    "since": "Only entries after this one.",
    "size": "How many on a page.",
    "topic": "One part of the rulebook.",
    "webhook": "The id of a webhook.",
    "when": "Coming, live, past or all events.",
}


def field_words(name: str) -> dict[str, str]:
    """Return what the fields of a type mean, by the name of the type."""
    kind = _kinds().get(name)
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__) if kind else ():
        if one.__module__.startswith(OURS):
            found |= _in_module(one.__module__).get(one.__name__, {})
    return found


@cache
def _kinds() -> dict[str, type[Any]]:
    # A word of the API may also be one of the core, where it means something else.
    known = sorted(
        _below(msgspec.Struct), key=lambda kind: kind.__module__.startswith(API)
    )
    return {kind.__name__: kind for kind in known}


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


@cache
def _in_module(name: str) -> dict[str, dict[str, str]]:
    """Return the words below the fields of every class of a module."""
    tree = ast.parse(inspect.getsource(sys.modules[name]))
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return {node.name: dict(_words(node)) for node in classes}


def _words(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in zip(node.body, node.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str() as said)),
            ):
                yield name, " ".join(said.split())
