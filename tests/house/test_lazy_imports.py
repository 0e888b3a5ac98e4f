"""Modules are imported by name; only commands and formats are loaded by a string.

An import that is written as a string is not seen by the contracts of the layers.
"""

import ast
from pathlib import Path

from tests.house.source_trees import nodes_of

ROOT = Path(__file__).resolve().parents[2]

ALLOWED = {
    "src/padd/core/formats/registry.py",
    "src/padd/interfaces/cli/main.py",
    "src/padd/presentation/formats/presenter.py",
}
LOADERS = {"import_module", "__import__", "import_string"}


def loads_by_string(path):
    """Tell whether a module calls a function that imports by a string."""
    return any(
        isinstance(node, ast.Call)
        and LOADERS & {getattr(node.func, "id", ""), getattr(node.func, "attr", "")}
        for node in nodes_of(path)
    )


def test_only_commands_and_formats_are_loaded_by_a_string():
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "src").rglob("*.py")
        if loads_by_string(path)
    }

    assert found == ALLOWED
