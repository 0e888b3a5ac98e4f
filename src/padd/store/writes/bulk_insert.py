"""Insert many plain rows at once, without a model object for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.db import connection
from django.db.models import DateTimeField, Model

Row = tuple[object, ...]


def write_rows(model: type[Model], fields: Sequence[str], rows: Iterable[Row]) -> None:
    """Add rows with the values of these fields; all other fields have defaults.

    PostgreSQL copies them in, SQLite runs one prepared statement. Both check every
    constraint; nothing else happens that saving an object would bring with it.
    """
    known = {field.name: field for field in model._meta.concrete_fields}  # noqa: SLF001 -- documented by Django
    chosen = [known[name] for name in fields]
    quoted = connection.ops.quote_name
    table = quoted(model._meta.db_table)  # noqa: SLF001
    columns = ", ".join(quoted(str(field.column)) for field in chosen)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            copied = f"COPY {table} ({columns}) FROM STDIN"
            with connection.wrap_database_errors, cursor.copy(copied) as copy:
                for row in rows:
                    copy.write_row(row)
            return
        places = ", ".join(["%s"] * len(chosen))
        insert = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608 -- names of our own tables
        moments = [at for at, field in enumerate(chosen) if isinstance(field, DateTimeField)]
        cursor.executemany(insert, _adapted(moments, rows))  # type: ignore[arg-type] # an iterator will do


def _adapted(moments: Sequence[int], rows: Iterable[Row]) -> Iterator[Row]:
    """Write the values that are moments as this database has them."""
    known: dict[object, object] = {}
    adapt = connection.ops.adapt_datetimefield_value
    for row in rows:
        values = list(row)
        for at in moments:
            moment = values[at]
            if moment not in known:
                known[moment] = adapt(moment)  # type: ignore[arg-type]
            values[at] = known[moment]
        yield tuple(values)
