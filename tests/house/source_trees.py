"""The Python files that rules of the house are about, each parsed and walked once.

`tests/worker_schedule.py` gives all tests of the house to one process, so that they
share what is kept here.
"""

import ast
import gc
from functools import cache


@cache
def text_of(path):
    """Return what a file says."""
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path):
    """Return the syntax tree of a file; nobody may change it."""
    return parsed(text_of(path))


@cache
def nodes_of(path):
    """Return every node of the syntax tree of a file, as `ast.walk` gives them."""
    return tuple(ast.walk(tree_of(path)))


def parsed(text):
    """Return the syntax tree of a program.

    The collector of garbage would look through all trees time and again, and that
    takes longer than to make them.
    """
    gc.disable()
    try:
        return ast.parse(text)
    finally:
        gc.freeze()
        gc.enable()
