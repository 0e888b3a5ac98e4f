"""Areas of the web do not reach into each other: what two of them need is shared."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

from tests.house.source_trees import nodes_of, text_of

WEB: Final = Path(__file__).resolve().parents[2] / "src/padd/interfaces/web"
PACKAGE: Final = "padd.interfaces.web."
SHARED: Final = frozenset({"delivery", "layout", "templates", "static"})
AREAS: Final = {place.name for place in WEB.iterdir() if place.is_dir()} - SHARED
TEMPLATE: Final = re.compile(r"""['"]([a-z_]+)/[a-z_/]+\.html['"]""")
MADE: Final = re.compile(r"\{%-? (?:macro|set) ([a-z_]+)")


def area_of(file):
    """Return the folder of the web that a file lies in, or its own name."""
    return file.relative_to(WEB).parts[0]


def imported(file):
    """Yield the folders of the web that a module imports from."""
    for node in nodes_of(file):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                path = f"{node.module}.{alias.name}"
                if path.startswith(PACKAGE):
                    yield path.removeprefix(PACKAGE).split(".")[0]


def test_no_area_imports_another_one():
    reaching = {
        f"{file.relative_to(WEB)}: {area}"
        for file in WEB.rglob("*.py")
        for area in imported(file)
        if area in AREAS and area != area_of(file)
    }

    assert reaching == set()


def test_no_page_shows_a_template_of_another_area():
    files = [*WEB.rglob("*.html"), *WEB.rglob("*.py")]
    reaching = {
        f"{file.relative_to(WEB)}: {area}"
        for file in files
        for area in TEMPLATE.findall(text_of(file))
        if area in AREAS and area != area_of(file)
    }

    assert {"console", "phone", "public", "wall"} <= AREAS
    assert reaching == set()


def names_on_every_page():
    """Return the names that templates know without being told by their view."""
    functions = {"layout/public.py": "theme_context", "request_actor.py": "page_context"}
    return {
        key.value
        for file, name in functions.items()
        for node in nodes_of(WEB / file)
        if isinstance(node, ast.FunctionDef) and node.name == name
        for inner in ast.walk(node)
        if isinstance(inner, ast.Dict)
        for key in inner.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


def test_no_template_gives_another_meaning_to_a_name_of_the_frame():
    known = names_on_every_page()
    taken = {
        f"{file.relative_to(WEB)}: {name}"
        for file in WEB.rglob("*.html")
        for name in MADE.findall(text_of(file))
        if name in known
    }

    assert {"here", "actor"} <= known
    assert taken == set()


def test_every_name_is_isolated_by_itself():
    # Isolated together, names of different scripts change their order.
    together = [
        str(file.relative_to(WEB))
        for file in WEB.rglob("*.html")
        if re.search(r"<bdi>[^<]*\bjoin\(", text_of(file))
    ]

    assert not together
