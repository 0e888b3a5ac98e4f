"""Seeds of the Champions League from a file of league points."""

from __future__ import annotations

from pathlib import Path

import msgspec

from padd.core.formats.final_day import FinalDay
from padd.core.formats.heats import LeaguePlayer, Seeded, champions_league_seeds
from padd.core.messages import Message, message
from padd.core.model import Event, Player, PlayerId
from padd.core.refusal import Refusal, RefusalError, citing
from padd.core.rng import Rng
from padd.presentation.rulebooks.event_rulebook import book_for
from padd.presentation.spreadsheet.csv_text import UnreadableSheetError, read_csv


class PointsLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player of the file."""

    handle: str
    points: int
    season: int = 0
    name: str = ""


def seeded_by_points(event: Event, file: str, waived: tuple[str, ...], seed: int) -> FinalDay:
    """Return the event with its players seeded by lifetime points."""
    book = book_for(event)
    if book.leagues is None:
        reason = message("{title} has no Champions League.", title=book.title)
        raise _refused("no-champions-league", reason, file, book.document)
    rules = book.leagues.champions_league
    cite = book.citations["leagues.champions_league.entry_points"].cite
    if waived and not rules.waivable:
        reason = message("{title} does not let a director waive the points.", title=book.title)
        raise _refused("not-waivable", reason, file, cite)
    lines = {line.handle: line for line in _read(file)}
    with citing(book):
        order = champions_league_seeds(
            [
                LeaguePlayer(
                    player=PlayerId(line.handle),
                    lifetime_points=line.points,
                    season_points=line.season,
                )
                for line in lines.values()
            ],
            least=rules.entry_points,
            chance=Rng(seed, "champions-league"),
            waived=frozenset(PlayerId(handle) for handle in waived),
        )
    players = tuple(
        Player(id=player, name=lines[player].name, handle=player, seed=number)
        for number, player in enumerate(order, start=1)
    )
    seeds = tuple(
        Seeded(seed=number, player=player, heat=0, place=number)
        for number, player in enumerate(order, start=1)
    )
    return FinalDay(msgspec.structs.replace(event, players=players), seeds)


def _is_json(data: bytes) -> bool:
    return data.lstrip().startswith(b"[")


def _table(data: bytes) -> list[dict[str, str]]:
    header, rows = read_csv(data)
    return [dict(zip(header, row, strict=False)) for row in rows]


def _read(file: str) -> list[PointsLine]:
    """Return the lines of a CSV or JSON file; a handle stands in it once."""
    data = Path(file).read_bytes()
    try:
        rows = msgspec.json.decode(data) if _is_json(data) else _table(data)
        lines = msgspec.convert(rows, list[PointsLine], strict=False)
    except (msgspec.MsgspecError, UnreadableSheetError) as error:
        raise _refused(
            "points-unclear", message("{error}.", error=str(error)), file, "handle,points"
        ) from None
    if len({line.handle.casefold() for line in lines}) < len(lines):
        reason = message("The same handle appears twice in the file.")
        raise _refused("double-handle", reason, file, "handle,points")
    return lines


def _refused(code: str, message: Message, file: str, rule: str) -> RefusalError:
    return RefusalError(Refusal(code=code, message=message, rule=rule, file=file))
