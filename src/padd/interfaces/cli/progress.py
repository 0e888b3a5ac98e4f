"""Progress of slow commands, shown only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO, TypeVar

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
