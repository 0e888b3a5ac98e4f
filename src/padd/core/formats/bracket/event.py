"""An event in match play under its rulebook: its bracket, lock and rated matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.formats.bracket.custom import custom_bracket
from padd.core.formats.bracket.match_winner import (
    DecidedBy,
    Deciding,
    Decision,
    match_decision,
    refuse_match,
)
from padd.core.formats.bracket.outcome import NextRound, round_to_play
from padd.core.formats.bracket.play import PlayedBracket, play_bracket
from padd.core.formats.bracket.seeding import drawn_seeds, seeds_of
from padd.core.formats.bracket.styles import bracket_of
from padd.core.formats.bracket.tree import Bracket
from padd.core.formats.cut_parts import cut_part
from padd.core.formats.format import WIN, Meeting, RatedResult, won_result
from padd.core.messages import message
from padd.core.model import Ending, Event, Match, PairingStyle, PlayerId, Round
from padd.core.refusal import Refusal, RefusalError, cite_refusals
from padd.core.scoring.results import judge_match
from padd.core.scoring.terms import Terms, terms_of
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.programme import RatingRules


def bracket_of_event(event: Event, book: Rulebook, *, seed: int = 0) -> PlayedBracket:
    """Return an event's bracket as it stands.

    The seed draws the names of an unseeded elimination before its first round. After
    Swiss rounds it is the bracket of the cut.
    """
    with cite_refusals(book):
        return _bracket_played(cut_part(event) if event.stages else event, book, seed=seed)


def next_bracket_round(played: PlayedBracket, book: Rulebook) -> NextRound:
    """Return the next round of an event, or refuse where there is none to play."""
    with cite_refusals(book):
        ahead = round_to_play(played)
        if ahead is None:
            reason = message("The bracket is finished; there is no next round.")
            refuse_match("bracket-over", reason, "rounds")
        return ahead


def _bracket_played(event: Event, book: Rulebook, *, seed: int) -> PlayedBracket:
    terms = terms_of(event, book)
    bracket = bracket_for(event)
    seeds = drawn_seeds(event, seed=seed) if awaits_draw(event) else seeds_of(event)

    def as_it_stands(facts: Event) -> PlayedBracket:
        return play_bracket(
            facts,
            bracket,
            seeds,
            book.brackets,
            judge=lambda match: match_winner(match, terms),
            best_of=event.best_of,
        )

    bracket_now = as_it_stands(event)
    final = _final_confrontation(event, bracket_now)
    if final is None:
        return bracket_now
    before = (round_ for round_ in event.rounds if round_.number < final.number)
    return as_it_stands(msgspec.structs.replace(event, rounds=(*before, final)))


def bracket_for(event: Event, players: int | None = None) -> Bracket:
    """Return the tree of an event: the director's own, or that of its style.

    Without a number of players, those of the event are in it.
    """
    field = len(event.players) if players is None else players
    if event.bracket is not None:
        return custom_bracket(field, event.bracket)
    return bracket_of(event.pairing_style, field)


def _final_confrontation(event: Event, played: PlayedBracket) -> Round | None:
    """Return the final as a round where the file has it as final confrontation."""
    final = event.final_confrontation
    if final is None:
        return None
    last = played.matches[played.bracket.final.id]
    known = all(slot.known for slot in last.slots)
    if known and set(final.players) != set(last.players):
        reason = message("According to the bracket, other players reach the final confrontation.")
        refuse_match("pair-not-in-bracket", reason, "final_confrontation.players")
    if final.winner is None or final.winner == last.winner:
        return None
    if last.winner is not None:
        reason = message(
            'According to its match, "{winner}" won the final confrontation.', winner=last.winner
        )
        refuse_match("winner-contradicted", reason, "final_confrontation.winner")
    if not known:
        reason = message("The final confrontation is waiting for undecided matches.")
        refuse_match("before-feeder", reason, "final_confrontation.winner")
    match = Match(players=final.players, ending=Ending.COMPLETE, winner=final.winner)
    return Round(number=last.round, matches=(match,))


def awaits_draw(event: Event) -> bool:
    """Tell whether the names of an unseeded elimination are still to be drawn."""
    return (
        event.pairing_style is PairingStyle.ELIMINATION
        and not event.rounds
        and all(player.seed is None for player in event.players)
    )


def decision_on_match(event: Event, number: int, match: Match, book: Rulebook) -> Decision | None:
    """Return how a match stands by its record; nothing where a winner must be named."""
    terms = terms_of(event, book)
    length = event.best_of.get(number)
    try:
        deciding = Deciding(
            rules=book.brackets,
            seeds=seeds_of(event),
            judge=lambda match: match_winner(match, terms),
        )
        return match_decision(match, "", deciding, best_of=length, over=False)
    except RefusalError:
        return None


def match_winner(match: Match, terms: Terms) -> PlayerId | None:
    """Return who won a match of one game, adjudicated where time was called."""
    winner = judge_match(match, terms).winner
    return None if winner is None else match.players[winner]


def lock_objection(book: Rulebook, *, heats_begun: bool, event_begun: bool) -> Refusal | None:
    """Refuse another bracket once the rulebook has fixed the one that is posted.

    Without a word of the rulebook a bracket stays from its first round on.
    """
    before_heats = book.brackets.locked == "preliminary-heats-begin"
    if not event_begun and not (heats_begun and before_heats):
        return None
    reason = (
        message("The bracket has been fixed since the event started.")
        if event_begun
        else message("The bracket has been fixed since the first heat started.")
    )
    return Refusal("bracket-locked", reason, rule=cite(book, "brackets.locked"))


PLAYED_OUT: Final = frozenset({DecidedBy.GAMES, DecidedBy.RESULT, DecidedBy.HIGHER_SEED})
"""What decides a match that was played; the rest went by absence or a bye."""


def rated_matches(event: Event, book: Rulebook, rules: RatingRules) -> Iterator[RatedResult]:
    """Give one result a match, however many games it had (AMB-57)."""
    if rules.match_play is None:
        return
    if not rules.final_confrontation_rated:
        # A final that is only known by its winner's name is not rated (AMB-31).
        event = msgspec.structs.replace(event, final_confrontation=None)
    for met in played_matches(event, book):
        yield won_result(met.round, *met.players, rules)


def played_matches(event: Event, book: Rulebook) -> Iterator[Meeting]:
    """Give the matches that were played, the winner first."""
    if not event.rounds:
        return
    for match in bracket_of_event(event, book).matches.values():
        winner, loser = match.winner, match.loser
        if match.how in PLAYED_OUT and winner is not None and loser is not None:
            yield Meeting(match.round, (winner, loser), WIN)
