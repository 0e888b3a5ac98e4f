"""Random seasons in the database: no bye is spent twice, and booking is settled."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from random import Random

import pytest
from tests.answers import answer
from tests.services.championships.championship_builder import championship, continental, winner_of
from tests.services.eventlog.table_driver import AtTheTable, p
from tests.wait_limits import EVENTS
from tests.world import NOW

from padd.core.championships.ledger import RightState
from padd.core.eventlog.actions.players import EarnedByeForfeited
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.refusal import Refusal, RefusalError
from padd.services import reports
from padd.services.access.actors import SYSTEM
from padd.services.championships.awarded_rights import book_all_rights
from padd.services.championships.check_in import keep_right, use_right
from padd.services.people import merge, personal_data
from padd.store.models.championships import Right, RightEntry
from padd.store.models.events import Event, EventState
from padd.store.models.people import Person
from padd.store.writes.right_ledger import fold_right, rights_with_entries

pytestmark = pytest.mark.usefixtures("data_folder")

STEPS = 14


class Season:
    """One Regional whose winner is in two Continentals, and all that may happen."""

    def __init__(self, world, random):
        self.random = random
        self.regional = championship("regional", 2)
        self.winner = winner_of(self.regional)
        self.other = world.person("Odo")
        names = (self.winner, world.person("Zek"))
        self.days = [
            continental(20, *names, area="europe"),
            continental(30, *names, area="australia"),
        ]
        self.right = Right.objects.get().public_id
        self.done: list[tuple[AtTheTable, int]] = []
        self.merged: int | None = None
        self.voided = False
        self.clock = NOW

    def step(self):
        """Do one thing; the rules may refuse it."""
        self.clock += timedelta(minutes=1)
        acts = (
            *(self.use, self.use, self.keep, self.undo, self.redo, self.forfeit),
            *(self.void_or_reinstate, self.merge_or_part),
        )
        self.random.choice(acts)()

    def use(self):
        day = self.random.choice(self.days)
        used = answer(
            use_right,
            event_id=day.id,
            player=self.winner,
            right=self.right,
            by=SYSTEM,
            now=self.clock,
        )
        if not isinstance(used, Refusal):
            self.done.append((day, used.sequence))

    def keep(self):
        day = self.random.choice(self.days)
        answer(
            keep_right,
            event_id=day.id,
            player=self.winner,
            right=self.right,
            by=SYSTEM,
            now=self.clock,
        )

    def undo(self):
        if self.done:
            day, sequence = self.random.choice(self.done)
            day.say(ActionUndone(sequences=(sequence,)), reason="Undone")

    def redo(self):
        if self.done:
            day, sequence = self.random.choice(self.done)
            day.say(ActionRedone(sequences=(sequence,)), reason="Redone")

    def forfeit(self):
        day = self.random.choice(self.days)
        day.say(EarnedByeForfeited(player=p(self.winner), rounds=(1,)))

    def void_or_reinstate(self):
        act = reports.reinstate_event if self.voided else reports.void_event
        act(event=self.regional, by=SYSTEM, now=self.clock, reason="Looked at")
        self.voided = not self.voided

    def merge_or_part(self):
        if self.merged is not None:
            merge.undo_merge(by=SYSTEM, now=self.clock, merge_id=self.merged, reason="")
            self.merged = None
            return
        self.merged = merge.merge_people(
            by=SYSTEM, now=self.clock, keep=self.other, duplicate=self.winner, reason=""
        )

    def places_of_use(self):
        """Return the events whose log uses a bye, in the plainest way."""
        return [day.id for day in self.days if day.state.players[p(self.winner)].earned_byes]


def lines():
    rows = RightEntry.objects.order_by("right", "number")
    return list(rows.values_list("right", "number", "kind", "event__public_id"))


def check(season):
    """Compare the ledger with the logs, and with what booking makes of everything."""
    (right,) = rights_with_entries()
    folded, used = fold_right(right), season.places_of_use()
    holder = season.winner if season.merged is None else season.other
    assert right.person.public_id == holder
    assert len(used) <= 1
    assert (folded.state is RightState.USED) == bool(used)
    assert not season.voided or folded.state is not RightState.OPEN
    before = lines()
    book_all_rights(now=season.clock)
    assert lines() == before


def play(world, seed):
    season = Season(world, Random(seed))
    for _ in range(STEPS):
        season.step()
        check(season)
    before = lines()
    erase = partial(personal_data.erase_person, by=SYSTEM, now=season.clock, person=season.winner)
    with pytest.raises(RefusalError):
        erase()  # the Continentals are under way
    days = Event.objects.filter(public_id__in=[day.id for day in season.days])
    assert days.update(state=EventState.RESULTS_ENTERED) == len(season.days)
    erase()
    assert Person.objects.get(public_id=season.winner).anonymised_at is not None
    book_all_rights(now=season.clock)
    assert lines() == before


@pytest.mark.req("CHAMP-24", "CHAMP-35")
@pytest.mark.parametrize("seed", [1])
def test_whatever_happens_a_bye_is_spent_once_and_booking_changes_nothing(world, seed):
    play(world, seed)


@pytest.mark.long
@pytest.mark.req("CHAMP-24", "CHAMP-35")
@pytest.mark.parametrize("seed", range(100, 100 + EVENTS // 20))
def test_many_more_seasons_spend_a_bye_once(world, seed):
    play(world, seed)
