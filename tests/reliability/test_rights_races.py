"""Many who use one bye at the same moment, and a booking that is killed."""

from __future__ import annotations

import os
import signal
import threading

import pytest
from django.db import connections
from tests.reliability.child_process import in_a_child
from tests.services.championships.championship_builder import championship
from tests.world import NOW

from padd.core.championships.ledger import EntryKind
from padd.services.championships import awarded_rights, right_ledger
from padd.store.models.championships import Championship, Right, RightEntry
from padd.store.writes.event_log import TakenError
from padd.store.writes.right_ledger import add_right_entry, fold_right, rights_with_entries

THREADS = 64
PLACES = {
    "_set_champion": awarded_rights,
    "add_right_entry": right_ledger,
    "book_uses": awarded_rights,
    "record_expired_rights": awarded_rights,
}


@pytest.mark.django_db
def test_every_place_of_a_kill_is_a_step_of_the_booking():
    assert all(callable(getattr(module, name)) for name, module in PLACES.items())


@pytest.mark.req("CHAMP-24")
def test_of_many_who_use_one_bye_at_once_one_wins(real_world):
    championship("regional", 2)
    right = Right.objects.get()
    won: list[int] = []
    lost: list[int] = []
    start = threading.Barrier(THREADS, timeout=60)

    def use(number):
        try:
            start.wait()
            add_right_entry(right, EntryKind.USED, now=NOW, after=1)
            won.append(number)
        except TakenError:
            lost.append(number)
        finally:
            connections.close_all()

    crowd = [threading.Thread(target=use, args=(number,)) for number in range(THREADS)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join(timeout=120)

    assert (len(won), len(lost)) == (1, THREADS - 1)
    kinds = RightEntry.objects.order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["granted", "used"]


def killed_at(name):
    """Return a booking that is killed when it comes to a step."""

    def work():
        def dies(*args, **kwargs):
            del args, kwargs
            os.kill(os.getpid(), signal.SIGKILL)

        setattr(PLACES[name], name, dies)
        awarded_rights.book_all_rights(now=NOW)

    return work


@pytest.mark.req("CHAMP-35")
@pytest.mark.parametrize("place", PLACES)
def test_a_killed_booking_is_completed_by_the_next(real_world, place):
    championship("continental", 4)
    RightEntry.objects.all().delete()
    Right.objects.all().delete()
    Championship.objects.update(champion=None)

    ended = in_a_child(killed_at(place))
    awarded_rights.book_all_rights(now=NOW)

    assert ended == -signal.SIGKILL
    assert Right.objects.count() == 2
    assert {str(fold_right(right).state) for right in rights_with_entries()} <= {"open", "expired"}
    assert Championship.objects.get().champion is not None
