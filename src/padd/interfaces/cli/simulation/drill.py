"""A practice event that plays itself on the real program.

Players report on simulated phones over HTTP. Someone is late, someone leaves, two
players disagree, and the power fails. The director is a person at the console, or the
drill itself. It all happens in a separate installation, which is deleted: nothing of it
can be reported or rated.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import Final

import msgspec

from padd.core.event_file import SCHEMA
from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.clock import ClockStarted
from padd.core.eventlog.actions.director_results import ResultDecided
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.players import ArrivedLate, CheckedIn, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.event_state import LogState, RoundState, Stage
from padd.core.eventlog.state.rounds import open_tables
from padd.core.eventlog.state.table import TableState, outcome_of_match
from padd.core.model import Edition, Event, PairingStyle, PlayerId
from padd.core.refusal import RefusalError
from padd.interfaces.cli.simulation.phone import Phone
from padd.interfaces.cli.simulation.server import OwnServer
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.eventlog import player_passes

GAMES: Final = {
    "2e": (Edition("2E"), PairingStyle.SWISS, 3),
    "1e": (Edition("1E"), PairingStyle.SWISS, 3),
    "tribbles": (Edition.TRIBBLES, PairingStyle("tribbles"), 5),
}
NAME: Final = "Fire drill (practice)"
WHY: Final = "A drill does not take all day."
GIVEN: Final = (
    *("Ada", "Ben", "Cleo", "Dafydd", "Esi", "Falk"),
    *("Greta", "Hana", "Ivo", "Jonas", "Kenji", "Lena"),
)
LATE: Final = "Vic van der Meer"
FAMILY: Final = (
    *("Achterberg", "Bellandi", "Castellanos", "de Groot", "Eisenreich", "Feldkamp"),
    *("Haddad", "Kowalczyk", "Marušić", "Oberdorfer", "Prosser", "van der Meulen"),
)
LOOK: Final = 0.3
"""Seconds between two looks at what the director has done."""


class DrillPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What kind of drill."""

    game: str = "2e"
    players: int = 16
    speed: float = 60.0
    auto: bool = False
    seed: int = 1


class Drill:
    """One drill, from the doors to the last result."""

    def __init__(self, plan: DrillPlan, server: OwnServer, say: Callable[[str], None]) -> None:
        self.wanted, self.server, self.say = plan, server, say
        self.rng = Random(plan.seed)  # noqa: S311 -- replayable, not secret
        self.event = ""
        self.handsets: dict[PlayerId, Phone] = {}
        self.cuts = 0
        self.disputes = 0
        self.drops = 0
        self.late = 0

    @property
    def state(self) -> LogState:
        """How the event stands."""
        return eventlog.event_state(event_id=self.event)

    def open(self) -> str:
        """Open the event and check in all players but the last one."""
        edition, style, rounds = GAMES[self.wanted.game]
        now = datetime.now(UTC)
        facts = Event(
            schema=SCHEMA,
            rulebook="opg-5",
            name=NAME,
            edition=edition,
            pairing_style=style,
            rounds_planned=rounds,
            players=(),
            rounds=(),
            starts=now.isoformat(timespec="seconds"),
        )
        self.event = eventlog.open_event(facts=facts, by=SYSTEM, now=now)
        early = self.names()[:-1]
        for number, name in enumerate(early):
            self.act(PlayerEntered(player=PlayerId(f"drill-{number}"), name=name))
        return self.event

    def names(self) -> list[str]:
        """Return made-up names, as many as are wanted, none twice."""
        pairs = [f"{name} {family}" for family in FAMILY for name in GIVEN]
        return self.rng.sample(pairs, self.wanted.players)

    def play(self) -> None:
        """Play the whole event."""
        self._arrive()
        number = 1
        while number <= self.state.settings.rounds_planned:
            self._round(number)
            number += 1
        self._finish()

    def act(self, action: Action, reason: str = "") -> None:
        """Do one thing as the director; a drill that is refused has an error."""
        eventlog.record_action(
            event_id=self.event,
            action=action,
            by=SYSTEM,
            now=datetime.now(UTC),
            key=eventlog.new_command_key(),
            reason=reason,
        )

    def wait(self, minutes: float) -> None:
        """Let so many minutes of the day pass, at the speed of the drill."""
        time.sleep(minutes * 60 / self.wanted.speed)

    def until(self, ready: Callable[[LogState], bool]) -> None:
        """Wait for the director."""
        while not ready(self.state):
            time.sleep(LOOK)

    def _arrive(self) -> None:
        players = tuple(self.state.players)
        for player in players:
            self.act(CheckedIn(players=(player,)))
            self.wait(0.5)
        self.say(f"{len(players)} players are here.")
        self._phones()

    def _phones(self) -> None:
        """Give a phone to each player without one, by the pass of the scorecard."""
        passes = player_passes.issue_passes(by=SYSTEM, now=datetime.now(UTC), event_id=self.event)
        for pass_ in passes:
            if pass_.player not in self.handsets:
                phone = Phone(self.server.address, self.event, pass_.player)
                phone.come_in(pass_.url_path.split("#")[1])
                self.handsets[pass_.player] = phone
        self.say(f"{len(self.handsets)} phones have signed in.")

    def _round(self, number: int) -> None:
        if self.wanted.auto:
            eventlog.draw_round(
                event_id=self.event,
                by=SYSTEM,
                now=datetime.now(UTC),
                key=eventlog.new_command_key(),
            )
            self.act(RoundPublished(number=number))
        else:
            self.say(f"Pair and publish round {number} at the console.")
            self.until(lambda state: len(state.played) >= number)
        self.say(f"Round {number} is out.")
        if number == 1:
            self._latecomer()
        self._start(number)
        self._games(number)
        if number == 1:
            self._drop(number)
        self._close(number)

    def _start(self, number: int) -> None:
        """Let the clock run; faster days have shorter rounds."""
        if not self.wanted.auto:
            self.say("Start the clock when everyone is seated.")
            self.until(lambda state: _begun(state, number))
            return
        self.wait(3)
        usual = self.state.minutes or 60
        minutes = max(1, round(usual / self.wanted.speed))
        shorter = None if minutes == usual else minutes
        self.act(ClockStarted(number=number, minutes=shorter), reason=WHY)

    def _latecomer(self) -> None:
        """Let the last player come when round 1 is out; the place is in round 2."""
        if self.wanted.auto:
            player = PlayerId("drill-late")
            self.act(ArrivedLate(player=player, name=LATE, into_round=2))
            self._phones()
        else:
            self.say(f"{LATE} is late: add the player from round 2 (check-in).")
        self.late += 1

    def _games(self, number: int) -> None:
        round_ = self.state.existing(number)
        tables = [table for table in round_.tables.values() if table.open]
        self.rng.shuffle(tables)
        minutes = self.state.minutes or 60
        for at, table in enumerate(tables):
            self.wait(minutes * 0.8 / max(1, len(tables)))
            if number == 2 and at == len(tables) // 2:  # noqa: PLR2004 -- the second
                self._power_cut()
            disputed = number == 2 and at == 0  # noqa: PLR2004 -- the second
            self._game(round_, table, disputed=disputed, twice=at == 1)

    def _game(self, round_: RoundState, table: TableState, *, disputed: bool, twice: bool) -> None:
        """Let the players of a table report what came out."""
        for player in table.players:
            if player not in self.handsets:
                self._phones()
        first, *others = (self.handsets[player] for player in table.players)
        if table.pod is not None:
            first.score_pod(self._points(table))
            others[0].confirm()
            return
        score = self._score()
        first.report(score, twice=twice)
        if not disputed:
            others[0].confirm()
            return
        others[0].report({**score, "a": score["b"], "b": score["a"]})
        others[0].report({**score, "a": score["b"], "b": score["a"]})
        self.disputes += 1
        self.say(f"Table {table.number} disagrees about the result.")
        self._decide(round_, table.number)

    def _decide(self, round_: RoundState, at: int) -> None:
        if not self.wanted.auto:
            self.say(f"Decide table {at} at the console once you have heard both.")
            return
        self.wait(4)
        table = self.state.existing(round_.number).tables[at]
        outcome = outcome_of_match(table.claims[0].said)
        decided = ResultDecided(number=round_.number, table=at, outcome=outcome)
        self.act(decided, reason="Both were asked; the first version is right.")

    def _score(self) -> dict[str, str]:
        lower = 5 * self.rng.randrange(19)
        first_wins = self.rng.random() < 0.5  # noqa: PLR2004 -- a coin
        a, b = (100, lower) if first_wins else (lower, 100)
        return {"a": str(a), "b": str(b), "ending": "complete"}

    def _points(self, table: TableState) -> dict[str, str]:
        points = {f"points-{player}": str(100 * self.rng.randrange(60)) for player in table.players}
        return {**points, f"out-{self.rng.choice(table.players)}": "yes"}

    def _power_cut(self) -> None:
        """Kill the server in the middle of a round, and see that nothing is lost."""
        before = eventlog.snapshot_event(event_id=self.event).sequence
        self.say("The power fails. Phones and wall continue on their own.")
        self.server.cut()
        self.wait(min(2.0, self.wanted.speed / 20))
        self.server.start()
        after = eventlog.snapshot_event(event_id=self.event)
        if after.sequence < before or not after.intact:
            message = f"entry {before} was there before the power cut"
            raise RuntimeError(message)
        self.cuts += 1
        self.say(f"The server is back; all {before} entries are there.")
        self.say(f"Sign in again, if you are asked to: {self.server.link}")

    def _drop(self, number: int) -> None:
        """Let a player without an open game leave by phone."""
        seats = self.state.existing(number).seats
        leaving = next(player for player in self.handsets if player in seats)
        if self.handsets[leaving].drop():
            self.drops += 1
            self.say(f"{self.state.name(leaving)} leaves after this round.")

    def _close(self, number: int) -> None:
        if self.wanted.auto:
            missing = open_tables(self.state.existing(number))
            if missing:
                message = f"table {missing[0].number} of round {number} has no result"
                raise RuntimeError(message)
            self.act(RoundClosed(number=number))
        else:
            self.say(f"Review round {number}, then close it.")
            self.until(lambda state: state.existing(number).stage is Stage.CLOSED)
        self.say(f"Round {number} is closed.")
        self.wait(5)

    def _finish(self) -> None:
        if not self.wanted.auto:
            self.say("All rounds are played. Finish the event at the console.")
            self.until(lambda state: state.finished_at is not None)
        else:
            try:
                self.act(EventFinished())
            except RefusalError as refused:
                self.say(f"The last step is yours: {refused.refusal.message}")
        self.say("The event is over.")

    def lost(self) -> int:
        """Return how many reports a phone was thanked for that no log holds."""
        count = sum(phone.taken for phone in self.handsets.values())
        lines = eventlog.event_history(event_id=self.event)
        return count - sum(line.role is Role.PLAYER for line in lines)


def _begun(state: LogState, number: int) -> bool:
    round_ = state.existing(number)
    return round_.clock.started_at is not None or round_.stage is Stage.CLOSED
