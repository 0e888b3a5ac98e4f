"""The model of an event: its players, rounds, matches and pods, as facts.

These are the values in an event file (see `core.event_file`) that the rest of core
works with. Nothing derived is kept here: codes, victory points and
places follow from the rulebook.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final, NewType

import msgspec
from msgspec import Meta

PlayerId = NewType("PlayerId", str)
STAND_IN: Final = "former-player-"
"""The id of a player who was erased begins so."""
MatchId = NewType("MatchId", str)
"""The name of a match in a bracket."""


class Edition(StrEnum):
    """The three games."""

    FIRST = "1E"
    SECOND = "2E"
    TRIBBLES = "TR"

    @property
    def full_name(self) -> str:
        """What players call the game."""
        return EDITION_NAMES[self]


EDITION_NAMES: Final = {"1E": "First Edition", "2E": "Second Edition", "TR": "Tribbles"}


class DeckFormat(StrEnum):
    """How players get their decks."""

    CONSTRUCTED = "constructed"
    DRAFT = "draft"
    SEALED = "sealed"
    JUNIOR = "junior"


class RulesSet(StrEnum):
    """The rules sets that an event can name."""

    OTF = "otf"
    OTF_BETA_1 = "otf-beta-1"
    OPEN = "open"
    X_LIST = "x-list"
    REVISED = "revised"
    WARP_SPEED = "warp-speed"
    STANDARD = "standard"
    SLIPSTREAM = "slipstream"
    INFINITE_DIVERSITY = "infinite-diversity"
    TROUBLES = "troubles"
    DECIPHER = "decipher"


class PairingStyle(StrEnum):
    """How opponents are found."""

    SWISS = "swiss"
    SIMPLE_SWISS = "simple-swiss"
    SINGLE_ELIMINATION = "single-elimination"
    PLAY_IN = "single-elimination-play-in"
    MODIFIED_MCINTYRE = "modified-mcintyre"
    ELIMINATION = "elimination"
    TRIBBLES = "tribbles"
    TRIBBLES_FINALS = "tribbles-finals"


SWISS_STYLES = frozenset({PairingStyle.SWISS, PairingStyle.SIMPLE_SWISS})
TRIBBLES_STYLES = frozenset({PairingStyle.TRIBBLES, PairingStyle.TRIBBLES_FINALS})
BRACKET_STYLES = frozenset(PairingStyle) - SWISS_STYLES - TRIBBLES_STYLES


class Kind(StrEnum):
    """The kinds of play, each reckoned in its own way."""

    SWISS = "swiss"
    CUT = "cut"
    BRACKET = "bracket"
    TRIBBLES = "tribbles"


class Ending(StrEnum):
    """How a game ended."""

    COMPLETE = "complete"
    DECKED = "decked"
    TIME = "time"
    CONCESSION = "concession"
    AUTO_LOSS = "auto-loss"
    DOUBLE_AUTO_LOSS = "double-auto-loss"
    CARD_EFFECT = "card-effect"
    GAME_LOSS = "game-loss"
    MISSED = "missed"
    UNPLAYED = "unplayed"
    DELAYED = "delayed"
    QUIT = "quit"
    DEVIDIAN_DOOR = "devidian-door"


NEVER_PLAYED: Final = frozenset({Ending.MISSED, Ending.UNPLAYED})
"""Endings of games that were never begun: the two may still meet (AMB-146)."""


class StrictStruct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A value that is never changed, with no keys but its own.

    Facts never refer to themselves, so the garbage collector need not look at them;
    with ten thousand players that halves the time of a ranking.
    """


class Missions(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """The missions that one player had completed when time was called."""

    planet: Annotated[int, Meta(description="Planet missions.")] = 0
    space: Annotated[int, Meta(description="Space missions.")] = 0


class Game(StrictStruct, frozen=True, kw_only=True):
    """One game of a match in match play; no winner is a tied game."""

    winner: Annotated[PlayerId | None, Meta(description="The id of the winner.")]


class Penalty(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """A penalty given in a match; level 4 is a disqualification."""

    player: PlayerId
    level: int
    infraction: str | None = None
    note: str | None = None


class Match(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """Two players, how their game ended, and the scores as they stood."""

    players: tuple[PlayerId, PlayerId]
    table: int | None = None
    ending: Ending | None = None
    winner: PlayerId | None = None
    scores: tuple[int, int] | None = None
    bonus: tuple[int, int] | None = None
    missions: tuple[Missions, Missions] | None = None
    responsible: tuple[PlayerId, ...] | None = None
    absent: tuple[PlayerId, ...] | None = None
    flat: bool = False
    games: tuple[Game, ...] | None = None
    extra_minutes: int | None = None
    first_player: PlayerId | None = None
    note: str | None = None
    penalties: tuple[Penalty, ...] = ()

    @property
    def is_meeting(self) -> bool:
        """Whether the game was begun or is still to be played (AMB-146)."""
        return self.ending not in NEVER_PLAYED

    @property
    def there(self) -> tuple[PlayerId, ...]:
        """The players with a game or a bye: both, or the one not at fault for a missed game."""
        if self.is_meeting:
            return self.players
        named = self.absent if self.ending is Ending.MISSED else self.responsible
        others = tuple(player for player in self.players if player not in (named or ()))
        return others if len(others) == 1 else ()

    def opponent_of(self, player: PlayerId) -> PlayerId:
        """Return the other player."""
        first, second = self.players
        return second if player == first else first


class Pod(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """A Tribbles table: the points of one round, as scored at the table."""

    players: tuple[PlayerId, ...]
    table: int | None = None
    scores: dict[PlayerId, int] | None = None
    went_out: tuple[PlayerId, ...] | None = None
    """Players who emptied their hand: empty if time was called, None if not recorded."""
    conceded: tuple[PlayerId, ...] = ()
    note: str | None = None
    penalties: tuple[Penalty, ...] = ()


class Round(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """One round: who met whom, who had a bye, who was not there."""

    number: int
    matches: tuple[Match, ...] = ()
    byes: tuple[PlayerId, ...] = ()
    earned_byes: tuple[PlayerId, ...] = ()
    missed: tuple[PlayerId, ...] = ()
    pods: tuple[Pod, ...] = ()
    draw: Any = None
    """How the round was drawn, or null; another program may write anything here."""

    def __post_init__(self) -> None:
        """Pass over a draw that another program keeps in its own way."""
        if not isinstance(self.draw, dict):
            msgspec.structs.force_setattr(self, "draw", None)


class Player(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """One participant of an event."""

    id: Annotated[PlayerId, Meta(description="The id; it never changes.")]
    name: Annotated[str, Meta(description="The name, for people.")] = ""
    handle: Annotated[str, Meta(description="The player's handle.")] = ""
    seed: Annotated[int | None, Meta(description="The player's seed in a bracket.")] = None
    earned_byes: Annotated[
        tuple[int, ...], Meta(description="The rounds for which a bye was earned.")
    ] = ()
    head_start: Annotated[
        int, Meta(description="Points the player starts with, from a won head start.")
    ] = 0
    joined_round: Annotated[int, Meta(description="The first round played.")] = 1
    dropped_after: Annotated[
        int | None, Meta(description="The last round played before leaving.")
    ] = None

    def plays_in(self, number: int) -> bool:
        """Tell whether the player has joined and not dropped by this round."""
        dropped = self.dropped_after
        return self.joined_round <= number and (dropped is None or number <= dropped)


class FinalConfrontation(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """The deciding game whose winner wins the event."""

    players: tuple[PlayerId, PlayerId]
    winner: PlayerId | None = None


class DrawnSide(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """A side of a match as a director writes it: exactly one of the keys."""

    seed: Annotated[int | None, Meta(description="The seed of the player who plays here.")] = None
    winner: Annotated[
        MatchId | None, Meta(description="The id of the match whose winner plays here.")
    ] = None
    loser: Annotated[
        MatchId | None, Meta(description="The id of the match whose loser plays here.")
    ] = None
    bye: Annotated[bool, Meta(description="Whether no one is on this side.")] = False


class DrawnMatch(StrictStruct, frozen=True, kw_only=True):
    """A match of a director's own bracket."""

    id: Annotated[MatchId, Meta(description="The id; it never changes.")]
    sides: Annotated[tuple[DrawnSide, DrawnSide], Meta(description="Both sides.")]


class Heat(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """One qualifying event of a final day, and how many advance from it."""

    name: Annotated[str, Meta(description="The name, for people.")]
    qualifiers: Annotated[int, Meta(description="How many advance.")]
    event: Annotated[
        str | None,
        msgspec.Meta(description="The file of the heat, for people; nothing is read from it."),
    ] = None
    qualified: Annotated[
        tuple[PlayerId, ...],
        msgspec.Meta(
            description="Who went on, the best place of the heat first; empty until it is played."
        ),
    ] = ()


class Cut(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """The bracket that the best of the Swiss rounds play in the same event."""

    pairing_style: PairingStyle = PairingStyle.SINGLE_ELIMINATION
    players: Annotated[
        tuple[PlayerId, ...],
        msgspec.Meta(description="Who plays the cut, in the order of the seeds."),
    ]
    rounds: Annotated[
        tuple[Round, ...],
        msgspec.Meta(description="Numbered on from the Swiss rounds; numbers from 1 are read too."),
    ] = ()


class ChampionshipKind(StrEnum):
    """The championships of a season."""

    REGIONAL = "regional"
    NATIONAL = "national"
    MASTERS = "masters"
    CONTINENTAL = "continental"
    WORLD = "world"


class ChampionshipStage(StrEnum):
    """Which part of a championship an event is."""

    WHOLE = "whole"
    HEAT = "heat"
    FINAL = "final"
    SIDE = "side"


class EventChampionship(StrictStruct, frozen=True, kw_only=True):
    """The championship that an event belongs to."""

    id: str
    kind: ChampionshipKind
    year: int
    area: str = ""
    stage: ChampionshipStage = ChampionshipStage.WHOLE


class LeaguePart(StrEnum):
    """The parts of a league's season."""

    FIRST_HALF = "first-half"
    SECOND_HALF = "second-half"
    PLAYOFF = "playoff"


class EventLeague(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """The league that an event belongs to, and the points booked beside the play."""

    id: str
    season: int
    part: LeaguePart
    number: int | None = None
    bonus: dict[PlayerId, int] = msgspec.field(default_factory=dict)


class DeckTheme(StrictStruct, frozen=True, kw_only=True, omit_defaults=True):
    """What decks are about: in words, and as a query that the cards must pass."""

    text: str
    cards: Annotated[
        str, msgspec.Meta(description="A card query; empty where words say it all.")
    ] = ""


class Event(StrictStruct, frozen=True, kw_only=True):
    """One event: its settings, its players and its rounds."""

    schema: str
    rulebook: str
    name: str = ""
    edition: Edition
    format: DeckFormat = DeckFormat.CONSTRUCTED
    card_pool: str = "complete"
    rules: RulesSet | None = None
    scenario: str | None = None
    level: int = 1
    online: bool = False
    pairing_style: PairingStyle = PairingStyle.SWISS
    rounds_planned: int = 4
    final_confrontation: FinalConfrontation | None = None
    starts: str | None = None
    registered: str | None = None
    reported: str | None = None
    directors: tuple[str, ...] = ()
    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    heats: tuple[Heat, ...] = ()
    bracket: tuple[DrawnMatch, ...] | None = None
    """The director's own bracket, instead of the one of the pairing style."""
    best_of: dict[int, int] = msgspec.field(default_factory=dict)
    """The most games of a match, by round of the bracket."""
    cut: tuple[PlayerId, ...] = ()
    """Tribbles: in which order tied players cut, the highest Tribble first."""
    tossed: tuple[PlayerId, ...] = ()
    """Swiss: in which order players left tied came out of the toss, the best first."""
    readmitted: tuple[PlayerId, ...] = ()
    """Who may play again after conceding in Tribbles, or quitting under Decipher."""
    championship: EventChampionship | None = None
    league: EventLeague | None = None
    theme: Annotated[
        DeckTheme | None,
        msgspec.Meta(description="What decks are about, in an unsanctioned event."),
    ] = None
    stages: Annotated[
        tuple[Cut, ...] | None,
        msgspec.Meta(description="The cut after the Swiss rounds, where there is one."),
    ] = None
    commitment: Any = None
    secret: Any = None
    log: Any = None

    @property
    def kind(self) -> Kind:
        """How the event is reckoned; Tribbles is played in pods, whatever the style."""
        if self.edition is Edition.TRIBBLES or self.pairing_style in TRIBBLES_STYLES:
            return Kind.TRIBBLES
        if self.pairing_style in BRACKET_STYLES:
            return Kind.BRACKET
        return Kind.CUT if self.stages else Kind.SWISS

    @property
    def every_round(self) -> tuple[Round, ...]:
        """The rounds, and those of the cut after them."""
        cut_rounds = (round_ for cut in self.stages or () for round_ in cut.rounds)
        return (*self.rounds, *cut_rounds)

    @property
    def is_closed(self) -> bool:
        """Whether its director has closed it, with all the rounds that it has."""
        return self.reported is not None and bool(self.rounds)

    @property
    def swiss_rounds(self) -> int:
        """The number of rounds: as planned, or as played if that is more."""
        return max(self.rounds_planned, len(self.rounds))
