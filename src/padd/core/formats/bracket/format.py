"""Match play in a bracket: what core asks of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from padd.core.formats.bracket.custom import bracket_size, custom_bracket
from padd.core.formats.bracket.event import (
    bracket_for,
    bracket_of_event,
    played_matches,
    rated_matches,
)
from padd.core.formats.bracket.findings import bracket_findings
from padd.core.formats.bracket.outcome import (
    BracketPlace,
    BracketStandings,
    bracket_places,
    bracket_round_on_file,
    round_to_play,
)
from padd.core.formats.bracket.play import BEST_OF
from padd.core.formats.format import Finding, Format, Meeting, RatedResult
from padd.core.formats.verification import verify_draws
from padd.core.model import Event, Match, Round
from padd.core.pairing.verification import RoundVerdict
from padd.core.refusal import RefusalError
from padd.core.scoring.standings import disqualified_players
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import RatingRules

PLACED_BY: Final = ("brackets.tied_game", "brackets.tied_match", "brackets.places")


class BracketFormat(Format[BracketPlace, BracketStandings]):
    """The winner of a match advances; the bracket determines the next opponent."""

    has_bracket = True
    names_rounds = True

    def standings(self, event: Event, book: Rulebook, *, seed: int = 0) -> BracketStandings:
        """Rank by round of elimination, then by seed."""
        played = bracket_of_event(event, book, seed=seed)
        rows = bracket_places(played, expelled=disqualified_players(event))
        return BracketStandings(rows=rows, final=played.final, played=played)

    def rules_behind(
        self, _was: BracketPlace, _now: BracketPlace, _event: Event, _book: Rulebook
    ) -> tuple[str, ...]:
        """Return the rules that decide tied matches and rank the losers."""
        return PLACED_BY

    def verify(
        self, event: Event, book: Rulebook, *, prove: bool = False
    ) -> tuple[RoundVerdict, ...]:
        """Replay the draw of an unseeded bracket; no impossible one is read."""
        del prove

        def redraw(before: Event, _round: Round, seed: int) -> Round | None:
            ahead = round_to_play(bracket_of_event(before, book, seed=seed))
            return None if ahead is None else bracket_round_on_file(ahead, seed=seed)

        return tuple(verify_draws(event, redraw))

    def next_round(
        self, event: Event, book: Rulebook, *, seed: int, redraws: int = 0, pods: int | None = None
    ) -> Round | None:
        """Return the matches that the bracket leads to."""
        del pods
        ahead = round_to_play(bracket_of_event(event, book, seed=seed))
        if ahead is None:
            return None
        return Round(
            number=ahead.number,
            matches=tuple(
                Match(players=pairing.players, table=pairing.table) for pairing in ahead.matches
            ),
            byes=ahead.walkovers,
            missed=ahead.out,
            draw={"seed": seed, "redraws": redraws},
        )

    def all_rounds_played(self, event: Event, book: Rulebook) -> bool:
        """Tell whether the final is decided."""
        try:
            return bool(event.rounds) and bracket_of_event(event, book).final
        except RefusalError:
            return False

    def round_titles(self, event: Event, players: int) -> tuple[str, ...]:
        """Return "Quarter-finals", "Semi-finals", "Final", as the bracket has them."""
        try:
            rounds = bracket_for(event, players).rounds
        except RefusalError:
            return ()
        return tuple(round_.name for round_ in rounds)

    def scheduled_rounds(self, event: Event) -> int:
        """Return the rounds of the bracket, or as planned while it cannot be drawn."""
        try:
            return len(bracket_for(event).rounds)
        except RefusalError:
            return event.swiss_rounds

    def check(self, event: Event, book: Rulebook) -> None:
        """Refuse rounds that the bracket does not lead to, or has not."""
        if event.bracket is not None and not event.rounds:
            # A bracket is posted before its players are known.
            custom_bracket(bracket_size(event.bracket), event.bracket)
        try:
            bracket_of_event(event, book)
        except RefusalError as refused:
            # Before the first round players and seeds may still be missing.
            if event.rounds or refused.refusal.code == BEST_OF:
                raise

    def findings(self, event: Event, book: Rulebook) -> Iterator[Finding]:
        """Return the findings on seeds, bracket, match lengths and heats."""
        return bracket_findings(event, book)

    def meetings(self, event: Event, book: Rulebook) -> Iterator[Meeting]:
        """Return the matches that were played."""
        return played_matches(event, book)

    def rated_results(
        self, event: Event, book: Rulebook, rules: RatingRules
    ) -> Iterator[RatedResult]:
        """Return one result a match that was played."""
        return rated_matches(event, book, rules)


FORMAT: Final = BracketFormat()
