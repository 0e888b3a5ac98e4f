"""What the documents name is there: modules, files, and everything in the package."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
import rtoml

ROOT = Path(__file__).resolve().parents[2]
PADD = ROOT / "src" / "padd"
LAYERS = ("rulebooks", "core", "store", "services", "presentation", "interfaces")
HISTORY = ROOT / "CHANGELOG.md"
DOCUMENTS = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")} - {HISTORY}, key=str)
PATH = re.compile(
    rf"(?<![\w./-])(?:src|tests|benchmarks|docs|config|{'|'.join(LAYERS)})/[\w./-]*\w"
)
MODULE = re.compile(r"(?<![\w./@-])padd(?!\.example)(?:\.[a-z_]+)+\b")

MADE_IN_A_GUIDE = (
    *("judge_calls.py", "phone_judge.py"),
    *("regions.py", "regions.html", "regions_page.py"),
    "round_breaks.py",
)
"""Files that the examples in the how-tos create."""


def _quoted(document):
    """Return everything in a document that is set as code."""
    text = document.read_text(encoding="utf-8")
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", text, flags=re.DOTALL))


def _is_there(path):
    return any(
        place.exists() for base in (ROOT, PADD) for place in (base / path, base / f"{path}.py")
    )


def _source(module):
    """Return the source of a module, without running it."""
    place = ROOT / "src" / module.replace(".", "/")
    for path in (place / "__init__.py", place.with_suffix(".py")):
        if path.exists():
            return path.read_text(encoding="utf-8")
    return None


def _is_importable(name):
    """Tell whether a name is a module, or something that stands in one."""
    module, _, attribute = name.rpartition(".")
    source = _source(module) or ""
    return _source(name) is not None or bool(re.search(rf"\b{attribute}\b", source))


def _named(document):
    code = _quoted(document)
    for path in PATH.findall(code):
        yield path, _is_there(path) or path.endswith(MADE_IN_A_GUIDE)
    for module in MODULE.findall(code):
        yield module, _is_importable(module)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_path_and_module_that_a_document_names_is_there(document):
    assert [name for name, there in _named(document) if not there] == []


def _anchors(document):
    """Return the addresses of a document's headings, as GitHub makes them."""
    headings = re.findall(r"(?:\n|^)#+ (.+)", document.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize(
    "document", [*DOCUMENTS, HISTORY], ids=lambda path: str(path.relative_to(ROOT))
)
def test_every_link_of_a_document_leads_somewhere(document):
    text = re.sub(r"```.*?```|`[^`\n]+`", "", document.read_text(), flags=re.DOTALL)
    links = re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", text)
    places = [(document.parent / path if path else document, at) for path, at in links]

    assert [
        f"{place.name}#{anchor}"
        for place, anchor in places
        if not place.exists() or (anchor and anchor not in _anchors(place))
    ] == []


def test_every_file_of_the_program_is_in_the_package():
    project = rtoml.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["padd"]
    others = (
        path.relative_to(PADD)
        for path in PADD.rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    )

    # `**` of setuptools is any number of folders, which `*` of fnmatch takes too.
    plain = [pattern.replace("**/", "*") for pattern in patterns]
    assert [
        str(path)
        for path in others
        if not any(fnmatch(path.as_posix(), pattern) for pattern in plain)
    ] == []


MAP = ROOT / "docs" / "developing" / "map.md"


def _on_the_map():
    """Yield what the cells of the map name, below `src/padd`."""
    for line in MAP.read_text(encoding="utf-8").splitlines():
        cells = line.strip("|").split("|")
        if len(cells) == len(LAYERS) + 1:
            for layer, cell in zip(LAYERS, cells[1:], strict=True):
                for path in re.findall(r"`([^`]+)`", cell):
                    yield f"{layer}/{path}"


def _folder_of(module):
    """Return the folder of a module, or the module where it lies loose in a layer."""
    path = module.relative_to(PADD)
    return str(path if len(path.parts) == len((LAYERS[0], "module")) else path.parent)


def test_the_map_names_only_what_is_there():
    assert [path for path in _on_the_map() if not (PADD / path).exists()] == []


def test_every_folder_and_every_loose_module_is_on_the_map():
    named = {path.removesuffix("/") for path in _on_the_map()}
    named |= {str(Path(path).parent) for path in named if path.endswith(".py")}
    homes = {
        _folder_of(module)
        for layer in LAYERS
        for module in (PADD / layer).rglob("*.py")
        if module.name != "__init__.py"
    }

    assert sorted(homes - named) == []
