"""The names in `src/padd` follow docs/glossary.md."""

import ast
import re
from collections import Counter
from pathlib import Path

from tests.house.source_trees import nodes_of, tree_of

ROOT = Path(__file__).resolve().parents[2]
PADD = ROOT / "src" / "padd"
NOUNS_IN_ING = frozenset(
    {"meeting", "pairing", "printing", "ranking", "rating", "scoring", "seeding"}
)
"""Words in -ing that name a thing, and so may name a module."""

GONE = frozenset(
    {
        "concern",
        "deed",
        "deeds",
        "doubts",
        "entrant",
        "entrantnames",
        "entrants",
        "hall",
        "halls",
        "hat",
        "hats",
        "listing",
        "mending",
        "outbox",
        "outlook",
        "pace",
        "phonedoor",
        "phoning",
        "pocket",
        "pockets",
        "swift",
        "wish",
        "wishes",
    }
)
"""Words that the glossary replaced; no file, class or function has them."""

TELL_NOTHING = frozenset(
    {
        "acting",
        "again",
        "asking",
        "bring",
        "colleague",
        "door",
        "drop.js",
        "follow",
        "lanes",
        "local",
        "once",
        "paint",
        "patience",
        "quick",
        "reading",
        "serving",
        "special",
    }
)
"""File names that nobody would look for; each had to be renamed once."""


TWINS = frozenset(
    {
        "Event",
        "Rating",
        "ChainLine",
        "Consequences",
        "HeadToHead",
        "NextStep",
        "Progress",
        "RatedGame",
    }
)
"""Values of core with a table of the same name, and answers of the API."""


def _modules():
    return sorted(path for path in PADD.rglob("*.py") if "migrations" not in path.parts)


def _words(name):
    """Return the parts of a name: `EventView` and `event_view` have the same two."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def _names(path):
    """Yield the name of a module and of every class and function in it."""
    yield path.stem
    for node in nodes_of(path):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def test_no_module_is_named_by_a_gerund():
    names = {path.stem for path in _modules()} | {path.parent.name for path in _modules()}

    assert {
        name
        for name in names
        if (last := name.rsplit("_", 1)[-1]).endswith("ing") and last not in NOUNS_IN_ING
    } == set()


def _files():
    """Yield everything people look for by its file name."""
    for folder in ("src/padd", "tests", "benchmarks"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in {".py", ".html", ".js", ".css", ".typ"} and not {
                "migrations",
                "node_modules",
            } & set(path.parts):
                yield path


def test_no_file_has_a_name_that_is_gone():
    leftovers = [
        str(path.relative_to(ROOT))
        for path in _files()
        if _words(path.stem) & GONE or {path.stem, path.name} & TELL_NOTHING
    ]

    assert leftovers == []


def test_words_that_are_gone_stay_gone():
    leftovers = [
        f"{path.relative_to(PADD)}: {name}"
        for path in _modules()
        for name in _names(path)
        if _words(name) & GONE
    ]

    assert leftovers == []


def test_a_class_name_stands_for_one_thing():
    names = Counter(
        node.name
        for path in _modules()
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef)
    )

    assert {name for name, count in names.items() if count > 1} <= TWINS


def test_files_that_the_glossary_names_exist():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    places = re.findall(
        r"`((?:core|store|services|presentation|interfaces|rulebooks)/[\w/]*(?:\.py)?)`", text
    )

    assert [place for place in places if not (PADD / place).exists()] == []
