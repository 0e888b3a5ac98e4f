"""What is kept and made anew as its sources change."""

from padd.platform.memo import Memo


def test_what_was_made_from_the_same_objects_is_not_made_again():
    memo, source, made = Memo(2), ["a"], []

    for _ in range(2):
        memo.renewed("key", (source,), lambda before: made.append(before) or "it")

    assert made == [None]


def test_equal_sources_are_not_the_same_ones():
    memo = Memo(2)
    memo.renewed("key", (["a"],), lambda _: "first")

    again = memo.renewed("key", (["a"],), lambda _: "second")

    assert again == "second"


def test_whoever_makes_it_anew_gets_what_it_was_before():
    memo = Memo(2)
    memo.renewed("key", (["a"],), lambda _: "first")

    again = memo.renewed("key", (["b"],), lambda before: f"{before}, then second")

    assert again == "first, then second"


def test_of_what_is_renewed_only_the_last_is_kept():
    memo, first = Memo(2), ["a"]
    memo.renewed("key", (first,), lambda _: "first")
    memo.renewed("key", (["b"],), lambda _: "second")

    again = memo.renewed("key", (first,), lambda _: "made anew")

    assert again == "made anew"
