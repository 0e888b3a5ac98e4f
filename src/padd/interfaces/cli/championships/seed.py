"""`padd seed`: from heats, or from league points, to the seeds of the final day."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from padd.core.event_file import SCHEMA, write_event
from padd.core.formats.bracket.event import bracket_for
from padd.core.formats.final_day import FinalDay, final_day
from padd.core.formats.heats import LeaguePlayer, Seeded, champions_league_seeds
from padd.core.messages import Message, message
from padd.core.model import BRACKET_STYLES, Edition, Event, Heat, PairingStyle, Player, PlayerId
from padd.core.refusal import Refusal, RefusalError, cite_refusals
from padd.core.rng import Rng
from padd.interfaces.cli.files import BROKE_A_RULE, as_json, load_event, print_json, print_refusal
from padd.presentation.formats.presenter import CommandAnswer
from padd.presentation.names import event_title, player_names
from padd.presentation.rulebooks import book_for
from padd.presentation.spreadsheet.csv_text import UnreadableSheetError, read_csv
from padd.presentation.tables import TextTable
from padd.presentation.words import ordinal
from padd.rulebooks.loader import rulebook_ids


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
    with cite_refusals(book):
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


HEAT: Final = re.compile(r"heats\[(\d+)\]")
EVENT_FILE: Final = click.Path(exists=True, dir_okay=False)


class SeedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What the director asked for."""

    files: tuple[str, ...]
    qualifiers: tuple[int, ...] | None
    day: str | None
    style: str | None
    name: str | None
    starts: str | None
    best_of: dict[int, int]
    seed: int
    confirmed: bool


@click.command()
@click.argument("files", metavar="[HEAT]...", nargs=-1, type=EVENT_FILE)
@click.option(
    "--qualifiers",
    metavar="N[,N…]",
    help="How many advance from each heat; one number, or one per heat.",
)
@click.option(
    "--day",
    type=EVENT_FILE,
    help="The final day as announced: an event file with its heats and no players.",
)
@click.option(
    "--style",
    type=click.Choice(sorted(style.value for style in BRACKET_STYLES)),
    help="The pairing style of the final day.",
)
@click.option("--name", help="The name of the final day.")
@click.option("--starts", help="When the final day starts, with its time zone.")
@click.option(
    "--best-of",
    nargs=2,
    type=int,
    multiple=True,
    metavar="ROUND GAMES",
    help="Games per match in a round of the bracket.",
)
@click.option("--seed", type=int, default=0, help="Seed of coin tosses and draws.")
@click.option("--confirmed", is_flag=True, help="Allow more players than the rulebook advises.")
@click.option(
    "--points",
    type=EVENT_FILE,
    help="Seed by league points instead of heats: a CSV or JSON file with "
    "handle, points and, if known, season.",
)
@click.option(
    "--waive",
    multiple=True,
    metavar="HANDLE",
    help="With --points: admit this player with fewer points than needed.",
)
@click.option("--rulebook", type=click.Choice(rulebook_ids()), default="opg-5")
@click.option("--edition", type=click.Choice(["1E", "2E"]), help="With --points.")
@click.option(
    "--into",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write the event of the final day to this file.",
)
@as_json
def seed(
    *,
    into: Path | None,
    as_json: bool,
    points: str | None,
    waive: tuple[str, ...],
    rulebook: str,
    edition: str | None,
    qualifiers: str | None,
    best_of: Sequence[tuple[int, int]],
    **options: Any,  # noqa: ANN401 -- the other options, as they are
) -> None:
    """Seed the final day from its heats, or a bracket from league points.

    Try: padd seed friday.event.json saturday.event.json --qualifiers 8
    --style modified-mcintyre --into sunday.event.json
    """
    request = SeedRequest(qualifiers=_numbers(qualifiers), best_of=dict(best_of), **options)
    if bool(points) == bool(request.files):
        raise click.UsageError("Give heats, or --points with a file.")
    try:
        if points:
            final_day = seeded_by_points(
                _league_day(request, rulebook, edition), points, waive, request.seed
            )
        else:
            final_day = seeded_by_heats(request)
        final_day = with_bracket_rounds(final_day)
    except RefusalError as refused:
        print_refusal(with_heat_file(refused.refusal, request), as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if into is not None:
        into.write_bytes(write_event(final_day.event))
    answer = seed_answer(final_day)
    if as_json:
        print_json(answer.document)
    else:
        from padd.interfaces.cli.tables import print_tables

        print_tables(answer.tables)


def _numbers(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a number, or numbers with commas.", param_hint="--qualifiers"
        ) from None


def with_heat_file(refusal: Refusal, request: SeedRequest) -> Refusal:
    """Return a refusal that names the file of the heat it is about."""
    match = HEAT.match(refusal.place)
    if match and int(match.group(1)) < len(request.files):
        file = request.files[int(match.group(1))]
        return msgspec.structs.replace(refusal, file=file, place="")
    named = refusal.file if refusal.file != "-" else request.day or "padd seed"
    return msgspec.structs.replace(refusal, file=named)


def seeded_by_heats(request: SeedRequest) -> FinalDay:
    """Return the final day with the qualifiers of its heats."""
    heats = [load_event(file) for file in request.files]
    announced = load_event(request.day) if request.day else _new_day(request, heats)
    if request.day:
        announced = _as_announced(announced, request, heats)
    return final_day(announced, heats, book_for, seed=request.seed, confirmed=request.confirmed)


def _new_day(request: SeedRequest, heats: Sequence[Event]) -> Event:
    """Return a final day like its last heat, without players."""
    if request.qualifiers is None or request.style is None:
        raise click.UsageError("Without --day, give --qualifiers and --style.")
    last = heats[-1]
    return msgspec.structs.replace(
        last,
        name=request.name or f"{event_title(last)}, final day",
        pairing_style=PairingStyle(request.style),
        final_confrontation=None,
        starts=request.starts,
        reported=None,
        players=(),
        rounds=(),
        heats=_plan(request, heats, request.qualifiers),
        best_of=request.best_of,
        commitment=None,
        secret=None,
        log=None,
    )


def _plan(
    request: SeedRequest, heats: Sequence[Event], qualifiers: tuple[int, ...]
) -> tuple[Heat, ...]:
    if len(qualifiers) not in {1, len(heats)}:
        raise click.UsageError("--qualifiers takes one number, or one for each heat.")
    each = qualifiers * len(heats) if len(qualifiers) == 1 else qualifiers
    return tuple(
        Heat(name=event_title(heat), qualifiers=number, event=Path(file).name)
        for heat, number, file in zip(heats, each, request.files, strict=True)
    )


def _as_announced(event: Event, request: SeedRequest, heats: Sequence[Event]) -> Event:
    """Return the announced day; what was announced stays as it is."""
    from padd.core.formats.heats import HeatPlan, change_heat_plan

    if request.style or request.best_of or request.name or request.starts:
        raise click.UsageError("With --day, its file has style, name and lengths.")
    posted = HeatPlan(heats=event.heats, begun=True)
    if request.qualifiers is not None:
        numbers = [heat.qualifiers for heat in _plan(request, heats, request.qualifiers)]
        wanted = tuple(
            msgspec.structs.replace(heat, qualifiers=number)
            for heat, number in zip(event.heats, numbers, strict=False)
        )
        with cite_refusals(book_for(event)):
            change_heat_plan(posted, HeatPlan(heats=wanted, begun=True))
    named = (Path(file).name for file in request.files)
    heats_with_files = tuple(
        msgspec.structs.replace(heat, event=heat.event or next(named, None)) for heat in event.heats
    )
    return msgspec.structs.replace(event, heats=heats_with_files)


def _league_day(request: SeedRequest, rulebook: str, edition: str | None) -> Event:
    if edition is None:
        raise click.UsageError("--points needs --edition.")
    return Event(
        schema=SCHEMA,
        rulebook=rulebook,
        name=request.name or "Champions League",
        edition=Edition(edition),
        pairing_style=PairingStyle(request.style or PairingStyle.PLAY_IN),
        starts=request.starts,
        best_of=request.best_of,
        players=(),
        rounds=(),
    )


def with_bracket_rounds(final_day: FinalDay) -> FinalDay:
    """Return the day with the rounds of its bracket, or refuse a field it has not."""
    rounds = len(bracket_for(final_day.event).rounds)
    event = msgspec.structs.replace(final_day.event, rounds_planned=rounds)
    return FinalDay(event, final_day.seeds)


def seed_answer(final_day: FinalDay) -> CommandAnswer:
    """Return the seeds, where each was won, and the first matches."""
    event = final_day.event
    names = player_names(event)
    handles = {player.id: player.handle for player in event.players}
    heats = [heat.name for heat in event.heats]
    rows = [
        {
            "seed": row.seed,
            "player": row.player,
            "name": names[row.player],
            "handle": handles[row.player],
            "heat": heats[row.heat - 1] if heats else None,
            "place": row.place,
        }
        for row in final_day.seeds
    ]
    sheet = TextTable(
        title=f"{event_title(event)}: seeds ({event.pairing_style})",
        columns=("Seed", "Player", "Earned as"),
        numbers=("Seed",),
        rows=tuple(
            (
                str(row["seed"]),
                str(row["name"]),
                f"{ordinal(int(str(row['place'])))} of {row['heat'] or 'the points'}",
            )
            for row in rows
        ),
    )
    return CommandAnswer({"event": event.name, "seeds": rows}, (sheet,))
