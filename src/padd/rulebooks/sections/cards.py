"""Decks and card legality."""

from typing import Literal

from padd.rulebooks.sections.section import Edition, Section


class Conversion(Section, frozen=True):
    """A Second Edition card that was converted to First Edition."""

    title: str
    second: tuple[str, ...]
    """Its collector numbers in Second Edition."""
    first: str
    """Its collector number in First Edition."""
    misprinted: tuple[str, ...] = ()
    """Wrong numbers under which the list prints it."""
    first_title: str | None = None
    """Its title in First Edition, where that is another."""


class CardPool(Section, frozen=True, kw_only=True):
    """What a card pool holds; a promo only where another version is legal."""

    cite: str
    virtual: bool
    decipher: bool
    """Cards that Decipher produced, owned or printed."""
    promos: tuple[Literal["B", "P", "VP"], ...]
    proxies: bool = False
    """Whether authorized proxies are added."""
    physical_for_printed: bool = False
    """Whether a physical card may stand in for a printed one."""
    rarities: tuple[str, ...] | None = None
    """The only rarities allowed, where there is such a limit."""
    all_missions: bool = False
    promo_missions: bool = False
    """Whether all missions are in it whatever their rarity, promos too."""
    expansions: tuple[str, ...] | None = None
    chosen: bool = False
    """Whether the organizer chooses the subset."""
    published_list: bool = False
    """Whether a published list says what is left out."""


class Block(Section, frozen=True):
    """The blocks of First Edition expansions."""

    current_expansions: tuple[int, int] | None
    previous_expansions: tuple[int, int] | None
    core: str | None


class SealedPool(Section, frozen=True):
    """What each player of a sealed event gets."""

    starters: int | None
    expansion_packs: int | None
    warp_packs: int | None
    commons: int | None
    pool: int | None


class NewCards(Section, frozen=True):
    """From when on cards are legal."""

    days: int | None
    release_events: bool | None
    errata_days: int | None
    conversions_days: int | None
    previews: Literal["when-another-version-is"] | None
    virtual_promos: tuple[str, ...] | None
    prize_promos: Literal["when-won"] | None
    watermarked: bool | None


class PrintedCards(Section, frozen=True):
    """What a printed card must look like."""

    allowed: Literal["all-but-watermarked", "printable-and-physical", "none"] | None
    colour: bool | None
    alterations: Literal["none-that-affect-play", "none"] | None
    accepted_if: Literal["not-told-apart-face-down"] | None
    paper: Literal["none-that-distorts-or-marks"] | None
    final_word: Literal["tournament-director"] | None


class Sleeves(Section, frozen=True):
    """When and how cards are sleeved."""

    whole_deck_if_printed: bool | None
    backing_card: bool | None
    recommended_backing: Literal["trek-or-tribbles-cards"] | None
    opaque_for: tuple[str, ...] | None
    front: Literal["clear"] | None


class DeckRules(Section, frozen=True):
    """Sizes, limits, bans, pools, dates, printing and sleeves."""

    size: dict[str, int] | None
    seed_most: dict[str, int] | None
    draw_least: dict[str, int] | None
    missions: dict[str, int] | None
    copies: dict[Edition, int]
    qs_tent: int | None
    copies_suspended: tuple[str, ...]
    changes: dict[str, bool] | None
    sideboards: tuple[str, ...] | None
    banned: dict[str, tuple[str, ...]]
    banned_aliases: dict[str, dict[str, str]]
    ban_lists: dict[str, str]
    conversions: dict[str, tuple[Conversion, ...]]
    converted_original: dict[str, Literal["as-conversion", "not-legal"]]
    seeded_copies: dict[str, int]
    artifacts_per_mission: int | None
    misseeded: str | None
    unused_seed_cards: str | None
    used_artifacts: str | None
    not_together: tuple[tuple[str, str], ...]
    pools: dict[str, CardPool]
    decipher_era: tuple[int, int] | None
    proxies: dict[Edition, tuple[str, ...]] | None
    rarities: dict[str, str]
    block: Block
    properties: tuple[str, ...]
    sealed: SealedPool
    new_cards: NewCards
    printing: PrintedCards
    sleeves: Sleeves
