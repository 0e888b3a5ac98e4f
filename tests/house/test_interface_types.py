"""Interfaces lay out values; no row of the database comes into their hands."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

from tests.house.source_trees import nodes_of, tree_of

SOURCE: Final = Path(__file__).resolve().parents[2] / "src"
INTERFACES: Final = SOURCE / "padd" / "interfaces"
MODELS: Final = "padd.store.models"


def imports(file):
    """Yield module and name of all that a file imports, also for types alone."""
    for node in nodes_of(file):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def file_of(module):
    """Return the file of a module or package."""
    place = SOURCE / module.replace(".", "/")
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def tables():
    """Return the classes of the store whose objects are rows."""
    return {
        node.name
        for file in (SOURCE / MODELS.replace(".", "/")).glob("*.py")
        for node in tree_of(file).body
        if isinstance(node, ast.ClassDef)
        and not any(ast.unparse(base).endswith("Choices") for base in node.bases)
    }


def is_row(module, name, rows):
    """Tell whether an import is a row's type, from the store or passed on."""
    if f"{module}.{name}".startswith(MODELS):
        return True
    return (
        name in rows
        and module.startswith("padd.services")
        and any(
            found == name and origin.startswith(MODELS)
            for origin, found in imports(file_of(module))
        )
    )


def test_no_interface_names_a_row_not_even_in_an_annotation():
    rows = tables()
    assert {"Event", "Person", "Report"} <= rows

    naming = {
        str(file.relative_to(INTERFACES))
        for file in INTERFACES.rglob("*.py")
        if any(is_row(module, name, rows) for module, name in imports(file))
    }

    assert naming == set()
