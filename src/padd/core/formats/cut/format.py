"""Swiss rounds with a cut: what core asks of both parts together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.formats.bracket.format import FORMAT as BRACKET
from padd.core.formats.bracket.outcome import BracketPlace, BracketStandings
from padd.core.formats.cut_parts import cut_part, swiss_part
from padd.core.formats.format import Finding, Format, Meeting, Places, RatedResult
from padd.core.formats.swiss.format import FORMAT as SWISS
from padd.core.model import Event, PlayerId, Round, StrictStruct
from padd.core.pairing.verification import RoundVerdict
from padd.core.refusal import RefusalError
from padd.core.scoring.standings import COIN_TOSS, Record, Standings, StandingsRow
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import RatingRules

CUT_PLACE: Final = "stages[0]"


class CutRow(StrictStruct, frozen=True):
    """One line of the final standings: the Swiss line, and the place in the cut."""

    place: int
    swiss: StandingsRow
    in_cut: BracketPlace | None
    decided_by: str | None

    @property
    def player(self) -> PlayerId:
        """Whose line it is."""
        return self.swiss.player

    @property
    def record(self) -> Record:
        """The figures of the Swiss rounds."""
        return self.swiss.record

    @property
    def disqualified(self) -> bool:
        """Whether the player was expelled and stands last."""
        in_cut = self.in_cut is not None and self.in_cut.disqualified
        return self.swiss.disqualified or in_cut


class CutStandings(StrictStruct, frozen=True):
    """The final standings, and those of the two parts that they follow from."""

    rows: tuple[CutRow, ...]
    swiss: Standings
    cut: BracketStandings

    @property
    def final(self) -> bool:
        """Whether the Swiss rounds and the final of the cut are decided."""
        return self.swiss.final and self.cut.final


class CutFormat(Format[CutRow, CutStandings]):
    """The best of the Swiss rounds play a bracket and stand first by its places."""

    has_bracket = True
    names_rounds = True

    def standings(self, event: Event, book: Rulebook, *, seed: int = 0) -> CutStandings:
        """Rank the cut's players by its places, then the others as in the Swiss."""
        swiss = SWISS.standings(swiss_part(event), book, seed=seed)
        cut = BRACKET.standings(cut_part(event), book, seed=seed)
        lines = {row.player: row for row in swiss.rows}
        first = [CutRow(0, lines[row.player], row, None) for row in cut.rows]
        in_cut = {row.player for row in cut.rows}
        rest = [
            CutRow(0, row, None, None if above in in_cut else row.decided_by)
            for row, above in zip(
                swiss.rows, (None, *(row.player for row in swiss.rows)), strict=False
            )
            if row.player not in in_cut
        ]
        order = sorted((*first, *rest), key=lambda row: row.disqualified)
        return CutStandings(
            rows=tuple(
                msgspec.structs.replace(row, place=_final_place(place, row, order))
                for place, row in enumerate(order, start=1)
            ),
            swiss=swiss,
            cut=cut,
        )

    def rules_behind(self, was: CutRow, now: CutRow, event: Event, book: Rulebook) -> Iterator[str]:
        """Return the rules of the Swiss rounds, and of the cut for its players."""
        yield from SWISS.rules_behind(was.swiss, now.swiss, swiss_part(event), book)
        if was.in_cut and now.in_cut:
            yield from BRACKET.rules_behind(was.in_cut, now.in_cut, event, book)

    def verify(
        self, event: Event, book: Rulebook, *, prove: bool = False
    ) -> tuple[RoundVerdict, ...]:
        """Judge the Swiss rounds by their figures; the cut follows from them."""
        return (
            *SWISS.verify(swiss_part(event), book, prove=prove),
            *(
                msgspec.structs.replace(verdict, number=verdict.number + len(event.rounds))
                for verdict in BRACKET.verify(cut_part(event), book)
            ),
        )

    def next_round(
        self, event: Event, book: Rulebook, *, seed: int, redraws: int = 0, pods: int | None = None
    ) -> Round | None:
        """Return the next matches of the cut, numbered on from the Swiss rounds."""
        del pods
        round_ = BRACKET.next_round(cut_part(event), book, seed=seed, redraws=redraws)
        if round_ is None:
            return None
        return msgspec.structs.replace(round_, number=round_.number + len(event.rounds))

    def all_rounds_played(self, event: Event, book: Rulebook) -> bool:
        """Tell whether the final of the cut is decided."""
        return SWISS.all_rounds_played(swiss_part(event), book) and BRACKET.all_rounds_played(
            cut_part(event), book
        )

    def left_to_chance(
        self, event: Event, book: Rulebook, *, places: Places | None = None
    ) -> Iterator[tuple[PlayerId, str | None]]:
        """Return the order; a tie for the first place is played out in the cut."""
        for row in (places or self.standings(event, book)).rows:
            tossed = row.decided_by == COIN_TOSS
            yield row.player, row.decided_by if tossed else None

    def round_titles(self, event: Event, _players: int) -> tuple[str, ...]:
        """Return the Swiss rounds by number, then the rounds of the bracket."""
        cut = cut_part(event)
        swiss = range(1, event.swiss_rounds + 1)
        return (
            *(f"Round {number}" for number in swiss),
            *BRACKET.round_titles(cut, len(cut.players)),
        )

    def scheduled_rounds(self, event: Event) -> int:
        """Return the Swiss rounds and those of the bracket."""
        return event.swiss_rounds + BRACKET.scheduled_rounds(cut_part(event))

    def check(self, event: Event, book: Rulebook) -> None:
        """Refuse a cut whose players or rounds its bracket does not allow."""
        SWISS.check(swiss_part(event), book)
        try:
            BRACKET.standings(cut_part(event), book)
        except RefusalError as refused:
            refusal = refused.refusal
            place = ".".join(filter(None, (CUT_PLACE, refusal.place)))
            placed = msgspec.structs.replace(refusal, place=place)
            raise RefusalError(placed) from None

    def findings(self, event: Event, book: Rulebook) -> Iterator[Finding]:
        """Return the findings on both parts."""
        yield from SWISS.findings(swiss_part(event), book)
        yield from BRACKET.findings(cut_part(event), book)

    def meetings(self, event: Event, book: Rulebook) -> Iterator[Meeting]:
        """Return the games of the Swiss rounds, then the matches of the cut."""
        yield from SWISS.meetings(swiss_part(event), book)
        for meeting in BRACKET.meetings(cut_part(event), book):
            number = meeting.round + len(event.rounds)
            yield msgspec.structs.replace(meeting, round=number)

    def rated_results(
        self, event: Event, book: Rulebook, rules: RatingRules
    ) -> Iterator[RatedResult]:
        """Return the games of the Swiss rounds, then the matches of the cut."""
        yield from SWISS.rated_results(swiss_part(event), book, rules)
        for result in BRACKET.rated_results(cut_part(event), book, rules):
            yield msgspec.structs.replace(result, round=result.round + len(event.rounds))


def _final_place(place: int, row: CutRow, order: list[CutRow]) -> int:
    """Return the place, shared below the cut where a tie-breaker game is to decide."""
    above = order[place - 2] if place > 1 else None
    shared = (
        above is not None
        and row.in_cut is None
        and above.in_cut is None
        and above.swiss.place == row.swiss.place
        and not row.disqualified
    )
    return _final_place(place - 1, above, order) if shared and above is not None else place


FORMAT: Final = CutFormat()
