"""Queries that are compiled once: running them again only fills in the values.

Django takes several times as long to compile a query as a database of this size takes
to answer it. A page with twenty queries would spend most of its time compiling.
"""

from __future__ import annotations

from functools import lru_cache, wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Final

from django.db import connections
from django.db.models import Expression

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.db.models import QuerySet
    from django.db.models.sql.compiler import SQLCompiler

    Rows = list[tuple[Any, ...]]

MOST_SHAPES: Final = 64
"""How many shapes of one query are kept; the one asked for longest ago goes first."""
PLACEHOLDER: Final = "%s"


class GivenValue(Expression):
    """A value that is known only when the query is asked.

    Inside a list it stands for any number of values: `filter(pk__in=[keys])`. Where
    there are none nothing is found, and nothing is left by `exclude` either.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, *_: object, **__: object) -> tuple[str, tuple[Any, ...]]:
        """Leave a place for the value, and say whose it is."""
        return PLACEHOLDER, (self,)


class _Worded:
    """A query in the words of one database."""

    def __init__(self, compiler: SQLCompiler) -> None:
        sql, self.values = compiler.as_sql()
        self.parts = sql.split(PLACEHOLDER)
        self.compiler = compiler
        self.width = compiler.col_count
        columns = [column for column, *_ in compiler.select[: self.width]]
        self.converters = compiler.get_converters(columns)

    def ask(self, alias: str, given: dict[str, Any]) -> Rows:
        """Return the rows for these values."""
        connection = connections[alias]
        adapted = connection.ops.adapt_unknown_value
        sql, values = self.parts[0], []
        for value, part in zip(self.values, self.parts[1:], strict=True):
            filled = [value]
            if isinstance(value, GivenValue):
                wanted = given[value.name]
                several = isinstance(wanted, list | set | frozenset)
                filled = [adapted(one) for one in (wanted if several else [wanted])]
            values += filled
            sql += (", ".join([PLACEHOLDER] * len(filled)) or "NULL") + part
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            rows = cursor.fetchall()
        if rows and len(rows[0]) > (self.width or 0):
            rows = [row[: self.width] for row in rows]
        if self.converters:
            rows = self.compiler.apply_converters(rows, self.converters)
        return list(map(tuple, rows))


def prepared(word: Callable[..., QuerySet[Any, Any]]) -> Callable[..., Rows]:
    """Let a function say what to ask, and its callers with which values.

    The keyword parameters of the function are what is given; it gets a place for
    each. Others give the query its shape, and for each shape it is called once. It
    returns a `values_list`.
    """
    parameters = signature(word).parameters.values()
    places = {
        one.name: GivenValue(one.name)
        for one in parameters
        if one.kind is Parameter.KEYWORD_ONLY
    }

    @lru_cache(MOST_SHAPES)
    def query_of(*shape: object) -> QuerySet[Any, Any]:
        return word(*shape, **places)

    @lru_cache(MOST_SHAPES)
    def worded(alias: str, *shape: object) -> _Worded:
        return _Worded(query_of(*shape).query.get_compiler(alias))

    @wraps(word)
    def ask(*shape: object, **given: object) -> Rows:
        alias = query_of(*shape).db
        return worded(alias, *shape).ask(alias, given)

    return ask
