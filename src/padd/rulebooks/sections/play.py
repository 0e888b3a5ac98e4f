"""At the event: brackets, Tribbles, online play, conduct."""

from typing import Literal

from padd.rulebooks.sections.section import Edition, RoundsBand, Section


class FirstTurn(Section, frozen=True):
    """Who takes, or decides on, the first turn in match play."""

    first_game: Literal["random"] | None
    later_games: Literal["loser-chooses"] | None
    after_tie: Literal["lower-seed-chooses", "random"] | None


class Heats(Section, frozen=True):
    """Preliminary events that qualify for a later one."""

    earned_bye: Literal["first-heat-entered"] | None
    qualified_barred: Literal["same-game-and-event", "same-event"] | None
    other_deck: bool | None
    seed_group: int | None
    announced: Literal["before-first-heat"] | None


class Elimination(Section, frozen=True):
    """The elimination formats of the Decipher era."""

    rounds: tuple[RoundsBand, ...] | None
    first_round_pairs: Literal["greatest-power-of-two-below-players"] | None
    most_of_field: int | None
    least: int | None
    keeps_points: bool | None


class BracketRules(Section, frozen=True):
    """Match play: brackets, heats, tied games, and who begins."""

    seeded_by: Literal["preliminary-event", "random-draw", "swiss-rank"]
    announced: Literal["before-event"] | None
    locked: Literal["preliminary-heats-begin", "event-begins"] | None
    other_brackets: bool
    mcintyre_sizes: tuple[int, ...]
    standard_sizes: tuple[int, ...]
    play_in: Literal["lowest-seeds"] | None
    match_lengths: tuple[int, ...]
    game_minutes: dict[Edition, int] | None
    """By edition, where match play has its own limit."""
    tied_game: Literal["higher-seed", "tie"]
    tied_match: Literal["higher-seed", "named-winner"]
    first_turn: FirstTurn
    eliminated_result: Literal["missed-game"] | None
    places: tuple[Literal["round-of-elimination", "seed"], ...]
    heats: Heats
    elimination: Elimination


class HeadStart(Section, frozen=True):
    """How a head start counts."""

    round: int
    adds_up: bool


class TribblesFinals(Section, frozen=True):
    """Events with several tables: heats, then finals."""

    players_above: int
    heat_rounds: tuple[int, int]
    final_rounds: tuple[int, int]
    minutes_later: int
    ranking: tuple[Literal["seed", "points", "rounds-won", "cut"], ...]
    alone_give: tuple[str, ...]


class TribblesRules(Section, frozen=True):
    """Pods, their scoring, and events with several tables."""

    rounds_per_match: int
    smallest_pod: int
    largest_pod: int
    fewest_players: int
    """The smallest field; below the smallest pod it is one pod by itself."""
    pod_count: Literal["fewest"]
    first_pods: Literal["random"]
    later_pods: Literal["winners-then-score"]
    score_keeper: bool | None
    trouble_piles_per_pod: int | None
    going_out_first: Literal["several", "one"]
    timed_round_winner: Literal["nobody", "highest-score"]
    time_expired_loses: Literal["points-for-going-out"]
    conceded_score: int
    head_start: HeadStart
    tiebreaks: tuple[Literal["rounds-won", "cut"], ...]
    finals: TribblesFinals


class Unplayed(Section, frozen=True):
    """The results of a game that was not finished by the end of its round."""

    responsible: Literal["missed-game"]
    opponent: Literal["bye"]
    otherwise: Literal["missed-game"]


class OnlineRules(Section, frozen=True):
    """Online play; its time limits are in the time section."""

    registrar: Literal["community-member", "anyone"]
    players: Literal["community-member", "anyone"]
    software: str
    plugins: dict[Edition, str]
    voice: str
    coordinator: bool
    rules_frozen: bool
    pool_maker_plays: Literal["discouraged", "forbidden"]
    deck_changes: dict[str, bool]
    rulings: Literal["save-ask-resume"]
    timekeeper: Literal["players"]
    tribbles_setup_minutes: int | None
    extensions: Literal["director"]
    no_extensions_announced: bool
    unplayed: Unplayed
    drop_unresponsive: bool | None
    crash: Literal["resume-or-replay"]
    refusing_replay: Literal["responsible"]
    watermarked_cards: bool | None


class PenaltyLevel(Section, frozen=True):
    """One level of penalty."""

    level: int
    name: str
    recorded: bool


class Infraction(Section, frozen=True):
    """One infraction of the code of conduct."""

    code: str
    group: str
    name: str
    level: int
    most: int | None = None
    """The highest level, where the director decides between two."""
    intentional: bool = False
    """Whether intent is part of it, so that it does not raise the level."""
    not_beside: str | None = None
    """The infraction that covers the same error: after it, this one is not given."""
    watched: bool = False
    """Whether the director watches it for a while before it is penalized."""


class Remedy(Section, frozen=True):
    """What a player has to fix after an infraction."""

    code: str
    what: Literal["deck-legal", "deck-as-listed", "backs-uniform"]
    dated: bool = False
    """Whether it has to be done by the moment of `corrected_by`."""
    waived_with: str | None = None
    """The infraction of an opponent that may waive it: cards that were kept."""


class Directing(Section, frozen=True):
    """How a director rules, steps in and gives penalties."""

    knows_rules: tuple[str, ...] | None
    ruling_binds: Literal["rest-of-event-unless-evidence", "normally-stands", "final"] | None
    interferes_when: tuple[str, ...] | None
    penalty_steps: tuple[str, ...] | None
    abuse_is: str | None
    house_rules: Literal["frowned-upon"] | None


class ConductInPlay(Section, frozen=True):
    """What players may and must do during a game."""

    manners: tuple[str, ...] | None
    one_way_up: tuple[str, ...] | None
    discards_shown: bool | None
    notes: tuple[str, ...] | None
    retroactive_corrections: bool | None
    take_backs: Literal["never", "until-resolved-or-answered"] | None
    concession_refused_for: str | None
    mandatory_effects: bool | None
    cuts: int | None
    own_discard_pile: tuple[Edition, ...] | None
    any_discard_pile: tuple[Edition, ...] | None
    seed_cards_counted: tuple[Edition, ...] | None
    dilemma_stack_counted: tuple[Edition, ...] | None
    hand_counted: tuple[Edition, ...] | None
    own_deck_counted: tuple[Edition, ...] | None
    crew_shared: bool | None
    opponents_cards_counted: tuple[str, ...] | None
    points_asked: bool | None
    scores_by: Literal["director", "score-keeper"]
    result_confirmed: Literal["initials", "signatures"] | None
    helps_clean_up: Literal["encouraged", "expected"] | None


class ConductRules(Section, frozen=True):
    """Conduct during play, and penalties."""

    levels: tuple[PenaltyLevel, ...] | None
    infractions: tuple[Infraction, ...] | None
    remedies: tuple[Remedy, ...] | None
    index_levels: dict[str, int] | None
    """Levels that the index gives and the body of the code does not."""
    intent_raises: int | None
    repeat_raises: int | None
    repeat_within: Literal["event"] | None
    before_event_level: int | None
    highest_level: int | None
    serious_from_level: int | None
    stalling_seconds: int | None
    disqualification_reported_to: tuple[str, ...] | None
    corrected_by: Literal["beginning-of-next-round"] | None
    quitter_excluded: bool
    directing: Directing
    play: ConductInPlay
