"""Long commands show on a terminal how far they are, and elsewhere nothing."""

import ast
import io
from importlib import import_module
from inspect import getsource

import pytest

from padd.interfaces.cli.tables import show_spinner, track_progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


def test_a_terminal_shows_what_is_done():
    bar, spinner = Terminal(), Terminal()

    done = list(track_progress("abc", "Importing", total=3, on=bar))
    with show_spinner("Copying", on=spinner):
        pass

    assert done == ["a", "b", "c"]
    assert "Importing" in bar.getvalue()
    assert "Copying" in spinner.getvalue()


def test_a_file_or_pipe_gets_nothing_of_it():
    pipe = io.StringIO()

    done = list(track_progress("abc", "Importing", total=3, on=pipe))
    with show_spinner("Copying", on=pipe):
        pass

    assert done == ["a", "b", "c"]
    assert not pipe.getvalue()


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("installation.backup", "backup"),
        ("installation.backup", "restore"),
        ("installation.demo", "demo"),
        ("ratings.ratings", "refresh"),
        ("reports.import_", "import_"),
    ],
)
def test_every_command_that_takes_long_shows_it(module, command):
    loaded = import_module(f"padd.interfaces.cli.{module}")
    function = getattr(loaded, command).callback

    names = {
        node.func.id
        for node in ast.walk(ast.parse(getsource(function)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }

    assert names & {"track_progress", "show_spinner"}
