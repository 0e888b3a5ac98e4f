"""`padd bracket`: the empty bracket of a style and size."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec

from padd.core.brackets.styles import BRACKETS, bracket_of
from padd.core.brackets.tree import Bye, as_document, loser_goes_to, winner_goes_to
from padd.core.model import PairingStyle
from padd.core.refusal import EventRefused
from padd.interfaces.cli.files import BROKE_A_RULE, as_json, print_json, tell_refusal

if TYPE_CHECKING:
    from padd.core.brackets.tree import Bracket, BracketMatch
    from padd.core.model import MatchId
    from padd.interfaces.drawing.style import Theme

THEMES: Final = ("device", "light", "dark", "paper")


@click.command()
@click.option(
    "--style",
    required=True,
    type=click.Choice([style.value for style in BRACKETS]),
    help="The pairing style.",
)
@click.option(
    "--players", required=True, type=int, metavar="N", help="How many players."
)
@as_json
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE",
    help="Draw the bracket into a file.",
)
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    default="device",
    show_default=True,
    help="Colours of the drawing; paper is black on white.",
)
def bracket(
    style: str, players: int, *, as_json: bool, svg: Path | None, theme: Theme
) -> None:
    """Show the empty bracket of a style for a number of players.

    Try: padd bracket --style modified-mcintyre --players 8
    """
    try:
        tree = bracket_of(PairingStyle(style), players)
    except EventRefused as refused:
        where = f"--style {style} --players {players}"
        refusal = msgspec.structs.replace(refused.refusal, file=where)
        tell_refusal(refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if svg is not None:
        draw(tree, svg, theme)
    if as_json:
        print_json(as_document(tree))
    elif svg is None:
        show_bracket(tree)


def draw(tree: Bracket, file: Path, theme: Theme) -> None:
    """Write the drawing of an empty bracket to a file."""
    from padd.core.brackets.play import empty
    from padd.interfaces.drawing.bracket import bracket_svg

    try:
        file.write_text(bracket_svg(empty(tree), theme=theme), encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(file), error.strerror or "not written") from error


def show_bracket(tree: Bracket) -> None:
    """Print the bracket as a table, round by round."""
    from padd.interfaces.cli.tables import show, table
    from padd.interfaces.drawing.view import side_words

    made = table(
        f"{tree.title}, {tree.players} players",
        *("Round", "Match", "First side", "Second side", "Winner", "Loser"),
    )
    winners, losers = winner_goes_to(tree), loser_goes_to(tree)
    for round_ in tree.rounds:
        for index, match in enumerate(round_.matches):
            goes_on = f"to {winners[match.id]}" if match.id in winners else "wins"
            made.add_row(
                round_.name if index == 0 else "",
                match.id,
                *(side_words(side) for side in match.sides),
                goes_on,
                _loser_words(match, losers),
                end_section=index == len(round_.matches) - 1,
            )
    show(made)


def _loser_words(match: BracketMatch, losers: dict[MatchId, MatchId]) -> str:
    if match.id in losers:
        return f"to {losers[match.id]}"
    return "" if Bye() in match.sides else "out"
