"""Earned byes where they are not allowed: in late rounds or at low levels (AMB-150)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from padd.core.formats.format import Finding
from padd.core.messages import Message, message
from padd.core.model import Event, PlayerId
from padd.core.scenarios.round_blocks import block_length, is_covered_by_byes
from padd.rulebooks.schema import Rulebook


def misplaced_bye_reason(
    event: Event, book: Rulebook, rounds: Iterable[int]
) -> tuple[Message, str] | None:
    """Say why earned byes cannot be used in these rounds, and the rule it rests on."""
    level, last = book.scoring.earned_bye_from_level, book.scoring.earned_bye_last_round
    latest = max(rounds, default=0)
    if level is None or last is None or not latest:
        return None
    if event.level < level:
        text = message(
            "Earned byes are for events of level {level} and higher; this is level {here}.",
            level=level,
            here=event.level,
        )
        return text, book.citations["scoring.earned_bye_from_level"].cite
    if latest > last:
        text = message(
            "Earned byes are for the first {last} rounds, not for round {latest}.",
            last=last,
            latest=latest,
        )
        return text, book.citations["scoring.earned_bye_last_round"].cite
    return None


def half_block_bye_reason(
    event: Event, book: Rulebook, rounds: Collection[int]
) -> tuple[Message, str] | None:
    """Say why earned byes that do not cover a whole block cannot be used (AMB-109)."""
    alone = [n for n in sorted(rounds) if not is_covered_by_byes(rounds, event, book, n)]
    length = block_length(event, book)
    if length == 1 or not alone:
        return None
    text = message(
        "A pairing lasts {length} rounds here, so an earned bye for "
        "round {alone} alone can’t be used.",
        length=length,
        alone=alone[0],
    )
    return text, book.citations["formats.scenarios"].cite


def earned_bye_findings(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Name every player who uses an earned bye out of its place, and the reason given."""
    for player in event.players:
        rounds = {*player.earned_byes, *_byes_used(event, player.id)}
        found = misplaced_bye_reason(event, book, rounds) or half_block_bye_reason(
            event, book, rounds
        )
        if found is None:
            continue
        text, rule = found
        reason = _reason_given(event, player.id)
        yield Finding(
            "earned-bye-out-of-place",
            "warning",
            message(
                "{player}: {text} The director’s reason: {reason}",
                player=player.id,
                text=text,
                reason=reason,
            )
            if reason
            else message("{player}: {text}", player=player.id, text=text),
            rule,
        )


def _byes_used(event: Event, player: PlayerId) -> Iterator[int]:
    return (r.number for r in event.rounds if player in r.earned_byes)


def _reason_given(event: Event, player: PlayerId) -> str:
    """Return why the director allowed it, from the log that came with the event."""
    rows = event.log.get("rows", ()) if isinstance(event.log, dict) else ()
    given = (
        str(row.get("reason", ""))
        for row in rows
        if row.get("kind") in {"player.earned-bye-declared", "player.entered"}
        and row.get("payload", {}).get("player") == player
    )
    return next((reason for reason in given if reason), "")
