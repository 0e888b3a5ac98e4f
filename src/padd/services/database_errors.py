"""Turn a full disk or a locked database into one refusal: not saved."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import DatabaseError, DataError, IntegrityError, ProgrammingError

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.services.refusal import no

if TYPE_CHECKING:
    from collections.abc import Iterator


class NotSaved(RefusalError):  # noqa: N818 -- a refusal is no error of ours
    """The database could not be written: nothing changed, and it may be tried again."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(
            no(
                "not-saved",
                message(
                    "Not saved, and nothing has changed: {in_words} Try again.",
                    in_words=_in_words(cause),
                ),
            )
        )


def _in_words(cause: Exception) -> str:
    said = str(cause).lower()
    if "full" in said or "no space" in said:
        return "the disk is full. Make some room."
    if "readonly" in said or "read-only" in said or "unable to open" in said:
        return "the database cannot be written. Look at its folder and its owner."
    if "lock" in said:
        return "another program holds the database."
    return f"the database said “{str(cause).splitlines()[0] if said else 'nothing'}”."


@contextmanager
def saving() -> Iterator[None]:
    """Turn what keeps a database from writing into a refusal that says so."""
    try:
        yield
    except (IntegrityError, DataError, ProgrammingError):
        raise
    except DatabaseError as cause:
        raise NotSaved(cause) from cause
