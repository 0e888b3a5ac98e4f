"""What the sanction check says about pods."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from padd.core.formats.format import Finding
from padd.core.formats.tribbles.scoring import conceding_players, match_number
from padd.core.messages import Message, message
from padd.core.model import Event, PairingStyle, PlayerId, Round, StrictStruct
from padd.core.scoring.standings import participants
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.play import TribblesRules


class PodCode(StrEnum):
    """What can be odd about a pod."""

    SIZE = "pod-size"
    UNEVEN = "pods-uneven"
    MOVED = "moved-between-pods"
    SEVERAL_OUT = "several-went-out"
    WENT_ON = "played-after-conceding"


class PodFinding(StrictStruct, frozen=True):
    """Something that the rulebook would have otherwise, and where."""

    code: PodCode
    place: str
    rule: str
    message: Message


def pod_findings(event: Event, rules: TribblesRules) -> tuple[PodFinding, ...]:
    """Return everything odd about the pods of an event."""
    findings: list[PodFinding] = []
    before: Round | None = None
    gone: set[PlayerId] = set()
    for index, round_ in enumerate(event.rounds):
        place = f"rounds[{index}]"
        new = before is None or match_number(round_.number, rules) != match_number(
            before.number, rules
        )
        if new:
            gone.clear()
            findings.extend(_sizes(round_, place, rules))
        elif before is not None:
            findings.extend(_moves(round_, before, place))
        findings.extend(_going_out(round_, place, rules))
        findings.extend(_going_on(round_, place, gone))
        gone.update(p for pod in round_.pods for p in conceding_players(pod))
        before = round_
    return tuple(findings)


def _sizes(round_: Round, place: str, rules: TribblesRules) -> Iterator[PodFinding]:
    sizes = [len(pod.players) for pod in round_.pods]
    alone = len(sizes) == 1
    least = min(rules.fewest_players, rules.smallest_pod) if alone else None
    for index, size in enumerate(sizes):
        if not (least or rules.smallest_pod) <= size <= rules.largest_pod:
            reason = message(
                "A pod has {smallest} to {largest} players; this one has {size}.",
                smallest=rules.smallest_pod,
                largest=rules.largest_pod,
                size=size,
            )
            yield PodFinding(
                code=PodCode.SIZE,
                place=f"{place}.pods[{index}]",
                rule="tribbles.first_pods",
                message=reason,
            )
    if sizes and max(sizes) - min(sizes) > 1:
        yield PodFinding(
            code=PodCode.UNEVEN,
            place=f"{place}.pods",
            rule="tribbles.first_pods",
            message=message(
                "Pods of {min} and {max} players are not about equal.",
                min=min(sizes),
                max=max(sizes),
            ),
        )


def _moves(round_: Round, before: Round, place: str) -> Iterator[PodFinding]:
    seats = {p: at for at, pod in enumerate(before.pods) for p in pod.players}
    for index, pod in enumerate(round_.pods):
        came_from = {seats[p] for p in pod.players if p in seats}
        if len(came_from) > 1:
            yield PodFinding(
                code=PodCode.MOVED,
                place=f"{place}.pods[{index}]",
                rule="tribbles.later_pods",
                message=message("Players stay in their pods for the whole match."),
            )


def _going_out(round_: Round, place: str, rules: TribblesRules) -> Iterator[PodFinding]:
    for index, pod in enumerate(round_.pods):
        if len(pod.went_out or ()) > 1 and rules.going_out_first == "one":
            yield PodFinding(
                code=PodCode.SEVERAL_OUT,
                place=f"{place}.pods[{index}].went_out",
                rule="tribbles.going_out_first",
                message=message("Only the player who emptied the hand first scores for it."),
            )


def _going_on(round_: Round, place: str, gone: set[PlayerId]) -> Iterator[PodFinding]:
    for index, pod in enumerate(round_.pods):
        for player in pod.players:
            if player in gone and (pod.scores or {}).get(player):
                yield PodFinding(
                    code=PodCode.WENT_ON,
                    place=f"{place}.pods[{index}].scores",
                    rule="tribbles.conceded_score",
                    message=message(
                        '"{player}" conceded this match and scores 0 in it.', player=player
                    ),
                )


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
