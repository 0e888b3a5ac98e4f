"""Public ids of rows, and constraints for columns with a closed set of values."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Final

from django.db import models

# Letters and figures that nobody mistakes for one another when read aloud.
ALPHABET: Final = "23456789abcdefghjkmnpqrstvwxyz"
LENGTH: Final = 10


def new_public_id() -> str:
    """Return a short name for addresses; it is no secret and gives no right."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def public_id() -> models.CharField[str, str]:
    """Return the field that names a row in addresses."""
    return models.CharField(max_length=16, unique=True, default=new_public_id)


def one_of(
    field: str, values: Iterable[str], *, name: str, blank: bool = False
) -> models.CheckConstraint:
    """Return the constraint that a column holds one of a closed set of values."""
    allowed = [str(value) for value in values]
    if blank:
        allowed.append("")
    return models.CheckConstraint(condition=models.Q(**{f"{field}__in": allowed}), name=name)
