"""Swiss rounds: standings, pairings, findings, rated games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.formats.format import (
    LOSS,
    TIE,
    WIN,
    Finding,
    Format,
    Meeting,
    Places,
    RatedResult,
    won_result,
)
from padd.core.messages import message
from padd.core.model import Event, PlayerId, Round
from padd.core.pairing.circle import circle_of_draw
from padd.core.pairing.verification import AuditedRound
from padd.core.scoring.results import Result, judge_match, match_results, score_event
from padd.core.scoring.standings import (
    COIN_TOSS,
    TIE_BREAKER_GAME,
    Standings,
    StandingsRow,
    are_equal_records,
    records_of,
    swiss_standings,
)
from padd.core.scoring.terms import PLAYED, WINS, Code, terms_of
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import RatingRules


def swiss_findings(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Return what is odd about how rounds were drawn, and about the end."""
    if any(circle_of_draw(round_.draw) for round_ in event.rounds):
        yield Finding(
            "round-robin",
            "error",
            message("Round robins are not sanctioned."),
            book.citations["sanctioning.styles"].cite,
        )
    yield from _odd_final(event, book)


def _odd_final(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Doubt a tie-breaker game between players who are not tied."""
    final = event.final_confrontation
    if final is None or TIE_BREAKER_GAME not in book.standings.tiebreaks:
        return
    by_player = {r.player: r for r in records_of(score_event(event, book), book)}
    first, second = (by_player[player] for player in final.players)
    if not are_equal_records(first, second):
        yield Finding(
            "final-not-tied",
            "warning",
            message(
                "{first} and {second} played for first place, but they are "
                "not tied on points and differential.",
                first=first.player,
                second=second.player,
            ),
            book.citations["standings.tiebreaks"].cite,
        )


def played_games(event: Event, book: Rulebook) -> Iterator[Meeting]:
    """Yield the games that were played, with the results of both."""
    terms = terms_of(event, book)
    for round_ in event.rounds:
        for match in round_.matches:
            first, second = match_results(match, terms)
            if first.code in PLAYED and second.code in PLAYED:
                score = _score(first.code, WIN, TIE, LOSS)
                codes = str(first.code), str(second.code)
                yield Meeting(round_.number, match.players, score, codes)


def rated_games(event: Event, book: Rulebook, rules: RatingRules) -> Iterator[RatedResult]:
    """Yield the games that count, and a final confrontation that does."""
    yield from _games(event, book, rules)
    yield from _final_confrontation(event, rules)


def _games(event: Event, book: Rulebook, rules: RatingRules) -> Iterator[RatedResult]:
    terms = terms_of(event, book)
    counts = rules.formula.win, rules.formula.tie, rules.formula.loss
    for round_ in event.rounds:
        for match in round_.matches:
            first, second = match_results(match, terms)
            if {first.code, second.code} <= set(rules.rated_results):
                scores = _score(first.code, *counts), _score(second.code, *counts)
                yield RatedResult(round_.number, match.players, scores, 1)


def _score(code: Code, win: float, tie: float, loss: float) -> float:
    if code in WINS:
        return win
    return tie if code is Code.TRUE_TIE else loss


def _final_confrontation(event: Event, rules: RatingRules) -> Iterator[RatedResult]:
    final = event.final_confrontation
    if final is None or final.winner is None or not rules.final_confrontation_rated:
        return
    first, second = final.players
    after = len(event.rounds) + 1
    yield won_result(after, final.winner, second if final.winner == first else first, rules)


POINTS: Final = {
    Code.FULL_WIN: "scoring.points.full_win",
    Code.MODIFIED_WIN: "scoring.points.modified_win",
    Code.TRUE_TIE: "scoring.points.tie",
    Code.MODIFIED_LOSS: "scoring.points.modified_loss",
    Code.FULL_LOSS: "scoring.points.full_loss",
    Code.BYE: "scoring.points.bye",
    Code.EARNED_BYE: "scoring.points.earned_bye",
    Code.MISSED_GAME: "scoring.points.missed_game",
}
MARGINS: Final = (
    "scoring.score_cap",
    "scoring.score_floor",
    "scoring.winner_not_ahead",
    "scoring.card_effect_win",
    "scoring.decked_winner_at_cap",
)
RANKING: Final = "standings.tiebreaks"
DECKED: Final = "scoring.decked_win"


def swiss_rules_behind(
    was: StandingsRow, now: StandingsRow, event: Event, book: Rulebook
) -> Iterator[str]:
    """Yield the rules that touched a player's results, then those that rank."""
    for old, new in zip(was.record.results, now.record.results, strict=True):
        yield from _touched_by(old, new)
    yield RANKING
    if _decided_on_empty_decks(now.player, event, book):
        yield DECKED


def _touched_by(old: Result, new: Result) -> Iterator[str]:
    if old.vp != new.vp:
        yield POINTS[new.code]
    if old.differential != new.differential:
        yield from MARGINS


def _decided_on_empty_decks(player: PlayerId, event: Event, book: Rulebook) -> bool:
    terms = terms_of(event, book)
    return any(
        match.ending == "decked"
        and player in match.players
        and judge_match(match, terms).winner is not None
        for round_ in event.rounds
        for match in round_.matches
    )


class SwissFormat(Format[StandingsRow, Standings]):
    """Every player plays every round, and victory points rank."""

    gives_victory_points = True
    avoids_rematches = True

    def standings(self, event: Event, book: Rulebook, *, seed: int = 0) -> Standings:
        """Rank by victory points and the tiebreaks of the rulebook."""
        return swiss_standings(score_event(event, book), book, seed=seed)

    def rules_behind(
        self, was: StandingsRow, now: StandingsRow, event: Event, book: Rulebook
    ) -> Iterator[str]:
        """Return the rules that touched this player's results, and the tiebreaks."""
        return swiss_rules_behind(was, now, event, book)

    def verify(
        self, event: Event, book: Rulebook, *, prove: bool = False
    ) -> tuple[AuditedRound, ...]:
        """Judge every round by its figures, against the best there was."""
        from padd.core.pairing.verification import verify_rounds

        return verify_rounds(event, book, prove=prove)

    def next_round(
        self, event: Event, book: Rulebook, *, seed: int, redraws: int = 0, pods: int | None = None
    ) -> Round:
        """Draw the best pairings, at random among equals."""
        from padd.core.pairing.next_round import pair_next, round_on_file

        del pods
        return round_on_file(pair_next(event, book, seed=seed), event, redraws=redraws)

    def bound_to(self, event: Event, book: Rulebook, number: int) -> str:
        """Return the fingerprint of the field with all that happened before."""
        from padd.core.pairing.next_round import pairing_field
        from padd.core.pairing.round import fingerprint

        return fingerprint(pairing_field(event, book, number))

    def left_to_chance(
        self, event: Event, book: Rulebook, *, places: Places | None = None
    ) -> Iterator[tuple[PlayerId, str | None]]:
        """Return the order, with coin tosses and tie-breaker games for the win."""
        for row in (places or self.standings(event, book)).rows:
            step = row.decided_by
            open_tie = step == COIN_TOSS or (step == TIE_BREAKER_GAME and row.place == 1)
            yield row.player, step if open_tie else None

    def findings(self, event: Event, book: Rulebook) -> Iterator[Finding]:
        """Return what is odd about the end."""
        return swiss_findings(event, book)

    def meetings(self, event: Event, book: Rulebook) -> Iterator[Meeting]:
        """Return the games that were played."""
        return played_games(event, book)

    def rated_results(
        self, event: Event, book: Rulebook, rules: RatingRules
    ) -> Iterator[RatedResult]:
        """Return the games that count."""
        return rated_games(event, book, rules)


FORMAT: Final = SwissFormat()
