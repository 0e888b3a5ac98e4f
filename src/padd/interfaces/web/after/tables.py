"""A finished event as tables for a spreadsheet: results by round, and standings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from padd.core.model import Kind
from padd.core.results import match_results, score_event, terms_of
from padd.core.standings import rank
from padd.interfaces.sheets import write_csv
from padd.interfaces.ways import way_of
from padd.interfaces.wording import RESULTS as RESULTS_IN_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import PlayerId
    from padd.interfaces.sheets import Cell
    from padd.services.outcomes import Outcome

ABOUT = ("Event", "Date", "Game", "Format", "Rulebook", "Level")
"""What the event is, in every line, so that the table is read back by itself."""
RESULTS = (
    *ABOUT,
    *("Round", "Table", "Player 1", "Handle 1", "Player 2", "Handle 2"),
    *("Score 1", "Score 2", "Ended", "Winner", "Result"),
)
PODS = (
    *ABOUT,
    *("Round", "Table", "Player", "Handle", "Score", "Went out", "Conceded"),
)
BYES = (("byes", "bye"), ("earned_byes", "earned bye"), ("missed", "missed game"))
STANDINGS = ("Place", "Player", "Handle", "VP", "SoS", "Differential", "CVP")


def standings_csv(found: Outcome) -> bytes:
    """Return the final standings as a table."""
    event, way = found.event, way_of(found.event)
    if way is not None:
        sheet = way.standings(event, 0).sheets[0]
        return write_csv(sheet.columns, sheet.rows)
    return write_csv(STANDINGS, _standings(found))


def _standings(found: Outcome) -> Iterator[tuple[Cell, ...]]:
    players = {player.id: player for player in found.event.players}
    table = rank(score_event(found.event, found.book), found.book)
    for row in table.rows:
        player, record = players[row.player], row.record
        yield (
            "DQ" if row.disqualified else row.place,
            player.name,
            player.handle,
            record.vp,
            record.sos if table.has_schedule else None,
            record.differential,
            record.cvp if table.has_schedule else None,
        )


def results_csv(found: Outcome) -> bytes:
    """Return every game of every round as a table."""
    event = found.event
    about = (
        *(event.name, event.starts or "", event.edition, event.format),
        *(event.rulebook, event.level),
    )
    if event.kind is Kind.TRIBBLES:
        return write_csv(PODS, ((*about, *row) for row in _pods(found)))
    return write_csv(RESULTS, ((*about, *row) for row in _games(found)))


def _winners(found: Outcome) -> dict[PlayerId, str]:
    """Return what a winner is called: by name, or by handle if two share the name."""
    count = Counter(player.name.casefold() for player in found.event.players)
    return {
        player.id: player.handle
        if count[player.name.casefold()] > 1 and player.handle
        else player.name
        for player in found.event.players
    }


def _games(found: Outcome) -> Iterator[tuple[Cell, ...]]:
    players = {player.id: player for player in found.event.players}

    def both(player: PlayerId) -> tuple[str, str]:
        return players[player].name, players[player].handle

    terms, winners = terms_of(found.event, found.book), _winners(found)
    for round_ in found.event.rounds:
        for match in round_.matches:
            first, second = match.players
            scores: tuple[int | None, ...] = match.scores or (None, None)
            won = winners[match.winner] if match.winner else ""
            code = match_results(match, terms)[0].code
            yield (
                *(round_.number, match.table, *both(first), *both(second)),
                *(*scores, match.ending or "", won, RESULTS_IN_WORDS[code]),
            )
        for group, word in BYES:
            for player in getattr(round_, group):
                empty = (None, None, "", "")
                yield (round_.number, None, *both(player), "", "", *empty, word)


def _pods(found: Outcome) -> Iterator[tuple[Cell, ...]]:
    players = {player.id: player for player in found.event.players}
    for round_ in found.event.rounds:
        for pod in round_.pods:
            for player in pod.players:
                yield (
                    *(round_.number, pod.table),
                    *(players[player].name, players[player].handle),
                    (pod.scores or {}).get(player),
                    "yes" if player in pod.went_out else "",
                    "yes" if player in pod.conceded else "",
                )
