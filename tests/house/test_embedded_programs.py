"""Programs that tests hold as text import only what is there."""

import ast
from functools import cache
from pathlib import Path

from tests.house.source_trees import nodes_of, parsed, text_of

ROOT = Path(__file__).resolve().parents[2]


def embedded_programs(path):
    """Give every text in a file that is a program of more than one line."""
    for node in ast.walk(parsed(text_of(path))):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if "\n" in node.value and "from padd" in node.value:
            try:
                yield ast.parse(node.value)
            except SyntaxError:  # prose that happens to say "from padd"
                continue


@cache
def names_of(module):
    """Return what a module of the program defines, imports or contains."""
    place = ROOT / "src" / Path(*module.split("."))
    source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    if not source.exists():
        return None
    names = {child.stem for child in place.iterdir()} if place.is_dir() else set()
    for node in nodes_of(source):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
    return frozenset(names)


def missing_imports(program):
    """Give what a program imports from padd although it is not there."""
    for node in ast.walk(program):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("padd"):
            names = names_of(str(node.module))
            for alias in node.names:
                if names is None or alias.name not in {"*", *names}:
                    yield f"{node.module}.{alias.name}"


def test_programs_inside_tests_import_what_is_there():
    broken = [
        f"{path.relative_to(ROOT)}: {missing}"
        for folder in ("tests", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for program in embedded_programs(path)
        for missing in missing_imports(program)
    ]

    assert broken == []
