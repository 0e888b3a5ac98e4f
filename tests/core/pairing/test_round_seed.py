from hashlib import sha256

import pytest
from exhaustive_rounds import field_of

from padd.core.pairing.round import fingerprint, round_seed
from padd.core.rng import commitment


@pytest.mark.req("SWISS-9")
def test_the_commitment_is_the_plain_hash_of_the_secret():
    assert commitment("tea, earl grey") == sha256(b"tea, earl grey").hexdigest()


@pytest.mark.req("SWISS-9")
def test_a_seed_follows_from_the_bytes_that_are_written_down():
    text = b"padd-seed/1\nsecret\n3\nabc123\n1\n"

    expected = int.from_bytes(sha256(text).digest()[:6], "big")

    assert round_seed("secret", 3, "abc123", 1) == expected
    assert expected < 2**53


def test_each_of_secret_round_results_and_redraw_changes_the_seed():
    seeds = {
        round_seed("s", 1, "d", 0),
        round_seed("t", 1, "d", 0),
        round_seed("s", 2, "d", 0),
        round_seed("s", 1, "e", 0),
        round_seed("s", 1, "d", 1),
    }

    assert len(seeds) == 5


def test_a_fingerprint_follows_from_the_bytes_that_are_written_down():
    field = field_of({"b": 4, "a": 1}, ["ab"], had_bye="a", differentials={"a": -65})

    text = b"a\t1\t-65\t1\tb\nb\t4\t0\t0\ta\n"

    assert fingerprint(field) == sha256(text).hexdigest()


def test_a_fingerprint_changes_with_every_result_but_not_with_the_order():
    field = field_of({"a": 1, "b": 4}, ["ab"])

    assert fingerprint(field) == fingerprint(field_of({"b": 4, "a": 1}, ["ab"]))
    assert fingerprint(field) != fingerprint(field_of({"a": 2, "b": 4}, ["ab"]))
    assert fingerprint(field) != fingerprint(field_of({"a": 1, "b": 4}))
