"""From how a game ended to its result code, victory points and differential."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import msgspec

from padd.core.model import NEVER_PLAYED, Ending, Event, Match, PlayerId, Round
from padd.core.scoring.differential import MarginBy, differential, differential_and_rule
from padd.core.scoring.terms import DELAYED, Award, Code, Terms, is_full_win, terms_of
from padd.rulebooks.schema import Rulebook

# Looked up for every game of an event, so by name and not through the enum, which
# costs as much as the rest of a game in Python 3.11.
DOUBLE_AUTO_LOSS = Ending.DOUBLE_AUTO_LOSS
NO_SCORES: Final = (0, 0)


class Result(msgspec.Struct, frozen=True, gc=False):
    """One player's result in one round."""

    player: PlayerId
    opponent: PlayerId | None
    code: Code
    vp: int
    differential: int


class ScoredRound(msgspec.Struct, frozen=True, dict=True):
    """Every player's result in one round, in columns by the event's players.

    A ranking adds the columns up and reads few results, so these are made when they
    are first asked for.
    """

    number: int
    players: list[PlayerId]
    awards: list[Award]
    margins: list[int]
    """The differentials of the results."""
    opponents: list[int]
    """Index of each opponent in that order; no opponent is one past the last player."""
    faced: list[int]
    """The opponents who count for strength of schedule: none where no game was
    played, and for an earned bye two past the last player."""

    @property
    def points(self) -> list[int]:
        """The victory points of the results."""
        return [award.vp for award in self.awards]

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """Every player's result."""
        names = [*self.players, None]
        opponents = [names[other] for other in self.opponents]
        codes = [award.code for award in self.awards]
        columns = (self.players, opponents, codes, self.points, self.margins)
        return tuple(map(Result, *columns))


class ScoredEvent(msgspec.Struct, frozen=True):
    """Every player's result in every round."""

    event: Event
    rounds: tuple[ScoredRound, ...]

    def results_of(self, player: PlayerId) -> tuple[Result, ...]:
        """Return one player's results, round by round."""
        index = next(i for i, p in enumerate(self.event.players) if p.id == player)
        return tuple(round_.results[index] for round_ in self.rounds)


class Judgement(msgspec.Struct, frozen=True, gc=False):
    """Who won a game, how, and by how much; no winner is a true tie."""

    winner: int | None
    full: bool
    margin: int
    by: MarginBy
    counted: tuple[int, int]
    """Both scores after the bonus limit, before cap and floor."""


def score_event(event: Event, book: Rulebook, before: ScoredEvent | None = None) -> ScoredEvent:
    """Return every player's result in every round.

    Of the same event scored before, under the same rulebook, the rounds that have not
    changed since are taken over.
    """
    terms = terms_of(event, book)
    order = [player.id for player in event.players]
    seat = {player: number for number, player in enumerate(order)}
    known = _known_rounds(before, order, terms, book)
    rounds = tuple(
        known.get(id(round_)) or _score_round(round_, order, seat, terms) for round_ in event.rounds
    )
    return ScoredEvent(event, rounds)


def _known_rounds(
    before: ScoredEvent | None, order: list[PlayerId], terms: Terms, book: Rulebook
) -> dict[int, ScoredRound]:
    """Return the rounds scored before in the same order and terms, by their facts."""
    if before is None:
        return {}
    event = before.event
    players = [player.id for player in event.players]
    if players != order or terms_of(event, book) != terms:
        return {}
    return {id(round_): scored for round_, scored in zip(event.rounds, before.rounds, strict=True)}


def _score_round(
    round_: Round, order: list[PlayerId], seat: dict[PlayerId, int], terms: Terms
) -> ScoredRound:
    nobody, behind_earned_bye = len(order), len(order) + 1
    # Players not named in the round were absent: dropped, or not yet arrived.
    awards = [terms.missed] * len(order)
    margins = [0] * len(order)
    opponents = [nobody] * len(order)
    unplayed: list[int] = []
    for match in round_.matches:
        first, second = match.players
        here, there = seat[first], seat[second]
        opponents[here], opponents[there] = there, here
        win, winner = terms.wins.get(match.ending), match.winner
        if win is None or winner is None or match.bonus is not None:
            awards[here], awards[there], margin = _awards(match, terms)
            margins[here], margins[there] = margin, -margin
            if match.ending in NEVER_PLAYED:
                unplayed += here, there
            continue
        # The usual game, with its winner named, takes no call that is not needed:
        # calls are a third of what a game costs.
        high, low = match.scores or NO_SCORES
        if winner != first:
            here, there, high, low = there, here, low, high
        awards[here], awards[there], ruled = win.winner, win.loser, win.margin
        margin = differential(match, high, low, terms) if ruled is None else ruled
        margins[here], margins[there] = margin, -margin
    faced = opponents.copy()
    for at in unplayed:
        faced[at] = nobody
    for player in round_.byes:
        awards[seat[player]] = terms.bye
    for player in round_.earned_byes:
        awards[seat[player]] = terms.earned_bye
        margins[seat[player]] = terms.earned_bye_margin
        faced[seat[player]] = behind_earned_bye
    return ScoredRound(round_.number, order, awards, margins, opponents, faced)


def match_results(match: Match, terms: Terms) -> tuple[Result, Result]:
    """Return both players' results of a match."""
    first, second = match.players
    first_award, second_award, margin = _awards(match, terms)
    return (
        Result(first, second, first_award.code, first_award.vp, margin),
        Result(second, first, second_award.code, second_award.vp, -margin),
    )


def _awards(match: Match, terms: Terms) -> tuple[Award, Award, int]:
    """Return what both players get, and the differential of the first."""
    win = terms.wins.get(match.ending)
    if win is None:
        return *_awards_without_game(match, terms), 0
    counted = counted_scores(match, terms)
    winner = _winner(match, counted, terms)
    if winner is None:
        return terms.tied, terms.tied, 0
    margin = win.margin
    if margin is None:
        margin = differential(match, counted[winner], counted[1 - winner], terms)
    if winner:
        return win.loser, win.winner, -margin
    return win.winner, win.loser, margin


def _awards_without_game(match: Match, terms: Terms) -> tuple[Award, Award]:
    """Give a bye to the player present, if exactly one was at fault."""
    if match.ending is None or match.ending is DELAYED:
        return terms.pending, terms.pending
    first, second = (
        terms.bye if player in match.there else terms.missed for player in match.players
    )
    return first, second


def judge_match(match: Match, terms: Terms) -> Judgement:
    """Return who won a finished game, how, and the winner's differential."""
    counted = counted_scores(match, terms)
    winner = _winner(match, counted, terms)
    if winner is None:
        lost = match.ending is DOUBLE_AUTO_LOSS
        by = MarginBy.DOUBLE_LOSS if lost else MarginBy.TIE
        nothing = terms.rules.tie_differential
        return Judgement(None, full=False, margin=nothing, by=by, counted=counted)
    full = is_full_win(match.ending, terms.rules)
    margin, by = differential_and_rule(match, counted[winner], counted[1 - winner], terms)
    return Judgement(winner, full=full, margin=margin, by=by, counted=counted)


def counted_scores(match: Match, terms: Terms) -> tuple[int, int]:
    """Return both scores without the bonus points that do not count."""
    scores = match.scores or NO_SCORES
    if match.bonus is None or not terms.limits_bonus:
        return scores
    first, second = scores
    return limit_bonus(first, match.bonus[0]), limit_bonus(second, match.bonus[1])


def limit_bonus(score: int, bonus: int) -> int:
    """Return a score without the bonus points beyond the regular ones (AMB-24)."""
    regular = score - bonus
    return regular + min(bonus, max(regular, 0))


def _winner(match: Match, counted: tuple[int, int], terms: Terms) -> int | None:
    if match.winner is not None:
        return 0 if match.winner == match.players[0] else 1
    if match.ending is DOUBLE_AUTO_LOSS:
        return None
    tiers = mission_tiers(match) if terms.by_missions else (0, 0)
    first, second = (tiers[0], counted[0]), (tiers[1], counted[1])
    if first == second:
        return None
    return 0 if first > second else 1


def mission_tiers(match: Match) -> tuple[int, int]:
    """Return each player's step of the mission ladder: 2 is both types, 1 is any."""
    if match.missions is None:
        return 0, 0
    first, second = (
        2 if done.planet and done.space else 1 if done.planet or done.space else 0
        for done in match.missions
    )
    return first, second
