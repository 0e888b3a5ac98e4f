"""Parse the arguments of `padd event`: options anywhere, then the event's id."""

from __future__ import annotations

from typing import Final

import click

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
    """Part the options that every command has, wherever they stand, from the rest."""
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
