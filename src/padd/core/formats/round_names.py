"""What a round is called: "Round 3", or "Quarter-finals" in a bracket."""

from __future__ import annotations

from padd.core.formats.registry import format_of
from padd.core.model import Event


def round_title_of(event: Event, number: int) -> str:
    """Return the name of a round as a title."""
    titles = format_of(event).round_titles(event, len(event.players))
    return titles[number - 1] if number <= len(titles) else f"Round {number}"


def round_name_in_sentence(title: str) -> str:
    """Return the name of a round within a sentence: "the quarter-finals"."""
    lower = f"{title[:1].lower()}{title[1:]}"
    numbered = title.removeprefix("Round ").isdecimal()
    return lower if numbered else f"the {lower}"
