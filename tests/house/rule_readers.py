"""Which values of the rulebooks the code reads, by the types that names stand for.

A read is an attribute of something that is a section of a rulebook: a name or a field
that says so, what such a function returns, or another read. A value that is asked for
by a computed name counts as read with its whole section.
"""

from __future__ import annotations

import ast
from collections import defaultdict, deque
from typing import Final, get_args, get_type_hints

from tests.house.source_trees import nodes_of, tree_of

from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.section import Section

SectionType = type[Section]
Read = tuple[SectionType, str]
Binding = tuple[ast.expr, ast.expr]


def section_types(annotation):
    """Give the sections that a type of the schema holds."""
    if isinstance(annotation, type) and issubclass(annotation, Section):
        yield annotation
    for part in get_args(annotation):
        yield from section_types(part)


def fields_of(section):
    """Return the fields of a section, each with the sections that it holds."""
    hints = get_type_hints(section)
    return {name: frozenset(section_types(hint)) for name, hint in hints.items()}


def all_sections():
    """Return every section of a rulebook with its fields."""
    sections: dict[SectionType, dict[str, frozenset[SectionType]]] = {}
    waiting: list[SectionType] = [Rulebook]
    while waiting:
        section = waiting.pop()
        if section not in sections:
            sections[section] = fields_of(section)
            waiting += [inner for held in sections[section].values() for inner in held]
    return sections


SECTIONS: Final = all_sections()


def owner_of(path):
    """Return the section that a dotted path ends in, and the last name."""
    section: SectionType = Rulebook
    *above, leaf = path.split(".")
    for name in above:
        (section,) = SECTIONS[section][name]
    return section, leaf


class Readers:
    """The reads of some modules; fields and functions are known across them."""

    def __init__(self, files):
        self.reads: set[Read] = set()
        self.members: defaultdict[str, set[SectionType]] = defaultdict(set)
        self.members["rulebook"].add(Rulebook)
        imported = {file: _imported_sections(nodes_of(file)) for file in files}
        for file, known in imported.items():
            self._note_members(nodes_of(file), known)
        for file, known in imported.items():
            self._read_scope(tree_of(file), known, {})

    def reads_of(self, tree, function):
        """Return what one function of a further module reads."""
        before, self.reads = self.reads, set()
        known = _imported_sections(ast.walk(tree))
        self._note_members(ast.walk(tree), known)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == function:
                self._read_scope(node, known, {})
        found, self.reads = frozenset(self.reads), before
        return found

    def _note_members(self, nodes, known):
        for node in nodes:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self.members[node.name].update(_named(node.returns, known))
            elif isinstance(node, ast.ClassDef):
                for field in node.body:
                    if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                        found = _named(field.annotation, known)
                        self.members[field.target.id].update(found)

    def _read_scope(self, scope, known, outer):
        """Note the reads of a module or function, and of what stands in it."""
        names: defaultdict[str, set[SectionType]] = defaultdict(set)
        names.update({name: set(found) for name, found in outer.items()})
        if isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            for arg in ast.walk(scope.args):
                if isinstance(arg, ast.arg):
                    names[arg.arg] = set(_named(arg.annotation, known))
        nodes, inner = _inside(scope)
        bindings = [binding for node in nodes for binding in _bindings(node)]
        for _ in range(3):  # a name may rest on another that stands further down
            for target, value in bindings:
                self._bind(target, value, names)
        for node in nodes:
            self._note_read(node, names)
        for function in inner:
            self._read_scope(function, known, names)

    def _bind(self, target, value, names):
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for part, its_value in zip(target.elts, value.elts, strict=False):
                self._bind(part, its_value, names)
            return
        found = self._types(value, names)
        for part in ast.walk(target):
            if isinstance(part, ast.Name):
                names[part.id].update(found)

    def _types(  # noqa: PLR0911 -- one answer for each form of expression
        self, value, names
    ):
        """Return the sections that an expression may be."""
        match value:
            case ast.Name(id=name):
                return names.get(name, set()) | self.members.get(name, set())
            case ast.Attribute(value=base, attr=name):
                held = [SECTIONS[one].get(name) for one in self._types(base, names)]
                inner = {section for found in held for section in found or ()}
                return inner or self.members.get(name, set())
            case ast.Call(func=ast.Name(id="getattr"), args=[base, *_]):
                owners = self._types(base, names)
                fields = [found for one in owners for found in SECTIONS[one].values()]
                return {section for found in fields for section in found}
            case ast.Call(func=ast.Attribute(value=base, attr="get" | "values" | "items")):
                return self._types(base, names)
            case ast.Call(func=function):
                return self._types(function, names)
            case ast.IfExp(body=first, orelse=second):
                return self._types(first, names) | self._types(second, names)
            case ast.BoolOp(values=values):
                return {found for one in values for found in self._types(one, names)}
            case ast.Subscript(value=inner_value) | ast.NamedExpr(value=inner_value):
                return self._types(inner_value, names)
            case ast.GeneratorExp(elt=inner_value) | ast.ListComp(elt=inner_value):
                return self._types(inner_value, names)
        return set()

    def _note_read(self, node, names):
        match node:
            case ast.Attribute(value=base, attr=leaf):
                for section in self._types(base, names):
                    self.reads.add((section, leaf))
            case ast.Call(func=ast.Name(id="getattr"), args=[base, *_]):
                for section in self._types(base, names) - {Rulebook}:
                    self.reads.update((section, name) for name in SECTIONS[section])


def _imported_sections(nodes):
    """Return the sections that a module imports, by the names it gives them."""
    by_name = {section.__name__: section for section in SECTIONS}
    return {
        alias.asname or alias.name: by_name[alias.name]
        for node in nodes
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("padd.rulebooks")
        for alias in node.names
        if alias.name in by_name
    }


def _named(annotation, known):
    for node in ast.walk(annotation) if annotation is not None else ():
        if isinstance(node, ast.Name) and node.id in known:
            yield known[node.id]


def _inside(scope):
    """Return the nodes of a scope, and the functions in it with their own."""
    nodes: list[ast.AST] = []
    functions: list[ast.AST] = []
    waiting = deque(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.popleft()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            functions.append(node)
        else:
            nodes.append(node)
            waiting += ast.iter_child_nodes(node)
    return nodes, functions


def _bindings(node):
    """Give what a statement binds, to what."""
    match node:
        case ast.Assign(targets=targets, value=value):
            yield from ((target, value) for target in targets)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield target, value
        case ast.NamedExpr(target=target, value=value):
            yield target, value
        case ast.For(target=target, iter=value):
            yield target, value
        case ast.comprehension(target=target, iter=value):
            yield target, value
