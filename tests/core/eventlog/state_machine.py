"""An event to which anything may happen, as a state machine of Hypothesis."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.core.eventlog.event_builder import ADA, SCOTTY, p
from tests.core.eventlog.event_builder import settings as event_settings

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.clock import (
    ClockEnded,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    DeadlineExtended,
    GameStarted,
)
from padd.core.eventlog.actions.director_results import (
    NAMED,
    ResponsibilityDecided,
    ResultCorrected,
    ResultDecided,
    ResultDelayed,
    ResultEntered,
)
from padd.core.eventlog.actions.drops import Dropped, Reinstated
from padd.core.eventlog.actions.finish import (
    EventFinished,
    EventReopened,
    EventReported,
    PrizeGiven,
    TieTossed,
)
from padd.core.eventlog.actions.online import (
    AppointmentSet,
    GamePaused,
    GameRestarted,
    GameResumed,
    OnlinePlayAnnounced,
    PlayerWaiting,
    ReplayRefused,
)
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import (
    ArrivedLate,
    CheckedIn,
    EarnedByeDeclared,
    PlayerEntered,
)
from padd.core.eventlog.actions.pod_scores import PodKeeperNamed, PodScored
from padd.core.eventlog.actions.publication import RoundPublished, RoundUnpublished
from padd.core.eventlog.actions.result_claims import ResultConfirmed, ResultDisputed, ResultReported
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.rounds import RoundChanged, RoundClosed, Seating
from padd.core.eventlog.actions.settings import EventAmended, RoundsChanged, RoundsChangeReason
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.actions.stages import BracketPosted, CutStarted, FinalsPlanned
from padd.core.eventlog.guidance.checklist import ties_left
from padd.core.eventlog.guidance.cut import cut_players, possible_cuts
from padd.core.eventlog.guidance.next_step import next_step
from padd.core.eventlog.log.chain import check_chain, log_entry, log_rows
from padd.core.eventlog.log.log import Log, append_entry, fold_log
from padd.core.eventlog.log.preview import preview_action
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone, dependents
from padd.core.eventlog.state.actor import player_actor
from padd.core.eventlog.state.event_state import START, Phase, Presence
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.pods import last_round_of_match
from padd.core.eventlog.state.table import GameOutcome, ResponsibilityFinding
from padd.core.formats.bracket.bracket_text import parse_bracket
from padd.core.formats.registry import ranking_of
from padd.core.model import Edition, Ending, PairingStyle
from padd.core.refusal import Refusal
from padd.core.validation.consistency import check_facts
from padd.rulebooks.loader import rulebook

BEGINNING = datetime.fromisoformat("2026-03-14T10:00:00+00:00")


SCORES = st.tuples(st.integers(0, 20), st.integers(0, 20)).map(
    lambda pair: (pair[0] * 5, pair[1] * 5)
)


WHICH = st.integers(0, 10_000)


TRIBBLES = PairingStyle.TRIBBLES


KINDS_OF_DAY = [
    ("opg-5", PairingStyle.SWISS),
    ("opg-5", PairingStyle.SWISS),
    ("opg-4.1", PairingStyle.SWISS),
    ("decipher-1998", PairingStyle.SWISS),
    ("decipher-1996", PairingStyle.SIMPLE_SWISS),
    ("opg-5", PairingStyle.SINGLE_ELIMINATION),
    ("opg-5", PairingStyle.TRIBBLES),
]


ONLINE = st.sampled_from(
    [GameStarted, PlayerWaiting, GamePaused, GameResumed, GameRestarted, ReplayRefused]
)


REASON = st.sampled_from(["", "It was so"])


class AnyDay(RuleBasedStateMachine):
    """An event to which anything may happen."""

    def __init__(self):
        super().__init__()
        self.book = rulebook("opg-5")
        self.log = Log()
        self.taken = 0

    @property
    def state(self):
        return self.log.state

    def entry(self, act, by, reason):
        return LogEntry(
            sequence=self.log.sequence + 1,
            at=(BEGINNING + timedelta(minutes=2 * self.log.sequence)).isoformat(),
            by=by,
            action=act,
            reason=reason,
        )

    def act(self, act, by=SCOTTY, reason=""):
        answer = append_entry(self.log, self.entry(act, by, reason), self.book)
        if isinstance(answer, Refusal):
            assert answer.code
            assert answer.message
            return False
        self.log = answer
        return True

    def one(self, which, among):
        choices = list(among)
        return choices[which % len(choices)] if choices else None

    @initialize(
        players=st.integers(3, 8),
        rounds=st.integers(1, 4),
        kind=st.sampled_from(KINDS_OF_DAY),
        online=st.booleans(),
    )
    def open(self, players, rounds, kind=("opg-5", PairingStyle.SWISS), *, online=False):
        name, style = kind
        self.book = rulebook(name)
        more: dict[str, Any] = {"edition": Edition.TRIBBLES} if style is TRIBBLES else {}
        more["online"] = online and self.book.online is not None
        event = event_settings(name, rounds_planned=rounds, pairing_style=style, **more)
        minutes = 60 if name.startswith("decipher") else None
        assert self.act(EventOpened(event=event, minutes=minutes))
        seeded = style is PairingStyle.SINGLE_ELIMINATION
        for number in range(players):
            name = f"p{number}"
            seed = number + 1 if seeded else None
            entered = PlayerEntered(player=p(name), name=name.upper(), seed=seed)
            assert self.act(entered)
        here = tuple(self.state.players)
        assert self.act(CheckedIn(players=here))

    @rule(which=WHICH)
    def somebody_enters(self, which):
        name = f"n{which % 3}"
        self.act(PlayerEntered(player=p(name), name=name))
        self.act(CheckedIn(players=(p(name),)))

    @rule(which=WHICH, now=st.booleans())
    def somebody_comes_late(self, which, *, now):
        name = f"l{which % 3}"
        current = self.state.current
        if current is None:
            return
        against = self.one(which, current.byes)
        number = current.number if now else len(self.state.played) + 1
        self.act(ArrivedLate(player=p(name), name=name, into_round=number, against=against))

    @rule(which=WHICH, number=st.integers(1, 3))
    def somebody_has_an_earned_bye(self, which, number):
        player = self.one(which, self.state.players)
        if player is not None:
            self.act(EarnedByeDeclared(player=player, rounds=(number,)))

    @rule(which=WHICH, at_once=st.booleans())
    def somebody_drops(self, which, *, at_once):
        player = self.one(which, self.state.players)
        if player is not None:
            self.act(Dropped(player=player, at_once=at_once))

    @rule(which=WHICH)
    def somebody_comes_back(self, which):
        player = self.one(which, self.state.players)
        if player is not None:
            self.act(Reinstated(player=player))

    @rule(seed=st.integers(0, 99), reason=REASON)
    def the_round_is_drawn(self, seed, reason):
        if self.state.phase is not Phase.OPEN:
            return
        act = propose_round(self.state, self.book, seed=seed)
        if not isinstance(act, Refusal):
            self.act(act, reason=reason)

    @rule(as_match=st.booleans())
    def the_round_is_published(self, *, as_match):
        if self.state.draft is not None:
            number = self.state.draft.number
            last = last_round_of_match(self.state, number, self.book) if as_match else None
            self.act(RoundPublished(number=number, through=last))

    @rule()
    def finals_are_planned(self):
        if self.state.phase is Phase.OPEN:
            self.act(FinalsPlanned())

    @rule(which=WHICH, round_=WHICH, seat=st.integers(0, 1))
    def somebody_keeps_the_score(self, which, round_, seat):
        place = self.table(which, round_)
        if place is not None:
            number, table = place
            keeper = table.players[seat]
            self.act(PodKeeperNamed(number=number, table=table.number, player=keeper))

    @rule(seed=st.integers(0, 99))
    def the_next_round_is_played(self, seed):
        if self.state.phase is not Phase.OPEN:
            return
        act = propose_round(self.state, self.book, seed=seed)
        if not isinstance(act, Refusal) and self.act(act, reason="Again"):
            number = len(self.state.rounds)
            if self.act(RoundPublished(number=number)):
                self.act(ClockStarted(number=number))

    @rule()
    def the_round_is_taken_back(self):
        number = len(self.state.rounds)
        self.act(RoundUnpublished(number=number, even_begun=True), reason="Oops")

    @rule(which=st.sampled_from([ClockStarted, ClockPaused, ClockResumed, ClockEnded]))
    def the_clock_is_touched(self, which):
        self.act(which(number=len(self.state.rounds)))  # type: ignore[call-arg]

    @rule(which=WHICH, round_=WHICH, seat=st.integers(0, 1), act=ONLINE)
    def two_play_online(self, which, round_, seat, act):
        place = self.table(which, round_)
        if place is not None:
            number, table = place
            by = player_actor(table.players[seat])
            self.act(act(number=number, table=table.number), by)  # type: ignore[call-arg]

    @rule(which=WHICH, round_=WHICH, days=st.integers(0, 9), staff=st.booleans())
    def a_time_is_agreed_or_moved(self, which, round_, days, *, staff):
        place = self.table(which, round_)
        if place is None:
            return
        number, table = place
        at = (BEGINNING + timedelta(days=days)).isoformat()
        if staff:
            extended = DeadlineExtended(number=number, table=table.number, until=at)
            self.act(extended)
            return
        agreed = AppointmentSet(number=number, table=table.number, at=at)
        self.act(agreed, player_actor(table.players[0]))

    @rule(stay=st.booleans(), days=st.integers(1, 9))
    def online_play_is_announced(self, *, stay, days):
        if self.state.phase is Phase.OPEN:
            announced = OnlinePlayAnnounced(
                software="LackeyCCG", voice="Skype", round_days=days, no_extensions=stay
            )
            self.act(announced)

    @rule(which=WHICH, round_=WHICH, finding=st.sampled_from(ResponsibilityFinding))
    def the_director_finds_who_was_responsible(self, which, round_, finding):
        place = self.table(which, round_)
        if place is None or place[1].pod is not None:
            return
        number, table = place
        named = NAMED[finding]
        self.act(
            ResponsibilityDecided(
                number=number,
                table=table.number,
                responsible=table.players[:named],
                finding=finding,
            )
        )

    def table(self, which, round_):
        found = self.one(round_, self.state.played)
        if found is None or not found.tables:
            return None
        return found.number, self.one(which, found.tables.values())

    @rule(which=WHICH, round_=WHICH, seat=st.integers(0, 1), scores=SCORES)
    def somebody_reports(self, which, round_, seat, scores):
        place = self.table(which, round_)
        if place is None:
            return
        number, table = place
        outcome = GameOutcome(ending=Ending.TIME, scores=scores)
        by = player_actor(table.players[seat])
        if table.pod is not None:
            points = dict.fromkeys(table.players, scores[0])
            scored = PodScored(number=number, table=table.number, scores=points)
            self.act(scored, by)
            return
        self.act(ResultReported(number=number, table=table.number, outcome=outcome), by)

    @rule(which=WHICH, round_=WHICH, agrees=st.booleans())
    def somebody_answers_a_report(self, which, round_, *, agrees):
        place = self.table(which, round_)
        if place is None or not place[1].claims or place[1].pod is not None:
            return
        number, table = place
        claim = table.claims[-1]
        scores = claim.match.scores
        outcome = GameOutcome(ending=claim.match.ending, scores=scores)
        by = player_actor(table.match.opponent_of(claim.player))
        act = ResultConfirmed if agrees else ResultDisputed
        said = None if not agrees else outcome
        self.act(act(number=number, table=table.number, outcome=said), by)  # type: ignore[arg-type]

    @rule(
        which=WHICH,
        round_=WHICH,
        scores=SCORES,
        act=st.sampled_from([ResultEntered, ResultDecided, ResultCorrected]),
    )
    def the_staff_says_how_it_ended(self, which, round_, scores, act):
        place = self.table(which, round_)
        if place is None:
            return
        outcome = GameOutcome(ending=Ending.TIME, scores=scores)
        number, table = place
        self.act(
            act(number=number, table=table.number, outcome=outcome),  # type: ignore[call-arg]
            ADA,
            "Card",
        )

    @rule(which=WHICH, round_=WHICH, scores=SCORES, way=st.integers(0, 2))
    def a_correction_is_looked_at_and_its_pairings_mended(self, which, round_, scores, way):
        place = self.table(which, round_)
        if place is None or place[1].match is None:
            return
        outcome = GameOutcome(ending=Ending.TIME, scores=scores)
        act = ResultCorrected(number=place[0], table=place[1].number, outcome=outcome)
        found = preview_action(self.log, self.entry(act, SCOTTY, "Card"), self.book)
        if isinstance(found, Refusal):
            return
        assert found.words()
        assert self.act(act, reason="Card")
        for choice in found.choices[way : way + 1]:
            if choice.action is not None:
                assert self.act(choice.action, reason="Mended")

    @rule(which=WHICH)
    def two_players_change_seats(self, which):
        current = self.state.current
        if current is None or len(current.tables) < 2:
            return
        seats = [list(table.players) for table in current.tables.values()]
        at = which % (len(seats) - 1)
        seats[at][0], seats[at + 1][0] = seats[at + 1][0], seats[at][0]
        tables = tuple(
            Seating(table=number, players=tuple(players))
            for number, players in zip(current.tables, seats, strict=True)
        )
        change = RoundChanged(
            number=current.number, tables=tables, byes=current.byes, even_begun=bool(which % 2)
        )
        self.act(change, reason="So they asked")

    @rule(which=WHICH)
    def a_game_is_put_off(self, which):
        place = self.table(which, len(self.state.played) - 1)
        if place is not None:
            self.act(ResultDelayed(number=place[0], table=place[1].number))

    @rule(scores=SCORES)
    def all_results_come_in(self, scores):
        current = self.state.current
        if current is None:
            return
        for table in current.tables.values():
            outcome = GameOutcome(ending=Ending.TIME, scores=scores)
            number = current.number
            act: Action = ResultEntered(number=number, table=table.number, outcome=outcome)
            if table.pod is not None:
                points = dict.fromkeys(table.players, scores[0])
                act = PodScored(number=number, table=table.number, scores=points)
            self.act(act)
        self.act(RoundClosed(number=current.number))

    @rule(which=WHICH, level=st.integers(0, 4))
    def somebody_is_penalised(self, which, level):
        player = self.one(which, self.state.players)
        if player is not None:
            code = "B1" if self.book.conduct.infractions else None
            act = PenaltyGiven(player=player, level=level, infraction=code)
            self.act(act, reason="Seen by all")

    @rule(rounds=st.integers(1, 5))
    def the_rounds_change(self, rounds):
        here = tuple(e.id for e in self.state.players.values() if e.presence is Presence.HERE)
        act = RoundsChanged(rounds=rounds, ground=RoundsChangeReason.ALL_AGREE, agreed=here)
        self.act(act)

    @rule()
    def the_event_ends(self):
        if self.state.phase is Phase.OPEN:
            for tie in ties_left(self.state, self.book):
                self.act(TieTossed(order=tie.players))
        self.act(EventFinished())

    @rule(which=WHICH)
    def the_best_play_a_cut(self, which):
        if self.state.phase is not Phase.OPEN or not possible_cuts(self.state, self.book):
            return
        declined = (self.one(which, self.state.players),) if which % 2 else ()
        players = cut_players(self.state, self.book, 4, declined)
        self.act(CutStarted(players=players, declined=declined))

    @rule(circle=st.booleans())
    def everybody_is_to_meet_everybody(self, *, circle):
        if self.state.event is not None:
            self.act(EventAmended(round_robin=circle))

    @rule(usual=st.booleans())
    def a_bracket_is_posted(self, *, usual):
        if self.state.event is not None:
            ladder = parse_bracket("A: seed 2 v seed 3\nF: winner A v seed 1")
            self.act(BracketPosted(matches=None if usual else ladder))

    @rule(which=WHICH, what=st.sampled_from(["", "Play mat", "Best costume"]))
    def a_prize_is_handed_out(self, which, what):
        player = self.one(which, self.state.players)
        if player is not None:
            self.act(PrizeGiven(player=player, what=what))

    @rule(act=st.sampled_from([EventReported, EventReopened]))
    def the_end_is_touched(self, act):
        self.act(act(), reason="So it is")

    @rule(which=WHICH)
    def something_is_undone(self, which):
        known = self.log.sequence
        number = known - which % min(known, 12) if known else 0
        before = self.state
        if self.act(ActionUndone(sequences=(number,))):
            undone = self.log
            if self.act(ActionRedone(sequences=(number,))):
                assert self.state == before
            self.log = undone

    @rule(which=WHICH)
    def something_is_redone(self, which):
        number = self.one(which, sorted(self.log.undone))
        if number is not None:
            self.act(ActionRedone(sequences=(number,)))

    @invariant()
    def nobody_is_in_a_round_twice(self):
        for round_ in self.state.rounds:
            seated = [*round_.byes, *round_.earned_byes]
            for table in round_.tables.values():
                seated.extend(table.players)
            assert len(seated) == len(set(seated))
            seats = {
                player: table.number for table in round_.tables.values() for player in table.players
            }
            assert round_.seats == seats

    @invariant()
    def the_facts_are_sound_and_can_be_ranked(self):
        if self.state.event is None:
            return
        event = check_facts(event_facts(self.state), self.book)
        if event.rounds:
            order = ranking_of(event, self.book).order
            assert sorted(order) == sorted(player.id for player in event.players)

    @invariant()
    def there_is_a_next_step(self):
        assert next_step(self.state, self.book).title

    def teardown(self):
        again = fold_log(self.log.entries, self.book)
        assert again == self.log
        rows = log_rows(self.log.entries)
        assert check_chain(rows) is None
        assert tuple(log_entry(row) for row in rows) == self.log.entries
        self.undo_everything()

    def undo_everything(self):
        if self.state.phase is Phase.REPORTED:
            assert self.act(EventReopened(), reason="Once more")
        # A report that went out stays on record, so it goes with its reopening.
        self.undo(
            [
                entry.sequence
                for entry in self.log.entries
                if isinstance(entry.action, EventReported | EventReopened)
            ]
        )
        for number in range(self.log.sequence, 0, -1):
            self.undo([number])
        assert self.state == START

    def undo(self, numbers):
        wanted = [
            number
            for number in numbers
            if number not in self.log.undone
            and not isinstance(self.log.entries[number - 1].action, ActionUndone | ActionRedone)
        ]
        if wanted:
            others = dependents(self.log, wanted, self.book)
            assert self.act(ActionUndone(sequences=(*wanted, *others)))
