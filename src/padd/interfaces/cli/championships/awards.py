"""`padd awards`: the ranking of a championship, and the byes and points it awards."""

from __future__ import annotations

import re
import sys
from typing import Final

import click
import msgspec

from padd.core.championships.awards import ChampionshipResult, championship_result
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    as_json,
    event_files,
    load_event,
    print_json,
    print_refusal,
)
from padd.presentation.championships.awards import awards_document, awards_tables
from padd.presentation.rulebooks.event_rulebook import book_for

STAGE: Final = re.compile(r"stages\[(\d+)\]\.?")


@click.command()
@event_files
@click.option("--seed", type=int, default=0, help="Seed of coin tosses, cuts and the last draw.")
@as_json
def awards(files: tuple[str, ...], seed: int, *, as_json: bool) -> None:
    """Rank a championship over its stages; list its byes, head starts and points.

    Give the files of all finished stages of one championship: the whole event, or
    heats and final. Players are matched by handle.

    Try: padd awards friday.event.json saturday.event.json sunday.event.json
    """
    try:
        result = _result(files, seed)
    except RefusalError as refused:
        print_refusal(_in_its_file(refused.refusal, files), as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json(awards_document(result))
    else:
        from padd.interfaces.cli.tables import print_tables

        print_tables(awards_tables(result))


def _result(files: tuple[str, ...], seed: int) -> ChampionshipResult:
    events = [load_event(file) for file in files]
    return championship_result(events, book_for, seed=seed)


def _in_its_file(refusal: Refusal, files: tuple[str, ...]) -> Refusal:
    """Name the file of the stage at fault."""
    found = STAGE.match(refusal.place)
    if found is None:
        named = refusal.file if refusal.file in files else files[0]
        return msgspec.structs.replace(refusal, file=named)
    return msgspec.structs.replace(
        refusal, file=files[int(found.group(1))], place=refusal.place[found.end() :]
    )
