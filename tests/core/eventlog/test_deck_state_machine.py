"""Random days of decks: registered, locked, opened, corrected, checked, undone."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.core.eventlog.event_builder import SCOTTY, day_of, p

from padd.core.decks.event_decks import EventDecks
from padd.core.eventlog.actions.decks import (
    DeckChecked,
    DeckChecksDrawn,
    DeckCorrected,
    DeckPassed,
    DeckRegistered,
    DeckReopened,
    DecksLocked,
)
from padd.core.eventlog.log.log import append_entry, fold_log
from padd.core.eventlog.log.undo import ActionUndone
from padd.core.refusal import Refusal

FOUR = ("kirk", "khan", "spock", "gorn")
WHO = st.sampled_from(FOUR)
MARK = st.sampled_from("0123456789abcdef")


class AnyDecks(RuleBasedStateMachine):
    """Decks of four players beside a model: who may register, and what stands."""

    @initialize()
    def open(self):
        self.day = day_of(list(FOUR))
        self.locked = False
        self.opened: set[str] = set()
        self.stands: dict[str, str] = {}

    def say(self, act, by="", reason=""):
        acting = by or SCOTTY
        entry = self.day.entry(act, acting, reason)
        said = append_entry(self.day.log, entry, self.day.book)
        if not isinstance(said, Refusal):
            self.day.log = said
        return said

    def did(self, said):
        return not isinstance(said, Refusal)

    @rule(who=WHO, mark=MARK, own=st.booleans())
    def a_deck_is_registered(self, who, mark, *, own):
        act = DeckRegistered(player=p(who), digest=mark * 64, verdict="legal")
        said = self.say(act, by=who) if own else self.say(act)
        may = not self.locked or who in self.opened
        assert self.did(said) == may
        if may:
            self.stands[who] = mark * 64
            self.opened.discard(who)

    @rule()
    def all_are_locked(self):
        said = self.say(DecksLocked(catalogue="c"))
        assert self.did(said) == (not self.locked or bool(self.opened))
        self.locked, self.opened = True, set()

    @rule(who=WHO)
    def one_is_opened(self, who):
        assert self.did(self.say(DeckReopened(player=p(who)), reason="late"))
        self.opened.add(who)

    @rule(who=WHO, mark=MARK)
    def one_is_corrected(self, who, mark):
        act = DeckCorrected(player=p(who), digest=mark * 64, verdict="legal")
        assert self.did(self.say(act, reason="D1")) == (who in self.stands)
        if who in self.stands:
            self.stands[who] = mark * 64

    @rule(who=WHO, differences=st.integers(0, 3))
    def one_is_drawn_passed_and_checked(self, who, differences):
        acts = (
            DeckChecksDrawn(players=(p(who),)),
            DeckPassed(player=p(who)),
            DeckChecked(player=p(who), differences=differences),
        )
        for act in acts:
            assert self.did(self.say(act, reason="seen")) == (who in self.stands)

    @rule()
    def the_last_registration_is_not_undone(self):
        entries = self.day.log.entries
        numbers = [
            entry.sequence
            for entry in entries
            if isinstance(entry.action, DeckRegistered | DeckCorrected)
        ]
        if numbers:
            said = self.say(ActionUndone(sequences=(numbers[-1],)))
            assert isinstance(said, Refusal)
            assert said.code == "lasting"

    @invariant()
    def the_log_says_what_the_model_says(self):
        decks = self.day.state.decks or EventDecks()
        assert {who: x.digest for who, x in decks.records.items()} == self.stands
        assert (decks.locked_at is not None) == self.locked
        assert set(decks.to_check) <= set(self.stands)

    def teardown(self):
        again = fold_log(self.day.log.entries, self.day.book)
        assert again.state == self.day.state


AnyDecks.TestCase.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.req("DECK-60", "DECK-62")
class TestAnyDecks(AnyDecks.TestCase):  # type: ignore[misc,valid-type]
    """Forty days of twenty-five acts each."""
