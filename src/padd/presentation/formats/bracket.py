"""Match play for programs and people: standings, results, and the next round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from padd.core.formats.bracket.event import awaits_draw, bracket_of_event, next_bracket_round
from padd.core.formats.bracket.match_winner import DecidedBy
from padd.core.formats.bracket.outcome import (
    BracketPlace,
    BracketStandings,
    BracketStep,
    NextRound,
    PlaceReason,
    RoundRecord,
    bracket_records,
    bracket_round_on_file,
    player_way,
)
from padd.core.formats.bracket.play import PlayedBracket
from padd.core.formats.bracket.tree import LoserOf, Seed, WinnerOf
from padd.core.formats.heats import seeds_from
from padd.core.formats.registry import round_name_in_sentence
from padd.core.model import Event, PlayerId
from padd.presentation.documents import Document
from padd.presentation.formats.presenter import UNAUDITED, AnnouncedRound, CommandAnswer
from padd.presentation.formats.reasons import ChainLine, Why
from padd.presentation.formats.results import ResultsView, RoundResults
from padd.presentation.formats.standings import PLAYER, StandingsView, standings_lines
from padd.presentation.names import event_title, player_names
from padd.presentation.tables import Cells, Column, TextTable
from padd.presentation.words import join_names, ordinal
from padd.rulebooks.schema import Rulebook

MARKS: Final = {
    RoundRecord.WON: "→",
    RoundRecord.BYE: "→",
    RoundRecord.LOST: "×",
    RoundRecord.MISSED_GAME: "×",
    RoundRecord.OPEN: "?",
}
OUTCOMES: Final = {
    (RoundRecord.WON, DecidedBy.HIGHER_SEED): "tied {}; the higher seed advances",
    (RoundRecord.LOST, DecidedBy.HIGHER_SEED): "tied {}, who advances as the higher seed",
    (RoundRecord.BYE, DecidedBy.BYE): "had a bye",
    (RoundRecord.BYE, DecidedBy.ABSENCE): "advanced because {} was absent",
    (RoundRecord.MISSED_GAME, DecidedBy.ABSENCE): "was absent against {}",
}
PLAIN: Final = {
    RoundRecord.WON: "beat {}",
    RoundRecord.LOST: "lost to {}",
    RoundRecord.BYE: "advanced without a game",
    RoundRecord.MISSED_GAME: "was absent",
    RoundRecord.OPEN: "plays {}",
}


def bracket_why(event: Event, book: Rulebook, places: BracketStandings, player: PlayerId) -> Why:
    """Return why a player has this seed, met these opponents and has this place."""
    played, table = places.played, places.rows
    placed = next(row for row in table if row.player == player)
    names = player_names(event)
    return Why(
        question=f"Why {ordinal(placed.place)}?",
        answer=_answer(placed, table, played, names),
        chain=(
            seed_reason(event, book, played, player),
            *(_step(s, played, names, book) for s in player_way(played, player)),
            _place_line(placed, book),
        ),
        sums=(),
    )


def seed_reason(event: Event, book: Rulebook, played: PlayedBracket, player: PlayerId) -> ChainLine:
    """Say where a seed comes from."""
    seed = played.seeds[player]
    group = book.brackets.heats.seed_group or 1
    won = next((s for s in seeds_from(event.heats, group) if s.player == player), None)
    if won is not None:
        cite = book.citations["brackets.heats.seed_group"].cite
        heat = event.heats[won.heat - 1].name
        text = f"Seed {seed}: {ordinal(won.place)} of {heat}. "
        if won.seed == seed:
            text += f"Each heat in turn takes {group} seeds."
        else:
            text += f"The heats in turn would have given seed {won.seed}."
        return ChainLine("→", text, cite)
    cite = book.citations["brackets.seeded_by"].cite
    if all(p.seed is None for p in event.players):
        return ChainLine("→", f"Number {seed} in the draw.", cite)
    return ChainLine("→", f"Seed {seed}, as recorded in the event.", cite)


def _step(
    step: BracketStep, played: PlayedBracket, names: dict[PlayerId, str], book: Rulebook
) -> ChainLine:
    round_ = played.bracket.rounds[step.round - 1]
    words = OUTCOMES.get((step.outcome, step.how or DecidedBy.RESULT), PLAIN[step.outcome])
    opponent = names[step.opponent] if step.opponent else "the opponent to come"
    text = f"{round_.name}, {step.match}: {words.format(opponent)}{_from(step)}."
    path = "brackets.tied_match" if step.how is DecidedBy.HIGHER_SEED else "brackets.seeded_by"
    return ChainLine(MARKS[step.outcome], text, book.citations[path].cite)


def _from(step: BracketStep) -> str:
    """Say why that opponent: the line of the bracket that leads to the match."""
    match step.opponent_side:
        case Seed(seed=seed):
            return f" (seed {seed})"
        case WinnerOf(winner=match):
            return f" (winner of {match})"
        case LoserOf(loser=match):
            return f" (loser of {match}, second chance)"
        case _:
            return ""


def _answer(
    placed: BracketPlace,
    table: tuple[BracketPlace, ...],
    played: PlayedBracket,
    names: dict[PlayerId, str],
) -> str:
    name, place = names[placed.player], ordinal(placed.place)
    match placed.because:
        case PlaceReason.DISQUALIFIED:
            return f"{name} was disqualified and is placed last."
        case PlaceReason.WON_FINAL:
            return f"{name} is {place}: the winner of the final."
        case PlaceReason.STILL_IN:
            return f"{name} is still in; until the final, order is by seed."
        case PlaceReason.ROUND | PlaceReason.SEED:
            return _out(placed, table, played, names)


def _out(
    placed: BracketPlace,
    table: tuple[BracketPlace, ...],
    played: PlayedBracket,
    names: dict[PlayerId, str],
) -> str:
    name, place = names[placed.player], ordinal(placed.place)
    round_ = played.bracket.rounds[(placed.out_in or 1) - 1].name
    sentence = f"{name} is {place}: out in {round_name_in_sentence(round_)}"
    same = [
        row
        for row in table
        if row.out_in == placed.out_in
        and row.player != placed.player
        and row.because is not PlaceReason.DISQUALIFIED
    ]
    if not same:
        return f"{sentence}."
    others = join_names([f"{names[row.player]} (seed {row.seed})" for row in same])
    return f"{sentence}, as {others}; seed {placed.seed} decides among them."


def _place_line(placed: BracketPlace, book: Rulebook) -> ChainLine:
    citation = book.citations["brackets.places"]
    cite = f"{citation.cite}, {citation.ruling}" if citation.ruling else citation.cite
    text = f"{ordinal(placed.place)}: later rounds rank higher, then better seeds."
    return ChainLine("→", text, cite)


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
        history = bracket_records(played)

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
            rows=standings_lines(event, places.rows, cells),
            leading=None,
            document_keys=STANDINGS_KEYS,
        )

    def results(self, event: Event, book: Rulebook) -> ResultsView:
        """Return who met whom in every round of the bracket, and who went on."""
        played = bracket_of_event(event, book)
        history = bracket_records(played)
        return ResultsView(
            title=event_title(event),
            names=player_names(event),
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
        return lambda player: bracket_why(event, book, places, player)

    def pair(
        self,
        event: Event,
        book: Rulebook,
        *,
        seed: int,
        pods: int | None = None,  # noqa: ARG002 -- a bracket has none
        before: int = 0,
    ) -> AnnouncedRound:
        """Return the next round of the bracket, or refuse if there is none.

        A cut is numbered on from the Swiss rounds before it.
        """
        played = bracket_of_event(event, book, seed=seed)
        ahead = next_bracket_round(played, book)
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
        title = f"{event_title(event)}: round {ahead.number + before}, {ahead.name}"
        table = _round_table(event, played, ahead, drawn, title)
        round_ = bracket_round_on_file(ahead, seed=drawn)
        return AnnouncedRound(
            answer=CommandAnswer(document, (table,)),
            round=msgspec.structs.replace(round_, number=ahead.number + before),
        )


def _last_round(played: PlayedBracket) -> str:
    if not played.rounds_played:
        return ""
    return round_name_in_sentence(played.bracket.rounds[played.rounds_played - 1].name)


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
    names = player_names(event)
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
