"""Heats and finals as one event, and as the events to report (App. A)."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from padd.core.formats.tribbles.ranking import finals_rounds, finals_tables
from padd.core.messages import message
from padd.core.model import Event, PairingStyle, Player, PlayerId, Pod, Round
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.play import TribblesRules


def events_to_report(event: Event, book: Rulebook) -> tuple[Event, ...]:
    """Return the events that an event is reported as (TRIB-20 to TRIB-24)."""
    rules = book.tribbles
    if event.pairing_style is not PairingStyle.TRIBBLES_FINALS or rules is None:
        return (event,)
    finals = finals_rounds(event, rules)
    if not finals or len(finals) == len(event.rounds):
        return (event,)
    return heats_and_finals(event, rules)


def heats_and_finals(event: Event, rules: TribblesRules) -> tuple[Event, ...]:
    """Return one event per table of the heats, then the finals with their seeds."""
    finals = finals_rounds(event, rules)
    heats = event.rounds[: len(event.rounds) - len(finals)]
    if event.pairing_style is not PairingStyle.TRIBBLES_FINALS or not heats:
        raise RefusalError(
            Refusal(
                code="no-heats",
                message=message("Only a day of heats and finals is reported as several events."),
                rule="App. A",
                place="rounds",
            )
        )
    tables = [pod.table or at for at, pod in enumerate(heats[0].pods, start=1)]
    return (
        *(_heat(event, heats, number, table) for number, table in enumerate(tables)),
        _finals(event, finals, rules),
    )


def _heat(event: Event, heats: tuple[Round, ...], index: int, table: int) -> Event:
    """Return one table's rounds as an event of its own at the same time and place."""
    rounds = tuple(_round_of_table(round_, index, table) for round_ in heats)
    seated = {player for round_ in rounds for pod in round_.pods for player in pod.players}
    return msgspec.structs.replace(
        event,
        name=f"{event.name}, heat at table {table}",
        pairing_style=PairingStyle.TRIBBLES,
        rounds_planned=len(rounds),
        players=tuple(_without_seed(p) for p in event.players if p.id in seated),
        rounds=rounds,
        cut=(),
        readmitted=(),
        commitment=None,
        secret=None,
        log=None,
    )


def _round_of_table(round_: Round, index: int, table: int) -> Round:
    def is_here(at: int, pod: Pod) -> bool:
        return pod.table == table if pod.table is not None else at == index

    pods = tuple(pod for at, pod in enumerate(round_.pods) if is_here(at, pod))
    return msgspec.structs.replace(round_, pods=pods, missed=(), draw=None)


def _without_seed(player: Player) -> Player:
    return msgspec.structs.replace(player, seed=None)


def _finals(event: Event, finals: tuple[Round, ...], rules: TribblesRules) -> Event:
    """Return the finals alone, later on the day, with the table as every player's seed."""
    tables = finals_tables(event, finals)
    return msgspec.structs.replace(
        event,
        starts=_later(event.starts, minutes=rules.finals.minutes_later),
        rounds_planned=finals[-1].number,
        players=tuple(_finalist(p, tables) for p in event.players if p.id in tables),
        rounds=finals,
        cut=tuple(player for player in event.cut if player in tables),
        readmitted=(),
        commitment=None,
        secret=None,
        log=None,
    )


def _finalist(player: Player, tables: dict[PlayerId, int]) -> Player:
    return msgspec.structs.replace(player, seed=tables[player.id], head_start=0)


def _later(starts: str | None, *, minutes: int) -> str | None:
    if starts is None:
        return None
    return (datetime.fromisoformat(starts) + timedelta(minutes=minutes)).isoformat()
