"""`padd bracket`: the bracket of an event, or an empty one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click
import msgspec

from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.bracket.play import PlayedBracket, empty_bracket
from padd.core.formats.bracket.styles import BRACKETS, bracket_of
from padd.core.formats.bracket.tree import (
    Bracket,
    BracketMatch,
    Bye,
    bracket_as_document,
    loser_goes_to,
    winner_goes_to,
)
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import MatchId, PairingStyle, PlayerId
from padd.core.refusal import Refusal, RefusalError, cite_refusals
from padd.interfaces.cli.files import BROKE_A_RULE, as_json, load_event, print_json, print_refusal
from padd.presentation.documents import Document
from padd.presentation.formats.bracket_view import BracketSide, bracket_document
from padd.presentation.names import player_names
from padd.presentation.rulebooks import book_for
from padd.presentation.svg.bracket import Theme
from padd.rulebooks.loader import rulebook, rulebook_ids

THEMES: Final = ("device", "light", "dark", "paper")


@click.command()
@click.argument(
    "file",
    metavar="[EVENT]",
    required=False,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
)
@click.option(
    "--style",
    type=click.Choice([style.value for style in BRACKETS]),
    help="The pairing style of an empty bracket.",
)
@click.option("--players", type=int, metavar="N", help="How many players it has.")
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
    help="Colors of the drawing; paper is black on white.",
)
def bracket(
    file: str | None,
    style: str | None,
    players: int | None,
    *,
    as_json: bool,
    svg: Path | None,
    theme: Theme,
) -> None:
    """Show an event's bracket as it stands, or the empty one of a style.

    Try: padd bracket my.event.json --svg bracket.svg

    Or: padd bracket --style modified-mcintyre --players 8
    """
    empty_asked = style is not None and players is not None
    if empty_asked == (file is not None) or (file and (style or players)):
        raise click.UsageError("Give an event, or --style and --players.")
    try:
        shown = _of_event(file) if file else _of_style(str(style), players or 0)
    except RefusalError as refused:
        where = file or f"--style {style} --players {players}"
        refusal = msgspec.structs.replace(refused.refusal, file=where)
        print_refusal(refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if svg is not None:
        write_drawing(shown, svg, theme)
    if as_json:
        print_json(shown.document)
    elif svg is None:
        show_played(shown) if file else show_bracket(shown.played.bracket)


class NamedBracket(msgspec.Struct, frozen=True):
    """A bracket to be shown, and what its players and the whole are called."""

    played: PlayedBracket
    document: Document
    title: str = ""
    names: dict[PlayerId, str] = msgspec.field(default_factory=dict)
    best_of: dict[int, int] = msgspec.field(default_factory=dict)


def _of_event(file: str) -> NamedBracket:
    event = load_event(file)
    if not format_of(event).has_bracket:
        raise RefusalError(
            Refusal(
                code="not-a-bracket",
                message=message(
                    '"{pairing_style}" is played without a bracket.',
                    pairing_style=event.pairing_style,
                ),
                rule="padd-event/1",
                place="pairing_style",
            )
        )
    played = bracket_of_event(event, book_for(event))
    return NamedBracket(
        played=played,
        document={"event": event.name, **bracket_document(played)},
        title=event.name,
        names=player_names(event),
        best_of=event.best_of,
    )


def _of_style(style: str, players: int) -> NamedBracket:
    with cite_refusals(rulebook(rulebook_ids()[0])):
        tree = bracket_of(PairingStyle(style), players)
    return NamedBracket(played=empty_bracket(tree), document=bracket_as_document(tree))


def write_drawing(shown: NamedBracket, file: Path, theme: Theme) -> None:
    """Write the drawing of a bracket to a file."""
    from padd.presentation.svg.bracket import bracket_svg

    drawn = bracket_svg(
        shown.played, shown.names, title=shown.title, best_of=shown.best_of, theme=theme
    )
    try:
        file.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise click.FileError(str(file), error.strerror or "not written") from error


def show_played(shown: NamedBracket) -> None:
    """Print a played bracket as a table, round by round."""
    from padd.interfaces.cli.tables import new_table, print_parts
    from padd.presentation.formats.bracket_view import STATE_WORDS, bracket_view

    view = bracket_view(shown.played, shown.names, best_of=shown.best_of)
    grid = new_table(
        f"{shown.title or 'Event'}: {view.title}",
        *("Round", "Match", "First side", "", "Second side", " ", "State", "Advances"),
        numbers=("", " "),
    )
    for column in view.columns:
        for index, card in enumerate(column.cards):
            first, second = card.lines
            winner = next((line.text for line in card.lines if line.won), "")
            grid.add_row(
                column.title if index == 0 else "",
                card.label,
                _side(first),
                first.figure,
                _side(second),
                second.figure,
                ", ".join(filter(None, (STATE_WORDS[card.state], card.note))),
                winner,
                end_section=index == len(column.cards) - 1,
            )
    print_parts(grid)


def _side(line: BracketSide) -> str:
    return f"{line.text} ({line.seed})" if line.player is not None else line.text


def show_bracket(tree: Bracket) -> None:
    """Print the bracket as a table, round by round."""
    from padd.interfaces.cli.tables import new_table, print_parts
    from padd.presentation.formats.bracket_view import side_words

    grid = new_table(
        f"{tree.title}, {tree.players} players",
        *("Round", "Match", "First side", "Second side", "Winner", "Loser"),
    )
    winners, losers = winner_goes_to(tree), loser_goes_to(tree)
    for round_ in tree.rounds:
        for index, match in enumerate(round_.matches):
            goes_on = f"to {winners[match.id]}" if match.id in winners else "wins"
            grid.add_row(
                round_.name if index == 0 else "",
                match.id,
                *(side_words(side) for side in match.sides),
                goes_on,
                _loser_words(match, losers),
                end_section=index == len(round_.matches) - 1,
            )
    print_parts(grid)


def _loser_words(match: BracketMatch, losers: dict[MatchId, MatchId]) -> str:
    if match.id in losers:
        return f"to {losers[match.id]}"
    return "" if Bye() in match.sides else "out"
