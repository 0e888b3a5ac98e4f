from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from padd.core.rng import seed_for


@pytest.mark.req("FMT-59")
def test_a_seed_follows_from_the_bytes_that_are_written_down():
    text = b"padd-seed/2\npack\nsecret\nwords\n1\n4\n2\n0\n"

    expected = int.from_bytes(sha256(text).digest()[:6], "big")

    assert seed_for("pack", "secret", "words", 1, 4, 2, 0) == expected
    assert expected < 2**53


PARTS = st.lists(st.text("a\\\n1", max_size=4), max_size=3)


@given(PARTS, PARTS)
@pytest.mark.req("FMT-59")
def test_different_parts_give_different_seeds(first, second):
    same = seed_for("lot", "secret", *first) == seed_for("lot", "secret", *second)

    assert same == (first == second)


def test_a_seed_of_one_purpose_tells_nothing_of_another():
    assert seed_for("pack", "secret", 1) != seed_for("lot", "secret", 1)
