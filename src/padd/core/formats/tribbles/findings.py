"""What the sanction check says about pods."""

from __future__ import annotations

import re
from collections.abc import Iterator

from padd.core.formats.findings import Finding
from padd.core.formats.tribbles.audit import pod_findings
from padd.core.messages import message
from padd.core.model import Event, PairingStyle
from padd.core.scoring.standings import participants
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.play import TribblesRules


def sanction_findings(event: Event, book: Rulebook) -> Iterator[Finding]:
    """Yield what is odd about the pods."""
    if book.tribbles is None:
        return
    yield from _finals(event, book, book.tribbles)
    for finding in pod_findings(event, book.tribbles):
        reason = message(
            "{place}: {message}", place=_where(finding.place, event), message=finding.message
        )
        rule = cite(book, finding.rule)
        yield Finding(finding.code, "warning", reason, rule)


def _finals(event: Event, book: Rulebook, rules: TribblesRules) -> Iterator[Finding]:
    """Yield that a field of several tables plays heats and finals (TRIB-19 to 23)."""
    if event.pairing_style is PairingStyle.TRIBBLES_FINALS:
        return
    players = len(participants(event)) if event.rounds else len(event.players)
    if players > rules.finals.players_above:
        reason = message(
            "{players} players do not fit one table: play heats and finals.", players=players
        )
        rule = cite(book, "tribbles.finals.players_above")
        yield Finding("finals-needed", "warning", reason, rule)


def _where(place: str, event: Event) -> str:
    """Return a place of the file as a director calls it."""
    at = [int(number) for number in re.findall(r"\[(\d+)\]", place)]
    round_ = event.rounds[at[0]]
    if len(at) == 1:
        return f"Round {round_.number}"
    table = round_.pods[at[1]].table or at[1] + 1
    return f"Round {round_.number}, table {table}"
