"""Tables for people, on a screen or in a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO, TypeVar

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from padd.presentation.tables import TextTable

FILE_WIDTH = 160


def print_parts(*parts: RenderableType) -> None:
    """Print tables and lines to standard output; a table's title comes first."""
    width = None if sys.stdout.isatty() else FILE_WIDTH
    console = Console(width=width, highlight=False, emoji=False, markup=False)
    for part in parts:
        if isinstance(part, Table) and part.title:
            # A title inside the table would be broken to the table's width.
            console.print(Text(str(part.title), style="bold"))
            part.title = None
        console.print(part)


def new_table(title: str, *columns: str, numbers: tuple[str, ...] = ()) -> Table:
    """Return an empty table; the columns named in numbers are right-aligned."""
    grid = Table(title=title, box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        grid.add_column(column, justify="right" if column in numbers else "left")
    return grid


def print_tables(tables: Sequence[TextTable]) -> None:
    """Print tables one after the other, each with the lines below it."""
    for text in tables:
        made = new_table(text.title, *text.columns, numbers=text.numbers)
        for row in text.rows:
            made.add_row(*row)
        print_parts(made if text.rows else text.title, *text.lines)


Thing = TypeVar("Thing")


def track_progress(
    things: Iterable[Thing], words: str, total: int, *, on: TextIO | None = None
) -> Iterator[Thing]:
    """Yield the things one by one, with a bar of progress."""
    stream = on or sys.stderr
    if not stream.isatty():
        yield from things
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(things, words, total=total, console=Console(file=stream), transient=True)


@contextmanager
def show_spinner(words: str, *, on: TextIO | None = None) -> Iterator[None]:
    """Show a spinner and the elapsed time while work without counted steps runs."""
    stream = on or sys.stderr
    if not stream.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(file=stream), transient=True) as shown:
        shown.add_task(words)
        yield
