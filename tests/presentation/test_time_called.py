"""What a room is told when time is called, by each rulebook."""

import pytest

from padd.presentation.eventlog.clock import time_call_words
from padd.rulebooks.loader import rulebook

EQUAL = "Play on until both players have had equal turns. Turns in a row count as one."


@pytest.mark.req("SWISS-14", "SWISS-15", "AMB-20")
@pytest.mark.parametrize(
    ("book", "said"),
    [
        ("opg-5", EQUAL),
        ("opg-4.1", EQUAL),
        ("decipher-1998", "Hands down: the game stops now."),
        ("decipher-1996", "Stop playing now."),
    ],
)
def test_a_room_is_told_how_games_end_when_time_is_called(book, said):
    assert time_call_words(rulebook(book), in_pods=False) == said
