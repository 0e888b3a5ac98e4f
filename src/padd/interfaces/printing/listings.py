"""Lists on paper: one value for the PDF, the plain page and the spreadsheet."""

from __future__ import annotations

import unicodedata
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from padd.core.model import Ending, Kind
from padd.core.refusal import EventRefused
from padd.core.results import Code
from padd.interfaces.printing.day import table_of
from padd.interfaces.ways import way_of
from padd.interfaces.wording import ENDINGS, SHORT_STEPS, signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import Match, PlayerId, Round
    from padd.interfaces.answers import Sheet
    from padd.interfaces.printing.day import Day

MANY: Final = 44
"""Lists of more lines are set in two columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its head, its width in millimetres (below 0: shares), its side."""

    head: str
    width: float = 0
    side: str = "start"
    strong: bool = False
    write: bool = False
    """Left empty, to be written in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One table of a list, with the lines around it."""

    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    title: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A list, whatever it is printed on."""

    title: str
    lines: tuple[str, ...]
    parts: tuple[Part, ...]
    size: float = 11
    pad: float = 1.7
    columns: int = 1
    flipped: bool = False

    def content(self, foot: str) -> dict[str, Any]:
        """Return the list as its sheet takes it."""
        return {**asdict(self), "foot": foot}


def by_name(day: Day, round_: Round) -> Listing:
    """Return where everybody sits, by name: the list to pin up."""
    rows = sorted(_seats(day, round_), key=lambda row: in_alphabet(row[0]))
    many = len(rows) > MANY
    columns = (
        Column("Player", -1, strong=True),
        Column("Table", 14 if many else 20, "middle", strong=True),
        Column("Opponent" if not round_.pods else "Also there", -1),
    )
    return Listing(
        title=f"Round {round_.number}: find your table",
        lines=(day.place_and_day,),
        parts=(Part(columns=columns, rows=tuple(rows)),),
        size=9.5 if many else 13,
        pad=1.25 if many else 1.7,
        columns=2 if many else 1,
    )


def in_alphabet(name: str) -> str:
    """Return what a name is looked up by: Élodie stands among the E."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _seats(day: Day, round_: Round) -> Iterator[tuple[str, str, str]]:
    names = day.names
    for at, match in enumerate(round_.matches):
        table = str(table_of(match, at))
        first, second = match.players
        yield names[first], table, names[second]
        yield names[second], table, names[first]
    for at, pod in enumerate(round_.pods):
        for player in pod.players:
            others = ", ".join(names[other] for other in pod.players if other != player)
            yield names[player], str(table_of(pod, at)), others
    for player in (*round_.byes, *round_.earned_byes):
        yield names[player], "–", "bye, no game this round"


def by_table(day: Day, round_: Round) -> Listing:
    """Return who sits at which table."""
    names, totals = day.names, _totals(day, round_)
    rows = [*_match_rows(day, round_, totals)]
    rows += [
        (str(table_of(pod, at)), ", ".join(names[player] for player in pod.players))
        for at, pod in enumerate(round_.pods)
    ]
    return Listing(
        title=f"Round {round_.number}: tables",
        lines=(day.place_and_day,),
        parts=(
            Part(
                columns=_table_columns(round_, points=bool(totals)),
                rows=tuple(sorted(rows, key=lambda row: int(row[0]))),
                after=tuple(_without_game(day, round_)),
            ),
        ),
        size=12 if len(rows) <= MANY else 10.5,
    )


def _match_rows(
    day: Day, round_: Round, totals: dict[PlayerId, str]
) -> Iterator[tuple[str, ...]]:
    for at, match in enumerate(round_.matches):
        sides = [
            (day.names[player], *((totals[player],) if totals else ()))
            for player in match.players
        ]
        yield (str(table_of(match, at)), *sides[0], *sides[1])


def _table_columns(round_: Round, *, points: bool) -> tuple[Column, ...]:
    table = Column("Table", 16, "middle", strong=True)
    if round_.pods:
        return table, Column("Players, in the order of their seats", -1)
    side = Column("Player", -1), *((Column("VP", 12, "middle"),) if points else ())
    return table, *side, *side


def _totals(day: Day, round_: Round) -> dict[PlayerId, str]:
    """Return everybody's victory points before a Swiss round."""
    if day.event.kind is not Kind.SWISS or round_.number == 1:
        return {}
    found = dict.fromkeys(day.names, 0)
    for scored in day.scored.rounds:
        if scored.number < round_.number:
            for result in scored.results:
                found[result.player] += result.vp
    return {player: str(total) for player, total in found.items()}


def _without_game(day: Day, round_: Round) -> Iterator[str]:
    for said, players in (
        ("Bye", round_.byes),
        ("Earned bye", round_.earned_byes),
        ("Not in this round", round_.missed),
    ):
        if players:
            yield f"{said}: {', '.join(day.names[player] for player in players)}."


def standings(day: Day) -> Listing:
    """Return the standings, as every other page of the program has them."""
    found = day.standings
    if found is None:
        return _sheet_listing(day)
    last = day.rounds[-1].number
    state = "final" if found.final else f"after round {last}"
    schedule = found.has_schedule
    number = "end"
    columns = (
        Column("#", 10, number, strong=True),
        Column("Player", -1),
        Column("VP", 12, number, strong=True),
        *((Column("SoS", 13, number),) if schedule else ()),
        Column("Diff.", 16, number),
        *((Column("CVP", 13, number),) if schedule else ()),
        Column("Results"),
        Column("Decided by", 25),
    )
    rows = tuple(
        (
            "DQ" if row.disqualified else str(row.place),
            day.names[row.player],
            str(row.record.vp),
            *((str(row.record.sos),) if schedule else ()),
            signed(row.record.differential),
            *((str(row.record.cvp),) if schedule else ()),
            " ".join(_code(result.code) for result in row.record.results),
            SHORT_STEPS[row.decided_by] if row.decided_by else "",
        )
        for row in found.rows
    )
    open_games = any(
        result.code is Code.PENDING
        for row in found.rows
        for result in row.record.results
    )
    note = ("– is a game without a result yet.",) if open_games else ()
    return Listing(
        title=f"Standings, {state}",
        lines=(day.place_and_day, f"By {day.book.title}."),
        parts=(Part(columns=columns, rows=rows, after=(*note, _legend(day))),),
        size=10.5,
        pad=1.45,
    )


def _code(code: Code) -> str:
    return "–" if code is Code.PENDING else str(code)


def _legend(day: Day) -> str:
    points = day.book.scoring.points
    earned = "" if points.earned_bye is None else f", earned bye {points.earned_bye}"
    return (
        f"Victory points: full win (FW) {points.full_win}, modified win (MW) "
        f"{points.modified_win}, true tie (TT) {points.tie}, modified loss (ML) "
        f"{points.modified_loss}, full loss (FL) {points.full_loss}, bye {points.bye}"
        f"{earned}, missed game (MG) {points.missed_game}."
    )


def _sheet_listing(day: Day) -> Listing:
    """Return the standings of a bracket or of Tribbles, or that there are none."""
    way = way_of(day.event)
    try:
        sheet = way.standings(day.event, 0).sheets[0] if way and day.rounds else None
    except EventRefused as refused:
        return _empty(day, refused.refusal.message)
    if sheet is None:
        return _empty(day, "No round has been played yet.")
    state = sheet.title.rpartition("standings, ")[2].rpartition(" (")[0]
    return Listing(
        title=f"Standings, {state}",
        lines=(day.place_and_day, f"By {day.book.title}."),
        parts=(_part_of(sheet),),
    )


def _empty(day: Day, said: str) -> Listing:
    return Listing(
        title="Standings", lines=(day.place_and_day,), parts=(Part(before=(said,)),)
    )


def _part_of(sheet: Sheet, title: str = "") -> Part:
    columns = tuple(
        Column(
            head,
            -1 if head in {"Player", "Opponent", "Results"} else 0,
            "end" if head in sheet.numbers else "start",
        )
        for head in sheet.columns
    )
    return Part(columns=columns, rows=sheet.rows, title=title, after=sheet.lines)


def results(day: Day) -> Listing:
    """Return every result, round by round, the latest first."""
    way = way_of(day.event)
    rounds = list(reversed(day.rounds))
    if way is None:
        parts = tuple(_round_part(day, round_) for round_ in rounds)
    else:
        sheets = way.score(day.event).sheets if day.rounds else ()
        titled = zip(reversed(sheets), rounds, strict=False)
        parts = tuple(_part_of(sheet, f"Round {one.number}") for sheet, one in titled)
    return Listing(
        title="Results by round",
        lines=(day.place_and_day,),
        parts=parts or (Part(before=("No round has been played yet.",)),),
        size=10,
        pad=1.2,
    )


def _round_part(day: Day, round_: Round) -> Part:
    found = next(one for one in day.scored.rounds if one.number == round_.number)
    results_of = {result.player: result for result in found.results}
    rows = []
    for at, match in enumerate(round_.matches):
        first, second = match.players
        mine, theirs = results_of[first], results_of[second]
        rows.append(
            (
                str(table_of(match, at)),
                day.names[first],
                _code(mine.code),
                score_of(match),
                _code(theirs.code),
                day.names[second],
                how(match),
            )
        )
    columns = (
        Column("Table", 14, "middle"),
        Column("Player", -1, "end"),
        Column("", 12, "middle"),
        Column("Score", 19, "middle", strong=True),
        Column("", 12, "middle"),
        Column("Player", -1),
        Column("How it ended", 25),
    )
    return Part(
        columns=columns,
        rows=tuple(sorted(rows, key=lambda row: int(row[0]))),
        title=f"Round {round_.number}",
        after=tuple(_without_game(day, round_)),
    )


def score_of(match: Match, *, turned: bool = False) -> str:
    """Return the score of a game, the first player's first unless turned."""
    if match.scores is None:
        return ""
    own, other = reversed(match.scores) if turned else match.scores
    return f"{own}–{other}".replace("--", "-−").replace("–-", "–−")


def how(match: Match) -> str:
    """Return how a game ended, in a word or two."""
    if match.ending is None:
        return "no result yet"
    return "" if match.ending is Ending.COMPLETE else ENDINGS[match.ending]
