"""Fine tables for people, on a screen or in a file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from rich.console import RenderableType

FILE_WIDTH = 160


def show(*parts: RenderableType) -> None:
    """Print tables and lines to standard output."""
    width = None if sys.stdout.isatty() else FILE_WIDTH
    console = Console(width=width, highlight=False, emoji=False, markup=False)
    for part in parts:
        console.print(part)


def table(title: str, *columns: str, numbers: tuple[str, ...] = ()) -> Table:
    """Return an empty table; the columns named in numbers are right-aligned."""
    made = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for column in columns:
        made.add_column(column, justify="right" if column in numbers else "left")
    return made
