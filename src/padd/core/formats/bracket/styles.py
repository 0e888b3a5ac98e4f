"""From a pairing style and a number of players to its bracket.

The guide draws the standard bracket for 8 and 16 players; the other sizes grow
by the rule that turns the one figure into the other (AMB-41). Decipher's
elimination has no seeds: there "seed n" is the n-th name drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from padd.core.formats.bracket import figures
from padd.core.formats.bracket.tree import (
    FINAL_ROUND,
    Bracket,
    BracketMatch,
    BracketRound,
    Bye,
    Seed,
    Side,
    WinnerOf,
)
from padd.core.messages import Message, message
from padd.core.model import Event, MatchId, PairingStyle
from padd.core.refusal import refuse
from padd.rulebooks.sections.play import BracketRules

SWISS_ELIMINATION: Final = "brackets.elimination.most_of_field"
FIGURES: Final = "brackets.elimination.rounds"
"""Where a guide draws its brackets."""
FEWEST: Final = 2
MOST: Final = 1_024
STANDARD_FIGURES: Final = {8: figures.STANDARD_8, 16: figures.STANDARD_16}
MCINTYRE_FIGURES: Final = {8: figures.MCINTYRE_8, 16: figures.MCINTYRE_16}


def bracket_of(style: PairingStyle, players: int) -> Bracket:
    """Return the empty bracket of a style, or refuse a size it does not have."""
    if not FEWEST <= players <= MOST:
        _refuse(
            "bracket-size",
            message(
                "A bracket takes {fewest} to {most} players, not {players}.",
                fewest=FEWEST,
                most=f"{MOST:,}",
                players=f"{players:,}",
            ),
        )
    build = BRACKETS.get(style)
    if build is None:
        _refuse("not-a-bracket", message('"{style}" is played without a bracket.', style=style))
    return build(players)


def standard_bracket(players: int) -> Bracket:
    """Return the standard bracket for a power of two."""
    if players != power_of_two_up_to(players):
        _refuse(
            "bracket-size",
            message(
                "Single elimination needs 2, 4, 8, 16, 32 or 64 players, not "
                '{players}. The style "{play_in}" takes any number.',
                players=players,
                play_in=PairingStyle.PLAY_IN,
            ),
        )
    drawn = STANDARD_FIGURES.get(players)
    return drawn or _standard_by_rule(players)


def _standard_by_rule(players: int) -> Bracket:
    lines: list[Side] = [Seed(seed=seed) for seed in standard_lines(players)]
    return Bracket(
        title="Standard bracket", players=players, rounds=knockout_rounds(lines, first=1)
    )


def standard_lines(players: int) -> list[int]:
    """Return the seeds from the top line to the bottom line of a standard bracket.

    Each line of the bracket of half the size becomes a match of its seed against
    the seed that makes the sum players + 1; every other match is turned over, so
    that the best seeds stand at the outside.
    """
    lines = [1]
    while len(lines) < players:
        size = 2 * len(lines)
        pairs = [(seed, size + 1 - seed) for seed in lines]
        lines = [
            seed
            for index, pair in enumerate(pairs)
            for seed in (pair if index % 2 == 0 else pair[::-1])
        ]
    return lines


def knockout_rounds(lines: Sequence[Side], *, first: int) -> tuple[BracketRound, ...]:
    """Return the rounds in which neighbors meet until one is left."""
    rounds: list[BracketRound] = []
    while len(lines) > 1:
        size = len(lines)
        matches = tuple(
            BracketMatch(
                id=_match_id(size, index + 1), sides=(lines[2 * index], lines[2 * index + 1])
            )
            for index in range(size // 2)
        )
        rounds.append(
            BracketRound(number=first + len(rounds), name=_round_name(size), matches=matches)
        )
        lines = [WinnerOf(winner=match.id) for match in matches]
    return tuple(rounds)


def _match_id(size: int, number: int) -> MatchId:
    match size:
        case 2:
            return MatchId("F")
        case 4:
            return MatchId(f"SF{number}")
        case 8:
            return MatchId(f"QF{number}")
        case _:
            return MatchId(f"R{size}-{number}")


def _round_name(size: int) -> str:
    named = {2: FINAL_ROUND, 4: "Semi-finals", 8: "Quarter-finals"}
    return named.get(size, f"Round of {size}")


def play_in_bracket(players: int) -> Bracket:
    """Return the bracket in which the lowest seeds first play for its last lines."""
    size = power_of_two_up_to(players)
    extra = players - size
    if extra == 0:
        return standard_bracket(players)
    matches = tuple(
        BracketMatch(
            id=MatchId(f"PI{number + 1}"),
            sides=(Seed(seed=size - extra + 1 + number), Seed(seed=players - number)),
        )
        for number in range(extra)
    )
    winners = {size - extra + 1 + number: match for number, match in enumerate(matches)}
    lines: list[Side] = [
        WinnerOf(winner=winners[seed].id) if seed in winners else Seed(seed=seed)
        for seed in standard_lines(size)
    ]
    opening = BracketRound(number=1, name="Play-in", matches=matches)
    return Bracket(
        title="Standard bracket with play-in",
        players=players,
        rounds=(opening, *knockout_rounds(lines, first=2)),
    )


def mcintyre_bracket(players: int) -> Bracket:
    """Return the Modified McIntyre bracket, which the guide has for 8 and 16."""
    drawn = MCINTYRE_FIGURES.get(players)
    if drawn is None:
        _refuse(
            "bracket-size",
            message(
                "Modified McIntyre is for 8 or 16 players, not {players}. "
                "Post a custom bracket, or use another style.",
                players=players,
            ),
        )
    return drawn


def elimination_bracket(players: int) -> Bracket:
    """Return Decipher's elimination: upper lines first, then lower lines, then byes."""
    columns = power_of_two_up_to(players - 1)
    lines: list[Side] = []
    for number in range(1, columns + 1):
        lower = columns + number
        lines.append(Seed(seed=number))
        lines.append(Seed(seed=lower) if lower <= players else Bye())
    return Bracket(
        title="Elimination bracket", players=players, rounds=knockout_rounds(lines, first=1)
    )


BRACKETS: Final[dict[PairingStyle, Callable[[int], Bracket]]] = {
    PairingStyle.SINGLE_ELIMINATION: standard_bracket,
    PairingStyle.PLAY_IN: play_in_bracket,
    PairingStyle.MODIFIED_MCINTYRE: mcintyre_bracket,
    PairingStyle.ELIMINATION: elimination_bracket,
}


def style_for(event: Event, players: int) -> PairingStyle:
    """Return the style of an event; a field of 5, 6, 7, 9 … plays in first."""
    style = event.pairing_style
    no_power = players != power_of_two_up_to(players)
    if style is PairingStyle.SINGLE_ELIMINATION and event.bracket is None and no_power:
        return PairingStyle.PLAY_IN
    return style


def swiss_elimination_size(participants: int, rules: BracketRules) -> int | None:
    """Return the most players that should go on after the Swiss rounds, if any."""
    share, least = _cut_rules(rules)
    size = power_of_two_up_to(participants // share)
    return size if size >= least else None


def swiss_elimination(
    participants: int, rules: BracketRules, *, size: int | None = None, confirmed: bool = False
) -> Bracket:
    """Return the bracket for the best of the Swiss rounds.

    More than one third of the field is against the advice of the guide and needs
    the director's confirmation (AMB-39).
    """
    advised = swiss_elimination_size(participants, rules)
    chosen = size or advised
    if chosen is None or (chosen > (advised or 0) and not confirmed):
        most = f"at most {advised}" if advised else "nobody"
        _refuse(
            "cut-above-third",
            message(
                "With {participants} players, {most} should advance to the "
                "bracket. Confirm if you want a larger cut anyway.",
                participants=participants,
                most=most,
            ),
            rule=SWISS_ELIMINATION,
        )
    if not _cut_rules(rules)[1] <= chosen <= participants:
        _refuse(
            "cut-size",
            message(
                "The cut takes 4, 8, 16 … of the {participants} players, not {chosen}.",
                participants=participants,
                chosen=chosen,
            ),
            rule=SWISS_ELIMINATION,
        )
    return standard_bracket(chosen)


def _cut_rules(rules: BracketRules) -> tuple[int, int]:
    """Return one in how many may go on, and how many at least."""
    share, least = rules.elimination.most_of_field, rules.elimination.least
    if share is None or least is None:
        _refuse(
            "no-swiss-elimination",
            message("This rulebook has no Swiss-Elimination. Seed a bracket from the standings."),
            rule=SWISS_ELIMINATION,
        )
    return share, least


def power_of_two_up_to(number: int) -> int:
    """Return the greatest power of two that is not above a number, or 0."""
    return 1 << (number.bit_length() - 1) if number > 0 else 0


def _refuse(code: str, message: Message, *, rule: str = FIGURES) -> NoReturn:
    refuse(code, message, "", rule)
