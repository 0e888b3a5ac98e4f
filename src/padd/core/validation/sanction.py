"""Is this event sanctioned, is it rated, and why or why not: everything at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

import msgspec

from padd.core.formats.cut_parts import swiss_part
from padd.core.formats.format import Finding, FindingWriter
from padd.core.formats.registry import format_of, ranking_of
from padd.core.messages import Message, message, plural
from padd.core.model import Event
from padd.core.pairing.criteria.future_rounds import rounds_possible
from padd.core.scenarios.round_blocks import block_length, scenario_of
from padd.core.scoring.standings import participants
from padd.core.text import slug
from padd.core.validation.allowed_formats import format_findings
from padd.core.validation.director_plays import director_findings
from padd.core.validation.plausibility import record_findings
from padd.rulebooks.schema import Rulebook

SECONDS_PER_HOUR: Final = 3600
MINUTES_PER_HOUR: Final = 60
HOURS_PER_DAY: Final = 24


class Sanction(msgspec.Struct, frozen=True):
    """What the rulebook makes of an event."""

    sanctioned: bool
    rated: bool
    findings: tuple[Finding, ...]

    @property
    def problems(self) -> tuple[Finding, ...]:
        """The findings that are not fulfilled, errors first."""
        errors = [f for f in self.findings if f.severity == "error"]
        return (*errors, *(f for f in self.findings if f.severity == "warning"))


def check_sanction(event: Event, book: Rulebook) -> Sanction:
    """Return whether an event is sanctioned and rated, with every reason."""
    judge = FindingWriter(event, book)
    findings = (
        *_program(judge),
        *_notice(judge),
        *format_findings(judge),
        *_players(judge),
        *_rounds(judge),
        *_championship(judge),
        *director_findings(judge),
        *record_findings(swiss_part(event), book),
        *format_of(event).findings(event, book),
    )
    sanctioned = all(finding.severity != "error" for finding in findings)
    scenario = scenario_of(event, book)
    unrated_scenario = scenario is not None and not scenario.rated
    rated = sanctioned and book.ratings is not None and not unrated_scenario
    return Sanction(sanctioned=sanctioned, rated=rated, findings=findings)


def _program(judge: FindingWriter) -> Iterator[Finding]:
    rules = judge.book.sanctioning
    if not rules.sanctions:
        yield judge.error(
            "no-sanctioning",
            message("{title} has no sanctioned events.", title=judge.book.title),
            "sanctioning.sanctions",
        )
    elif judge.event.pairing_style not in rules.styles:
        yield judge.error(
            "style-not-sanctioned",
            message(
                "Pairing style “{pairing_style}” is not sanctioned; sanctioned are {styles}.",
                pairing_style=judge.event.pairing_style,
                styles=", ".join(rules.styles),
            ),
            "sanctioning.styles",
        )


def _notice(judge: FindingWriter) -> Iterator[Finding]:
    rules, event = judge.book.sanctioning, judge.event
    path = "sanctioning.notice_hours"
    if rules.notice_hours is None:
        return
    if event.starts is None or event.registered is None:
        yield judge.error(
            "notice-unknown",
            message(
                "The start or the registration time is missing, so "
                "{notice_hours} of notice can’t be shown.",
                notice_hours=_span(rules.notice_hours),
            ),
            path,
        )
        return
    hours = _hours_between(event.registered, event.starts)
    needed = _span(rules.notice_hours)
    text = message(
        "Registered at or after the start; {needed} in advance are required.", needed=needed
    )
    if hours > 0:
        text = message(
            "Registered {span} in advance; {needed} are required.", span=_span(hours), needed=needed
        )
    if hours < rules.notice_hours:
        yield judge.error("notice-too-short", text, path)
        return
    yield judge.ok("notice", text, path)
    wished = rules.notice_warning_hours
    if wished is not None and hours < wished:
        yield judge.warning(
            "notice-close",
            message(
                "The guide recommends {wished}; {hours} is less.",
                wished=_span(wished),
                hours=_span(hours),
            ),
            "sanctioning.notice_warning_hours",
        )


def _hours_between(earlier: str, later: str) -> float:
    """Return real hours, also across a change of the clocks."""
    gap = datetime.fromisoformat(later) - datetime.fromisoformat(earlier)
    return gap.total_seconds() / SECONDS_PER_HOUR


def _span(hours: float) -> str:
    """Return a time in whole units, never rounded up to what is needed."""
    if hours >= 2 * HOURS_PER_DAY:
        return _count(int(hours // HOURS_PER_DAY), "day")
    whole, minutes = divmod(int(hours * MINUTES_PER_HOUR), MINUTES_PER_HOUR)
    if not minutes:
        return _count(whole, "hour")
    rest = _count(minutes, "minute")
    return f"{_count(whole, 'hour')} {rest}" if whole else rest


def _players(judge: FindingWriter) -> Iterator[Finding]:
    event, path = judge.event, "sanctioning.minimum_players"
    minimum = (judge.book.sanctioning.minimum_players or {}).get(event.edition)
    if minimum is None:
        return
    if not event.rounds:
        if len(event.players) < minimum:
            yield judge.warning(
                "players-to-come",
                message(
                    "{players} so far; {minimum} are required.",
                    players=_count(len(event.players), "player"),
                    minimum=minimum,
                ),
                path,
            )
        return
    present = len(participants(event))
    text = plural(
        "{count} player took part; {minimum} are required.",
        "{count} players took part; {minimum} are required.",
        count=present,
        minimum=minimum,
    )
    if present < minimum:
        yield judge.error("too-few-players", text, path)
    else:
        yield judge.ok("players", text, path)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _rounds(judge: FindingWriter) -> Iterator[Finding]:
    event, rules = judge.event, judge.book.sanctioning
    path = "sanctioning.minimum_rounds"
    minimum = (rules.minimum_rounds or {}).get(event.edition)
    play = format_of(event)
    # Rounds of Tribbles count though time ran out, and a bracket is played to its end.
    swiss = play.gives_victory_points or bool(event.stages)
    ended = event.reported is not None and swiss
    # Swiss rounds and the cut after them are one event (AMB-151).
    rounds = len(event.every_round) if ended else play.scheduled_rounds(event)
    if minimum is not None:
        text = (
            plural(
                "{count} round played; {minimum} are required.",
                "{count} rounds played; {minimum} are required.",
                count=rounds,
                minimum=minimum,
            )
            if ended
            else plural(
                "{count} round planned; {minimum} are required.",
                "{count} rounds planned; {minimum} are required.",
                count=rounds,
                minimum=minimum,
            )
        )
        if rounds < minimum:
            yield judge.error("too-few-rounds", text, path)
        else:
            yield judge.ok("rounds", text, path)
    swiss_rounds = len(event.rounds) if ended else event.swiss_rounds
    yield from _advice_on_rounds(judge, swiss_rounds)


def _advice_on_rounds(judge: FindingWriter, rounds: int) -> Iterator[Finding]:
    event = judge.event
    if event.pairing_style != "swiss":
        return
    players = len(participants(event)) if event.rounds else len(event.players)
    recommended = recommended_rounds(judge.book, players)
    if recommended is not None and rounds < recommended:
        yield judge.warning(
            "rounds-below-recommended",
            message(
                "{rounds} for {players} players; {recommended} are recommended.",
                rounds=_count(rounds, "round"),
                players=players,
                recommended=recommended,
            ),
            "sanctioning.recommended_rounds",
        )
    most = rounds_possible(players) * block_length(event, judge.book)
    if judge.book.pairing.rematches == "never" and players > 1 and rounds > most:
        yield judge.warning(
            "rounds-beyond-field",
            plural(
                "{players} players can play {count} round without rematches; {rounds} are planned.",
                "{players} players can play {count} rounds without rematches; "
                "{rounds} are planned.",
                count=most,
                players=players,
                rounds=rounds,
            ),
            "pairing.rematches",
        )


def recommended_rounds(book: Rulebook, players: int) -> int | None:
    """Return the number of rounds that a rulebook recommends for a field."""
    for band in book.sanctioning.recommended_rounds:
        if band.least <= players and (band.most is None or players <= band.most):
            return band.rounds
    return None


def _championship(judge: FindingWriter) -> Iterator[Finding]:
    event, formats = judge.event, judge.book.formats
    approval, pool = formats.approval, slug(event.card_pool)
    at_level = approval.from_level is not None and event.level >= approval.from_level
    only_constructed = pool in approval.constructed_only
    concerned = event.format == "constructed" or not only_constructed
    if at_level and pool in approval.card_pools and concerned:
        yield judge.warning(
            "approval-needed",
            message(
                "A championship with the card pool “{card_pool}” needs approval "
                "by the Department of Organized Play.",
                card_pool=event.card_pool,
            ),
            "formats.approval.card_pools",
        )
    preferred = formats.preferred_rules.get(event.edition)
    high = formats.preferred_from_level
    if high is not None and event.level >= high and event.rules != preferred:
        yield judge.warning(
            "rules-not-preferred",
            message(
                "“{preferred}” is preferred for {edition} events of this level.",
                preferred=str(preferred),
                edition=event.edition,
            ),
            "formats.preferred_rules",
        )


def unfinished_reason(event: Event, book: Rulebook) -> Finding | None:
    """Return what says that rounds or results are still to come; None where none are.

    A director may close an event before the rounds planned; whether they are enough
    is for the sanction check to say.
    """
    if event.rounds and ranking_of(event, book).final:
        return None
    text = message(
        "The event is not finished: {played} of {planned} rounds are on record.",
        played=len(event.every_round),
        planned=format_of(event).scheduled_rounds(event),
    )
    if event.rounds and _all_rounds_there(event, book):
        text = message(
            "The event is not finished: the result of at least one game is still to come."
        )
    rule = book.citations["sanctioning.minimum_rounds"].cite
    return Finding("not-finished", "warning", text, rule)


def _all_rounds_there(event: Event, book: Rulebook) -> bool:
    return event.reported is not None or format_of(event).all_rounds_played(event, book)


FIRST_YEAR: Final = 1994
YEARS_AHEAD: Final = 3


def is_plausible_date(day: date, *, today: date) -> bool:
    """Tell whether an event can be on a day, as seen from today.

    A date that no calendar can add an hour to would break every list it stands in.
    """
    return FIRST_YEAR <= day.year <= today.year + YEARS_AHEAD


def implausible_date_message(*, today: date) -> Message:
    """Return what to say about a date out of reach."""
    return message(
        "Choose a date from {first} to {last}.", first=FIRST_YEAR, last=today.year + YEARS_AHEAD
    )
