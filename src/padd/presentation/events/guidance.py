"""What a rulebook asks of an event apart from its figures, in sentences.

Players read how their event is played; people who register one read what to decide
first. Each sentence appears only if the rulebook says so, with its section.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from padd.core.model import DeckFormat, RulesSet
from padd.presentation import words
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.registration import Scenario
from padd.services.events.event_form import EventForm

LIMITED: Final = "limited"
STILL_TO_DO: Final = frozenset({"formats.limited_pool"})
Found = tuple[str, str]
"""The path of a value, and the sentence that rests on it."""
WORDS_OF_CODES: Final = {
    "owners-permission": "with the owner’s permission",
    "venue-policies": "within its policies",
    "venue": "at the venue",
    "forums": "in forums",
    "social-media": "on social media",
    "when-it-is-publicized": "when you publicize the event",
    "in-copies-to-hand-out": "in copies to hand out",
    "before-play-begins": "before play begins",
    "entry-fee": "fees",
    "boosters-made-by-the-director": "boosters that the director makes",
    "assistant-director": "the assistant director",
    "both-players": "both players",
    "tournament-director": "the director",
    "each-player": "every player who is filmed",
    "expansion": "an expansion",
    "group-of-expansions": "a group of expansions",
    "property": "a property",
}
OTHER_DECKS: Final = {
    "assigned-at-random": (
        "After that you draw another deck at random each round, with "
        "little time to look through it."
    ),
    "exchanged-with-the-opponent": (
        "In even rounds you and your opponent swap decks and play again."
    ),
}
SEEDED: Final = {
    "out-of-play-when-discarded": "Wrongly seeded cards go out of play when they are discarded.",
    "removed-when-discovered": "Wrongly seeded cards leave the game when they are found.",
    "out-of-play": "Seed cards that are left after the seed phase go out of play.",
    "back-only-if-seeded-and-earned-again": (
        "A discarded artifact returns only if it is seeded and earned again."
    ),
    "removed-from-play": "An artifact discarded after use leaves the game.",
}
OWN_DECKS: Final = {
    "first-round": "you play your own deck in the first round.",
    "odd-rounds": "you play your own deck in odd rounds.",
}


class GuidanceLine(msgspec.Struct, frozen=True, kw_only=True):
    """One sentence, and the value of the rulebook that it rests on."""

    text: str
    path: str
    cite: str
    advice: bool = False
    """Whether the director has to act."""


def guidance_for_players(form: EventForm, book: Rulebook) -> tuple[GuidanceLine, ...]:
    """Return the rules of play of an event: decks, drafts, scenario, rulings, filming."""
    return tuple(
        _cited(
            book,
            (
                *_decks(form, book),
                *_drafting(form, book),
                *_scenario(form, book),
                *_seeding(book),
                *_special(form, book),
                *_rulings(book),
                *_filming(book),
            ),
        )
    )


def guidance_for_directors(form: EventForm, book: Rulebook) -> tuple[GuidanceLine, ...]:
    """Return what to settle before an event is registered."""
    return tuple(
        _cited(
            book,
            (
                *_calendar(book),
                *_pool(form, book),
                *_venue(form, book),
                *_money(form, book),
                *_announced(book),
                *_online(form, book),
            ),
        )
    )


def guidance_on_prizes(book: Rulebook) -> tuple[GuidanceLine, ...]:
    """Return what the prizes of an event that is over go by."""
    if book.sanctioning.prizes_go_by is None:
        return ()
    text = "They are awarded by the final standings."
    return tuple(_cited(book, (("sanctioning.prizes_go_by", text),)))


def _cited(book: Rulebook, lines: Iterable[Found]) -> Iterator[GuidanceLine]:
    for path, text in lines:
        cite = book.citations[path].cite
        yield GuidanceLine(text=text, path=path, cite=cite, advice=path in STILL_TO_DO)


def _listed(codes: Iterable[str], last: str = "and") -> str:
    names = [WORDS_OF_CODES.get(code, code.replace("-", " ")) for code in codes]
    return words.join_names(names).replace(" and ", f" {last} ")


def _decks(form: EventForm, book: Rulebook) -> Iterator[Found]:
    """Yield the rules about building and changing a deck."""
    formats, decks = book.formats, book.decks
    changes = (decks.changes or {}).get(form.format)
    if formats.deck_cards.get(form.format) == "own":
        text = "Build your deck before the event, from your own cards."
        if changes is False:
            text += " It can’t be changed once the event has started."
        yield "formats.deck_built", text
    elif form.format in formats.deck_cards:
        text = (
            "You build your deck at the event from the cards you are given: any or "
            "all of them, and no others."
        )
        yield "formats.deck_cards", text
        if changes:
            text = "Between rounds you may change it, within those cards."
            yield "decks.changes", text
    if form.format in decks.copies_suspended:
        yield "decks.copies_suspended", "Limits on copies of a card do not apply."
    if decks.sideboards is not None and form.format not in decks.sideboards:
        yield "decks.sideboards", "There are no sideboards."


def _drafting(form: EventForm, book: Rulebook) -> Iterator[Found]:
    """Yield the rules of a draft: procedure, product, time to build."""
    formats, rules = book.formats, book.formats.draft
    if form.format == DeckFormat.DRAFT and rules.passing and rules.packs:
        yield ("formats.draft.packs", f"The cards are drafted from {_listed(rules.packs, 'or')}.")
        first, then = rules.passing
        text = (
            f"You draft in groups of {rules.group_least} to {rules.group_most}: open a "
            f"pack, take one card, pass the rest to the {first}, until "
            f"nothing is left; the next pack goes to the {then}, and so on."
        )
        yield "formats.draft.passing", text
    sets = (formats.fixed_sets or {}).get(form.format, {}).get(form.edition, ())
    if sets:
        yield (
            "formats.fixed_sets",
            f"Each player may also be given a fixed set: {' or '.join(sets)}.",
        )
    minutes = (formats.build_minutes or {}).get(form.format)
    if minutes is not None:
        yield "formats.build_minutes", f"You have at least {minutes} minutes to build."


def _scenario(form: EventForm, book: Rulebook) -> Iterator[Found]:
    scenario = book.formats.scenarios.get(form.scenario)
    if scenario is None:
        return
    for text in _scenario_in_words(scenario, form.rounds_planned):
        yield "formats.scenarios", f"{scenario.title}: {text}"


def _scenario_in_words(scenario: Scenario, rounds: int) -> Iterator[str]:
    if scenario.own_deck and scenario.other_deck:
        returned = " Decks are returned to their owners; mark yours, and check it."
        own, other = OWN_DECKS[scenario.own_deck], OTHER_DECKS[scenario.other_deck]
        yield f"{own} {other}{returned if scenario.decks_returned else ''}"
    if scenario.rotation_minutes:
        yield (
            f"every {scenario.rotation_minutes} minutes all players "
            "move one seat, into another game."
        )
    if scenario.ranked_by:
        yield "players are ranked by their own points plus those of their deck."
    if scenario.prizes_for:
        decks = scenario.prizes_for.replace("-", " ")
        yield f"the director may give prizes to the {decks}."
    if scenario.rejections:
        yield "you draw a rule before each game; you may reject one of them."
    if scenario.food_items_per_round:
        items = scenario.food_items_per_round * rounds
        yield f"you bring {items} non-perishable food items for a food bank."
    if scenario.unreleased_cards:
        yield ("unreleased play-test cards may be used; tell the designers what you think of them.")
    if scenario.victory_points_per_beer:
        yield "everyone must be of legal drinking age."


def _seeding(book: Rulebook) -> Iterator[Found]:
    """Yield what people follow at the table with cards that were seeded."""
    decks = book.decks
    if decks.artifacts_per_mission is not None:
        text = (
            f"Artifacts that you seed at one mission: {decks.artifacts_per_mission}, "
            "unless a card says otherwise."
        )
        yield "decks.artifacts_per_mission", text
    for path, value in (
        ("decks.misseeded", decks.misseeded),
        ("decks.unused_seed_cards", decks.unused_seed_cards),
        ("decks.used_artifacts", decks.used_artifacts),
    ):
        if value is not None:
            yield path, SEEDED[value]
    for first, second in decks.not_together:
        text = f"{first} and {second} may not be in play together; discard one of them."
        yield "decks.not_together", text


def _special(form: EventForm, book: Rulebook) -> Iterator[Found]:
    """Yield what is particular about Juniors and about Troubles."""
    if form.format == "junior" and book.formats.oldest_junior is not None:
        victory = book.formats.victory.get(form.format)
        points = f" Games go to {victory.points} points." if victory else ""
        text = f"Everyone is {book.formats.oldest_junior} or younger.{points}"
        yield "formats.oldest_junior", text
    piles = book.tribbles.trouble_piles_per_pod if book.tribbles else None
    if form.rules == RulesSet.TROUBLES and piles:
        yield (
            "tribbles.trouble_piles_per_pod",
            f"Trouble piles of a pod: {piles}. Its open card says what may be played.",
        )


def _rulings(book: Rulebook) -> Iterator[Found]:
    heard = book.roles.heard_before_ruling
    if heard:
        yield (
            "roles.heard_before_ruling",
            f"In a dispute the director may hear {_listed(heard)} first.",
        )
    yield "roles.final_authority", "The director decides what the rules leave open."


def _filming(book: Rulebook) -> Iterator[Found]:
    video = book.roles.video
    if not video.allowed_by:
        return
    agree = _listed(video.allowed_by)
    text = f"Matches may be filmed and published if {agree} agree."
    yield "roles.video.allowed_by", text
    if video.result_final:
        levels = " or ".join(map(str, video.breach_levels or ()))
        serious = f"; a breach of level {levels} may be investigated" if levels else ""
        yield ("roles.video.result_final", f"Whatever a video shows, the result stands{serious}.")
    if video.sent_to:
        office = video.sent_to.replace("-", " ").title()
        yield "roles.video.sent_to", f"The {office} welcomes videos."


def _calendar(book: Rulebook) -> Iterator[Found]:
    """Yield the rules about the listing of events."""
    listed = book.sanctioning.listed
    if listed.sanctioned is None or listed.unsanctioned is None:
        return
    if listed.sanctioned == listed.unsanctioned:
        text = f"Every event {listed.sanctioned} be listed, sanctioned or not."
    else:
        text = (
            f"A sanctioned event {listed.sanctioned} be listed; another one "
            f"{listed.unsanctioned} be."
        )
    yield "sanctioning.listed.sanctioned", text


def _pool(form: EventForm, book: Rulebook) -> Iterator[Found]:
    choices = book.formats.limited_pool
    if form.card_pool == LIMITED and choices and not form.pool_note:
        text = f"Describe what the limited pool contains: {_listed(choices, 'or')}."
        yield "formats.limited_pool", text
    usual = book.formats.default_card_pool.get(form.format)
    if usual is not None and usual != form.card_pool:
        text = f"The usual card pool of a {form.format} event is “{usual}”."
        yield "formats.default_card_pool", text


def _venue(form: EventForm, book: Rulebook) -> Iterator[Found]:
    rules = book.sanctioning
    if rules.venue_secured_first and not form.online:
        asks = f", {_listed(rules.venue_asks)}" if rules.venue_asks else ""
        text = f"Secure the venue before you register{asks}."
        yield "sanctioning.venue_secured_first", text
    if rules.promoted_at:
        places = [p for p in rules.promoted_at if p != "venue" or not form.online]
        if places:
            yield "sanctioning.promoted_at", f"Promote it {_listed(places)}."


def _money(form: EventForm, book: Rulebook) -> Iterator[Found]:
    rules = book.sanctioning
    if form.entry_fee and rules.entry_fee_covers:
        covers = _listed(rules.entry_fee_covers)
        yield "sanctioning.entry_fee_covers", f"The entry fee covers {covers}."
    if rules.law_respected_on and (form.entry_fee or form.prizes):
        on = _listed(rules.law_respected_on)
        yield "sanctioning.law_respected_on", f"Local law on {on} applies."
    if form.prizes and rules.guaranteed_prizes:
        text = "Guaranteed prizes are given even if fewer players come than expected."
        yield "sanctioning.guaranteed_prizes", text
    if rules.prize_support_notice_days:
        days = rules.prize_support_notice_days
        text = f"Ask for prize support at least {days} days before."
        yield "sanctioning.prize_support_notice_days", text
    if rules.sponsorship:
        text = (
            "To be sponsored, write to the publisher well in advance; your house rules "
            "decide whether the event counts as official."
        )
        yield "sanctioning.sponsorship", text


def _online(form: EventForm, book: Rulebook) -> Iterator[Found]:
    if not form.online or book.online is None:
        return
    who = {"community-member": "Any member of the community", "anyone": "Anyone"}
    yield "online.registrar", f"{who[book.online.registrar]} may run an online event."
    if book.online.coordinator:
        text = "What needs approval goes to the coordinator for online play."
        yield "online.coordinator", text


def _announced(book: Rulebook) -> Iterator[Found]:
    means = book.sanctioning.house_rules_told
    if means:
        yield (
            "sanctioning.house_rules_told",
            f"Tell players which rules or house rules are used: {_listed(means)}.",
        )
