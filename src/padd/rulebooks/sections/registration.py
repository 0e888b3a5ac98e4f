"""Before the event: registering it, its format, its time."""

from typing import Literal

from padd.rulebooks.sections.section import Edition, Force, RoundsBand, Section


class ByStatus(Section, frozen=True):
    """A value for sanctioned events, and one for the others."""

    sanctioned: str | None
    unsanctioned: str | None


class EventFormFields(Section, frozen=True):
    """The fields of the event form, in its three parts."""

    event: tuple[str, ...] | None
    venue: tuple[str, ...] | None
    details: tuple[str, ...] | None


class RoundsChangeRules(Section, frozen=True):
    """What it takes to change the number of rounds."""

    before_start: Literal["all-players-present"] | None
    running: tuple[str, ...] | None
    only_before_start: Literal["if-possible", "only"] | None
    listing_first: bool | None


class SanctioningRules(Section, frozen=True):
    """Who may register what, how early, and what makes it sanctioned."""

    sanctions: bool
    registrar: ByStatus
    listed: ByStatus
    notice_hours: int | None
    notice_warning_hours: int | None
    notice_waived_for: tuple[str, ...]
    change_notice_hours: int | None
    minimum_players: dict[Edition, int] | None
    minimum_rounds: dict[Edition, int] | None
    three_players: Literal["two-games-and-a-bye"] | None
    approved_director: bool
    styles: tuple[str, ...]
    """The pairing styles that can be sanctioned."""
    prize_support_notice_days: int | None
    recommended_rounds: tuple[RoundsBand, ...]
    outright_winner_players: int | None
    outright_winner_force: Literal["may", "will"] | None
    listing_fields: tuple[str, ...]
    stated_in_advance: tuple[str, ...]
    stated_in_advance_force: Force
    special_rules_unsanctioned_only: bool
    form: EventFormFields
    venue_verification_hours: int | None
    no_preregistration: tuple[str, ...]
    entry_fee_covers: tuple[str, ...] | None
    law_respected_on: tuple[str, ...] | None
    guaranteed_prizes: bool | None
    venue_secured_first: Force | None
    editable_after_event: bool | None
    rounds_change: RoundsChangeRules
    current_rules: Force
    rules_published_days: int
    director_brings: tuple[str, ...]
    player_brings: tuple[str, ...]
    player_key: str
    illegible_scorecards_unrated: bool
    prizes_go_by: Literal["final-ranking"] | None
    venue_asks: tuple[str, ...] | None
    promoted_at: tuple[str, ...] | None
    house_rules_told: tuple[str, ...] | None
    sponsorship: tuple[str, ...] | None


class Scenario(Section, frozen=True, kw_only=True):
    """An optional scenario, with the figures that only it has."""

    title: str
    play: str
    """The module of core that runs it."""
    editions: tuple[Edition, ...]
    sanctioned: bool
    rated: bool
    even_rounds: bool = False
    rounds_per_pairing: int = 1
    """How many rounds a pairing lasts; those after the first are not drawn."""
    rotation_minutes: int | None = None
    ranked_by: Literal["player-and-deck"] | None = None
    """What ranks instead of victory points."""
    rejections: int | None = None
    food_items_per_round: int | None = None
    victory_points_per_beer: int | None = None
    own_deck: Literal["first-round", "odd-rounds"] | None = None
    """When one plays their own deck; otherwise another one."""
    other_deck: Literal["assigned-at-random", "exchanged-with-the-opponent"] | None = None
    decks_returned: bool = False
    prizes_for: Literal["coolest-decks"] | None = None
    unreleased_cards: bool = False


class Victory(Section, frozen=True, kw_only=True):
    """What a player needs to win a game; what is not said is not needed."""

    points: int | None = None
    planet: int = 0
    space: int = 0
    missions: int = 0
    """Completed missions of any type."""
    points_instead: int | None = None
    """The points that make up for the missions."""
    highest_score: bool = False
    """Whether the score must also be strictly the higher one."""
    bonus_limited: bool = False
    """Whether bonus points count only up to the regular ones."""
    batch_seeding: bool = False
    """Whether both players seed at the same time, in steps."""
    cite: str


class PoolApproval(Section, frozen=True):
    """Card pools that a championship may use only with approval."""

    card_pools: tuple[str, ...]
    constructed_only: tuple[str, ...]
    from_level: int | None


class DocumentRules(Section, frozen=True):
    """Documents by rules set and edition, and by scenario."""

    required: dict[str, dict[Edition, tuple[str, ...]]]
    recommended: dict[str, dict[Edition, tuple[str, ...]]]
    scenario: dict[str, tuple[str, ...]]


class OtfBeta(Section, frozen=True):
    """Game rules of the Official Tournament Format, Beta Test Version 1."""

    seeding: tuple[str, ...] | None
    announced: tuple[str, ...] | None
    seed_limit: int | None
    steal_points: int | None
    discarded_dilemmas: Literal["removed-from-the-game"] | None


class Draft(Section, frozen=True):
    """How a draft is run."""

    group_least: int | None
    group_most: int | None
    passing: tuple[str, ...] | None
    packs: tuple[str, ...] | None


class FormatRules(Section, frozen=True):
    """What may be combined, what it needs, and how a game is won."""

    formats: dict[str, tuple[Edition, ...]]
    card_pools: dict[str, tuple[Edition, ...]]
    rules: dict[str, tuple[Edition, ...]]
    scenarios: dict[str, Scenario]
    preferred_rules: dict[Edition, str]
    preferred_from_level: int | None
    default_card_pool: dict[str, str]
    format_required: dict[str, str]
    approval: PoolApproval
    documents: DocumentRules
    victory: dict[str, Victory]
    """By rules set, or by format where it has its own."""
    victory_raised_by: dict[str, int]
    bonus_limited_by: tuple[str, ...]
    otf_beta: OtfBeta
    draft: Draft
    build_minutes: dict[str, int] | None
    fixed_sets: dict[str, dict[Edition, tuple[str, ...]]] | None
    oldest_junior: int | None
    deck_built: dict[str, Literal["before-the-event", "at-the-event"]]
    deck_cards: dict[str, Literal["own", "provided"]]
    limited_pool: tuple[str, ...] | None


class TimeLimits(Section, frozen=True):
    """Minutes per round: of the rules set, else of a draft, else of the edition."""

    editions: dict[Edition, int] | None
    rules: dict[str, int]
    drafts: dict[Edition, int]
    minimum: dict[str, int] | None
    """The least that a director may set: "default", or by format."""


class TimeWarnings(Section, frozen=True):
    """When players are told how much time is left."""

    least: int | None
    halfway: bool
    minutes_left: tuple[int, ...]


class Lateness(Section, frozen=True):
    """When a player who is late has missed the game."""

    round_minutes: int | None
    event_minutes: int | None


class TimeRules(Section, frozen=True):
    """Limits, warnings, lateness, and what happens when time is called."""

    timed: Force
    in_person: TimeLimits
    online: TimeLimits
    final_round_shorter: bool
    time_called: Literal["equal-turns", "hands-down", "stop"]
    consecutive_turns_count_once: bool | None
    warnings: TimeWarnings
    extra_time_noted: bool | None
    late: Lateness
    director_arrives_minutes: int | None
    scorecards_minutes: int | None
