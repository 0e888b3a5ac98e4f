"""Child process."""

from __future__ import annotations

import os

from django.db import connections


def in_a_child(work):
    """Do something in a process of its own and return how it ended."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:  # noqa: BLE001 -- whatever it was, the parent is told
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


FAILPOINTS = (
    *("before reading", "after reading", "before the row", "after the row"),
    *("after the calendar entry", "before the projection", "after the projection"),
    *("before commit", "after commit", "telling", "before the backup"),
    *("in the backup", "after the backup", "before the event file"),
    "before the reply",
)
