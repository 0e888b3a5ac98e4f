"""Whether a printing is legal: by pool, rules set, lists and dates.

What is not known (a set without a date, a list that is not loaded) is not checked,
never legal. Every objection is given, not the first. A whole deck is checked by
`deck_check`, its size and copies by `structure`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from padd.core.cards.catalogue import CardKey, Catalogue
from padd.core.cards.printing import PREVIEW, Printing, card_edition
from padd.core.cards.query import parse_theme
from padd.core.decks.block_rotation import block_reasons
from padd.core.decks.card_rules import (
    CardRules,
    announced_ban_reasons,
    errata_reasons,
    proxy_reasons,
)
from padd.core.decks.promos import promo_reasons, version_reasons
from padd.core.decks.verdicts import CardVerdict, LegalityQuestion, VerdictReason, verdict_reason
from padd.core.messages import message
from padd.core.model import Event
from padd.core.refusal import refuse
from padd.rulebooks.schema import Rulebook

DECIPHER_YEARS: Final = (1994, 2007)
"""When Decipher made cards, for rulebooks that do not say."""


def check_question(question: LegalityQuestion, book: Rulebook) -> None:
    """Refuse a pool, rules set or format that the edition does not have."""
    asked = (
        ("--pool", question.pool, book.formats.card_pools, "formats.card_pools"),
        ("--rules", question.rules, book.formats.rules, "formats.rules"),
        ("--format", question.format, book.formats.formats, "formats.formats"),
    )
    for place, name, known, path in asked:
        if name is not None and question.edition not in known.get(name, ()):
            refuse(
                "not-for-this-edition",
                message(
                    "{edition} has no “{name}” in {book}; it has {known}.",
                    edition=question.edition,
                    name=name,
                    book=book.title,
                    known=", ".join(
                        each for each, editions in known.items() if question.edition in editions
                    )
                    or "none",
                ),
                place,
                book.citations[path].cite,
            )


def rules_set_of(edition: str, rules: str | None, book: Rulebook) -> str | None:
    """Return the rules set that was named, or the only one of the edition."""
    own = [name for name, editions in book.formats.rules.items() if edition in editions]
    return own[0] if rules is None and len(own) == 1 else rules


def legality_question(
    settings: Event, book: Rulebook, *, on: date, release_of: str = ""
) -> LegalityQuestion:
    """Return what an event asks of its cards on the day it starts."""
    rules = None if settings.rules is None else str(settings.rules)
    edition = card_edition(settings.edition)
    return LegalityQuestion(
        edition=edition,
        pool=settings.card_pool,
        rules=rules_set_of(edition, rules, book),
        format=str(settings.format),
        on=on,
        release_of=release_of,
        theme=settings.theme.cards if settings.theme else "",
        league=settings.league is not None,
    )


CACHED_QUESTIONS: Final = 8
_cache: dict[tuple[int, int, LegalityQuestion], CardLegality] = {}


def legality_for(catalogue: Catalogue, book: Rulebook, question: LegalityQuestion) -> CardLegality:
    """Return what judges by a catalogue; the last ones asked for are kept.

    What a judge remembers follows from its catalogue, book and question alone.
    """
    key = (id(catalogue), id(book), question)
    kept = _cache.get(key)
    if kept is None or kept.catalogue is not catalogue or kept.book is not book:
        kept = CardLegality(catalogue, book, question)
        while len(_cache) >= CACHED_QUESTIONS:
            _cache.pop(next(iter(_cache), key), None)
        _cache[key] = kept
    return kept


class CardLegality(CardRules):
    """Judges single printings of a catalogue for one question."""

    def __init__(self, catalogue: Catalogue, book: Rulebook, question: LegalityQuestion) -> None:
        check_question(question, book)
        super().__init__(catalogue, book, question)
        self._retired = self.listed.named("retired")
        self._maybe_retired = self.listed.doubtful("retired")
        self._allowed = self.listed.named("allowed")
        self._forbidden = self.listed.named("forbidden")
        self._theme = parse_theme(question.theme) if question.theme else None
        self._judged: dict[int, CardVerdict] = {}

    def judge(self, printing: Printing) -> CardVerdict:
        """Return whether the printing may be played, with every reason."""
        known = self._judged.get(id(printing))
        if known is None:
            known = CardVerdict(tuple(self._reasons(printing)))
            self._judged[id(printing)] = known
        return known

    def copy_of(self, printing: Printing) -> CardKey:
        """Return what a printing counts as a copy of, conversions considered."""
        own = self.listed.converted.get(id(printing))
        use = self.book.decks.converted_original.get(self.question.rules or "")
        if own is not None and use == "as-conversion":
            return own
        return self.catalogue.key_of(printing)

    def _reasons(self, printing: Printing) -> Iterator[VerdictReason]:
        if id(printing) in self._forbidden:
            yield self.says(
                "exception",
                "not-legal",
                message("The Committee has made an exception for this card."),
                "decks.pools",
            )
        if self._theme is not None and not self._theme.test(printing):
            yield self.says(
                "theme",
                "not-legal",
                message("This card is not in the theme of the event."),
                "decks.pools",
            )
        if id(printing) in self._allowed:
            return
        yield from self._ban(printing)
        yield from self._conversion(printing)
        yield from self._retirement(printing)
        if self.pool.chosen:
            yield self.says(
                "pool-chosen",
                "not-checked",
                message("The organizer chooses the cards of this pool."),
                "decks.pools",
            )
        yield from self._rarity(printing)
        yield from self._pooled(printing)
        yield from announced_ban_reasons(self, printing)
        yield from errata_reasons(self, printing)

    def _ban(self, printing: Printing) -> Iterator[VerdictReason]:
        if id(printing) in self.listed.banned:
            yield verdict_reason(
                "banned",
                "not-legal",
                message("{title} is banned.", title=printing.title),
                book=self.book,
                path="decks.banned",
                way_out=message("Remove it from the deck."),
            )
            return
        document = self.book.decks.ban_lists.get(self.question.rules or "")
        if document is not None and not self.listed.known("banned"):
            yield verdict_reason(
                "ban-list-not-known",
                "not-checked",
                message("The document “{document}” is not loaded.", document=document),
                book=self.book,
                path="decks.ban_lists",
                way_out=message("Load the list on the Card data page."),
            )

    def _conversion(self, printing: Printing) -> Iterator[VerdictReason]:
        use = self.book.decks.converted_original.get(self.question.rules or "")
        if use != "not-legal" or not printing.from_second_edition:
            return
        told = message("Only the First Edition version of this card may be used.")
        yield from self.converted(printing, told, "decks.converted_original")

    def _retirement(self, printing: Printing) -> Iterator[VerdictReason]:
        if not self.pool.published_list:
            return
        if id(printing) in self._retired:
            yield self.says("retired", "not-legal", message("This card is retired."), "decks.pools")
        elif not self.listed.lists("retired"):
            yield self.says(
                "list-not-known",
                "not-checked",
                message("The list of retired cards is not loaded."),
                "decks.pools",
            )
        elif id(printing) in self._maybe_retired:
            yield self.says(
                "list-doubtful",
                "not-checked",
                message("The list does not say clearly whether this card is retired."),
                "decks.pools",
            )

    def _rarity(self, printing: Printing) -> Iterator[VerdictReason]:
        pool = self.pool
        if pool.rarities is None or (pool.all_missions and printing.is_mission):
            return
        if not printing.rarity:
            yield self.says(
                "rarity-not-known",
                "not-checked",
                message("The rarity of this printing is unknown."),
                "decks.pools",
            )
        elif printing.rarity not in pool.rarities:
            yield verdict_reason(
                "rarity",
                "not-legal",
                message("Rarity {rarity} is not in this card pool.", rarity=printing.rarity),
                book=self.book,
                path="decks.pools",
                section=self.pool.cite,
            )

    def _pooled(self, printing: Printing) -> Iterator[VerdictReason]:
        match self.make_of(printing):
            case "virtual":
                yield from self._virtual(printing)
            case "physical":
                yield from self._physical(printing)
            case "promo":
                yield from promo_reasons(self, printing)
            case "unexplained":
                preview = printing.rarity == PREVIEW
                code = "set-not-known" if preview else "rarity-not-explained"
                yield from version_reasons(self, printing, code)

    def _virtual(self, printing: Printing) -> Iterator[VerdictReason]:
        if not self.pool.virtual:
            yield self.says(
                "virtual",
                "not-legal",
                message("Virtual cards are not in this card pool."),
                "decks.pools",
            )
            return
        if self.pool.expansions is not None:
            yield from block_reasons(self, printing)
        yield from self._released(printing, self._waiting_days(printing))

    def _waiting_days(self, printing: Printing) -> int:
        """Return how many days after its release a virtual card is legal."""
        new_cards = self.book.decks.new_cards
        converted = id(printing) in self.listed.conversion_results
        if converted and new_cards.conversions_days is not None:
            return new_cards.conversions_days
        return new_cards.days or 0

    def _released(self, printing: Printing, days: int) -> Iterator[VerdictReason]:
        card_set = self.catalogue.set_of(printing)
        if card_set is None or card_set.release is None:
            yield self.says(
                "date-not-known",
                "not-checked",
                message("The release date of its set is unknown."),
                "decks.new_cards.days",
            )
            return
        if self._celebrated(printing):
            days = 0
        legal_from = card_set.release + timedelta(days=days)
        if self.question.on < legal_from:
            yield verdict_reason(
                "too-new",
                "not-legal",
                message(
                    "The set was released on {release}; the card is legal from {day}.",
                    release=_written_day(card_set.release),
                    day=_written_day(legal_from),
                ),
                book=self.book,
                path="decks.new_cards.days",
                changes=legal_from,
                way_out=message("Replace it for this event."),
            )

    def _celebrated(self, printing: Printing) -> bool:
        named = bool(self.question.release_of)
        own = self.question.release_of == printing.set
        rules = self.book.championships
        legal = rules is None or rules.release.new_cards_legal
        return named and own and legal and bool(self.book.decks.new_cards.release_events)

    def _physical(self, printing: Printing) -> Iterator[VerdictReason]:
        if not self.pool.decipher:
            yield from proxy_reasons(self, printing)
            return
        card_set = self.catalogue.set_of(printing)
        if card_set is not None and card_set.release is not None:
            yield from self._released(printing, 0)
            return
        _, last = self.book.decks.decipher_era or DECIPHER_YEARS
        if self.question.on <= date(last, 12, 31):
            yield from self._released(printing, 0)


def _written_day(day: date) -> str:
    """Return a date as people write it."""
    return f"{day.day} {day:%B %Y}"
