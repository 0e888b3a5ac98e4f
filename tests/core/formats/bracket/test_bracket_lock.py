"""When a posted bracket may no longer change."""

from __future__ import annotations

import pytest

from padd.core.formats.bracket.figures import MCINTYRE_8, STANDARD_8
from padd.core.formats.bracket.lock import changed_bracket
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook


@pytest.mark.req("BRKT-4", "BRKT-27")
@pytest.mark.parametrize(
    ("book", "heats_begun", "event_begun"),
    [
        ("opg-5", False, False),
        ("opg-4.1", False, False),
        ("opg-4.1", True, False),
    ],
)
def test_a_bracket_may_change_until_the_rulebook_fixes_it(
    book: str,
    heats_begun: bool,
    event_begun: bool,
) -> None:
    rules = rulebook(book).brackets

    assert (
        changed_bracket(
            STANDARD_8,
            MCINTYRE_8,
            rules,
            heats_begun=heats_begun,
            event_begun=event_begun,
        )
        == MCINTYRE_8
    )


@pytest.mark.req("BRKT-4", "BRKT-27")
@pytest.mark.parametrize(
    ("book", "heats_begun", "event_begun"),
    [("opg-5", True, False), ("opg-5", False, True), ("opg-4.1", False, True)],
)
def test_a_locked_bracket_stays_as_posted(
    book: str,
    heats_begun: bool,
    event_begun: bool,
) -> None:
    rules = rulebook(book).brackets
    begun = {"heats_begun": heats_begun, "event_begun": event_begun}

    with pytest.raises(RefusalError) as refused:
        changed_bracket(STANDARD_8, MCINTYRE_8, rules, **begun)

    assert refused.value.refusal.code == "bracket-locked"
    assert changed_bracket(STANDARD_8, STANDARD_8, rules, **begun) == STANDARD_8
