"""A database that could lose an acknowledged result is refused, in words."""

from __future__ import annotations

import sqlite3

import pytest
from django.db import connection

from padd.store import durability


@pytest.mark.django_db
def test_the_shipped_settings_have_no_fault() -> None:
    assert durability.faults() == ()


def on(vendor: str) -> None:
    if connection.vendor != vendor:
        pytest.skip(f"about {vendor}")
