"""From how a game ended to its result code, victory points and differential."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.model import Ending, Match, PlayerId, Round

if TYPE_CHECKING:
    from padd.core.model import Event
    from padd.rulebooks.schema import Rulebook, ScoringRules


class Code(StrEnum):
    """What a player's scorecard says for a round."""

    FULL_WIN = "FW"
    MODIFIED_WIN = "MW"
    TRUE_TIE = "TT"
    MODIFIED_LOSS = "ML"
    FULL_LOSS = "FL"
    BYE = "BYE"
    EARNED_BYE = "EBYE"
    MISSED_GAME = "MG"
    PENDING = "PENDING"


WINS: Final = frozenset({Code.FULL_WIN, Code.MODIFIED_WIN})
PLAYED: Final = WINS | {Code.TRUE_TIE, Code.MODIFIED_LOSS, Code.FULL_LOSS}
RULED_WINS: Final = (
    Ending.CONCESSION,
    Ending.AUTO_LOSS,
    Ending.GAME_LOSS,
    Ending.DEVIDIAN_DOOR,
)
# Looked up for every game of an event, so by name and not through the enum, which
# costs as much as the rest of a game in Python 3.11.
COMPLETE, TIME, DECKED = Ending.COMPLETE, Ending.TIME, Ending.DECKED
MISSED, UNPLAYED, DELAYED = Ending.MISSED, Ending.UNPLAYED, Ending.DELAYED
DOUBLE_AUTO_LOSS = Ending.DOUBLE_AUTO_LOSS
BY_SCORE: Final = (COMPLETE, TIME)
NO_SCORES: Final = (0, 0)


class Result(msgspec.Struct, frozen=True, gc=False):
    """One player's result in one round."""

    player: PlayerId
    opponent: PlayerId | None
    code: Code
    vp: int
    differential: int


class ScoredRound(msgspec.Struct, frozen=True):
    """Every player's result in one round, in the order of the event's players."""

    number: int
    results: tuple[Result, ...]
    points: list[int]
    """The victory points of the results, beside them for whoever adds them up."""
    margins: list[int]
    """The differentials of the results."""
    faced: list[int]
    """Where in that order the opponents stand who count for strength of schedule:
    nobody is one past the last player, the opponent of an earned bye two past."""


class ScoredEvent(msgspec.Struct, frozen=True):
    """Every player's result in every round."""

    event: Event
    rounds: tuple[ScoredRound, ...]

    def results_of(self, player: PlayerId) -> tuple[Result, ...]:
        """Return one player's results, round by round."""
        index = next(i for i, p in enumerate(self.event.players) if p.id == player)
        return tuple(round_.results[index] for round_ in self.rounds)


class Award(msgspec.Struct, frozen=True, gc=False):
    """A result code and the victory points it earns."""

    code: Code
    vp: int


class Terms(msgspec.Struct, frozen=True):
    """The scoring rules as they apply to one event."""

    rules: ScoringRules
    cap: int
    floor: int | None
    caps_all: bool
    """Whether cap and floor hold in unfinished games too."""
    by_missions: bool
    limits_bonus: bool
    full: tuple[Award, Award]
    """What winner and loser of a full win get."""
    modified: tuple[Award, Award]
    tied: Award
    bye: Award
    earned_bye: Award
    earned_bye_margin: int
    missed: Award
    pending: Award


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


class Judgement(msgspec.Struct, frozen=True, gc=False):
    """Who won a game, how, and by how much; no winner is a true tie."""

    winner: int | None
    full: bool
    margin: int
    by: MarginBy
    counted: tuple[int, int]
    """Both scores after the bonus limit, before cap and floor."""


def terms_of(event: Event, book: Rulebook) -> Terms:
    """Return the scoring rules for this event's edition, rules set and format."""
    rules = book.scoring
    caps = rules.score_cap
    points = rules.points
    cap = caps.get(event.rules or "", caps.get(event.format, caps["default"]))
    return Terms(
        rules=rules,
        cap=cap,
        floor=rules.score_floor,
        caps_all=not rules.cap_only_completed,
        by_missions=rules.adjudication[event.edition] == "mission-ladder",
        limits_bonus=event.edition in rules.bonus_limit,
        full=(
            Award(Code.FULL_WIN, points.full_win),
            Award(Code.FULL_LOSS, points.full_loss),
        ),
        modified=(
            Award(Code.MODIFIED_WIN, points.modified_win),
            Award(Code.MODIFIED_LOSS, points.modified_loss),
        ),
        tied=Award(Code.TRUE_TIE, points.tie),
        bye=Award(Code.BYE, points.bye),
        earned_bye=Award(Code.EARNED_BYE, points.earned_bye or 0),
        earned_bye_margin=cap if rules.earned_bye_differential == "cap" else 0,
        missed=Award(Code.MISSED_GAME, points.missed_game),
        pending=Award(Code.PENDING, 0),
    )


def score_event(
    event: Event, book: Rulebook, before: ScoredEvent | None = None
) -> ScoredEvent:
    """Return every player's result in every round.

    Of the same event scored before, under the same rulebook, the rounds that have not
    changed since are taken over.
    """
    terms = terms_of(event, book)
    order = [player.id for player in event.players]
    seat = {player: number for number, player in enumerate(order)}
    known = _known_rounds(before, order, terms, book)
    rounds = tuple(
        known.get(id(round_)) or _score_round(round_, order, seat, terms)
        for round_ in event.rounds
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
    return {
        id(round_): scored
        for round_, scored in zip(event.rounds, before.rounds, strict=True)
    }


def _score_round(
    round_: Round, order: list[PlayerId], seat: dict[PlayerId, int], terms: Terms
) -> ScoredRound:
    """Score a round; the results lie in memory in the order they are read in.

    Gathering by seat first and making the results afterwards keeps the cost of ten
    thousand players at ten times that of one thousand.
    """
    nobody, behind_earned_bye = len(order), len(order) + 1
    # Whoever the round does not name was not there: dropped, or not yet arrived.
    awards = [terms.missed] * len(order)
    margins = [0] * len(order)
    faced = [nobody] * len(order)
    unplayed: list[int] = []
    for match in round_.matches:
        first, second = match.players
        here, there = seat[first], seat[second]
        faced[here], faced[there] = there, here
        awards[here], awards[there], margin = _awarded(match, terms)
        margins[here], margins[there] = margin, -margin
        if match.ending is MISSED or match.ending is UNPLAYED:
            unplayed += here, there
    names = [*order, None]
    opponents = [names[other] for other in faced]
    for at in unplayed:
        faced[at] = nobody
    for player in round_.byes:
        awards[seat[player]] = terms.bye
    for player in round_.earned_byes:
        awards[seat[player]] = terms.earned_bye
        margins[seat[player]] = terms.earned_bye_margin
        faced[seat[player]] = behind_earned_bye
    codes = [award.code for award in awards]
    points = [award.vp for award in awards]
    results = tuple(map(Result, order, opponents, codes, points, margins))
    return ScoredRound(round_.number, results, points, margins, faced)


def match_results(match: Match, terms: Terms) -> tuple[Result, Result]:
    """Return both players' results of a match."""
    first, second = match.players
    first_award, second_award, margin = _awarded(match, terms)
    return (
        Result(first, second, first_award.code, first_award.vp, margin),
        Result(second, first, second_award.code, second_award.vp, -margin),
    )


def _awarded(match: Match, terms: Terms) -> tuple[Award, Award, int]:
    """Return what both players get, and the differential of the first."""
    ending = match.ending
    if ending is None or ending is DELAYED:
        return terms.pending, terms.pending, 0
    if ending is MISSED or ending is UNPLAYED:
        return *_awards_without_game(match, terms), 0
    counted = counted_scores(match, terms)
    winner = _winner(match, counted, terms)
    if winner is None:
        return terms.tied, terms.tied, 0
    if ending is COMPLETE or ending is TIME:
        won, lost = terms.full if ending is COMPLETE else terms.modified
        margin = _score_margin(match, counted[winner], counted[1 - winner], terms)
    else:
        won, lost = terms.full if _is_full(ending, terms) else terms.modified
        margin, _ = _margin(match, counted[winner], counted[1 - winner], terms)
    return (lost, won, -margin) if winner else (won, lost, margin)


def _awards_without_game(match: Match, terms: Terms) -> tuple[Award, Award]:
    """Give a bye to whoever was there, if exactly one player was at fault."""
    first, second = (
        terms.bye if player in match.there else terms.missed for player in match.players
    )
    return first, second


def judgement(match: Match, terms: Terms) -> Judgement:
    """Return who won a finished game, how, and the winner's differential."""
    counted = counted_scores(match, terms)
    winner = _winner(match, counted, terms)
    if winner is None:
        lost = match.ending is DOUBLE_AUTO_LOSS
        by = MarginBy.DOUBLE_LOSS if lost else MarginBy.TIE
        nothing = terms.rules.tie_differential
        return Judgement(None, full=False, margin=nothing, by=by, counted=counted)
    full = _is_full(match.ending, terms)
    margin, by = _margin(match, counted[winner], counted[1 - winner], terms)
    return Judgement(winner, full=full, margin=margin, by=by, counted=counted)


def _is_full(ending: Ending | None, terms: Terms) -> bool:
    """Tell whether a win by this ending is a full one."""
    if ending is DECKED:
        return terms.rules.decked_win == "full"
    return ending is not TIME


def counted_scores(match: Match, terms: Terms) -> tuple[int, int]:
    """Return both scores without the bonus points that do not count."""
    scores = match.scores or NO_SCORES
    if match.bonus is None or not terms.limits_bonus:
        return scores
    first, second = scores
    return limited(first, match.bonus[0]), limited(second, match.bonus[1])


def limited(score: int, bonus: int) -> int:
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


def _margin(
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


def _score_margin(match: Match, winner: int, loser: int, terms: Terms) -> int:
    """Return the differential that the scores give the winner."""
    difference = winner - loser
    if terms.caps_all or match.ending is COMPLETE:
        difference = _bounded(winner, terms) - _bounded(loser, terms)
    if _not_ahead(winner, loser, difference, terms):
        return terms.rules.minimal_differential
    return difference


def _score_rule(match: Match, winner: int, loser: int, terms: Terms) -> MarginBy:
    """Return why the scores give the winner the difference, or the least there is."""
    difference = within(winner, match, terms) - within(loser, match, terms)
    if not _not_ahead(winner, loser, difference, terms):
        return MarginBy.DIFFERENCE
    if winner <= loser:
        return MarginBy.NOT_AHEAD
    if loser > terms.cap:
        return MarginBy.ABOVE_CAP
    if terms.floor is not None and winner < terms.floor:
        return MarginBy.BELOW_FLOOR
    return MarginBy.LEVELLED


def _margin_at_cap(match: Match, loser: int, terms: Terms) -> int:
    """Return the differential of a winner who counts as having the cap."""
    difference = terms.cap - within(loser, match, terms)
    return difference if difference > 0 else terms.rules.minimal_differential


def _quit_margin(match: Match, loser: int, terms: Terms) -> tuple[int, MarginBy]:
    if match.flat and terms.rules.flat_quit is not None:
        return terms.rules.flat_quit, MarginBy.FLAT
    # The winner is raised to what wins, so above the cap if the quitter is.
    if _not_ahead(max(loser, terms.cap), loser, terms.cap, terms):
        return terms.rules.minimal_differential, MarginBy.ABOVE_CAP
    return terms.cap - within(loser, match, terms), MarginBy.QUIT


def within(score: int, match: Match, terms: Terms) -> int:
    """Return what a score counts after cap and floor."""
    if terms.caps_all or match.ending is COMPLETE:
        return _bounded(score, terms)
    return score


def _bounded(score: int, terms: Terms) -> int:
    if score > terms.cap:
        return terms.cap
    return score if terms.floor is None else max(score, terms.floor)


def _not_ahead(winner: int, loser: int, difference: int, terms: Terms) -> bool:
    """Tell whether the rulebook sets the minimal differential for this score."""
    rule = terms.rules.winner_not_ahead
    if rule == "equal-or-lower":
        return difference <= 0 or winner <= loser
    if rule == "lower":
        return winner < loser
    return rule == "both-above-cap" and winner > terms.cap and loser > terms.cap
