"""Types are known to msgspec before requests come, so that no two threads race."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from padd.config.struct_types import prepare_types
from padd.rulebooks import loader


@pytest.mark.django_db
def test_every_type_that_is_read_is_prepared():
    assert prepare_types() > 300


def test_threads_that_ask_for_a_rulebook_at_once_get_the_same_one():
    loader._gather_subjects.cache_clear()

    with ThreadPoolExecutor(8) as threads:
        books = list(threads.map(loader.rulebook, ["opg-5"] * 8))

    assert len({id(book) for book in books}) == 1
