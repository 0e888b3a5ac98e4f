"""`padd draft`: how the players of a draft sit together."""

from __future__ import annotations

import sys
from typing import Final

import click
import msgspec

from padd.core.event_file import COMMAND_LINE
from padd.core.formats.draft_groups import draft_groups
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    as_json,
    named_rulebook,
    print_json,
    tell_refusal,
)
from padd.rulebooks.loader import rulebook

MOST: Final = COMMAND_LINE.players


@click.group()
def draft() -> None:
    """Seat the players of a draft."""


@draft.command(context_settings={"ignore_unknown_options": True})
@click.argument("players", metavar="N", type=int)
@named_rulebook
@as_json
def groups(players: int, name: str, *, as_json: bool) -> None:
    """Split N players into drafting groups, few and about equal.

    Try: padd draft groups 13
    """
    try:
        sizes = _groups(players, name)
    except RefusalError as refused:
        refusal = msgspec.structs.replace(refused.refusal, file="padd draft groups")
        tell_refusal(refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json({"groups": sizes})
    else:
        click.echo(", ".join(map(str, sizes)))


def _groups(players: int, name: str) -> tuple[int, ...]:
    if players > MOST:
        raise RefusalError(
            Refusal(
                code="too-many-players",
                message=message("An event has {most} players at most.", most=MOST),
                rule="padd-event/1",
                place="N",
            )
        )
    return draft_groups(players, rulebook(name))
