"""Match play for programs and people: standings, results, and the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.formats.bracket.event import (
    ahead_of,
    awaits_draw,
    played_event,
)
from padd.core.formats.bracket.outcome import (
    PlaceReason,
    RoundRecord,
    places,
    records,
    round_of,
)
from padd.core.refusal import EventRefused, Refusal
from padd.core.scoring.standings import disqualified
from padd.presentation.event_rulebook import book_for
from padd.presentation.formats.answer import (
    FormatAnswer,
    FormatPresenter,
    NewRound,
    TextTable,
    names_of,
    title_of,
)
from padd.presentation.formats.bracket_reasons import why
from padd.presentation.formats.places import (
    PlacesTable,
    rescored_answer,
    standings_answer,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.formats.bracket.outcome import (
        BracketPlace,
        NextRound,
    )
    from padd.core.formats.bracket.play import PlayedBracket
    from padd.core.model import Event, PlayerId
    from padd.presentation.documents import Document
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
    RoundRecord.BYE: "went on without a game",
    RoundRecord.WAITING: "waits for a later round",
    RoundRecord.OPEN: "still open",
    RoundRecord.MISSED_GAME: "not in this round",
}
FIGURES: Final = (
    *("rematches", "byes", "second_byes", "bye_vp", "distant_pairs"),
    *("unequal_pairs", "total_difference", "future_rounds", "optimal"),
)
PLACED_BY: Final = ("brackets.tied_game", "brackets.tied_match", "brackets.places")


def standings(event: Event, seed: int = 0) -> FormatAnswer:
    """Rank an event by its bracket."""
    return standings_answer(event, lambda facts, book: _placing(facts, book, seed))


def rescored(event: Event, other: str, seed: int = 0) -> FormatAnswer:
    """Rank an event by its bracket under another rulebook."""
    return rescored_answer(
        event, other, lambda facts, book: _placing(facts, book, seed), PLACED_BY
    )


def _placing(event: Event, book: Rulebook, seed: int) -> PlacesTable:
    played = played_event(event, book, seed=seed)
    found = places(played, expelled=disqualified(event))
    codes = {
        player: [CODES[record] for record in record_list]
        for player, record_list in records(played).items()
    }
    return PlacesTable(
        rows=tuple(_row(placed, codes[placed.player]) for placed in found),
        final=played.final,
        sheet=_standings_sheet(event, book, played, found, codes),
    )


def _row(placed: BracketPlace, codes: list[str]) -> Document:
    row: Document = {
        "place": placed.place,
        "player": placed.player,
        "vp": None,
        "sos": None,
        "differential": None,
        "cvp": None,
        "results": codes,
        "decided_by": None,
    }
    if placed.because is PlaceReason.DISQUALIFIED:
        row["disqualified"] = True
    return row


def _standings_sheet(
    event: Event,
    book: Rulebook,
    played: PlayedBracket,
    found: tuple[BracketPlace, ...],
    codes: dict[PlayerId, list[str]],
) -> TextTable:
    names = names_of(event)
    state = "final" if played.final else f"after round {played.rounds_played}"
    return TextTable(
        title=f"{title_of(event)}: standings, {state} ({book.id})",
        columns=("#", "Player", "Seed", "Out in", "Results"),
        numbers=("#", "Seed"),
        rows=tuple(
            (
                "DQ" if row.because is PlaceReason.DISQUALIFIED else str(row.place),
                names[row.player],
                str(row.seed),
                _out_in(row, played),
                " ".join(codes[row.player]),
            )
            for row in found
        ),
    )


def _out_in(row: BracketPlace, played: PlayedBracket) -> str:
    if row.because is PlaceReason.WON_FINAL:
        return "winner"
    if row.out_in is None:
        return "still in"
    return played.bracket.rounds[row.out_in - 1].name


def score(event: Event) -> FormatAnswer:
    """Return every player's result in every round of the bracket."""
    played = played_event(event, book_for(event))
    found = records(played)
    numbers = range(1, played.rounds_played + 1)
    lines = {number: tuple(_lines(event, played, found, number)) for number in numbers}
    rounds = [
        {"number": number, "results": [_result(line) for line in lines[number]]}
        for number in numbers
    ]
    sheets = tuple(_score_sheet(event, played, n, lines[n]) for n in numbers)
    return FormatAnswer({"rounds": rounds}, sheets)


class BracketResult(msgspec.Struct, frozen=True):
    """One player's result in one round."""

    player: PlayerId
    opponent: PlayerId | None
    record: RoundRecord


def _lines(
    event: Event,
    played: PlayedBracket,
    found: dict[PlayerId, tuple[RoundRecord, ...]],
    number: int,
) -> Iterator[BracketResult]:
    against = {
        player: next((p for p in match.players if p != player), None)
        for match in played.of_round(number)
        for player in match.players
    }
    for player in event.players:
        record = found[player.id][number - 1]
        yield BracketResult(player.id, against.get(player.id), record)


def _result(line: BracketResult) -> Document:
    return {
        "player": line.player,
        "opponent": line.opponent,
        "code": CODES[line.record],
        "vp": None,
        "differential": None,
    }


def _score_sheet(
    event: Event, played: PlayedBracket, number: int, lines: tuple[BracketResult, ...]
) -> TextTable:
    names = names_of(event)
    name = played.bracket.rounds[number - 1].name
    return TextTable(
        title=f"{title_of(event)}: round {number}, {name}",
        columns=("Player", "Opponent", "Result", "Code"),
        rows=tuple(
            (
                names[line.player],
                names[line.opponent] if line.opponent else "",
                RECORDS[line.record],
                CODES[line.record],
            )
            for line in lines
        ),
    )


def pair(event: Event, seed: int, pods: int | None = None) -> NewRound:
    """Return the next round of the bracket, or refuse if there is none."""
    _refuse_pods(pods)
    book = book_for(event)
    played = played_event(event, book, seed=seed)
    ahead = ahead_of(played, book)
    drawn = seed if awaits_draw(event) else None
    document: Document = {
        "round": ahead.number,
        "matches": [
            {"table": m.table, "players": list(m.players), "match": m.match}
            for m in ahead.matches
        ],
        "byes": [*ahead.walkovers, *ahead.waiting],
        "earned_byes": [],
        "missed": list(ahead.out),
        "audit": {"seed": drawn, **dict.fromkeys(FIGURES)},
    }
    sheet = _round_sheet(event, played, ahead, drawn)
    return NewRound(FormatAnswer(document, (sheet,)), round_of(ahead, seed=drawn))


def _refuse_pods(pods: int | None) -> None:
    if pods is not None:
        raise EventRefused(
            Refusal(
                code="pods-outside-tribbles",
                message="Pods belong to Tribbles; leave --pods out.",
                rule="padd-event/1",
                place="pairing_style",
            )
        )


def _round_sheet(
    event: Event, played: PlayedBracket, ahead: NextRound, drawn: int | None
) -> TextTable:
    names = names_of(event)
    lines = [
        f"{words}: {', '.join(names[player] for player in players)}"
        for words, players in (
            ("Goes on without a game", ahead.walkovers),
            ("Waits for a later round", ahead.waiting),
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
        title=f"{title_of(event)}: round {ahead.number}, {ahead.name}",
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


MATCH_PLAY: Final = FormatPresenter(
    standings=standings, rescored=rescored, score=score, pair=pair, why=why
)
