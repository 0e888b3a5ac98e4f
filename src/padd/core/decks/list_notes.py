"""What card lists announce about a card: future bans, and errata to its text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from padd.core.cards.printing import Printing
from padd.core.decks.card_rules import CardRules
from padd.core.decks.verdicts import VerdictReason, verdict_reason
from padd.core.messages import message
from padd.rulebooks.sections.cards import NewCards


def announced_ban_reasons(judge: CardRules, printing: Printing) -> Iterator[VerdictReason]:
    """Tell of a ban that is announced and not in force yet."""
    day = judge.question.on
    coming = [
        listed.in_force
        for listed in judge.listed.lines_naming("banned", printing)
        if listed.in_force > day and (listed.announced or day) <= day
    ]
    if coming and id(printing) not in judge.listed.banned:
        first = min(coming)
        yield verdict_reason(
            "ban-announced",
            "note",
            message("Banned from {day}.", day=first.isoformat()),
            book=judge.book,
            path="decks.ban_lists",
            changes=first,
        )


def errata_reasons(judge: CardRules, printing: Printing) -> Iterator[VerdictReason]:
    """Tell of an erratum: its text holds from some days after it was published."""
    rules: NewCards = judge.book.decks.new_cards
    days = rules.errata_days
    if days is None:
        return
    for listed in judge.listed.lines_naming("errata", printing):
        if listed.until is not None and listed.until <= judge.question.on:
            continue
        holds_from = listed.in_force + timedelta(days=days)
        known = (listed.announced or listed.in_force) <= judge.question.on
        if holds_from <= judge.question.on:
            yield verdict_reason(
                "errata",
                "note",
                message("Play it with the erratum of {day}.", day=listed.in_force.isoformat()),
                book=judge.book,
                path="decks.new_cards.errata_days",
            )
        elif known:
            yield verdict_reason(
                "errata-announced",
                "note",
                message("An erratum applies from {day}.", day=holds_from.isoformat()),
                book=judge.book,
                path="decks.new_cards.errata_days",
                changes=holds_from,
            )
