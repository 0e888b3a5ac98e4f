"""What people read is plain, idiomatic English, in American spelling."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

from tests.house.source_trees import parsed, text_of

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = ROOT / "src" / "padd"


def test_nothing_is_called_the_own_one():
    """In English something is somebody's own, or one's own: never "the own"."""
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in _texts()
        for line in text_of(file).splitlines()
        if re.search(r"\bthe own\b", line, re.IGNORECASE)
    ]

    assert found == []


BRITISH: Final = re.compile(
    r"""\b(?:
      (?:colour|favour|neighbour|behaviour|honour|humour|rumour|flavour)\w*
    | catalogues? | centre[ds]? | (?:milli|centi|kilo)?metres? | litres?
    | theatres? | grey\w*
    | (?:cancel|label|travel|model|total|signal|level|fuel|counsel)l(?:ed|ing|ers?)
    | programmes? | licences? | defences? | offences? | judgements? | cheques?
    | (?:recogn|organ|normal|initial|optim|summar|author|apolog|custom|random|final
        |minim|maxim|penal|capital|categor|critic|emphas|real|memor|local|util
        |synchron|serial|special|general|standard|prior|visual)is(?:e[ds]?|ing|ation)
    | (?:analys|practis)(?:e[ds]?|ing) | whilst | amongst | learnt | (?:mis)?spelt
    | fulfils? | enrols? | skilful | ageing | artefacts? | sceptic\w* | tyres? | kerbs?
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
NAME: Final = re.compile(r"\$?\{[^{}]*\}|[\w.#]*[._#]\w+|https?://\S+|\b[A-Z]{4,}\b")
"""A name that programs read, inside a text: a parameter, field, address or keyword."""


def _is_sentence(text):
    return " " in text or text[:1].isupper()


def _quoted(code):
    for single, double, template in re.findall(r"'([^'\n]*)'|\"([^\"\n]*)\"|`([^`]*)`", code):
        text = single or double or template
        if _is_sentence(text):
            yield text


def _in_template(text):
    """Yield the words of a page: text, attributes that are read, literals of Jinja."""
    for code in re.findall(r"\{[{%].*?[%}]\}", text, flags=re.DOTALL):
        yield from _quoted(code)
    page = re.sub(r"\{[{%#].*?[%}#]\}", " ", text, flags=re.DOTALL)
    yield from re.findall(r"\b(?:alt|title|aria-label|placeholder)=\"([^\"]*)\"", page)
    yield re.sub(r"<[^>]*>", " ", page)


def _in_document(text):
    yield re.sub(r"```.*?```|`[^`\n]+`|\]\([^)]*\)", " ", text, flags=re.DOTALL)


def _in_python(text):
    """Yield every literal that may reach a person; docstrings reach programmers."""
    nodes = [*ast.walk(parsed(text))]
    unread = {id(part) for node in nodes for part in _for_programmers(node)}
    for node in nodes:
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in unread
            and _is_sentence(node.value)
        ):
            yield node.value


def _for_programmers(node):
    """Return the docstring that a statement is, or the names that it exports."""
    match node:
        case ast.Expr(value=docstring):
            return [docstring]
        case ast.Assign(targets=[ast.Name("__all__")], value=ast.List(elts=names)):
            return names
        case _:
            return []


READ: Final = {
    ".html": _in_template,
    ".txt": _in_template,
    ".typ": lambda text: iter([text]),
    ".js": _quoted,
    ".toml": _quoted,
    ".py": _in_python,
    ".md": _in_document,
}
UNREAD_FOLDERS: Final = {"fonts", "vendor", "migrations", "models"}
"""Choices of models have labels because Django asks for them; pages have their own."""


def _texts():
    yield from ROOT.glob("*.md")
    for folder in (ROOT / "docs", SOURCE):
        for file in folder.rglob("*"):
            if file.suffix in READ and not UNREAD_FOLDERS & set(file.parts):
                yield file


@cache
def _is_british(word):
    return BRITISH.fullmatch(word) is not None


def _british_words(file):
    whole = text_of(file)
    if any(map(_is_british, set(re.findall(r"\w+", whole)))):
        for text in READ[file.suffix](whole):
            yield from BRITISH.findall(NAME.sub(" ", text))


def test_what_people_read_is_spelled_the_american_way():
    found = [
        f"{file.relative_to(ROOT)}: {word}" for file in _texts() for word in _british_words(file)
    ]

    assert found == []
