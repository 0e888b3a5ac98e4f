"""Messages are templates that can be extracted and filled, and sections are data."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_file
from babel.messages.frontend import parse_keywords
from tests.house.source_trees import nodes_of, text_of

from padd.core.messages import message
from padd.presentation.messages import text

Nodes = Iterable[ast.AST]

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "padd"
TEMPLATES = {"message": 1, "plural": 2}
"""The functions that take templates, and how many."""
SECTION = re.compile(r"§|\b(OPG\d|DTG|DTR96)\b")


def modules(*packages):
    for package in packages:
        for path in sorted((SOURCE / package).rglob("*.py")):
            yield path.relative_to(SOURCE), nodes_of(path)


def constructed(nodes):
    imported = {
        alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "padd.core.messages"
        for alias in node.names
    }
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            count = TEMPLATES.get(node.func.id)
            if count is not None and node.func.id in imported:
                yield node, count


def faults(call, count):
    templates = call.args[:count]
    texts = [t.value for t in templates if isinstance(t, ast.Constant)]
    if len(texts) != len(call.args) or not all(isinstance(t, str) for t in texts):
        yield "the template is no literal"
        return
    given = {keyword.arg for keyword in call.keywords}
    for template in texts:
        if re.fullmatch(r"\{\w+\}", str(template)):
            yield f"nothing to translate in {template!r}: `written` takes such words"
        named = {field for _, field, _, _ in Formatter().parse(str(template)) if field}
        if named - given:
            yield f"no value for {sorted(named - given)} in {template!r}"
    placed = {field for t in texts for _, field, _, _ in Formatter().parse(str(t)) if field}
    unused = given - placed - {"count"}
    if unused:
        yield f"no place for {sorted(map(str, unused))} in {texts[0]!r}"


def test_templates_are_literals_and_every_placeholder_has_its_parameter():
    found = [
        f"{path}:{call.lineno}: {fault}"
        for path, nodes in modules("")
        for call, count in constructed(nodes)
        for fault in faults(call, count)
    ]

    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'message(f"Table {table} is saved.")',
        'message("Table {table} is saved.")',
        'message("It is saved.", table=3)',
        'message("{error}", error="It is not saved.")',
        'plural("{count} game", "{count} games of {total}", count=2)',
    ],
)
def test_a_template_that_cannot_be_extracted_or_filled_is_found(line):
    tree = ast.parse(f"from padd.core.messages import message, plural\n{line}")
    nodes = [*ast.walk(tree)]

    assert [fault for call, n in constructed(nodes) for fault in faults(call, n)]


def plain_texts(nodes):
    """Yield where a bare string is given as the message or the way out of a value."""
    for node in nodes:
        for keyword in node.keywords if isinstance(node, ast.Call) else ():
            if keyword.arg in {"message", "way_out"} and ast.dump(keyword.value).startswith(
                ("JoinedStr(", "Constant(value='")
            ):
                yield keyword.lineno


def test_no_bare_string_stands_where_a_message_belongs():
    planted = ast.parse("replace(refusal, message=f'Round {n} is stale', way_out='Go')")
    found = [
        f"{path}:{line}"
        for path, nodes in modules("core", "services")
        for line in plain_texts(nodes)
    ]

    assert (len([*plain_texts(ast.walk(planted))]), found) == (2, [])


def test_services_put_messages_into_words_only_where_something_is_sent():
    found = {
        str(path)
        for path, nodes in modules("services")
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "str"
        and ast.unparse(node.args[0]).endswith(("message", "subject", "way_out"))
    }

    assert found == {"services/delivery/emails.py", "services/delivery/webhook_delivery.py"}


def test_sections_are_cited_from_rulebook_data_only():
    found = [
        f"{path}:{node.lineno}: {node.value}"
        for path, nodes in modules("")
        for node in strings(nodes)
        if SECTION.search(str(node.value))
    ]

    assert found == []


def strings(nodes):
    """Yield every string that is not a docstring."""
    told = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node


def test_babel_extracts_the_templates_with_their_plurals():
    asked = re.findall(r"-k (\S+)", (ROOT / "Makefile").read_text("utf-8"))
    keywords = parse_keywords(asked)
    found = {
        told
        for folder in ("core", "services", "presentation", "interfaces")
        for file in (SOURCE / folder).rglob("*.py")
        if any(f"{name}(" in text_of(file) for name in keywords)
        for _, told, _, _ in extract_from_file("python", file, keywords=keywords)
    }

    assert "Round {number} has no table {table}." in found
    assert "{others} and {last}" in found
    assert "You have a seat: {event}" in found
    assert "There is no parameter {name}." in found
    assert any(isinstance(told, tuple) and "rounds played" in told[1] for told in found)


def test_a_list_is_joined_as_in_a_sentence():
    assert text(message("{names} wait.", names=("A", "B", "C"))) == "A, B and C wait."
    assert text(message("{names} waits.", names=("A",))) == "A waits."
    assert text(None) == ""
