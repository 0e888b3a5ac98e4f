"""Prepared queries: worded once, and answered as Django would answer them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.db.models import Count, QuerySet
from django.test.utils import CaptureQueriesContext

from padd.store.models import Directorship, Event
from padd.store.prepared_query import GivenValue, prepared

if TYPE_CHECKING:
    from tests.world import World


def test_values_are_filled_in_each_time_and_read_back_as_django_reads_them(
    world: World,
) -> None:
    worded = []

    @prepared
    def starting(
        state: str, *, after: GivenValue, keys: GivenValue
    ) -> QuerySet[Any, Any]:
        worded.append(state)
        rows = Event.objects.filter(starts_at__gt=after, pk__in=[keys], state=state)
        return rows.order_by("name").values_list("name", "starts_at", "rulings")

    for name in ("A", "B", "C"):
        world.event(name=name)
    Event.objects.filter(name="B").update(rulings=["a ruling"])
    rows = dict(Event.objects.values_list("name", "pk"))
    starts = {row.name: row.starts_at for row in Event.objects.all()}
    long_ago = world.now - timedelta(days=9000)

    with CaptureQueriesContext(connection) as asked:
        two = starting("listed", after=long_ago, keys=[rows["B"], rows["A"]])
        one = starting("listed", after=long_ago, keys={rows["C"]})
        late = starting("listed", after=starts["C"], keys=list(rows.values()))
        none = starting("listed", after=long_ago, keys=[])

    assert two == [("A", starts["A"], []), ("B", starts["B"], ["a ruling"])]
    assert one == [("C", starts["C"], [])]
    assert late == none == []
    assert worded == ["listed"]
    assert len(asked) == 4


def test_a_query_that_sorts_by_what_it_does_not_return_gives_only_what_was_asked(
    world: World,
) -> None:
    @prepared
    def directed(*, person: GivenValue) -> QuerySet[Any, Any]:
        rows = Event.objects.filter(directorships__person__pk=person)
        return rows.distinct().order_by("-starts_at").values_list("name")

    @prepared
    def directors(*, events: GivenValue) -> QuerySet[Any, Any]:
        rows = Directorship.objects.filter(event__public_id__in=[events])
        return rows.order_by().values_list("event__name").annotate(Count("id"))

    id_ = world.event(name="Open")
    director = Directorship.objects.get(event__public_id=id_, rank=1)

    assert directed(person=director.person_id) == [("Open",)]
    assert directed(person=0) == []
    assert directors(events=[id_]) == [("Open", 1)]
