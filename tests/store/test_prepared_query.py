"""Prepared queries: worded once, and answered as Django would answer them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event

from django.db import connection
from django.db.models import Count, OuterRef
from django.test.utils import CaptureQueriesContext

from padd.store.models.events import Directorship
from padd.store.models.events import Event as EventRow
from padd.store.prepared_query import _Worded, _wordings, how_many, prepared, prepared_models
from padd.store.queries.events.facts import find_event


def test_values_are_filled_in_each_time_and_read_back_as_django_reads_them(world):
    worded = []

    @prepared
    def starting(state, *, after, keys):
        worded.append(state)
        rows = EventRow.objects.filter(starts_at__gt=after, pk__in=[keys], state=state)
        return rows.order_by("name").values_list("name", "starts_at", "rulings")

    for name in ("A", "B", "C"):
        world.event(name=name)
    EventRow.objects.filter(name="B").update(rulings=["a ruling"])
    rows = dict(EventRow.objects.values_list("name", "pk"))
    starts = {row.name: row.starts_at for row in EventRow.objects.all()}
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


def test_a_query_that_sorts_by_what_it_does_not_return_gives_only_what_was_asked(world):
    @prepared
    def directed(*, person):
        rows = EventRow.objects.filter(directorships__person__pk=person)
        return rows.distinct().order_by("-starts_at").values_list("name")

    @prepared
    def directors(*, events):
        rows = Directorship.objects.filter(event__public_id__in=[events])
        return rows.order_by().values_list("event__name").annotate(Count("id"))

    id_ = world.event(name="Open")
    director = Directorship.objects.get(event__public_id=id_, rank=1)

    assert directed(person=director.person_id) == [("Open",)]
    assert directed(person=0) == []
    assert directors(events=[id_]) == [("Open", 1)]


def test_a_query_counts_other_rows_beside_each_of_its_own(world):
    @prepared
    def directed(*, names):
        directors = Directorship.objects.filter(event=OuterRef("pk"))
        rows = EventRow.objects.filter(name__in=[names]).order_by("name")
        return rows.values_list("name", how_many(directors))

    for name in ("Alone", "Open"):
        world.event(name=name)
    Directorship.objects.filter(event__name="Alone").delete()

    assert directed(names=["Open", "Alone"]) == [("Alone", 0), ("Open", 1)]


def test_rows_come_as_objects_with_what_is_selected_with_them(world):
    @prepared_models
    def named(*, name):
        rows = EventRow.objects.filter(name=name)
        return rows.select_related("region", "venue__region")

    id_ = world.event(name="Open")
    EventRow.objects.filter(public_id=id_).update(rulings=["a ruling"])
    as_django_has_it = EventRow.objects.select_related("venue__region").get(name="Open")

    (row,) = named(name="Open")

    with CaptureQueriesContext(connection) as asked:
        assert row == as_django_has_it
        assert row.starts_at == as_django_has_it.starts_at
        assert row.rulings == ["a ruling"]
        assert row.region == as_django_has_it.region
        assert row.venue == as_django_has_it.venue
        assert row.venue is None or row.venue.region.name
    assert not [one for one in asked if "store_venue" in one["sql"]]
    assert named(name="Closed") == []


def test_the_row_of_an_event_comes_with_its_directors_in_two_queries(world):
    id_ = world.event(name="Open")

    with CaptureQueriesContext(connection) as asked:
        row = find_event(id_)
        assert row is not None
        directors = [(one.rank, one.person.handle) for one in row.directorships.all()]
        assert all(one.event is row for one in row.directorships.all())

    assert len(asked) == 2
    assert directors == list(
        Directorship.objects.filter(event__public_id=id_).values_list("rank", "person__handle")
    )
    assert find_event("nowhere") is None


def test_a_query_first_asked_by_two_at_once_is_compiled_by_one_after_the_other():
    inside, met = [], []
    second = Event()

    class Slow(_Worded):
        """Stays where a query is compiled until somebody else comes, or nobody."""

        def __init__(self, compiler):
            inside.append(compiler)
            if len(inside) == 1:
                met.append(second.wait(0.3))
            else:
                second.set()
            super().__init__(compiler)

    def word(*, public_id):
        return EventRow.objects.filter(public_id=public_id).values_list("name")

    worded_for = _wordings(word, Slow)
    with ThreadPoolExecutor(2) as threads:
        both = [threads.submit(worded_for) for _ in range(2)]
        first, other = (one.result()[0].parts for one in both)

    assert met == [False]
    assert first == other
