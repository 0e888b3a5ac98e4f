"""What the checks of a printing share: the catalogue, the rulebook, the pool, the lists."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from datetime import timedelta
from typing import Literal

from padd.core.cards.catalogue import Catalogue
from padd.core.cards.printing import (
    BORDERLESS,
    OF_DECIPHER,
    PERSONNEL,
    PREVIEW,
    SHIP,
    VIRTUAL,
    VIRTUAL_PROMO,
    Printing,
)
from padd.core.decks.listed_cards import ListedCards
from padd.core.decks.verdicts import CardVerdict, LegalityQuestion, VerdictReason, verdict_reason
from padd.core.messages import Message, message
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.cards import CardPool, NewCards

Make = Literal["virtual", "physical", "promo", "unexplained"]


class CardRules(ABC):
    """The rules of one question about the cards of a catalogue."""

    def __init__(self, catalogue: Catalogue, book: Rulebook, question: LegalityQuestion) -> None:
        self.catalogue = catalogue
        self.book = book
        self.question = question
        self.pool: CardPool = book.decks.pools[question.pool]
        self.listed = ListedCards(catalogue, book, question)

    @abstractmethod
    def judge(self, printing: Printing) -> CardVerdict:
        """Return whether the printing may be played, with every reason."""

    def says(
        self, code: str, verdict: Literal["not-legal", "not-checked"], said: Message, path: str
    ) -> VerdictReason:
        """Return a reason that cites a value of the rulebook."""
        section = self.pool.cite if path == "decks.pools" else ""
        return verdict_reason(code, verdict, said, book=self.book, path=path, section=section)

    def make_of(self, printing: Printing) -> Make:
        """Return who made a printing: Decipher, the Committee, or a promo of it."""
        card_set = self.catalogue.set_of(printing)
        virtual = card_set.virtual if card_set else printing.virtual
        if printing.rarity == VIRTUAL:
            return "virtual"
        if printing.rarity in {VIRTUAL_PROMO, BORDERLESS}:
            return "promo"
        if printing.rarity == PREVIEW and virtual is not None:
            return "promo" if virtual else "physical"
        if virtual:
            return "virtual"
        if printing.rarity in OF_DECIPHER or (card_set and card_set.name):
            return "physical"
        return "unexplained"

    def converted(self, printing: Printing, told: Message, path: str) -> Iterator[VerdictReason]:
        """Object to a converted card, or report that the converted cards are unknown."""
        if id(printing) in self.listed.converted:
            yield self.says("converted", "not-legal", told, path)
        elif not self.listed.conversions_known:
            unknown = message("The list of converted cards is not loaded.")
            yield self.says("conversions-not-known", "not-checked", unknown, path)


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


def proxy_reasons(judge: CardRules, printing: Printing) -> Iterator[VerdictReason]:
    """Say what stands against a physical card where only proxies are in the pool."""
    kind = _proxy_kind(printing)
    allowed = (judge.book.decks.proxies or {}).get(printing.edition, ())
    if not judge.pool.proxies or kind is None:
        yield judge.says(
            "physical",
            "not-legal",
            message("Physical cards are not in this card pool."),
            "decks.pools",
        )
    elif not printing.from_second_edition:
        if kind not in allowed:
            yield judge.says(
                "no-proxy",
                "not-legal",
                message("This card is not an authorized proxy."),
                "decks.proxies",
            )
    elif f"1ec-{kind}" not in allowed:
        yield judge.says(
            "proxy-undecided",
            "not-checked",
            message(
                "The rulebook does not say whether Second Edition cards are "
                "authorized proxies in First Edition."
            ),
            "decks.proxies",
        )
    else:
        told = message("Converted cards are not authorized proxies.")
        yield from judge.converted(printing, told, "decks.proxies")


def _proxy_kind(printing: Printing) -> str | None:
    if printing.is_mission:
        return "missions"
    if printing.type not in {PERSONNEL, SHIP} or printing.uniqueness != "universal":
        return None
    what = "personnel" if printing.type == PERSONNEL else "ships"
    second = printing.edition == "2E" or printing.from_second_edition
    return f"non-unique-{what}" if second else f"universal-{what}"
