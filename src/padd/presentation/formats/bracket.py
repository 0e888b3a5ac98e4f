"""Match play for programs and people: standings, results, and the next round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from padd.core.formats.bracket.event import ahead_of, awaits_draw, played_event
from padd.core.formats.bracket.outcome import (
    BracketPlace,
    BracketStandings,
    NextRound,
    PlaceReason,
    RoundRecord,
    records,
    round_of,
)
from padd.core.formats.bracket.play import PlayedBracket
from padd.core.formats.round_names import in_sentence
from padd.core.model import Event, PlayerId
from padd.presentation.columns import Cells, Column
from padd.presentation.documents import Document
from padd.presentation.event_names import names_of, title_of
from padd.presentation.formats.bracket_reasons import why
from padd.presentation.formats.presenter import UNAUDITED, AnnouncedRound, CommandAnswer
from padd.presentation.reasons import Why
from padd.presentation.results import ResultsView, RoundResults
from padd.presentation.standings import PLAYER, StandingsView, lines_of
from padd.presentation.text_tables import TextTable
from padd.rulebooks.schema import Rulebook

CODES: Final = {
    RoundRecord.WON: "FW",
    RoundRecord.LOST: "FL",
    RoundRecord.BYE: "BYE",
    RoundRecord.WAITING: "BYE",
    RoundRecord.OPEN: "PENDING",
    RoundRecord.MISSED_GAME: "MG",
}
RECORDS: Final = {
    RoundRecord.WON: "won",
    RoundRecord.LOST: "lost",
    RoundRecord.BYE: "advanced without a game",
    RoundRecord.WAITING: "starts in a later round",
    RoundRecord.OPEN: "still open",
    RoundRecord.MISSED_GAME: "not in this round",
}
COURSE: Final = Column("course", "Results", "codes")
"""The rounds that a player was in; the record says MG for those after (BRKT-12)."""
STANDINGS: Final = (Column("seed", "Seed", "number"), Column("out_in", "Out in"), COURSE)
ROUND: Final = (
    *(PLAYER, Column("opponent", "Opponent", "player")),
    *(Column("result", "Result"), Column("code", "Code", "code")),
)
STANDINGS_KEYS: Final = ("vp", "sos", "differential", "cvp", "results", "decided_by")
ROUND_KEYS: Final = ("player", "opponent", "code", "vp", "differential")


class BracketPresenter:
    """Shows match play."""

    def standings(self, event: Event, book: Rulebook, places: BracketStandings) -> StandingsView:
        """Lay out who went how far."""
        played = places.played
        history = records(played)

        def cells(row: BracketPlace) -> Cells:
            codes = tuple(CODES[record] for record in history[row.player])
            return {
                "seed": row.seed,
                "out_in": _out_in(row, played),
                "results": codes,
                "course": codes[: row.out_in],
                "decided_by": None,
            }

        return StandingsView(
            event=event.name,
            rulebook=book.id,
            final=places.final,
            round=played.rounds_played,
            round_name=_last_round(played),
            columns=STANDINGS,
            rows=lines_of(event, places.rows, cells),
            leading=None,
            document_keys=STANDINGS_KEYS,
        )

    def results(self, event: Event, book: Rulebook) -> ResultsView:
        """Return who met whom in every round of the bracket, and who went on."""
        played = played_event(event, book)
        history = records(played)
        return ResultsView(
            title=title_of(event),
            names=names_of(event),
            columns=ROUND,
            rounds=tuple(
                RoundResults(
                    number=number,
                    name=played.bracket.rounds[number - 1].name,
                    rows=tuple(_rows(event, played, history, number)),
                )
                for number in range(1, played.rounds_played + 1)
            ),
            document_keys=ROUND_KEYS,
        )

    def reasons(
        self, event: Event, book: Rulebook, places: BracketStandings
    ) -> Callable[[PlayerId], Why]:
        """Say where a seed comes from, why these opponents, why this place."""
        return lambda player: why(event, book, places, player)

    def pair(
        self, event: Event, book: Rulebook, *, seed: int, pods: int | None = None, before: int = 0
    ) -> AnnouncedRound:
        """Return the next round of the bracket, or refuse if there is none.

        A cut is numbered on from the Swiss rounds before it.
        """
        del pods
        played = played_event(event, book, seed=seed)
        ahead = ahead_of(played, book)
        drawn = seed if awaits_draw(event) else None
        document: Document = {
            "round": ahead.number + before,
            "matches": [
                {"table": m.table, "players": list(m.players), "match": m.match}
                for m in ahead.matches
            ],
            "byes": [*ahead.walkovers, *ahead.waiting],
            "earned_byes": [],
            "missed": list(ahead.out),
            "audit": {"seed": drawn, **UNAUDITED},
        }
        title = f"{title_of(event)}: round {ahead.number + before}, {ahead.name}"
        table = _round_table(event, played, ahead, drawn, title)
        round_ = round_of(ahead, seed=drawn)
        return AnnouncedRound(
            answer=CommandAnswer(document, (table,)),
            round=msgspec.structs.replace(round_, number=ahead.number + before),
        )


def _last_round(played: PlayedBracket) -> str:
    if not played.rounds_played:
        return ""
    return in_sentence(played.bracket.rounds[played.rounds_played - 1].name)


def _out_in(row: BracketPlace, played: PlayedBracket) -> str:
    if row.because is PlaceReason.WON_FINAL:
        return "Winner"
    if row.out_in is None:
        return "Still in"
    return played.bracket.rounds[row.out_in - 1].name


def _rows(
    event: Event,
    played: PlayedBracket,
    history: dict[PlayerId, tuple[RoundRecord, ...]],
    number: int,
) -> Iterator[Cells]:
    against = {
        player: next((p for p in match.players if p != player), None)
        for match in played.of_round(number)
        for player in match.players
    }
    for player in event.players:
        record = history[player.id][number - 1]
        yield {
            "player": player.id,
            "opponent": against.get(player.id),
            "result": RECORDS[record],
            "code": CODES[record],
        }


def _round_table(
    event: Event, played: PlayedBracket, ahead: NextRound, drawn: int | None, title: str
) -> TextTable:
    names = names_of(event)
    lines = [
        f"{words}: {', '.join(names[player] for player in players)}"
        for words, players in (
            ("Advances without a game", ahead.walkovers),
            ("Starts in a later round", ahead.waiting),
            ("Out", ahead.out),
        )
        if players
    ]
    best_of = event.best_of.get(ahead.number, 1)
    if best_of > 1:
        lines.append(f"Best of {best_of}.")
    if drawn is not None:
        lines.append(f"Seed {drawn}")
    return TextTable(
        title=title,
        columns=("Table", "Match", "Seed", "Player", "", "Seed ", "Player "),
        numbers=("Table", "Seed", "Seed "),
        rows=tuple(
            (
                str(match.table),
                match.match,
                str(played.seeds[match.players[0]]),
                names[match.players[0]],
                "–",
                str(played.seeds[match.players[1]]),
                names[match.players[1]],
            )
            for match in ahead.matches
        ),
        lines=tuple(lines),
    )


PRESENTER: Final = BracketPresenter()
