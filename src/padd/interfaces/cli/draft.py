"""`padd draft`: draft groups, and what the rulebook requires."""

from __future__ import annotations

import sys
from typing import Final

import click
import msgspec

from padd.core.event_file import COMMAND_LINE
from padd.core.formats.draft_groups import draft_groups
from padd.core.limited.advice import advice_on
from padd.core.messages import message
from padd.core.model import Edition
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
    """Split a draft into groups, and see what the rulebook requires."""


@draft.command(context_settings={"ignore_unknown_options": True})
@click.argument("players", metavar="N", type=int)
@named_rulebook
@as_json
def groups(players: int, name: str, *, as_json: bool) -> None:
    """Split N players into drafting groups, as few and as equal as possible.

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
                message=message("An event can have at most {most} players.", most=MOST),
                rule="padd-event/1",
                place="N",
            )
        )
    return draft_groups(players, rulebook(name))


@draft.command()
@click.option("--format", "kind", type=click.Choice(["draft", "sealed"]), default="draft")
@click.option("--edition", type=click.Choice([e.value for e in Edition]), default="2E")
@named_rulebook
@as_json
def advice(kind: str, edition: str, name: str, *, as_json: bool) -> None:
    """Show what the rulebook requires of a draft or sealed event.

    Try: padd draft advice --format sealed --edition 1E
    """
    told = tuple(advice_on(rulebook(name), kind, edition))
    if as_json:
        print_json({"advice": [{"message": str(g.message), "rule": g.rule} for g in told]})
        return
    for line in told:
        click.echo(f"{line.message} ({line.rule})")
