"""`padd victory`: has this player won, by points and missions read from input."""

from __future__ import annotations

import codecs
import sys
from typing import Final

import click
import msgspec

from padd.core.event_file import decoder_refusal, find_repeated_key
from padd.core.messages import message
from padd.core.refusal import RefusalError, refuse
from padd.core.scoring.victory import GamePosition, VictoryVerdict, judge_victory
from padd.interfaces.cli.files import BROKE_A_RULE, as_json, print_json, print_refusal
from padd.presentation.messages import text
from padd.presentation.rulebooks import rulebook_named

RULE: Final = "padd victory"
"""What stands in place of a section where the input itself is wrong."""


@click.command()
@as_json
def victory(*, as_json: bool) -> None:
    """Show which victory conditions a player has met, from standard input.

    \b
    Try: echo '{"rulebook": "opg-5", "edition": "1E", "rules": "otf-beta-1",
         "regular": 75, "bonus": 40, "opponent": 60,
         "missions": [["planet"], ["planet"]]}' | padd victory
    """  # noqa: D301 -- \\b keeps click from joining the lines
    try:
        verdict = _judged(sys.stdin.buffer.read().removeprefix(codecs.BOM_UTF8))
    except RefusalError as refused:
        print_refusal(refused.refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json(_document(verdict))
    else:
        _show(verdict)


def _judged(data: bytes) -> VictoryVerdict:
    try:
        position = msgspec.json.decode(data, type=GamePosition)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise decoder_refusal(error, data, kind="a position", rule=RULE) from None
    twice = find_repeated_key(data)
    if twice is not None:
        refuse("double-key", message("This key appears twice; keep one."), twice, RULE)
    book = rulebook_named(position.rulebook)
    if book is None:
        refuse(
            "rulebook-unknown",
            message("There is no rulebook {name}.", name=position.rulebook),
            "rulebook",
            RULE,
        )
    return judge_victory(position, book)


def _document(verdict: VictoryVerdict) -> dict[str, object]:
    conditions = [
        {"code": condition.code, "met": condition.met, "rule": condition.rule}
        for condition in verdict.conditions
    ]
    return {"won": verdict.won, "score": verdict.score, "conditions": conditions}


def _show(verdict: VictoryVerdict) -> None:
    from padd.interfaces.cli.tables import new_table, print_parts

    missing = sum(not condition.met for condition in verdict.conditions)
    counted = f"{verdict.score} points are counted"
    if verdict.left_out:
        counted += f", {verdict.left_out} bonus points do not"
    heading = f"Won: {counted}" if verdict.won else f"Not yet: {counted}"
    grid = new_table(heading, "", "Condition", "Stands", "Section")
    for condition in verdict.conditions:
        grid.add_row(
            "yes" if condition.met else "no",
            text(condition.asks),
            text(condition.says),
            condition.rule,
        )
    lines = [f"{missing} missing."] if missing else []
    print_parts(grid, *lines)
