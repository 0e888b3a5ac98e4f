"""Results on paper, round by round: games, matches of a bracket, pods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.bracket.match_winner import DecidedBy
from padd.core.formats.bracket.play import PlayedMatch
from padd.core.formats.registry import format_of
from padd.core.model import Ending, Match, Round
from padd.interfaces.printing.event_view import PrintView, table_number
from padd.interfaces.printing.lists import (
    ListColumn,
    ListTable,
    PrintedList,
    players_without_game,
    round_results_part,
)
from padd.presentation.formats.presenter import results_view
from padd.presentation.formats.results import RoundResults
from padd.presentation.words import ENDINGS, code_text

DECIDED: Final = {
    DecidedBy.GAMES: "",
    DecidedBy.RESULT: "",
    DecidedBy.HIGHER_SEED: "by the higher seed",
    DecidedBy.ABSENCE: "opponent absent",
    DecidedBy.BYE: "no game",
    DecidedBy.NOBODY: "both absent",
}
"""What decided a match of a bracket, where it was not the games."""


def results_list(view: PrintView) -> PrintedList:
    """Return every result, round by round, the latest first."""
    play = format_of(view.event)
    rounds = list(reversed(view.rounds))
    if play.gives_victory_points:
        parts = tuple(_round_part(view, round_) for round_ in rounds)
    elif play.has_bracket:
        parts = tuple(_bracket_parts(view)) if rounds else ()
        if view.event.stages:
            swiss = reversed(view.event.rounds)
            parts = (*parts, *(_round_part(view, round_) for round_ in swiss))
    else:
        outcome = results_view(view.event, view.book)
        known = (_known(view, round_) for round_ in reversed(outcome.rounds))
        parts = tuple(round_results_part(view, outcome, one) for one in known if one.rows)
    return PrintedList(
        title="Results by round",
        lines=(view.place_and_day,),
        parts=parts or (ListTable(before=("No round has been played yet.",)),),
        size=10,
        pad=1.2,
    )


def _known(view: PrintView, round_: RoundResults) -> RoundResults:
    """Return the points of a round, without the pods that still play it."""
    at_table = next(one for one in view.rounds if one.number == round_.number)
    if not any(pod.scores for pod in at_table.pods):
        return msgspec.structs.replace(round_, rows=())
    open_pods = (pod for pod in at_table.pods if not pod.scores)
    waiting = {player for pod in open_pods for player in pod.players}
    rows = tuple(row for row in round_.rows if row["player"] not in waiting)
    return msgspec.structs.replace(round_, rows=rows)


def _round_part(view: PrintView, round_: Round) -> ListTable:
    scored_round = next(scored for scored in view.scored.rounds if scored.number == round_.number)
    results_of = {result.player: result for result in scored_round.results}
    rows = []
    for at, match in enumerate(round_.matches):
        first, second = match.players
        mine, theirs = results_of[first], results_of[second]
        rows.append(
            (
                str(table_number(match, at)),
                view.names[first],
                code_text(mine.code),
                game_score(match),
                code_text(theirs.code),
                view.names[second],
                ending_words(match),
            )
        )
    columns = (
        ListColumn("Table", 14, "middle"),
        ListColumn("Player", -1, "end"),
        ListColumn("", 12, "middle"),
        ListColumn("Score", 19, "middle", strong=True),
        ListColumn("", 12, "middle"),
        ListColumn("Player", -1),
        ListColumn("How it ended", 25),
    )
    return ListTable(
        columns=columns,
        rows=tuple(sorted(rows, key=lambda row: int(row[0]))),
        title=f"Round {round_.number}",
        after=tuple(players_without_game(view, round_)),
    )


def _bracket_parts(view: PrintView) -> Iterator[ListTable]:
    """Yield the matches of each round, the winner first, the latest round first."""
    played = bracket_of_event(view.event, view.book)
    columns = (
        ListColumn("Player", -1, "end"),
        ListColumn("Score", 19, "middle", strong=True),
        ListColumn("Opponent", -1),
        ListColumn("How it ended", 40),
    )
    for number in range(played.rounds_played, 0, -1):
        rows = [_decided(view, match) for match in played.of_round(number)]
        yield ListTable(
            columns=columns,
            rows=tuple(row for row in rows if any(row)),
            title=played.bracket.rounds[number - 1].name,
        )


def _decided(view: PrintView, match: PlayedMatch) -> tuple[str, ...]:
    """Return one match in a line; None if no player has reached it."""
    players, wins = match.players, match.wins or (0, 0)
    if match.winner is not None and match.winner != players[0]:
        players, wins = players[::-1], wins[::-1]
    names = [view.names[player] for player in players] + ["", ""]
    score = f"{wins[0]}–{wins[1]}" if sum(wins) > 1 else ""
    if match.record is not None and not score:
        turned = bool(players) and match.record.players[0] != players[0]
        score = game_score(match.record, turned=turned)
    how = DECIDED[match.how] if match.how else "no result yet"
    return (names[0], score, names[1], how if players else "")


def game_score(match: Match, *, turned: bool = False) -> str:
    """Return the score of a game, the first player's first unless turned."""
    if match.scores is None:
        return ""
    own, other = reversed(match.scores) if turned else match.scores
    return f"{own}–{other}".replace("--", "-−").replace("–-", "–−")


def ending_words(match: Match) -> str:
    """Return how a game ended, in a word or two."""
    if match.ending is None:
        return "no result yet"
    return "" if match.ending is Ending.COMPLETE else ENDINGS[match.ending]
