"""Swiss rounds with a cut for programs and people: both parts, one table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from padd.core.formats.bracket.outcome import bracket_records
from padd.core.formats.cut.format import CutRow, CutStandings
from padd.core.formats.cut_parts import cut_part, swiss_part
from padd.core.model import Event, PlayerId
from padd.presentation.formats.bracket import CODES
from padd.presentation.formats.bracket import PRESENTER as BRACKET
from padd.presentation.formats.presenter import AnnouncedRound
from padd.presentation.formats.reasons import ChainLine, Why
from padd.presentation.formats.results import ResultsView
from padd.presentation.formats.standings import DECIDED_BY, StandingsView, standings_lines
from padd.presentation.formats.swiss import PRESENTER as SWISS
from padd.presentation.formats.swiss import STANDINGS as SWISS_COLUMNS
from padd.presentation.formats.swiss import STANDINGS_KEYS
from padd.presentation.names import player_names
from padd.presentation.tables import Cells, Column
from padd.presentation.words import ordinal
from padd.rulebooks.schema import Rulebook

CUT: Final = Column("cut", "Cut")
SWISS_PLACE: Final = Column("swiss_place", "Swiss", "number", "Place in the Swiss")
COLUMNS: Final = (
    CUT,
    SWISS_PLACE,
    *(column for column in SWISS_COLUMNS if column != DECIDED_BY),
    DECIDED_BY,
)


class CutPresenter:
    """Shows Swiss rounds with a cut."""

    def standings(self, event: Event, book: Rulebook, places: CutStandings) -> StandingsView:
        """Lay out how far each player came in the cut, and the Swiss figures."""
        swiss = SWISS.standings(swiss_part(event), book, places.swiss)
        cut = BRACKET.standings(cut_part(event), book, places.cut)
        figures = {line.player: line.cells for line in swiss.rows}
        reached = {line.player: line.cells["out_in"] for line in cut.rows}
        in_cut = bracket_records(places.cut.played)

        def cells(row: CutRow) -> Cells:
            out_in = None if row.in_cut is None else row.in_cut.out_in
            played = in_cut.get(row.player, ())[:out_in]
            codes = tuple(CODES[record] for record in played)
            swiss_codes = tuple(result.code for result in row.record.results)
            return {
                **figures[row.player],
                "cut": reached.get(row.player),
                "swiss_place": row.swiss.place,
                "results": (*swiss_codes, *codes),
                "decided_by": row.decided_by,
            }

        return StandingsView(
            event=event.name,
            rulebook=book.id,
            final=places.final,
            round=len(event.rounds) + places.cut.played.rounds_played,
            columns=COLUMNS,
            rows=standings_lines(event, places.rows, cells),
            leading=None,
            document_keys=STANDINGS_KEYS,
        )

    def results(self, event: Event, book: Rulebook) -> ResultsView:
        """Return the results of the Swiss rounds, then those of the cut."""
        swiss = SWISS.results(swiss_part(event), book)
        cut = BRACKET.results(cut_part(event), book)
        rounds = (
            msgspec.structs.replace(round_, number=round_.number + len(event.rounds))
            for round_ in cut.rounds
        )
        return msgspec.structs.replace(swiss, rounds=(*swiss.rounds, *rounds))

    def reasons(
        self, event: Event, book: Rulebook, places: CutStandings
    ) -> Callable[[PlayerId], Why]:
        """Say how a player fared in the cut, and why he or she was seeded so."""
        swiss = SWISS.reasons(swiss_part(event), book, places.swiss)
        cut = BRACKET.reasons(cut_part(event), book, places.cut)
        rows = {row.player: row for row in places.rows}
        names = player_names(event)

        def reason(player: PlayerId) -> Why:
            row, why = rows[player], swiss(player)
            question = f"Why {ordinal(row.place)}?"
            if row.in_cut is not None:
                in_cut = cut(player)
                chain = (*in_cut.chain, *why.chain)
                return Why(question, in_cut.answer, chain, why.sums)
            place = ordinal(row.swiss.place)
            answer = f"{names[player]} was {place} in the Swiss and not in the cut."
            swiss_line = ChainLine("→", why.answer, "")
            return Why(question, answer, (swiss_line, *why.chain), why.sums)

        return reason

    def pair(
        self, event: Event, book: Rulebook, *, seed: int, pods: int | None = None
    ) -> AnnouncedRound:
        """Return the next round of the cut, numbered on from the Swiss rounds."""
        before = len(event.rounds)
        return BRACKET.pair(cut_part(event), book, seed=seed, pods=pods, before=before)


PRESENTER: Final = CutPresenter()
