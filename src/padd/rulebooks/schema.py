"""What a rulebook must say, as frozen types; no logic."""

from datetime import date
from typing import Any, Literal

import msgspec

from padd.rulebooks.sections.cards import DeckRules
from padd.rulebooks.sections.play import BracketRules, ConductRules, OnlineRules, TribblesRules
from padd.rulebooks.sections.programme import ChampionshipRules, LeagueRules, RatingRules, RoleRules
from padd.rulebooks.sections.registration import FormatRules, SanctioningRules, TimeRules
from padd.rulebooks.sections.section import Section


class PointsRules(Section, frozen=True):
    """Victory points for each result code."""

    full_win: int
    modified_win: int
    tie: int
    modified_loss: int
    full_loss: int
    missed_game: int
    bye: int
    earned_bye: int | None


class ScoringRules(Section, frozen=True):
    """From how a game ended to its result and differential."""

    points: PointsRules
    endings: tuple[str, ...]
    """The endings that the rulebook knows."""
    adjudication: dict[str, Literal["score", "mission-ladder"]]
    """Who is ahead in an unfinished or decked game, by edition."""
    decked_win: Literal["full", "modified"]
    """Whether winning on empty decks is a full or a modified (timed) win."""
    decked_when: Literal["both-decks", "either-deck"]
    """Whose decks must be exhausted for a game to end so."""
    score_cap: dict[str, int]
    """The most a score counts: "default", or by rules set or format."""
    special_cap_sections: dict[str, str]
    """The sections of other caps than the default, by rules set or format."""
    tie_differential: int
    score_floor: int | None
    """The least a score counts; null where the rulebook has no floor."""
    cap_only_completed: bool
    """Whether cap and floor hold only in completed games."""
    winner_not_ahead: Literal["equal-or-lower", "lower", "both-above-cap", "none"]
    """When a winner's differential is the minimal one instead of the difference."""
    minimal_differential: int
    ruled_win: Literal["cap"] | None
    """Differential of a concession, automatic or penalty loss: the cap."""
    card_effect_win: Literal["winner-at-cap", "cap"] | None
    """Winner counts as the cap against the loser's score, or the cap outright."""
    quit_win: Literal["winner-at-cap"] | None
    """The winner over a quitter counts as having the cap."""
    decked_winner_at_cap: bool
    """Whether the winner on empty decks counts as having the cap."""
    earned_bye_differential: Literal["cap", "none"]
    earned_bye_last_round: int | None
    earned_bye_from_level: int | None
    flat_quit: int | None
    """The differential a director may set for a player who quit."""
    bonus_limit: tuple[str, ...]
    """The editions in which bonus points beyond the regular ones are left out."""


class StandingsRules(Section, frozen=True):
    """How players are ranked."""

    tiebreaks: tuple[str, ...]
    """After victory points, in order; names of steps in `core.standings`."""
    head_to_head_retested: bool
    """Whether two players left tied are compared head-to-head after each step."""
    schedule_strikes_lowest: int
    """How many of the lowest opponents strength of schedule leaves out."""
    cumulative: Literal["running-totals"] | None
    """What cumulative victory points add up; null where the rulebook has none."""
    earned_bye_opponent: Literal["full-win-every-round"] | None
    """What an earned bye counts as in strength of schedule."""
    final_confrontation_loser: Literal["second", "swiss-place"] | None
    tie_breaker_game: Literal["may", "must"] | None
    """Whether a tie left over may or must be decided by a game."""


class PairingRules(Section, frozen=True):
    """How opponents are found."""

    system: dict[str, str]
    """The method for each pairing style; names in `core.pairing`."""
    first_round: Literal["random"]
    bye_goes_to: Literal["lowest-victory-points", "lowest-ranked"]
    byes_per_player: int | None
    """Byes for an odd field that one player may get; null is no limit."""
    provisional_points: int | None
    """Victory points of a delayed game, for pairing only."""
    rematches: Literal["never", "when-all-met", "allowed"]
    director_shift_allowed: bool
    """Whether a director may pair by the shift, to avoid a rematch."""


class Citation(Section, frozen=True):
    """Where a value comes from, and what it means."""

    about: str
    unit: str
    cite: str
    checked: date
    ruling: str | None = None
    note: str | None = None
    interim: str | None = None
    """The interim ruling that set the value, if one did."""
    shown_only: str | None = None
    """The area that will read the value, or why nothing has to; null if it is read."""


class RulingChange(Section, frozen=True):
    """One value that an interim ruling changed."""

    path: str
    before: Any
    after: Any


class Ruling(Section, frozen=True):
    """An interim ruling in force, with the values that it changed."""

    id: str
    title: str
    about: str
    cite: str
    in_force: date
    superseded: date | None
    changes: tuple[RulingChange, ...]


class Rulebook(Section, frozen=True):
    """All that one rulebook says, as plain values, and where it says so."""

    id: str
    title: str
    document: str
    """The short name of the document, as citations use it."""
    publisher: str
    version: str
    dated: str
    games: tuple[str, ...]
    rules_sets: dict[str, str]
    """The rules sets that it knows, with their titles."""
    default_rules: dict[str, str]
    """The rules set of an event that names none, by edition."""
    scoring: ScoringRules
    standings: StandingsRules
    pairing: PairingRules
    sanctioning: SanctioningRules
    formats: FormatRules
    time: TimeRules
    brackets: BracketRules
    tribbles: TribblesRules | None
    ratings: RatingRules | None
    championships: ChampionshipRules | None
    leagues: LeagueRules | None
    online: OnlineRules | None
    conduct: ConductRules
    decks: DeckRules
    roles: RoleRules
    rulings: tuple[Ruling, ...] = ()
    """The interim rulings that were applied."""
    citations: dict[str, Citation] = msgspec.field(default_factory=dict)
    """By dotted path, such as "scoring.points.full_win"."""


def cite(book: Rulebook, path: str) -> str:
    """Return the section in which the rulebook says something."""
    citation = book.citations.get(path)
    return book.document if citation is None else citation.cite
