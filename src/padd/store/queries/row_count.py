"""Count rows inside another query."""

from __future__ import annotations

from typing import Any

from django.db.models import Func, IntegerField, QuerySet, Subquery


def row_count(rows: QuerySet[Any, Any]) -> Subquery:
    """Return the number of rows as a column; Django's `Count` would group them first."""
    number = Func(template="COUNT(*)", output_field=IntegerField())
    return Subquery(rows.order_by().annotate(row_count=number).values("row_count"))
