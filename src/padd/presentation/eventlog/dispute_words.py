"""How the versions of a disputed result differ, in a sentence."""

from __future__ import annotations

from padd.core.eventlog.state.rounds import names
from padd.core.eventlog.state.table import TableState
from padd.core.model import Match, PlayerId
from padd.core.scoring.results import Result, match_results, terms_of
from padd.presentation.event_view import EventView
from padd.presentation.words import RESULTS


def differing(table: TableState) -> tuple[PlayerId, ...]:
    """Return of whom the versions of a pod say different points."""
    told_by = [claim.pod.scores or {} for claim in table.claims if claim.pod]
    return tuple(
        player for player in table.players if len({scores.get(player) for scores in told_by}) > 1
    )


def difference(view: EventView, table: TableState) -> str:
    """Return in a sentence in what the versions differ."""
    if len(table.claims) == 1:
        silent = names(view.state, silent_players(table))
        return f"{silent} disagrees, but has not reported another result."
    if table.pod is not None:
        differ = differing(table)
        if not differ:
            return "The points are the same; who went out or conceded differs."
        return f"The points of {names(view.state, differ)} differ."
    matches = [claim.match for claim in table.claims if claim.match is not None]
    if not view.format.gives_victory_points:
        return _by_winner({match.winner for match in matches})
    return _by_results(view, matches)


def silent_players(table: TableState) -> tuple[PlayerId, ...]:
    """Return who of a table has reported nothing."""
    spoken = {claim.player for claim in table.claims}
    return tuple(player for player in table.players if player not in spoken)


def _by_winner(winners: set[PlayerId | None]) -> str:
    if len(winners) > 1:
        return "They disagree on who won."
    return "Same winner; the score differs."


def _by_results(view: EventView, matches: list[Match]) -> str:
    """Compare what the versions would give the first player of the table."""
    terms = terms_of(view.state.settings, view.book)
    results = [match_results(match, terms) for match in matches]
    if len({_ahead(results) for results in results}) > 1:
        return "They disagree on who won."
    lead = "Both say a tie" if _ahead(results[0]) is None else "Same winner"
    first = results[0][_ahead(results[0]) or 0]
    others = [results[_ahead(results) or 0] for results in results[1:]]
    codes = list(dict.fromkeys(sides.code for sides in (first, *others)))
    if len(codes) > 1:
        return f"{lead}; {' or '.join(RESULTS[code] for code in codes)}."
    margins = list(dict.fromkeys(text.differential for text in (first, *others)))
    if len(margins) > 1:
        either = " or ".join(str(margin) for margin in margins)
        return f"{lead}; the differential is {either}."
    return f"{lead}; the points are the same either way."


def _ahead(results: tuple[Result, Result]) -> int | None:
    first, other = results
    if (first.vp, first.differential) == (other.vp, other.differential):
        return None
    return 0 if (first.vp, first.differential) > (other.vp, other.differential) else 1
