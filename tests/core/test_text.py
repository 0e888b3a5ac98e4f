"""Names: what cannot be seen does not belong into a handle."""

import pytest

from padd.core.text import ignorable_character


@pytest.mark.parametrize(
    "character",
    ["\u3164", "\u115f", "\uffa0", "\u180b", "\u2065", "\ufe0f", "\U000e0041", "\u200d"],
)
def test_a_character_that_prints_as_nothing_is_found(character):
    assert ignorable_character(f"Q{character}uark") == character


@pytest.mark.parametrize("handle", ["Quark", "Żółw", "한글", "陳大文", "Ωmega"])
def test_letters_of_any_script_are_seen(handle):
    assert ignorable_character(handle) is None
