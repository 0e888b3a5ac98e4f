"""What a page, a command or a call of the API can reach, by the names in the code.

The nodes are the top-level functions, classes and values of every module; one reaches
another by naming it. Everything under `interfaces` and `config` is a way in.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Final

import padd

SOURCE: Final = Path(padd.__file__).parent
TESTS: Final = Path(__file__).parent
ENTRANCES: Final = ("padd.interfaces", "padd.config", "padd.__main__")
MODULE: Final = "<module>"
"""What a module does when it is imported."""

Symbol = tuple[str, str]
"""A module and the name of something at its top level."""


class ModuleNames:
    """The top level of one module, and what each part of it names."""

    def __init__(self, name, file):
        self.name = name
        self.package = name if file.stem == "__init__" else name.rpartition(".")[0]
        self.tree = ast.parse(file.read_text(encoding="utf-8"))
        self.imported: dict[str, Symbol] = {}
        self.parts: dict[str, list[ast.AST]] = {MODULE: []}
        for node in ast.walk(self.tree):
            self._note_import(node)
        for node in self.tree.body:
            for part in _names_bound(node):
                self.parts.setdefault(part, []).append(node)

    def _note_import(self, node):
        if isinstance(node, ast.Import):
            for alias in node.names:
                bound = alias.asname or alias.name.partition(".")[0]
                target = alias.name if alias.asname else bound
                self.imported[bound] = (target, MODULE)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                self.imported[alias.asname or alias.name] = (node.module or "", alias.name)

    def named_by(self, part):
        """Give what a part of the module names, here and elsewhere."""
        for top in self.parts.get(part, ()):
            for node in ast.walk(top):
                if isinstance(node, ast.Name):
                    yield self._symbol(node.id)
                elif isinstance(node, ast.Attribute):
                    yield from self._attribute(node)
                elif isinstance(node, ast.Constant) and node.value in modules():
                    yield from _values_of(node.value)
        if self.name.startswith("padd"):  # one test does not stand for its whole file
            yield self.name, MODULE

    def _symbol(self, name):
        return self.imported.get(name, (self.name, name))

    def _attribute(self, node):
        """Read `module.name`, in which the module may itself be dotted."""
        names = [node.attr]
        base = node.value
        while isinstance(base, ast.Attribute):
            names.insert(0, base.attr)
            base = base.value
        if isinstance(base, ast.Name) and base.id in self.imported:
            module, inner = self.imported[base.id]
            steps = [module, *([] if inner == MODULE else [inner]), *names]
            for cut in range(1, len(steps)):
                yield ".".join(steps[:cut]), steps[cut]


def _values_of(module):
    """Give the values of a module that is named by a text, to be loaded when needed."""
    yield from ((module, part) for part in modules()[module].parts if part.isupper())


def _names_bound(node):
    """Give the names that a statement of the top level binds."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
            if _registers(node):
                yield MODULE
        case ast.Assign(targets=targets):
            for target in targets:
                yield from (n.id for n in ast.walk(target) if isinstance(n, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Import() | ast.ImportFrom():
            return
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case _:
            yield MODULE


PLAIN_DECORATORS: Final = frozenset(
    {"cache", "lru_cache", "contextmanager", "dataclass", "total_ordering", "wraps"}
)


def _registers(node):
    """Tell whether a decorator may hand the function to somebody who calls it."""
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = called.attr if isinstance(called, ast.Attribute) else None
        name = called.id if isinstance(called, ast.Name) else name
        if name not in PLAIN_DECORATORS:
            return True
    return False


def module_name(file, root):
    """Return the dotted name of a file of a package."""
    parts = [root.name, *file.relative_to(root).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules():
    """Return the modules of the program and of its tests."""
    return {
        name: ModuleNames(name, file)
        for root in (SOURCE, TESTS)
        for file in root.rglob("*.py")
        for name in (module_name(file, root),)
    }


def reached_from(starts, *, within=""):
    """Return what some symbols reach; only those in a package lead further."""
    known = modules()
    reached: set[Symbol] = set()
    waiting = list(starts)
    while waiting:
        symbol = module, name = waiting.pop()
        if symbol in reached or module not in known:
            continue
        reached.add(symbol)
        if name not in known[module].parts and name in known[module].imported:
            waiting.append(known[module].imported[name])
        elif module.startswith(within):
            waiting += known[module].named_by(name)
    return frozenset(reached)


@cache
def unreached():
    """Return the functions and classes of the program that no way in leads to."""
    program = {name: names for name, names in modules().items() if name[:4] == "padd"}
    starts = [
        (name, part)
        for name, names in program.items()
        if name.startswith(ENTRANCES)
        for part in names.parts
    ]
    reached = reached_from(starts)
    return frozenset(
        (name, node.name)
        for name, names in program.items()
        if "migrations" not in name
        for node in names.tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        if (name, node.name) not in reached
    )


def unreached_by_test(module, function):
    """Return what a test calls, by itself or by its helpers, that nobody can reach."""
    return reached_from([(module, function)], within="tests.") & unreached()
