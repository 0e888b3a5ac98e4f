"""Queries that are compiled once: running them again only fills in the values.

Django takes several times as long to compile a query as a database of this size takes
to answer it. A page with twenty queries would spend most of its time compiling.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from inspect import Parameter, signature
from threading import Lock
from typing import Any, Final, TypeVar

from django.db import connections
from django.db.models import Expression, Func, IntegerField, Model, QuerySet, Subquery
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from padd.store.sqlite3_kept_open.base import DatabaseWrapper

Rows = list[tuple[Any, ...]]

Row = TypeVar("Row", bound=Model)
Wording = TypeVar("Wording", bound="_Worded")
MOST_SHAPES: Final = 64
"""How many shapes of one query are kept; the one asked for longest ago goes first."""
PLACEHOLDER: Final = "%s"
AS_THEY_ARE: Final = frozenset({str, int})
"""What every database takes as it is."""
SEVERAL: Final = frozenset({list, set, frozenset})
_compiling: Final = Lock()


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


def _rows(connection: Any, sql: str, values: list[Any]) -> Rows:  # noqa: ANN401 -- Django's
    """Return the rows that a database has; from a SQLite file by a shorter way."""
    if isinstance(connection, DatabaseWrapper):
        return connection.rows(sql, values)
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


class _Worded:
    """A query in the words of one database."""

    def __init__(self, compiler: SQLCompiler) -> None:
        sql, values = compiler.as_sql()
        self.values: tuple[Any, ...] = tuple(values)
        self.parts = sql.split(PLACEHOLDER)
        self.width = compiler.col_count or 0
        columns = [column for column, *_ in compiler.select[: self.width]]
        self.converters = compiler.get_converters(columns)
        self.sql_of = lru_cache(MOST_SHAPES)(self._sql)

    def ask(self, alias: str, given: dict[str, Any]) -> Rows:
        """Return the rows for these values."""
        connection: Any = connections[alias]
        values: list[Any] = []
        counts = []
        for value in self.values:
            filled = [value]
            if type(value) is GivenValue:
                wanted = given[value.name]
                filled = wanted if type(wanted) in SEVERAL else [wanted]
                if not AS_THEY_ARE.issuperset(map(type, filled)):
                    filled = list(map(connection.ops.adapt_unknown_value, filled))
            values += filled
            counts.append(len(filled))
        rows = _rows(connection, self.sql_of(*counts), values)
        if rows and (self.converters or len(rows[0]) > self.width):
            return self._converted(rows, connection)
        return rows

    def _converted(self, rows: Rows, connection: Any) -> Rows:  # noqa: ANN401 -- Django's
        """Return rows as Django reads them, one column after the other."""
        columns: list[Any] = list(zip(*rows, strict=True))[: self.width]
        for at, (converters, column) in self.converters.items():
            for convert in converters:
                columns[at] = [convert(one, column, connection) for one in columns[at]]
        return list(zip(*columns, strict=True))

    def _sql(self, *counts: int) -> str:
        """Return the words with a place for so many of each value."""
        sql = self.parts[0]
        for count, part in zip(counts, self.parts[1:], strict=True):
            sql += (", ".join([PLACEHOLDER] * count) or "NULL") + part
        return sql


class _WordedModels(_Worded):
    """A query whose rows become objects, with those that are selected with them."""

    def __init__(self, compiler: SQLCompiler) -> None:
        super().__init__(compiler)
        kind: Any = compiler.klass_info
        fields = kind["select_fields"]
        self.model = kind["model"]
        self.own = slice(fields[0], fields[-1] + 1)
        self.names = [column.target.attname for column, *_ in compiler.select[self.own]]
        self.related = get_related_populators(kind, compiler.select, compiler.using)  # type: ignore[call-arg,arg-type] # of the next Django

    def objects(self, alias: str, given: dict[str, Any]) -> list[Any]:
        """Return the objects for these values."""
        found = []
        for row in self.ask(alias, given):
            one = self.model.from_db(alias, self.names, row[self.own])
            for related in self.related:
                related.populate(row, one)
            found.append(one)
        return found


def how_many(rows: QuerySet[Any, Any]) -> Subquery:
    """Return the number of rows as a column; Django would group them first."""
    number = Func(template="COUNT(*)", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(how_many=number).values("how_many"))


def prepared(word: Callable[..., QuerySet[Any, Any]]) -> Callable[..., Rows]:
    """Let a function say what to ask, and its callers with which values.

    The keyword parameters of the function are what is given; it gets a place for
    each. Others give the query its shape, and for each shape it is called once. It
    returns a `values_list`.
    """
    worded_for = _wordings(word, _Worded)

    @wraps(word)
    def ask(*shape: object, **given: object) -> Rows:
        worded, alias = worded_for(*shape)
        return worded.ask(alias, given)

    return ask


def prepared_models(word: Callable[..., QuerySet[Row]]) -> Callable[..., list[Row]]:
    """Do the same for a function that returns rows as objects, without prefetching."""
    worded_for = _wordings(word, _WordedModels)

    @wraps(word)
    def ask(*shape: object, **given: object) -> list[Row]:
        worded, alias = worded_for(*shape)
        return worded.objects(alias, given)

    return ask


def _wordings(
    word: Callable[..., QuerySet[Any, Any]], kind: type[Wording]
) -> Callable[..., tuple[Wording, str]]:
    """Return how to come by the words of a shape, and by the database to ask."""
    parameters = signature(word).parameters.values()
    places = {
        one.name: GivenValue(one.name) for one in parameters if one.kind is Parameter.KEYWORD_ONLY
    }

    @lru_cache(MOST_SHAPES)
    def query_of(*shape: object) -> QuerySet[Any, Any]:
        return word(*shape, **places)

    @lru_cache(MOST_SHAPES)
    def worded(alias: str, *shape: object) -> Wording:
        query = query_of(*shape).query
        # Compiling changes the query, and a second thread would read it half changed.
        with _compiling:
            return kind(query.get_compiler(alias))

    def found(*shape: object) -> tuple[Wording, str]:
        alias = query_of(*shape).db
        return worded(alias, *shape), alias

    return found
