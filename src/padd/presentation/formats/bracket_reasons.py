"""Match play in words: why this seed, this opponent, this place."""

from __future__ import annotations

from typing import Final

from padd.core.formats.bracket.match_winner import DecidedBy
from padd.core.formats.bracket.outcome import (
    BracketPlace,
    BracketStandings,
    BracketStep,
    PlaceReason,
    RoundRecord,
    way,
)
from padd.core.formats.bracket.play import PlayedBracket
from padd.core.formats.bracket.tree import LoserOf, Seed, WinnerOf
from padd.core.formats.heats import seeds_from
from padd.core.formats.round_names import in_sentence
from padd.core.model import Event, PlayerId
from padd.presentation.event_names import names_of
from padd.presentation.reasons import ChainLine, Why
from padd.presentation.words import listed, ordinal
from padd.rulebooks.schema import Rulebook

MARKS: Final = {
    RoundRecord.WON: "→",
    RoundRecord.BYE: "→",
    RoundRecord.LOST: "×",
    RoundRecord.MISSED_GAME: "×",
    RoundRecord.OPEN: "?",
}
OUTCOMES: Final = {
    (RoundRecord.WON, DecidedBy.HIGHER_SEED): "tied {}; the higher seed advances",
    (RoundRecord.LOST, DecidedBy.HIGHER_SEED): "tied {}, who advances as the higher seed",
    (RoundRecord.BYE, DecidedBy.BYE): "had a bye",
    (RoundRecord.BYE, DecidedBy.ABSENCE): "advanced because {} was absent",
    (RoundRecord.MISSED_GAME, DecidedBy.ABSENCE): "was absent against {}",
}
PLAIN: Final = {
    RoundRecord.WON: "beat {}",
    RoundRecord.LOST: "lost to {}",
    RoundRecord.BYE: "advanced without a game",
    RoundRecord.MISSED_GAME: "was absent",
    RoundRecord.OPEN: "plays {}",
}


def why(event: Event, book: Rulebook, places: BracketStandings, player: PlayerId) -> Why:
    """Return why a player has this seed, met these opponents and has this place."""
    played, table = places.played, places.rows
    placed = next(row for row in table if row.player == player)
    names = names_of(event)
    return Why(
        question=f"Why {ordinal(placed.place)}?",
        answer=_answer(placed, table, played, names),
        chain=(
            seed_line(event, book, played, player),
            *(_step(s, played, names, book) for s in way(played, player)),
            _place_line(placed, book),
        ),
        sums=(),
    )


def seed_line(event: Event, book: Rulebook, played: PlayedBracket, player: PlayerId) -> ChainLine:
    """Say where a seed comes from."""
    seed = played.seeds[player]
    group = book.brackets.heats.seed_group or 1
    won = next((s for s in seeds_from(event.heats, group) if s.player == player), None)
    if won is not None:
        cite = book.citations["brackets.heats.seed_group"].cite
        heat = event.heats[won.heat - 1].name
        text = f"Seed {seed}: {ordinal(won.place)} of {heat}. "
        if won.seed == seed:
            text += f"Each heat in turn takes {group} seeds."
        else:
            text += f"The heats in turn would have given seed {won.seed}."
        return ChainLine("→", text, cite)
    cite = book.citations["brackets.seeded_by"].cite
    if all(p.seed is None for p in event.players):
        return ChainLine("→", f"Number {seed} in the draw.", cite)
    return ChainLine("→", f"Seed {seed}, as recorded in the event.", cite)


def _step(
    step: BracketStep, played: PlayedBracket, names: dict[PlayerId, str], book: Rulebook
) -> ChainLine:
    round_ = played.bracket.rounds[step.round - 1]
    words = OUTCOMES.get((step.outcome, step.how or DecidedBy.RESULT), PLAIN[step.outcome])
    opponent = names[step.opponent] if step.opponent else "the opponent to come"
    text = f"{round_.name}, {step.match}: {words.format(opponent)}{_from(step)}."
    path = "brackets.tied_match" if step.how is DecidedBy.HIGHER_SEED else "brackets.seeded_by"
    return ChainLine(MARKS[step.outcome], text, book.citations[path].cite)


def _from(step: BracketStep) -> str:
    """Say why that opponent: the line of the bracket that leads to the match."""
    match step.opponent_side:
        case Seed(seed=seed):
            return f" (seed {seed})"
        case WinnerOf(winner=match):
            return f" (winner of {match})"
        case LoserOf(loser=match):
            return f" (loser of {match}, second chance)"
        case _:
            return ""


def _answer(
    placed: BracketPlace,
    table: tuple[BracketPlace, ...],
    played: PlayedBracket,
    names: dict[PlayerId, str],
) -> str:
    name, place = names[placed.player], ordinal(placed.place)
    match placed.because:
        case PlaceReason.DISQUALIFIED:
            return f"{name} was disqualified and is placed last."
        case PlaceReason.WON_FINAL:
            return f"{name} is {place}: the winner of the final."
        case PlaceReason.STILL_IN:
            return f"{name} is still in; until the final, order is by seed."
        case PlaceReason.ROUND | PlaceReason.SEED:
            return _out(placed, table, played, names)


def _out(
    placed: BracketPlace,
    table: tuple[BracketPlace, ...],
    played: PlayedBracket,
    names: dict[PlayerId, str],
) -> str:
    name, place = names[placed.player], ordinal(placed.place)
    round_ = played.bracket.rounds[(placed.out_in or 1) - 1].name
    sentence = f"{name} is {place}: out in {in_sentence(round_)}"
    same = [
        row
        for row in table
        if row.out_in == placed.out_in
        and row.player != placed.player
        and row.because is not PlaceReason.DISQUALIFIED
    ]
    if not same:
        return f"{sentence}."
    others = listed([f"{names[row.player]} (seed {row.seed})" for row in same])
    return f"{sentence}, as {others}; seed {placed.seed} decides among them."


def _place_line(placed: BracketPlace, book: Rulebook) -> ChainLine:
    citation = book.citations["brackets.places"]
    cite = f"{citation.cite}, {citation.ruling}" if citation.ruling else citation.cite
    text = f"{ordinal(placed.place)}: later rounds rank higher, then better seeds."
    return ChainLine("→", text, cite)
