"""The differential of a won game, from the counted scores, and the rule behind it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from padd.core.model import Ending, Match
from padd.core.scoring.terms import RULED_WINS, Terms

# By name and not through the enum, which costs much in Python 3.11: see `results`.
COMPLETE, TIME = Ending.COMPLETE, Ending.TIME
BY_SCORE: Final = (COMPLETE, TIME)


class MarginBy(StrEnum):
    """Which rule gave the differential of a game."""

    DIFFERENCE = "difference"
    NOT_AHEAD = "not-ahead"
    ABOVE_CAP = "above-cap"
    BELOW_FLOOR = "below-floor"
    LEVELLED = "levelled"
    RULED = "ruled"
    CARD_EFFECT = "card-effect"
    DECKED = "decked"
    QUIT = "quit"
    FLAT = "flat"
    TIE = "tie"
    DOUBLE_LOSS = "double-loss"


RULED: Final = MarginBy.RULED


def differential_and_rule(
    match: Match, winner: int, loser: int, terms: Terms
) -> tuple[int, MarginBy]:
    """Return the winner's differential, from counted scores, and its rule."""
    rules, ending = terms.rules, match.ending
    if ending not in BY_SCORE:
        if ending in RULED_WINS and rules.ruled_win == "cap":
            return terms.cap, RULED
        if ending is Ending.QUIT and rules.quit_win == "winner-at-cap":
            return _quit_margin(match, loser, terms)
        if ending is Ending.CARD_EFFECT:
            outright = rules.card_effect_win == "cap"
            margin = terms.cap if outright else _margin_at_cap(match, loser, terms)
            return margin, MarginBy.CARD_EFFECT
        if rules.decked_winner_at_cap:
            return _margin_at_cap(match, loser, terms), MarginBy.DECKED
    rule = _score_rule(match, winner, loser, terms)
    return _score_margin(match, winner, loser, terms), rule


def differential(match: Match, winner: int, loser: int, terms: Terms) -> int:
    """Return the winner's differential, from counted scores."""
    if match.ending is not COMPLETE and match.ending is not TIME:
        return differential_and_rule(match, winner, loser, terms)[0]
    if winner <= loser:
        if terms.if_not_ahead is not None:
            return terms.if_not_ahead
    elif winner <= terms.cap and loser >= terms.floor:
        return winner - loser
    return _score_margin(match, winner, loser, terms)


def _score_margin(match: Match, winner: int, loser: int, terms: Terms) -> int:
    """Return the differential that the scores give the winner."""
    cap, floor = terms.cap, terms.floor
    high, low = winner, loser
    if terms.caps_all or match.ending is COMPLETE:
        # As `_bounded`, without a call: calls are a third of what a game costs.
        high = cap if high > cap else floor if high < floor else high  # noqa: FURB136
        low = cap if low > cap else floor if low < floor else low  # noqa: FURB136
    difference = high - low
    if difference > 0 and low < cap:
        return difference  # ahead by every rule
    if _not_ahead(winner, loser, difference, terms):
        return terms.rules.minimal_differential
    return difference


def _score_rule(match: Match, winner: int, loser: int, terms: Terms) -> MarginBy:
    """Return why the scores give the winner the difference, or the least there is."""
    difference = capped_score(winner, match, terms) - capped_score(loser, match, terms)
    if not _not_ahead(winner, loser, difference, terms):
        return MarginBy.DIFFERENCE
    if winner <= loser:
        return MarginBy.NOT_AHEAD
    if loser > terms.cap:
        return MarginBy.ABOVE_CAP
    if winner < terms.floor:
        return MarginBy.BELOW_FLOOR
    return MarginBy.LEVELLED


def _margin_at_cap(match: Match, loser: int, terms: Terms) -> int:
    """Return the differential of a winner who counts as having the cap."""
    difference = terms.cap - capped_score(loser, match, terms)
    return difference if difference > 0 else terms.rules.minimal_differential


def _quit_margin(match: Match, loser: int, terms: Terms) -> tuple[int, MarginBy]:
    if match.flat and terms.rules.flat_quit is not None:
        return terms.rules.flat_quit, MarginBy.FLAT
    # The winner is raised to what wins, so above the cap if the quitter is.
    if _not_ahead(max(loser, terms.cap), loser, terms.cap, terms):
        return terms.rules.minimal_differential, MarginBy.ABOVE_CAP
    return terms.cap - capped_score(loser, match, terms), MarginBy.QUIT


def capped_score(score: int, match: Match, terms: Terms) -> int:
    """Return what a score counts after cap and floor."""
    if terms.caps_all or match.ending is COMPLETE:
        return _clamp(score, terms)
    return score


def _clamp(score: int, terms: Terms) -> int:
    return min(terms.cap, max(terms.floor, score))


def _not_ahead(winner: int, loser: int, difference: int, terms: Terms) -> bool:
    """Tell whether the rulebook sets the minimal differential for this score."""
    rule = terms.rules.winner_not_ahead
    if rule == "equal-or-lower":
        return difference <= 0 or winner <= loser
    if rule == "lower":
        return winner < loser
    return rule == "both-above-cap" and winner > terms.cap and loser > terms.cap
