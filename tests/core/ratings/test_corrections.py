import pytest

from padd.core.ratings.corrections import Fix, corrected
from padd.core.ratings.sheet import UNDATED, EventKey, RatedGame, RatingSheet, Series
from padd.rulebooks.loader import rulebook


def sheet():
    """Return the only game of two players, which the first one won."""
    rules = rulebook("opg-5").ratings
    assert rules is not None
    return RatingSheet(
        key=EventKey(UNDATED, "x"),
        name="",
        k=16,
        rulebook="opg-5",
        rules=rules,
        series=(Series("", "2E", "overall"),),
        players=("ada", "bashir"),
        counts=(1, 1),
        games=(RatedGame(0, 1, 1.0, 16, 1),),
    )


@pytest.mark.req("RATE-12", "AMB-61")
@pytest.mark.parametrize(
    ("first", "second", "score", "counts_as"),
    [
        ("ada", "bashir", 0.0, 0.0),
        ("bashir", "ada", 1.0, 0.0),
        ("bashir", "ada", 0.0, 1.0),
        ("bashir", "ada", 0.5, 0.5),
    ],
)
def test_a_correction_counts_from_the_side_it_names(first, second, score, counts_as):
    (game,) = corrected(sheet(), [Fix(1, first, second, score)]).games

    assert game.score == counts_as
