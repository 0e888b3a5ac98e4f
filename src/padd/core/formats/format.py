"""The `Format` protocol: what core asks of every kind of play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Literal, Protocol, TypeVar

import msgspec

from padd.core.messages import Message
from padd.core.model import Event, PlayerId, Round
from padd.core.pairing.verification import RoundVerdict
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import RatingRules


class Finding(msgspec.Struct, frozen=True):
    """One point that was looked at: fulfilled, worth a word, or missing."""

    code: str
    severity: Literal["ok", "warning", "error"]
    message: Message
    rule: str


class FindingWriter:
    """An event and its rulebook, and the three ways of finding something."""

    def __init__(self, event: Event, book: Rulebook) -> None:
        self.event = event
        self.book = book

    def ok(self, code: str, message: Message, path: str) -> Finding:
        """Return a point that is fulfilled."""
        return Finding(code, "ok", message, self._cite(path))

    def warning(self, code: str, message: Message, path: str) -> Finding:
        """Return a point worth a word; it does not cost the sanction."""
        return Finding(code, "warning", message, self._cite(path))

    def error(self, code: str, message: Message, path: str) -> Finding:
        """Return a point that costs the sanction."""
        return Finding(code, "error", message, self._cite(path))

    def _cite(self, path: str) -> str:
        return self.book.citations[path].cite


WIN: Final = 1.0
TIE: Final = 0.5
LOSS: Final = 0.0
"""What a game counts in a record, whatever a rating makes of it."""


class Meeting(msgspec.Struct, frozen=True):
    """Two players who met, the first one's score, and both results where known."""

    round: int
    players: tuple[PlayerId, PlayerId]
    score: float
    codes: tuple[str, str] = ("", "")


class RatedResult(msgspec.Struct, frozen=True, order=True):
    """One comparison of two players; in a pod there is one for each pair."""

    round: int
    players: tuple[PlayerId, PlayerId]
    scores: tuple[float, float]
    share: int
    """Into how many parts k is divided: 1, or a player's opponents in the pod."""


def won_result(number: int, winner: PlayerId, loser: PlayerId, rules: RatingRules) -> RatedResult:
    """Return a game or match that one of two won."""
    scores = rules.formula.win, rules.formula.loss
    return RatedResult(number, (winner, loser), scores, 1)


class PlacedRow(Protocol):
    """One line of the standings; each format adds its own figures."""

    @property
    def place(self) -> int:
        """The place, from 1 on."""

    @property
    def player(self) -> PlayerId:
        """Whose line it is."""

    @property
    def decided_by(self) -> str | None:
        """The step that put the player below the one above, where they were tied."""

    @property
    def disqualified(self) -> bool:
        """Whether the player was expelled and stands last."""


class Places(Protocol):
    """The standings of an event, the best first."""

    @property
    def rows(self) -> Sequence[PlacedRow]:
        """Every player's line."""

    @property
    def final(self) -> bool:
        """Whether nothing of it can change any more."""


R_contra = TypeVar("R_contra", bound=PlacedRow, contravariant=True)
P_co = TypeVar("P_co", bound=Places, covariant=True)


class Format(Protocol[R_contra, P_co]):
    """A kind of play: how its rounds come about and how they are reckoned.

    What most kinds of play have in common is answered here.
    """

    gives_victory_points: ClassVar[bool] = False
    """Whether every game gives victory points and a differential."""
    has_bracket: ClassVar[bool] = False
    """Whether a bracket says who meets whom, and who is out."""
    in_pods: ClassVar[bool] = False
    """Whether a table seats a pod, whose rounds give points."""
    avoids_rematches: ClassVar[bool] = False
    """Whether players are paired with those whom they have not met."""

    names_rounds: ClassVar[bool] = False
    """Whether rounds have names, as "Quarter-finals", and not numbers only."""

    def standings(self, event: Event, book: Rulebook, *, seed: int = 0) -> P_co:
        """Rank an event; the seed tosses, cuts and draws where nothing else decides."""

    def rules_behind(
        self, was: R_contra, now: R_contra, event: Event, book: Rulebook
    ) -> Iterable[str]:
        """Return the rule values that may have moved a player to another place.

        The event and the rulebook are those under which the player stands now.
        """

    def verify(
        self, event: Event, book: Rulebook, *, prove: bool = False
    ) -> tuple[RoundVerdict, ...]:
        """Draw every round again and say whether it stands; a proof takes longer."""

    def next_round(
        self, event: Event, book: Rulebook, *, seed: int, redraws: int = 0, pods: int | None = None
    ) -> Round | None:
        """Draw the round after those on record; nothing where the last is played.

        Pods are as few as can be, or as many as the director wants.
        """

    def bound_to(self, _event: Event, _book: Rulebook, _number: int) -> str:
        """Return the results that a round's seed depends on, as a fingerprint."""
        return ""

    def all_rounds_played(self, event: Event, _book: Rulebook) -> bool:
        """Tell whether no further round is to be played."""
        last = event.rounds[-1].number if event.rounds else 0
        return max(len(event.rounds), last) >= event.rounds_planned

    def left_to_chance(
        self, _event: Event, _book: Rulebook, *, places: Places | None = None
    ) -> Iterable[tuple[PlayerId, str | None]]:
        """Return the order, with the step where only chance or a game parts two.

        Who has the places at hand gives them.
        """
        del places
        return ()

    def round_titles(self, _event: Event, _players: int) -> tuple[str, ...]:
        """Return what the rounds of such a field are called; none have numbers only."""
        return ()

    def scheduled_rounds(self, event: Event) -> int:
        """Return how many rounds the event has when it is played to its end."""
        return event.swiss_rounds

    def check(self, event: Event, book: Rulebook) -> None:
        """Refuse a record that this kind of play does not allow."""
        del event, book

    def findings(self, _event: Event, _book: Rulebook) -> Iterable[Finding]:
        """Return what the sanction check has to say about the play."""
        return ()

    def rated_results(
        self, event: Event, book: Rulebook, rules: RatingRules
    ) -> Iterable[RatedResult]:
        """Return everything that moves ratings."""

    def meetings(self, event: Event, book: Rulebook) -> Iterable[Meeting]:
        """Return the games that were played; of a pod every two players."""
