"""Areas of the web do not reach into each other: what two of them need is shared."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

WEB: Final = Path(__file__).resolve().parents[2] / "src/padd/interfaces/web"
PACKAGE: Final = "padd.interfaces.web."
SHARED: Final = frozenset({"frames", "result_entry", "templates", "static"})
AREAS: Final = {place.name for place in WEB.iterdir() if place.is_dir()} - SHARED
TEMPLATE: Final = re.compile(r"""['"]([a-z_]+)/[a-z_/]+\.html['"]""")


def area_of(file: Path) -> str:
    """Return the folder of the web that a file lies in, or its own name."""
    return file.relative_to(WEB).parts[0]


def imported(file: Path) -> Iterator[str]:
    """Yield the folders of the web that a module imports from."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                path = f"{node.module}.{alias.name}"
                if path.startswith(PACKAGE):
                    yield path.removeprefix(PACKAGE).split(".")[0]


def test_no_area_imports_another_one() -> None:
    reaching = {
        f"{file.relative_to(WEB)}: {area}"
        for file in WEB.rglob("*.py")
        for area in imported(file)
        if area in AREAS and area != area_of(file)
    }

    assert reaching == set()


def test_no_page_shows_a_template_of_another_area() -> None:
    files = [*WEB.rglob("*.html"), *WEB.rglob("*.py")]
    reaching = {
        f"{file.relative_to(WEB)}: {area}"
        for file in files
        for area in TEMPLATE.findall(file.read_text(encoding="utf-8"))
        if area in AREAS and area != area_of(file)
    }

    assert {"console", "phone", "public", "wall"} <= AREAS
    assert reaching == set()
