"""`padd event`: the actions of the console from the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click
import msgspec

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.state.event_state import LogState
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.interfaces.cli.files import print_json
from padd.interfaces.cli.open_installation import (
    BROKE_A_RULE,
    Given,
    current_time,
    exit_on_refusal,
    open_installation,
    print_round_papers,
)
from padd.presentation.messages import text

if TYPE_CHECKING:  # keeps the start of the command line short
    from padd.services import eventlog


WITHOUT_EVENT: Final = frozenset({"list", "import"})
WITH_VALUE: Final = ("--data", "--key", "--reason")
"""Options of every command that take a value."""


class EventCommands(click.Group):
    """Commands that follow the id of an event: `padd event 7kq2m9xw3p pair`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the id of the event, unless the command needs none."""
        common, rest = _common_first(args)
        if rest and rest[0] not in WITHOUT_EVENT and not rest[0].startswith("-"):
            ctx.meta["event"], rest = rest[0], rest[1:]
        return super().parse_args(ctx, [*common, *rest])


def _common_first(args: list[str]) -> tuple[list[str], list[str]]:
    """Separate the options that all commands share from the rest."""
    common: list[str] = []
    rest: list[str] = []
    left = iter(args)
    for arg in left:
        if arg == "--":
            return common, [*rest, arg, *left]
        if arg == "--json" or arg.startswith(tuple(f"{option}=" for option in WITH_VALUE)):
            common.append(arg)
        elif arg in WITH_VALUE:
            common += [arg, *([value] if (value := next(left, None)) else [])]
        else:
            rest.append(arg)
    return common, rest


def _exit_on_refused_action(command: Callable[Given, None]) -> Callable[Given, None]:
    """Print what a service refuses; for an action also its rule and the way out."""

    @exit_on_refusal
    @wraps(command)
    def guarded(*args: Given.args, **kwargs: Given.kwargs) -> None:
        from padd.services.refusal import ActionRefused

        try:
            command(*args, **kwargs)
        except ActionRefused as refused:
            _say_no(refused.refusal, as_json=click.get_current_context().obj["as_json"])

    return guarded


@click.group(
    cls=EventCommands,
    subcommand_metavar="EVENT-ID COMMAND [ARGS]…",
    epilog="`padd event list` shows the events under way and their ids.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Data folder (or set PADD_DATA).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--key", default="", help="Idempotency key: sent twice, done once.")
@click.option("--reason", default="", help="Reason; some actions require one.")
@click.pass_context
def event(ctx: click.Context, data: Path | None, *, as_json: bool, key: str, reason: str) -> None:
    """Run an event from the command line."""
    ctx.ensure_object(dict)
    ctx.obj.update(as_json=as_json, key=key, reason=reason)
    exit_on_refusal(open_installation)(data)
    ctx.with_resource(print_round_papers(_id))


def _id() -> str:
    event_id = click.get_current_context().meta.get("event")
    if not event_id:
        raise click.UsageError("Name the event: padd event EVENT-ID …")
    return str(event_id)


def _state() -> LogState:
    from padd.services import eventlog

    return eventlog.event_state(event_id=_id())


def _do(action: Action) -> None:
    from padd.services import eventlog
    from padd.services.access.actors import SYSTEM

    options = click.get_current_context().obj
    _tell(
        eventlog.record_action(
            event_id=_id(),
            action=action,
            by=SYSTEM,
            now=current_time(),
            key=options["key"],
            reason=options["reason"],
        )
    )


def _tell(done: eventlog.Recorded) -> None:
    if click.get_current_context().obj["as_json"]:
        print_json({"event": done.event_id, "sequence": done.sequence, "again": done.again})
    else:
        click.echo(f"Saved as entry {done.sequence}.")


def _say_no(refusal: Refusal, *, as_json: bool) -> NoReturn:
    rule = f" ({refusal.rule})" if refusal.rule else ""
    click.echo(f"{text(refusal.message)}{rule} {text(refusal.way_out)}".strip(), err=True)
    if as_json:
        error = msgspec.structs.asdict(refusal)
        print_json({"error": {key: error[key] for key in sorted(error) if error[key]}})
    sys.exit(BROKE_A_RULE)


def _player(name: str) -> PlayerId:
    """Return the player of an id, or of a name that only one player has."""
    from padd.core.model import PlayerId

    entrants = _state().players
    if name in entrants:
        return PlayerId(name)
    players = [e.id for e in entrants.values() if e.name.casefold() == name.casefold()]
    if len(players) == 1:
        return players[0]
    words = "Several players are" if players else "No player is"
    raise click.UsageError(f"{words} called {name}.")


@event.command(name="list")
@_exit_on_refused_action
def list_() -> None:
    """List the events under way; after an id, its players and tables."""
    from padd.interfaces.cli.eventlog import event_tables

    context = click.get_current_context()
    if "event" in context.meta:
        event_tables.show_event(_id(), as_json=context.obj["as_json"])
    else:
        event_tables.show_events(as_json=context.obj["as_json"])


@event.command(name="open")
@_exit_on_refused_action
def open_() -> None:
    """Open a listed event, with everyone who has registered."""
    from padd.services import eventlog
    from padd.services.access.actors import SYSTEM

    opened = eventlog.open_event(listing_id=_id(), by=SYSTEM, now=current_time())
    _tell(eventlog.Recorded(event_id=opened, sequence=1, state=_state()))


@event.command()
@click.argument("name")
@click.option("--id", "player", help="The player's id; made from the name if left out.")
@click.option("--handle", default="")
@click.option("--here", is_flag=True, help="The player is here; check in as well.")
@_exit_on_refused_action
def enter(name: str, player: str | None, handle: str, *, here: bool) -> None:
    """Enter a player."""
    from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
    from padd.core.model import PlayerId
    from padd.core.text import look_alike_outline

    chosen = PlayerId(player or look_alike_outline(name))
    _do(PlayerEntered(player=chosen, name=name, handle=handle))
    if here:
        _do(CheckedIn(players=(chosen,)))


@event.command()
@click.argument("players", nargs=-1, required=True)
@_exit_on_refused_action
def here(players: tuple[str, ...]) -> None:
    """Check players in."""
    from padd.core.eventlog.actions.players import CheckedIn

    _do(CheckedIn(players=tuple(_player(name) for name in players)))


@event.command()
@click.argument("player")
@click.option("--at-once", is_flag=True, help="Also drop from the current round.")
@_exit_on_refused_action
def drop(player: str, *, at_once: bool) -> None:
    """Drop a player from the event."""
    from padd.core.eventlog.actions.drops import Dropped

    _do(Dropped(player=_player(player), at_once=at_once))


@event.command()
@click.option("--pods", type=int, help="Tribbles: how many pods.")
@_exit_on_refused_action
def pair(pods: int | None) -> None:
    """Draw the next round as a draft; run it again to redraw."""
    from padd.services import eventlog
    from padd.services.access.actors import SYSTEM

    options = click.get_current_context().obj
    _tell(
        eventlog.draw_round(
            event_id=_id(),
            by=SYSTEM,
            now=current_time(),
            key=options["key"],
            reason=options["reason"],
            pods=pods,
        )
    )


def _current() -> int:
    current = _state().current
    if current is None:
        raise click.UsageError("No round is paired.")
    return current.number


@event.command()
@_exit_on_refused_action
def publish() -> None:
    """Publish the drawn round."""
    from padd.core.eventlog.actions.publication import RoundPublished
    from padd.core.eventlog.state.pods import last_round_of_match
    from padd.rulebooks.loader import rulebook

    number, state = _current(), _state()
    through = last_round_of_match(state, number, rulebook(state.settings.rulebook))
    _do(RoundPublished(number=number, through=through))


@event.command()
@click.option("--minutes", type=int)
@_exit_on_refused_action
def clock(minutes: int | None) -> None:
    """Start the clock of the round."""
    from padd.core.eventlog.actions.clock import ClockStarted

    _do(ClockStarted(number=_current(), minutes=minutes))


@event.command()
@_exit_on_refused_action
def close() -> None:
    """Close the round; every result is checked first."""
    from padd.core.eventlog.actions.rounds import RoundClosed

    _do(RoundClosed(number=_current()))


@event.command()
@_exit_on_refused_action
def finish() -> None:
    """Finish the event; the standings become final."""
    from padd.core.eventlog.actions.finish import EventFinished

    _do(EventFinished())


@event.command()
@click.argument("table", type=int)
@click.argument("outcome", metavar="SCORES|JSON")
@click.option("--ending", default="complete", show_default=True)
@click.option("--winner", help="The winner, if the scores do not show it.")
@click.option("--round", "number", type=int, help="The round; the latest if left out.")
@_exit_on_refused_action
def result(table: int, outcome: str, ending: str, winner: str | None, number: int | None) -> None:
    """Enter a result: `result 4 100-35`, in the order of the table's players."""
    from padd.core.eventlog.actions.director_results import ResultEntered

    round_number = number or _current()
    ended = _outcome(outcome, round_number, table, ending=ending, winner=winner)
    _do(ResultEntered(number=round_number, table=table, outcome=ended))


@event.command()
@click.argument("number", metavar="ROUND", type=int)
@click.argument("table", type=int)
@click.argument("outcome", metavar="SCORES|JSON")
@click.option("--ending", default="complete", show_default=True)
@click.option("--winner", help="The winner, if the scores do not show it.")
@_exit_on_refused_action
def correct(number: int, table: int, outcome: str, ending: str, winner: str | None) -> None:
    """Correct a result of any round; it needs a --reason."""
    from padd.core.eventlog.actions.director_results import ResultCorrected

    ended = _outcome(outcome, number, table, ending=ending, winner=winner)
    _do(ResultCorrected(number=number, table=table, outcome=ended))


def _outcome(text: str, number: int, table: int, *, ending: str, winner: str | None) -> Any:  # noqa: ANN401 -- an outcome, imported late
    """Return an outcome from `100-35`, or from JSON as the event file has it."""
    from padd.core.eventlog.state.table import GameOutcome
    from padd.core.model import Ending

    try:
        if text.startswith("{"):
            return msgspec.json.decode(text, type=GameOutcome)
        first, _, second = text.partition("-")
        scores = int(first), int(second)
        how = Ending(ending)
    except (ValueError, msgspec.MsgspecError) as error:
        raise click.UsageError(f"{text} is not a result: {error}.") from None
    won = _player(winner) if winner else None
    if won is None and how is Ending.COMPLETE and scores[0] != scores[1]:
        round_ = _state().round(number)
        seated = round_.tables.get(table) if round_ else None
        players = seated.players if seated else ()
        won = players[scores[0] < scores[1]] if players else None
    return GameOutcome(ending=how, winner=won, scores=scores)


@event.command()
@click.argument("sequences", nargs=-1, required=True, type=int)
@_exit_on_refused_action
def undo(sequences: tuple[int, ...]) -> None:
    """Undo entries of the log."""
    from padd.core.eventlog.log.undo import ActionUndone

    _do(ActionUndone(sequences=sequences))


@event.command()
@click.argument("sequences", nargs=-1, required=True, type=int)
@_exit_on_refused_action
def redo(sequences: tuple[int, ...]) -> None:
    """Redo entries that were undone."""
    from padd.core.eventlog.log.undo import ActionRedone

    _do(ActionRedone(sequences=sequences))


@event.command(name="do")
@click.argument("kind")
@click.argument("payload", default="{}")
@_exit_on_refused_action
def do_(kind: str, payload: str) -> None:
    """Record any action of the log: `do clock.paused '{"number": 2}'`."""
    from padd.core.eventlog.log.action_kinds import UnknownActionError, decode_action

    try:
        _do(decode_action(kind, msgspec.json.decode(payload)))
    except (UnknownActionError, msgspec.DecodeError) as error:
        raise click.UsageError(str(error)) from None


@event.command()
@_exit_on_refused_action
def log() -> None:
    """Show who did what, when and why."""
    from padd.interfaces.cli.eventlog import event_tables

    as_json = click.get_current_context().obj["as_json"]
    event_tables.show_log(_id(), as_json=as_json)


@event.command()
@click.argument("file", default="-", type=click.Path(dir_okay=False, allow_dash=True))
@_exit_on_refused_action
def export(file: str) -> None:
    """Write the event file, with its log."""
    from padd.services import eventlog

    data = eventlog.export_event_file(event_id=_id())
    if file == "-":
        sys.stdout.buffer.write(data)
    else:
        Path(file).write_bytes(data)


@event.command(name="import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@_exit_on_refused_action
def import_(file: str) -> None:
    """Take over an event with its log, and continue it here."""
    from padd.services import eventlog
    from padd.services.access.actors import SYSTEM

    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    brought = eventlog.import_event_file(data=data, by=SYSTEM, now=current_time())
    ctx = click.get_current_context()
    as_json = ctx.obj["as_json"]
    ctx.meta["event"] = brought.event_id
    if as_json:
        print_json({"event": brought.event_id, "added": brought.added})
    else:
        click.echo(f"Event {brought.event_id}: {brought.added} new entries.")
