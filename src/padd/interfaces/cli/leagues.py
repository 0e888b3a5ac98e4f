"""`padd league`: the table of a league, its qualifiers, missions and champions."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NoReturn, TypeVar

import click
import msgspec

from padd.core.leagues.bonus_schemes import MissionDone
from padd.core.leagues.event_points import EventPoints, event_points, league_rules
from padd.core.leagues.mission_tally import MissionRecord, mission_bonuses, mission_tally
from padd.core.leagues.playoffs import playoff_ranking
from padd.core.leagues.qualification import (
    QualifyingPlan,
    change_qualifying_plan,
    qualification,
    usual_qualifying_plan,
)
from padd.core.leagues.table import lifetime_table
from padd.core.messages import Message, message
from padd.core.model import Event, EventLeague, LeaguePart, PlayerId
from padd.core.refusal import RefusalError, refuse
from padd.core.rng import Rng
from padd.core.validation.sanction import unfinished_reason
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    LoadedEvent,
    Spellings,
    as_json,
    event_files,
    exit_with_refusals,
    load_in_order,
    named_rulebook,
    print_json,
    print_refusal,
)
from padd.presentation.formats.presenter import CommandAnswer
from padd.presentation.leagues.documents import (
    league_table_answer,
    lifetime_answer,
    qualification_answer,
)
from padd.presentation.messages import text
from padd.presentation.rulebooks import book_for
from padd.presentation.tables import TextTable
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook

COLUMNS: Final = ("event", "player", "mission")
YES: Final = frozenset({"yes", "true", "1", "x"})


def missions_answer(file: str, book: Rulebook) -> CommandAnswer:
    """Return the tally and the points that each event gave for new missions."""
    rules = league_rules(book)
    records = _read_tally(file)
    tally = mission_tally(records)
    bonuses = mission_bonuses(records, rules.bonus.new_mission)
    document = {
        "missions": [
            {
                "mission": row.title,
                "headquarters": row.headquarters,
                "event": row.event,
                "players": list(row.people),
            }
            for row in tally
        ],
        "bonus": [
            {"event": event, "player": person, "points": line.points}
            for (event, person), line in bonuses.items()
        ],
    }
    return CommandAnswer(
        document,
        (
            TextTable(
                title=f"Missions completed: {len(tally)}",
                columns=("Mission", "Event", "Players"),
                numbers=("Event",),
                rows=tuple((row.title, str(row.event), ", ".join(row.people)) for row in tally),
            ),
            TextTable(
                title="Bonus points for new missions",
                columns=("Event", "Player", "Points"),
                numbers=("Event", "Points"),
                rows=tuple(
                    (str(event), person, str(line.points))
                    for (event, person), line in bonuses.items()
                ),
            ),
        ),
    )


def _read_tally(file: str) -> list[MissionRecord]:
    """Read the lines; columns may stand in any order, others are passed over."""
    try:
        rows = csv.reader(io.StringIO(Path(file).read_text(encoding="utf-8-sig")))
        heads = [head.strip().casefold() for head in next(rows, [])]
        lines = [(rows.line_num, cells) for cells in rows if any(cells)]
    except (UnicodeDecodeError, csv.Error) as error:
        _refuse(1, message("This is not a CSV file in UTF-8: {error}", error=str(error)))
    missing = [column for column in COLUMNS if column not in heads]
    if missing:
        unknown = message("The first line has no column {column}.", column=missing[0])
        _refuse(1, unknown)
    spellings: dict[str, str] = {}
    return [
        _record(number, dict(zip(heads, map(str.strip, cells), strict=False)), spellings)
        for number, cells in lines
    ]


def _record(number: int, cells: dict[str, str], spellings: dict[str, str]) -> MissionRecord:
    for column in COLUMNS:
        if not cells.get(column):
            empty = message("The {column} is missing.", column=column)
            _refuse(number, empty, column)
    if not (cells["event"].isascii() and cells["event"].isdigit()):
        _refuse(number, message("The event must be given by its number."), "event")
    player = cells["player"]
    return MissionRecord(
        event=int(cells["event"]),
        person=spellings.setdefault(player.casefold(), player),
        mission=MissionDone(
            title=cells["mission"], headquarters=cells.get("headquarters", "").casefold() in YES
        ),
    )


def _refuse(line: int, why: Message, column: str = "") -> NoReturn:
    place = f"line {line}, {column}" if column else f"line {line}"
    refuse("missions-unclear", why, place, ",".join(COLUMNS))


T = TypeVar("T")


class LeagueFiles(msgspec.Struct, frozen=True):
    """League events from files, in the order of their start."""

    league: str
    season: int
    book: Rulebook
    events: tuple[EventPoints, ...]
    names: dict[str, str]


@click.group()
def league() -> None:
    """Show leagues: tables, qualifiers, missions, lifetime points.

    Everything is calculated from event files with the key "league".
    """


@league.command()
@event_files
@as_json
def table(files: tuple[str, ...], *, as_json: bool) -> None:
    """Show both halves and the season of one league.

    An event that is not finished counts as it stands.

    Try: padd league table october.event.json november.event.json
    """
    found = _read(files, as_json=as_json, one_season=True)
    answer = league_table_answer(found.league, found.season, found.events, found.names)
    _print(answer, as_json=as_json)


@league.command()
@event_files
@click.option(
    "--qualifiers",
    metavar="N[,N]",
    help="How many qualify from each half; one number in a short season.",
)
@click.option(
    "--earlier",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="EVENT",
    help="More events that count for lifetime points; repeat for each.",
)
@click.option("--season-basis", is_flag=True, help="Make the second cut by both halves together.")
@click.option("--replace", is_flag=True, help="The next player moves up, as announced.")
@click.option("--seed", type=int, default=0, help="Seed of the draw that breaks ties.")
@as_json
def qualify(
    files: tuple[str, ...],
    *,
    qualifiers: str | None,
    earlier: tuple[str, ...],
    season_basis: bool,
    replace: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Show who qualifies for the playoffs, and who leads them.

    Try: padd league qualify *.event.json --qualifiers 4,4
    """
    found = _read(files, as_json=as_json, one_season=True, finished_only=True)
    rules = _or_refuse(lambda: league_rules(found.book), as_json, file=files[0])
    plan = usual_qualifying_plan(rules, short=False)
    if qualifiers is not None:
        first, *rest = _numbers(qualifiers)
        plan = msgspec.structs.replace(
            plan, first_half=first, second_half=rest[0] if rest else None
        )
    plan = msgspec.structs.replace(
        plan, basis="season" if season_basis else plan.basis, replaced=replace or plan.replaced
    )
    _or_refuse(lambda: change_qualifying_plan(plan, plan, begun=False, book=found.book), as_json)
    names = dict(found.names)
    lifetime = _lifetime(found, earlier, names, as_json=as_json)
    answer = _qualified(found, plan, lifetime, names, seed)
    _print(answer, as_json=as_json)


def _qualified(
    found: LeagueFiles,
    plan: QualifyingPlan,
    lifetime: dict[str, int],
    names: dict[str, str],
    seed: int,
) -> CommandAnswer:
    rules = league_rules(found.book)
    cut = qualification(found.events, plan, rules.qualifying, chance=Rng(seed, "qualification"))
    begun = any(event.part is LeaguePart.PLAYOFF for event in found.events)
    ranking = playoff_ranking(
        found.events,
        cut.qualified if begun else (),
        rules.playoffs,
        lifetime=lifetime,
        chance=Rng(seed, "playoffs"),
    )
    return qualification_answer(cut, ranking, names)


def _lifetime(
    found: LeagueFiles, earlier: tuple[str, ...], names: dict[str, str], *, as_json: bool
) -> dict[str, int]:
    """Return lifetime points of the events given and those of other leagues."""
    events = found.events
    if earlier:
        known = {name.casefold(): name for name in names}
        before = _read(earlier, as_json=as_json, finished_only=True)
        for event in before.events:
            rows = tuple(
                msgspec.structs.replace(row, person=known.get(row.person.casefold(), row.person))
                for row in event.rows
            )
            events += (msgspec.structs.replace(event, rows=rows),)
    return {row.person: row.points for row in lifetime_table(events)}


@league.command()
@event_files
@named_rulebook
@as_json
def champions(files: tuple[str, ...], name: str, *, as_json: bool) -> None:
    """Show lifetime points over all leagues, and who may enter the Champions League.

    Try: padd league champions *.event.json
    """
    found = _read(files, as_json=as_json, finished_only=True)
    rules = _or_refuse(lambda: league_rules(rulebook(name)), as_json)
    answer = lifetime_answer(
        lifetime_table(found.events), found.names, least=rules.champions_league.entry_points
    )
    _print(answer, as_json=as_json)


@league.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@named_rulebook
@as_json
def missions(file: str, name: str, *, as_json: bool) -> None:
    """Show the tally of missions done, and the bonus points for new ones.

    FILE is a CSV with the columns event (its number), player, mission and, if known,
    headquarters (yes or no).

    Try: padd league missions season.csv
    """
    _print(
        _or_refuse(lambda: missions_answer(file, rulebook(name)), as_json, file=file),
        as_json=as_json,
    )


def _read(
    files: Sequence[str], *, as_json: bool, one_season: bool = False, finished_only: bool = False
) -> LeagueFiles:
    """Return the points of all events; without any one of them a table is wrong."""
    given, refusals = load_in_order(files)
    spellings = Spellings()
    events: list[EventPoints] = []
    first: tuple[EventLeague, Rulebook] | None = None
    for one in given:
        try:
            mine = _league_of(one.event, first[0] if first and one_season else None)
            book = book_for(one.event)
            first = first or (mine, book)
            if _counts(one, book, finished_only=finished_only):
                events.append(_points(one, mine, book, spellings))
        except RefusalError as refused:
            refusals.append(msgspec.structs.replace(refused.refusal, file=one.file))
    if refusals or first is None:
        exit_with_refusals(refusals, as_json=as_json)
    return LeagueFiles(first[0].id, first[0].season, first[1], tuple(events), spellings.names)


def _league_of(event: Event, other: EventLeague | None) -> EventLeague:
    mine = event.league
    if mine is None:
        refuse("no-league", message("The event belongs to no league."), "league")
    if other is not None and mine.id != other.id:
        differ = message("The events are of different leagues.")
        refuse("league-differs", differ, "league.id")
    if other is not None and mine.season != other.season:
        differ = message("The events are of different seasons.")
        refuse("season-differs", differ, "league.season")
    return mine


def _counts(one: LoadedEvent, book: Rulebook, *, finished_only: bool) -> bool:
    open_ = unfinished_reason(one.event, book)
    if open_ is not None:
        click.echo(f"{one.file}: {text(open_.message)}", err=True)
    return open_ is None or not finished_only


def _points(
    one: LoadedEvent, mine: EventLeague, book: Rulebook, spellings: Spellings
) -> EventPoints:
    known = {player.id: spellings.known_as(player, one.key.id) for player in one.event.players}

    def known_as(player: PlayerId) -> str:
        return known[player]

    return event_points(
        one.event,
        book,
        id_=one.key.id,
        part=mine.part,
        number=mine.number,
        known_as=known_as,
        bonus=mine.bonus,
    )


def _numbers(given: str) -> list[int]:
    try:
        numbers = [int(number) for number in given.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in {1, 2}:
        raise click.BadParameter("Give one number, or two with a comma.", param_hint="--qualifiers")
    return numbers


def _or_refuse(
    work: Callable[[], T],
    as_json: bool,  # noqa: FBT001 -- of the command
    *,
    file: str = "padd league",
) -> T:
    try:
        return work()
    except RefusalError as refused:
        refusal = msgspec.structs.replace(refused.refusal, file=file)
        print_refusal(refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)


def _print(answer: CommandAnswer, *, as_json: bool) -> None:
    if as_json:
        print_json(answer.document)
    else:
        from padd.interfaces.cli.tables import print_tables

        print_tables(answer.tables)
