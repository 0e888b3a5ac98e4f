"""What a server does in the background goes on after trouble, and ends when told."""

from __future__ import annotations

from threading import Event

import pytest
from tests.wait_limits import PATIENCE

from padd.interfaces.cli.installation.background import Background


@pytest.mark.req("R18")
@pytest.mark.django_db
def test_work_that_failed_is_looked_for_again():
    looks: list[int] = []
    again = Event()

    def look():
        looks.append(len(looks))
        if len(looks) == 1:
            raise ValueError("the first look fails")
        again.set()
        return True

    work = Background("trial", look, often=PATIENCE, seldom=0.0)
    thread = work.start()

    assert again.wait(PATIENCE)
    work.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert looks == [0, 1]


def test_a_server_that_is_told_to_end_looks_no_more():
    work = Background("trial", lambda: pytest.fail("looked"), often=0, seldom=0, first=9)
    thread = work.start()
    work.stop()

    thread.join(PATIENCE)
    assert not thread.is_alive()
