"""Promos and previews: legal if another version of the card is."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.cards.printing import VIRTUAL_PROMO, Printing
from padd.core.decks.card_rules import CardRules
from padd.core.decks.verdicts import VerdictReason, verdict_reason
from padd.core.leagues.calendar import promos_free_day, season_of_day
from padd.core.messages import message
from padd.rulebooks.sections.cards import DeckRules


def promo_reasons(judge: CardRules, printing: Printing) -> Iterator[VerdictReason]:
    """Say what stands against a promo or a preview."""
    decks: DeckRules = judge.book.decks
    if id(printing) in judge.listed.named("watermarked") and decks.new_cards.watermarked is False:
        yield judge.says(
            "watermarked",
            "not-legal",
            message("Promos with the watermark of the Committee are not legal."),
            "decks.new_cards.watermarked",
        )
        return
    yield from _league_promo_reasons(judge, printing)
    mission = judge.pool.promo_missions and printing.is_mission
    known = decks.new_cards.previews is not None or printing.rarity == VIRTUAL_PROMO
    if not known or (printing.rarity not in judge.pool.promos and not mission):
        yield from _excluded_promo_reasons(judge, printing)
        return
    grounds = decks.new_cards.virtual_promos or ()
    printable = "printable" in grounds and judge.pool.virtual
    if printing.rarity == VIRTUAL_PROMO and printable:
        if id(printing) not in judge.listed.named("printable"):
            yield from version_reasons(judge, printing, "printable-not-known")
        return
    yield from version_reasons(judge, printing, "no-version")


def _league_promo_reasons(judge: CardRules, printing: Printing) -> Iterator[VerdictReason]:
    """Keep the promos of a league's season to its events until they are free."""
    rules = judge.book.leagues
    if judge.question.league or rules is None:
        return
    for listed in judge.listed.lines_naming("league", printing):
        free = listed.until or promos_free_day(rules, season_of_day(listed.in_force, rules))
        if judge.question.on < free:
            yield verdict_reason(
                "league-promo",
                "not-legal",
                message(
                    "A league promo: legal only in league events until {day}.", day=free.isoformat()
                ),
                book=judge.book,
                path="leagues.promos.free_from",
                changes=free,
                way_out=message("Play another version of the card."),
            )


def _excluded_promo_reasons(judge: CardRules, printing: Printing) -> Iterator[VerdictReason]:
    if judge.pool.promos and printing.rarity not in judge.book.decks.rarities:
        yield judge.says(
            "rarity-not-explained",
            "not-checked",
            message("The rulebook does not explain this rarity."),
            "decks.rarities",
        )
    elif judge.pool.rarities is None or printing.is_mission:
        yield judge.says(
            "promo", "not-legal", message("Promos are not in this card pool."), "decks.pools"
        )


def version_reasons(judge: CardRules, printing: Printing, code: str) -> Iterator[VerdictReason]:
    """Say what stands against a printing that needs another, legal version."""
    others = [
        judge.judge(each)
        for each in judge.catalogue.card_of(printing).printings
        if judge.make_of(each) in {"virtual", "physical"}
    ]
    verdicts = {other.verdict for other in others}
    if "legal" in verdicts:
        return
    if "not-checked" in verdicts:
        yield judge.says(
            "version-not-checked",
            "not-checked",
            message("It is legal if another version is, and that is not known."),
            "decks.new_cards.previews",
        )
    elif code == "no-version":
        changes = [r.changes for o in others for r in o.reasons if r.changes]
        yield verdict_reason(
            code,
            "not-legal",
            message("No other version of the card is legal here."),
            book=judge.book,
            path="decks.new_cards.previews",
            changes=min(changes, default=None),
        )
    elif code == "printable-not-known":
        yield judge.says(
            code,
            "not-checked",
            message("No other version is legal, and it is not known to be printable."),
            "decks.new_cards.virtual_promos",
        )
    elif code == "set-not-known":
        yield judge.says(
            code,
            "not-checked",
            message("Its set is unknown, and no other version is legal."),
            "decks.rarities",
        )
    else:
        yield judge.says(
            code,
            "not-checked",
            message("The rulebook does not explain its rarity, and no other version is legal."),
            "decks.rarities",
        )
