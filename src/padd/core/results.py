"""From how a game ended to its result code, victory points and differential."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.model import Ending, Match, PlayerId, Round

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
RULED_WINS: Final = frozenset(
    {
        Ending.CONCESSION,
        Ending.AUTO_LOSS,
        Ending.GAME_LOSS,
        Ending.DEVIDIAN_DOOR,
    }
)


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


class ScoredEvent(msgspec.Struct, frozen=True):
    """Every player's result in every round."""

    event: Event
    rounds: tuple[ScoredRound, ...]

    def results_of(self, player: PlayerId) -> tuple[Result, ...]:
        """Return one player's results, round by round."""
        index = next(i for i, p in enumerate(self.event.players) if p.id == player)
        return tuple(round_.results[index] for round_ in self.rounds)


class Terms(msgspec.Struct, frozen=True):
    """The scoring rules as they apply to one event."""

    rules: ScoringRules
    cap: int
    by_missions: bool
    limits_bonus: bool
    vp: Mapping[Code, int]


class MarginBy(StrEnum):
    """Which rule gave the differential of a game."""

    DIFFERENCE = "difference"
    NOT_AHEAD = "not-ahead"
    RULED = "ruled"
    CARD_EFFECT = "card-effect"
    DECKED = "decked"
    QUIT = "quit"
    FLAT = "flat"
    TIE = "tie"


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
    return Terms(
        rules=rules,
        cap=caps.get(event.rules or "", caps.get(event.format, caps["default"])),
        by_missions=rules.adjudication[event.edition] == "mission-ladder",
        limits_bonus=event.edition in rules.bonus_limit,
        vp={
            Code.FULL_WIN: points.full_win,
            Code.MODIFIED_WIN: points.modified_win,
            Code.TRUE_TIE: points.tie,
            Code.MODIFIED_LOSS: points.modified_loss,
            Code.FULL_LOSS: points.full_loss,
            Code.BYE: points.bye,
            Code.EARNED_BYE: points.earned_bye or 0,
            Code.MISSED_GAME: points.missed_game,
            Code.PENDING: 0,
        },
    )


def score_event(event: Event, book: Rulebook) -> ScoredEvent:
    """Return every player's result in every round."""
    terms = terms_of(event, book)
    order = [player.id for player in event.players]
    rounds = tuple(_score_round(round_, order, terms) for round_ in event.rounds)
    return ScoredEvent(event, rounds)


def _score_round(round_: Round, order: list[PlayerId], terms: Terms) -> ScoredRound:
    found = {result.player: result for result in _results(round_, terms)}
    missed = Code.MISSED_GAME
    # Whoever the round does not name was not there: dropped, or not yet arrived.
    return ScoredRound(
        round_.number,
        tuple(
            found.get(player) or Result(player, None, missed, terms.vp[missed], 0)
            for player in order
        ),
    )


def _results(round_: Round, terms: Terms) -> Iterator[Result]:
    for match in round_.matches:
        yield from match_results(match, terms)
    for player in round_.byes:
        yield Result(player, None, Code.BYE, terms.vp[Code.BYE], 0)
    for player in round_.earned_byes:
        margin = terms.cap if terms.rules.earned_bye_differential == "cap" else 0
        yield Result(player, None, Code.EARNED_BYE, terms.vp[Code.EARNED_BYE], margin)


def match_results(match: Match, terms: Terms) -> tuple[Result, Result]:
    """Return both players' results of a match."""
    first, second = match.players
    if match.ending is None or match.ending is Ending.DELAYED:
        codes, margin = (Code.PENDING, Code.PENDING), 0
    elif match.ending in {Ending.MISSED, Ending.UNPLAYED}:
        codes, margin = _codes_without_game(match), 0
    else:
        judged = judgement(match, terms)
        codes = _codes(judged)
        margin = -judged.margin if judged.winner == 1 else judged.margin
    return (
        Result(first, second, codes[0], terms.vp[codes[0]], margin),
        Result(second, first, codes[1], terms.vp[codes[1]], -margin),
    )


def _codes_without_game(match: Match) -> tuple[Code, Code]:
    """Give a bye to whoever was there, if exactly one player was at fault."""
    named = match.absent if match.ending is Ending.MISSED else match.responsible
    at_fault = set(named or ())
    if len(at_fault) != 1:
        return Code.MISSED_GAME, Code.MISSED_GAME
    if match.players[0] in at_fault:
        return Code.MISSED_GAME, Code.BYE
    return Code.BYE, Code.MISSED_GAME


def _codes(judged: Judgement) -> tuple[Code, Code]:
    if judged.winner is None:
        return Code.TRUE_TIE, Code.TRUE_TIE
    won = Code.FULL_WIN if judged.full else Code.MODIFIED_WIN
    lost = Code.FULL_LOSS if judged.full else Code.MODIFIED_LOSS
    return (won, lost) if judged.winner == 0 else (lost, won)


def judgement(match: Match, terms: Terms) -> Judgement:
    """Return who won a finished game, how, and the winner's differential."""
    counted = counted_scores(match, terms)
    winner = _winner(match, counted, terms)
    if winner is None:
        return Judgement(None, full=False, margin=0, by=MarginBy.TIE, counted=counted)
    full = match.ending is not Ending.TIME and (
        match.ending is not Ending.DECKED or terms.rules.decked_win == "full"
    )
    margin, by = _margin(match, counted[winner], counted[1 - winner], terms)
    return Judgement(winner, full=full, margin=margin, by=by, counted=counted)


def counted_scores(match: Match, terms: Terms) -> tuple[int, int]:
    """Return both scores without the bonus points that do not count."""
    first, second = match.scores or (0, 0)
    if match.bonus is None or not terms.limits_bonus:
        return first, second
    return _limited(first, match.bonus[0]), _limited(second, match.bonus[1])


def _limited(score: int, bonus: int) -> int:
    regular = score - bonus
    return regular + min(bonus, max(regular, 0))


def _winner(match: Match, counted: tuple[int, int], terms: Terms) -> int | None:
    if match.winner is not None:
        return match.players.index(match.winner)
    if match.ending is Ending.DOUBLE_AUTO_LOSS:
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
    rules = terms.rules
    if match.ending in RULED_WINS:
        return terms.cap, MarginBy.RULED
    if match.ending is Ending.QUIT:
        return _quit_margin(match, loser, terms)
    if match.ending is Ending.CARD_EFFECT:
        outright = rules.card_effect_win == "cap"
        margin = terms.cap if outright else _margin_at_cap(match, loser, terms)
        return margin, MarginBy.CARD_EFFECT
    if match.ending is Ending.DECKED and rules.decked_winner_at_cap:
        return _margin_at_cap(match, loser, terms), MarginBy.DECKED
    difference = within(winner, match, terms) - within(loser, match, terms)
    if _not_ahead(winner, loser, difference, terms):
        return rules.minimal_differential, MarginBy.NOT_AHEAD
    return difference, MarginBy.DIFFERENCE


def _margin_at_cap(match: Match, loser: int, terms: Terms) -> int:
    """Return the differential of a winner who counts as having the cap."""
    difference = terms.cap - within(loser, match, terms)
    return difference if difference > 0 else terms.rules.minimal_differential


def _quit_margin(match: Match, loser: int, terms: Terms) -> tuple[int, MarginBy]:
    if match.flat and terms.rules.flat_quit is not None:
        return terms.rules.flat_quit, MarginBy.FLAT
    # The winner is raised to what wins, so above the cap if the quitter is.
    if _not_ahead(max(loser, terms.cap), loser, terms.cap, terms):
        return terms.rules.minimal_differential, MarginBy.NOT_AHEAD
    return terms.cap - within(loser, match, terms), MarginBy.QUIT


def within(score: int, match: Match, terms: Terms) -> int:
    """Return what a score counts after cap and floor."""
    if terms.rules.cap_only_completed and match.ending is not Ending.COMPLETE:
        return score
    floor = terms.rules.score_floor
    capped = min(score, terms.cap)
    return capped if floor is None else max(capped, floor)


def _not_ahead(winner: int, loser: int, difference: int, terms: Terms) -> bool:
    """Tell whether the rulebook sets the minimal differential for this score."""
    match terms.rules.winner_not_ahead:
        case "equal-or-lower":
            return difference <= 0 or winner <= loser
        case "lower":
            return winner < loser
        case "both-above-cap":
            return winner > terms.cap and loser > terms.cap
        case "none":
            return False
