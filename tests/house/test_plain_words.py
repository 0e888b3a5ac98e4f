"""What people read is plain, idiomatic English: worn phrases do not come back."""

import re
from pathlib import Path
from typing import Final

import pytest

SOURCE: Final = Path(__file__).resolve().parents[2] / "src" / "padd"
RETIRED: Final = (
    "You direct here?",
    "before the room does",
    "Before you do it",
    "Leave it as it is",
    "Let the player in",
    "Draw it again",
    "Nobody asks.",
    "Turn away",
    "Am I in?",
    "I see it otherwise",
    "told it differently",
    "pairings there were",
    "It was on purpose",
    "Note it<",
    "Take it along",
    "tied in everything",
    "Run the day",
    "Not copied yet",
    "For programs",
    "As the device",
    "Nobody signs in so",
    "Look into your mail",
    "Make an account",
    "Already one?",
    "Code of an app",
    "Safety of my account",
    "This is me",
    "Not said",
    "not right yet",
    "Take it in<",
    "Nothing is here",
    "Once more, please",
    "Somebody was faster",
    "Take along<",
    "Bring in<",
    "Not taken in",
    "Not kept yet",
    "The room has seen",
    "That is me",
    "Count it there",
    "Who to ask",
)


@pytest.mark.parametrize("phrase", RETIRED)
def test_a_retired_phrase_is_in_no_page_and_no_message(phrase: str) -> None:
    words = re.compile(r"\s+".join(map(re.escape, phrase.split())))

    found = [
        str(file.relative_to(SOURCE))
        for file in SOURCE.rglob("*")
        if file.suffix in {".html", ".js", ".py", ".typ"}
        and words.search(file.read_text(encoding="utf-8"))
    ]

    assert found == []
