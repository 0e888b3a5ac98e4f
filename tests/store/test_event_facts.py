"""The row of an event and what belongs to it."""

from padd.store.models.events import Directorship
from padd.store.queries.events.facts import find_event


def test_the_row_of_an_event_comes_with_its_directors_in_two_queries(
    world, django_assert_num_queries
):
    id_ = world.event(name="Open")

    with django_assert_num_queries(2):
        row = find_event(id_)
        directors = [(one.rank, one.person.handle) for one in row.directorships.all()]
        assert all(one.event is row for one in row.directorships.all())

    assert directors == list(
        Directorship.objects.filter(event__public_id=id_).values_list("rank", "person__handle")
    )
    assert find_event("nowhere") is None
