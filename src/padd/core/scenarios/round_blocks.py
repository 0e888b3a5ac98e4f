"""Rounds in blocks: a scenario may let a pairing last several rounds (AMB-109)."""

from __future__ import annotations

from collections.abc import Collection

from padd.core.model import Event
from padd.core.text import slug
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.registration import Scenario


def scenario_of(event: Event, book: Rulebook) -> Scenario | None:
    """Return the scenario of an event, if its rulebook has it for the edition."""
    if event.scenario is None:
        return None
    found = book.formats.scenarios.get(slug(event.scenario))
    return found if found is not None and event.edition in found.editions else None


def block_length(event: Event, book: Rulebook) -> int:
    """Return how many rounds a pairing lasts; nearly always one."""
    scenario = scenario_of(event, book)
    return 1 if scenario is None else scenario.rounds_per_pairing


def block_start(event: Event, book: Rulebook, number: int) -> int:
    """Return the first round of the block that a round is in."""
    return number - (number - 1) % block_length(event, book)


def continues_block(event: Event, book: Rulebook, number: int) -> bool:
    """Tell whether a round repeats the pairings of the one before, without a draw."""
    return block_start(event, book, number) != number


def blocks_after(event: Event, book: Rulebook, number: int) -> range:
    """Return the first rounds of the blocks planned after that of a round."""
    length = block_length(event, book)
    following = block_start(event, book, number) + length
    return range(following, event.rounds_planned + 1, length)


def is_covered_by_byes(byes: Collection[int], event: Event, book: Rulebook, number: int) -> bool:
    """Tell whether earned byes cover a round; a block takes one for each round."""
    # Most players have none: a large field is asked one by one.
    if not byes or book.scoring.points.earned_bye is None:
        return False
    start = block_start(event, book, number)
    block = range(start, start + block_length(event, book))
    return all(covered in byes for covered in block)
