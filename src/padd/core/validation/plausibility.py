"""Facts of an event that are possible but deserve a second look."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.formats.format import Finding
from padd.core.formats.registry import format_of
from padd.core.messages import Message, message
from padd.core.model import Ending, Event, Match, PlayerId, Round, RulesSet
from padd.core.scenarios.round_blocks import block_start
from padd.core.scoring.results import counted_scores, mission_tiers
from padd.core.scoring.standings import players_who_quit
from padd.core.scoring.terms import terms_of
from padd.core.text import look_alike_outline
from padd.core.validation.earned_byes import earned_bye_findings
from padd.rulebooks.schema import Rulebook

TIMES_THE_TARGET: Final = 3
"""A score this many times the target is taken for a slip of the keys."""
BOTH_TYPES: Final = 2


def mistyped_question(match: Match, event: Event, book: Rulebook) -> Iterator[Message]:
    """Ask about a result that could be true and looks mistyped."""
    if match.scores is None or event.rules is RulesSet.WARP_SPEED:
        return
    terms = terms_of(event, book)
    target = terms.cap
    for score in match.scores:
        if abs(score) > TIMES_THE_TARGET * target:
            yield message("Is a score of {score} right?", score=score)
    best = max(range(2), key=counted_scores(match, terms).__getitem__)
    reached = counted_scores(match, terms)[best] >= target
    if match.ending is Ending.COMPLETE and not reached:
        yield message(
            "The game was played out, but no one has {target} points. Was time called?",
            target=target,
        )
    won = reached and (match.missions is None or mission_tiers(match)[best] == BOTH_TYPES)
    if match.ending is Ending.TIME and won:
        yield message(
            "Time was called, but {score} points win the game. Was it played out?",
            score=match.scores[best],
        )


FILE_RULE: Final = "padd-event/1"


def record_findings(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Return the oddities of a record, as warnings."""
    yield from _look_alike_findings(event)
    yield from earned_bye_findings(event, book)
    yield from _quitter_findings(event, book)
    avoids_rematches = format_of(event).avoids_rematches
    no_rematch = book.pairing.rematches == "never" and avoids_rematches
    met: dict[frozenset[PlayerId], int] = {}
    for round_ in event.rounds:
        yield from _seating_findings(event, round_)
        yield from _undeclared_bye_findings(event, round_)
        yield from _mistyped_findings(event, round_, book)
        block = block_start(event, book, round_.number)
        for pair in _pairs(round_):
            if met.setdefault(pair, block) != block and no_rematch:
                names = " and ".join(sorted(pair))
                yield Finding(
                    "rematch",
                    "warning",
                    message(
                        "Round {number}: {names} have met before.",
                        number=round_.number,
                        names=names,
                    ),
                    book.citations["pairing.rematches"].cite,
                )


def _quitter_findings(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Yield who quit a game and plays on without being let back in (AMB-23)."""
    named: set[PlayerId] = set()
    for index, round_ in enumerate(event.rounds):
        past = msgspec.structs.replace(event, rounds=event.rounds[:index])
        there = {*round_.byes, *(p for m in round_.matches for p in m.players)}
        for player in sorted((players_who_quit(past, book) & there) - named):
            named.add(player)
            yield Finding(
                "quitter-played-on",
                "warning",
                message(
                    "Round {number}: {player} quit an earlier game and is out of the "
                    "event, unless the director lets them back in.",
                    number=round_.number,
                    player=player,
                ),
                book.citations["conduct.quitter_excluded"].cite,
            )


def _mistyped_findings(event: Event, round_: Round, book: Rulebook) -> Iterator[Finding]:
    for match in round_.matches:
        for question in mistyped_question(match, event, book):
            yield Finding(
                "looks-mistyped",
                "warning",
                message(
                    "Round {number}, {first} and {second}: {question}",
                    number=round_.number,
                    first=match.players[0],
                    second=match.players[1],
                    question=question,
                ),
                book.citations["scoring.score_cap"].cite,
            )


def _pairs(round_: Round) -> Iterator[frozenset[PlayerId]]:
    for match in round_.matches:
        if match.is_meeting:
            yield frozenset(match.players)


def _look_alike_findings(event: Event) -> Iterator[Finding]:
    seen: defaultdict[str, list[str]] = defaultdict(list)
    for player in event.players:
        seen[look_alike_outline(player.handle or player.name or player.id)].append(
            player.handle or player.name or player.id
        )
    for names in seen.values():
        if len(names) > 1:
            yield Finding(
                "look-alike",
                "warning",
                message("{names} look alike: one person, or two?", names=" and ".join(names)),
                FILE_RULE,
            )


def _seating_findings(event: Event, round_: Round) -> Iterator[Finding]:
    named = {
        *(player for match in round_.matches for player in match.players),
        *(player for pod in round_.pods for player in pod.players),
        *round_.byes,
        *round_.earned_byes,
        *round_.missed,
    }
    lost = [p.id for p in event.players if p.plays_in(round_.number) and p.id not in named]
    if lost and event.pairing_style in {"swiss", "simple-swiss"}:
        names = ", ".join(lost[:5]) + ("…" if len(lost) > 5 else "")  # noqa: PLR2004
        yield Finding(
            "not-in-round",
            "warning",
            message(
                "Round {number} does not name {names}; read as missed games.",
                number=round_.number,
                names=names,
            ),
            FILE_RULE,
        )
    tables = [m.table for m in round_.matches if m.table is not None]
    if len(set(tables)) < len(tables):
        yield Finding(
            "table-twice",
            "warning",
            message("Round {number} has two matches at one table.", number=round_.number),
            FILE_RULE,
        )


def _undeclared_bye_findings(event: Event, round_: Round) -> Iterator[Finding]:
    declared = {p.id for p in event.players if round_.number in p.earned_byes}
    undeclared = [p for p in round_.earned_byes if p not in declared]
    if undeclared:
        names = ", ".join(undeclared)
        yield Finding(
            "earned-bye-undeclared",
            "warning",
            message(
                "Round {number}: {names} used an earned bye not on record for them.",
                number=round_.number,
                names=names,
            ),
            FILE_RULE,
        )
