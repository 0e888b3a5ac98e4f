"""A bracket in words: what the drawing, the phone's list, the table and the document show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from padd.core.formats.bracket.match_winner import DecidedBy
from padd.core.formats.bracket.play import MatchState, PlayedBracket, PlayedMatch
from padd.core.formats.bracket.tree import BracketRound, Bye, LoserOf, Seed, Side, WinnerOf
from padd.core.model import MatchId, PlayerId
from padd.presentation.documents import Document

STATE_WORDS: Final = {
    MatchState.WAITING: "to come",
    MatchState.READY: "ready",
    MatchState.UNDER_WAY: "playing",
    MatchState.DECIDED: "played",
}
HOW_NOTES: Final = {
    DecidedBy.HIGHER_SEED: "tied, higher seed",
    DecidedBy.ABSENCE: "opponent absent",
    DecidedBy.BYE: "bye",
    DecidedBy.NOBODY: "both absent",
}
SECOND_CHANCES_NAMED: Final = 2
NUMBERS: Final = ("", "one", "two", "three", "four", "five", "six", "seven")


class BracketSide(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a match: a player, or where the player comes from."""

    text: str
    seed: int | None = None
    player: PlayerId | None = None
    figure: str = ""
    won: bool = False
    lost: bool = False


class BracketCard(msgspec.Struct, frozen=True, kw_only=True):
    """One match."""

    id: MatchId
    label: str
    state: MatchState
    note: str
    how: str = ""
    """The part of the note that matters most where room is scarce."""
    lines: tuple[BracketSide, BracketSide]

    @property
    def sentence(self) -> str:
        """The match in words, for screen readers."""
        first, second = (_spoken(line) for line in self.lines)
        winner = next((line.text for line in self.lines if line.won), None)
        ending = f"{winner} advances" if winner else STATE_WORDS[self.state]
        return f"{self.label}: {first} against {second}, {ending}."


class BracketColumn(msgspec.Struct, frozen=True, kw_only=True):
    """One round."""

    number: int
    title: str
    note: str
    length: str
    """How many games a match may take, where it is more than one."""
    cards: tuple[BracketCard, ...]


class BracketView(msgspec.Struct, frozen=True, kw_only=True):
    """A whole bracket, round by round."""

    title: str
    columns: tuple[BracketColumn, ...]


def bracket_view(
    played: PlayedBracket,
    names: Mapping[PlayerId, str] | None = None,
    *,
    notes: Mapping[MatchId, str] | None = None,
    best_of: Mapping[int, int] | None = None,
) -> BracketView:
    """Return the bracket in words; notes stand beside a match ("Table 2, on time")."""
    last = played.bracket.final.id
    return BracketView(
        title=f"{played.bracket.title}, {played.bracket.players} players",
        columns=tuple(
            BracketColumn(
                number=round_.number,
                title=round_.name,
                note=_round_note(played, round_, (best_of or {}).get(round_.number)),
                length=_length((best_of or {}).get(round_.number)),
                cards=tuple(
                    _card(
                        played.matches[match.id],
                        played,
                        names or {},
                        note=(notes or {}).get(match.id),
                        last=match.id == last,
                    )
                    for match in round_.matches
                ),
            )
            for round_ in played.bracket.rounds
        ),
    )


def _round_note(played: PlayedBracket, round_: BracketRound, length: int | None) -> str:
    matches = [played.matches[match.id] for match in round_.matches]
    done = sum(match.state is MatchState.DECIDED for match in matches)
    count = f"{len(matches)} matches" if len(matches) > 1 else "1 match"
    begun = played.seeds and any(match.record for match in matches)
    if begun and done == len(matches):
        return f"{count}, played"
    if begun:
        return f"{done} of {len(matches)} played"
    second = [
        side.loser for match in round_.matches for side in match.sides if isinstance(side, LoserOf)
    ]
    if len(second) > SECOND_CHANCES_NAMED:
        return f"{_spelled(len(second))} second chances"
    if second:
        return f"second chance for {' and '.join(second)}"
    return f"{count}, best of {_spelled(length)}" if (length or 1) > 1 else count


def _length(games: int | None) -> str:
    return f"best of {games}" if (games or 1) > 1 else ""


def _spelled(number: int | None) -> str:
    return NUMBERS[number] if number and number < len(NUMBERS) else str(number or 1)


def _card(
    match: PlayedMatch,
    played: PlayedBracket,
    names: Mapping[PlayerId, str],
    *,
    note: str | None,
    last: bool,
) -> BracketCard:
    return BracketCard(
        id=match.id,
        label="Final" if last else match.id,
        state=match.state,
        note=note if note is not None else _note(match),
        how=_how(match) if note is None else "",
        lines=(_line(match, 0, played, names), _line(match, 1, played, names)),
    )


def _note(match: PlayedMatch) -> str:
    parts = []
    if match.record is not None and match.record.table is not None:
        parts.append(f"Table {match.record.table}")
    return ", ".join([*parts, *filter(None, [_how(match)])])


def _how(match: PlayedMatch) -> str:
    """Return what decided a match if it was not its games."""
    return HOW_NOTES.get(match.how, "") if match.how is not None else ""


def _line(
    match: PlayedMatch, at: int, played: PlayedBracket, names: Mapping[PlayerId, str]
) -> BracketSide:
    slot = match.slots[at]
    side = match.match.sides[at]
    if slot.player is None:
        return BracketSide(
            text=side_words(side) if not slot.known or isinstance(side, Bye) else "–",
            seed=side.seed if isinstance(side, Seed) else None,
        )
    decided = match.state is MatchState.DECIDED
    return BracketSide(
        text=names.get(slot.player) or slot.player,
        seed=played.seeds[slot.player],
        player=slot.player,
        figure=_figure(match, at),
        won=slot.player == match.winner,
        lost=decided and slot.player != match.winner,
    )


def side_words(side: Side) -> str:
    """Say where the player of a side comes from."""
    match side:
        case Seed(seed=seed):
            return f"Seed {seed}"
        case WinnerOf(winner=name):
            return f"Winner of {name}"
        case LoserOf(loser=name):
            return f"Loser of {name}"
        case Bye():
            return "Bye"


def _figure(match: PlayedMatch, at: int) -> str:
    """Return games won where several could be, or else the score."""
    record = match.record
    if match.wins is not None and record is not None and record.games is not None:
        return str(match.wins[at])
    if record is None or record.scores is None:
        return ""
    mine = record.players.index(match.slots[at].player or record.players[at])
    return str(record.scores[mine])


def _spoken(line: BracketSide) -> str:
    seed = f"seed {line.seed} " if line.player is not None else ""
    figure = f" with {line.figure}" if line.figure else ""
    return f"{seed}{line.text}{figure}"


def bracket_document(played: PlayedBracket) -> Document:
    """Return what `padd bracket EVENT --json` prints."""
    return {
        "final": played.final,
        "rounds": [
            {
                "number": round_.number,
                "name": round_.name,
                "matches": [_match(played.matches[m.id]) for m in round_.matches],
            }
            for round_ in played.bracket.rounds
        ],
    }


def _match(match: PlayedMatch) -> Document:
    return {
        **msgspec.to_builtins(match.match),
        "players": [slot.player for slot in match.slots],
        "state": match.state,
        "winner": match.winner,
        "games": None if match.wins is None else list(match.wins),
        "decided_by": match.how,
    }
