"""Ratings as text: whole points in headlines, two decimals in calculations."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import TYPE_CHECKING, Final

from padd.presentation.page_words import EDITIONS, MINUS
from padd.rulebooks.schema import Rulebook

if TYPE_CHECKING:  # keeps the start of the command line short
    from padd.store.columns.packed_ratings import SeriesName

LISTS: Final = {
    "constructed": "constructed",
    "sealed": "sealed",
    "overall": "overall",
    "junior": "junior",
}
LIST_ORDER: Final = tuple(LISTS)
PROVISIONAL: Final = 10
"""Below so many games a rating says little yet; pages call it provisional."""


def whole_rating(rating: float) -> str:
    """Return a rating as a headline has it."""
    return f"{round(rating)}"


def exact_rating(rating: float) -> str:
    """Return a rating as sums have it."""
    return f"{rating:.2f}"


def whole_change(change: float) -> str:
    """Return a change in whole points with its sign."""
    return _signed(f"{round(change)}")


def exact_change(before: float, after: float) -> str:
    """Return the change between two ratings as these are shown."""
    return _signed(f"{round(after, 2) - round(before, 2):.2f}")


def game_points(change: float) -> str:
    """Return what one game changed, with two decimals."""
    return _signed(f"{change:.2f}")


def round_to_sum(parts: Sequence[float], before: float, after: float) -> list[str]:
    """Return the changes by game, rounded so that they add up to the total.

    Rounded one by one they may miss it by a hundredth or two; those whose rounding
    took away the most make up for it. A rating that ran into its limit is left alone.
    """
    cents = [100 * part for part in parts]
    whole_cents = round(100 * (round(after, 2) - round(before, 2)))
    low = [floor(cent) for cent in cents]
    missing = whole_cents - sum(low)
    if not 0 <= missing <= len(low):
        return [game_points(part) for part in parts]
    order = sorted(range(len(low)), key=lambda at: low[at] - cents[at])
    for at in order[:missing]:
        low[at] += 1
    return [game_points(cent / 100) for cent in low]


def expected_score(score: float) -> str:
    """Return an expected score with three decimals."""
    return f"{score:.3f}"


def score_text(score: float) -> str:
    """Return a score: 1, ½ or 0."""
    return {1.0: "1", 0.5: "½", 0.0: "0"}.get(score, f"{score:g}")


def _signed(figure: str) -> str:
    if not figure.strip("-0."):
        return figure.lstrip("-")
    return figure.replace("-", MINUS) if figure.startswith("-") else f"+{figure}"


def list_title(series: SeriesName) -> str:
    """Return the name of a list: Second Edition, constructed."""
    return f"{EDITIONS[series.edition]}, {LISTS.get(series.list, series.list)}"


def short_list_title(series: SeriesName) -> str:
    """Return the name of a list in short: 2E constructed."""
    game = "Tribbles" if series.edition == "TR" else series.edition
    return f"{game} {LISTS.get(series.list, series.list)}"


def list_rank(series: SeriesName) -> tuple[str, int, str]:
    """Return the sort key of a list: game, then the order of the rulebooks."""
    known = series.list in LISTS
    at = LIST_ORDER.index(series.list) if known else len(LIST_ORDER)
    return series.edition, at, series.keeper


def k_citation(book: Rulebook, k: int) -> str:
    """Return where a k comes from; the lowest one is by ruling alone."""
    citation = book.citations.get("ratings.k")
    if citation is None or book.ratings is None:
        return ""
    if citation.ruling is not None and k == book.ratings.k.get(1):
        return citation.ruling.split(",")[0]
    return citation.cite


def value_citation(book: Rulebook, path: str) -> str:
    """Return the section that a value of a rulebook comes from."""
    citation = book.citations.get(path)
    return citation.cite if citation else ""
