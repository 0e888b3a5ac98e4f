"""What staff and players note in a scenario or special format, apart from lots."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.players import own_act_only_objection, unknown_player_objection
from padd.core.eventlog.actions.scenarios.lots import scenario_act_objection, scenario_objection
from padd.core.eventlog.guidance.checklist import junior_age_limit
from padd.core.eventlog.scenarios.bend import items_left
from padd.core.eventlog.state.event_state import LogState, Stage
from padd.core.eventlog.state.scenario_state import (
    ActiveTrouble,
    DeckAward,
    NotedMissions,
    SpentItems,
    TestCardNote,
)
from padd.core.messages import message
from padd.core.model import PlayerId, RulesSet
from padd.core.refusal import Refusal
from padd.core.scenarios.round_blocks import scenario_of
from padd.rulebooks.schema import Rulebook, cite

MOST_LINES: Final = 200
LONGEST: Final = 300
MOST_ITEMS: Final = 1_000


def with_scenario_record(state: LogState, **changes: Any) -> LogState:  # noqa: ANN401 -- any field
    """Return the state with something more on record of the scenario."""
    noted = msgspec.structs.replace(state.scenario, **changes)
    return msgspec.structs.replace(state, scenario=noted)


class LinesListed(Action, frozen=True, kw_only=True, tag="scenario.lines-listed"):
    """The director's file: rules, abilities or cards, one per line."""

    lines: Annotated[tuple[str, ...], Meta(description="The lines, in order.")]

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse files that are too long, lines that are empty or twice."""
        refusal = scenario_objection(self, state, book)
        if refusal is not None:
            return refusal
        clean = [line.strip() for line in self.lines]
        if not 1 <= len(clean) <= MOST_LINES or not all(clean):
            return Refusal(
                "lines-count",
                message("Enter 1 to {most} lines, none of them empty.", most=MOST_LINES),
            )
        if max(map(len, clean)) > LONGEST:
            return Refusal(
                "line-too-long", message("A line can have at most {most} characters.", most=LONGEST)
            )
        if len(set(clean)) < len(clean):
            return Refusal("line-twice", message("A line appears twice."))
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the lines; rounds that were drawn keep what they have."""
        return with_scenario_record(state, lines=tuple(line.strip() for line in self.lines))


class AwardGiven(Action, frozen=True, kw_only=True, tag="scenario.award-given"):
    """The director gives a deck an award, by title."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    what: Annotated[str, Meta(description="The title of the award.")]

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse awards without a title or a known player."""
        if not 0 < len(self.what.strip()) <= LONGEST:
            return Refusal("title-missing", message("An award needs a title."))
        return scenario_objection(self, state, book) or unknown_player_objection(
            state, (self.player,)
        )

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the award."""
        award = DeckAward(player=self.player, what=self.what.strip())
        return with_scenario_record(state, awards=(*state.scenario.awards, award))


class ItemsBrought(Action, frozen=True, kw_only=True, tag="scenario.items-brought"):
    """How many items a player has brought, including the entry fee."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    items: Annotated[int, Meta(description="How many items.")]

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse numbers that cannot be."""
        if not 0 <= self.items <= MOST_ITEMS:
            return Refusal("items-range", message("Enter a number from 0 to 1,000."))
        return scenario_objection(self, state, book) or unknown_player_objection(
            state, (self.player,)
        )

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the number."""
        brought = {**state.scenario.brought, self.player: self.items}
        return with_scenario_record(state, brought=brought)


class ItemsSpent(Action, frozen=True, kw_only=True, tag="scenario.items-spent"):
    """A player spends items in the game that is on; the winner will collect them."""

    by_players: ClassVar[bool] = True

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    number: Annotated[int, Meta(description="The number of the round.")]
    items: Annotated[int, Meta(description="How many items.")]
    what: Annotated[str, Meta(description="What they were spent on.")] = ""

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse more than there is, abilities twice in a game, and games over."""
        refusal = scenario_act_objection(self, self.player, state, entry, book)
        rules = scenario_of(state.settings, book)
        if refusal is not None or rules is None:
            return refusal
        round_ = state.round(self.number)
        if round_ is None or self.player not in round_.seats:
            return Refusal("not-playing", message("There is no game to use it in."))
        if round_.tables[round_.seats[self.player]].saved:
            return Refusal("already-saved", message("This game is over."))
        left = items_left(state, self.player, rules)
        if not 1 <= self.items <= left:
            return Refusal(
                "items-short",
                message("There are {left} items to spend.", left=max(left, 0)),
                way_out=message("Tell the director what else was brought."),
            )
        again = any(
            (s.player, s.round, s.what) == (self.player, self.number, self.what)
            for s in state.scenario.spent
            if self.what
        )
        if again:
            return Refusal(
                "ability-used",
                message("An ability can be used once per game."),
                rule=cite(book, "formats.scenarios"),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Put the items at stake."""
        spent = SpentItems(player=self.player, round=self.number, items=self.items, what=self.what)
        return with_scenario_record(state, spent=(*state.scenario.spent, spent))


class CardNoted(Action, frozen=True, kw_only=True, tag="scenario.card-noted"):
    """A player's note about an unreleased card."""

    by_players: ClassVar[bool] = True

    card: Annotated[str, Meta(description="The card.")]
    text: Annotated[str, Meta(description="The words.")]

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse cards that are not listed, and empty notes."""
        refusal = scenario_objection(self, state, book)
        if refusal is not None:
            return refusal
        if self.card not in state.scenario.lines:
            return Refusal(
                "card-not-listed", message("{card} is not on the director’s list.", card=self.card)
            )
        if not 0 < len(self.text.strip()) <= LONGEST * 4:
            return Refusal("note-missing", message("Enter a comment about the card."))
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the note."""
        note = TestCardNote(
            at=entry.at, card=self.card, text=self.text.strip(), player=entry.by.player
        )
        return with_scenario_record(state, notes=(*state.scenario.notes, note))


class AgeConfirmed(Action, frozen=True, kw_only=True, tag="scenario.age-confirmed"):
    """The director confirms that everyone is of legal drinking age."""

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it twice."""
        if state.scenario.of_age_since is not None:
            return Refusal("already-confirmed", message("This is already confirmed."))
        return scenario_objection(self, state, book)

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep when it was said."""
        return with_scenario_record(state, of_age_since=entry.at)


class JuniorsConfirmed(Action, frozen=True, kw_only=True, tag="juniors.confirmed"):
    """The director confirms that no one is too old for a Junior event."""

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it in other events, and twice."""
        if junior_age_limit(state, book) is None:
            return Refusal(
                "not-junior",
                message("This is not a Junior event."),
                rule=cite(book, "formats.oldest_junior"),
            )
        if state.scenario.juniors_since is not None:
            return Refusal("already-confirmed", message("This is already confirmed."))
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep when it was said."""
        return with_scenario_record(state, juniors_since=entry.at)


MOST: Final = 12
LONGEST_MISSION_TITLE: Final = 120


class MissionsNoted(Action, frozen=True, kw_only=True, tag="missions.noted"):
    """Which missions a player completed in a round; a star marks a headquarters."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    titles: Annotated[tuple[str, ...], Meta(description="The titles of the missions.")] = ()

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse the missions of others, of rounds not played, and endless lists."""
        refusal = unknown_player_objection(state, (self.player,)) or own_act_only_objection(
            entry, (self.player,)
        )
        if refusal is not None:
            return refusal
        round_ = state.round(self.number)
        if round_ is None or self.player not in round_.seats:
            return Refusal("not-playing", message("You have no game in this round."))
        clean = [title.strip("* ") for title in self.titles]
        if len(clean) > MOST or not all(0 < len(title) <= LONGEST_MISSION_TITLE for title in clean):
            return Refusal(
                "missions-count",
                message(
                    "Enter up to {most} titles of up to {longest} characters each.",
                    most=MOST,
                    longest=LONGEST_MISSION_TITLE,
                ),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep them instead of what was said before of the round."""
        key = (self.player, self.number)
        others = (m for m in state.scenario.missions if (m.player, m.round) != key)
        new = NotedMissions(
            player=self.player,
            round=self.number,
            titles=tuple(" ".join(title.split()) for title in self.titles),
        )
        return with_scenario_record(state, missions=(*others, new))


def missions_of_player(state: LogState, player: PlayerId) -> dict[str, bool]:
    """Return the missions of a player over all rounds: headquarters or not."""
    return {
        title.strip("* "): title.startswith("*")
        for noted in state.scenario.missions
        if noted.player == player
        for title in noted.titles
    }


LONGEST_TROUBLE_TITLE: Final = 200


def has_troubles(state: LogState, book: Rulebook) -> bool:
    """Tell whether pods of the event have a Trouble pile."""
    if state.event is None or book.tribbles is None:
        return False
    piles = book.tribbles.trouble_piles_per_pod or 0
    return piles > 0 and state.settings.rules is RulesSet.TROUBLES


def active_trouble(state: LogState, table: int) -> str:
    """Return the Trouble that holds at a pod now."""
    active = state.scenario.troubles.get(table)
    return "" if active is None else active.title


class TroubleTurned(Action, frozen=True, kw_only=True, tag="trouble.turned"):
    """Another card of a pod's Trouble pile becomes the active one."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    title: Annotated[str, Meta(description="The title, for people.")]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse other rules sets, other pods, and cards without a title."""
        if not has_troubles(state, book):
            return Refusal(
                "no-troubles",
                message("This event’s rules set has no Trouble pile."),
                rule=cite(book, "tribbles.trouble_piles_per_pod"),
            )
        if not 0 < len(self.title.strip()) <= LONGEST_TROUBLE_TITLE:
            return Refusal("title-missing", message("Enter the Trouble’s title."))
        round_ = state.round(self.number)
        table = round_.tables.get(self.table) if round_ is not None else None
        if round_ is None or table is None or round_.stage is not Stage.PUBLISHED:
            return Refusal("no-table", message("No such pod is playing."))
        if entry.by.is_staff or entry.by.player in table.players:
            return None
        return Refusal(
            "not-your-table",
            message("You are not in pod {table}.", table=self.table),
            way_out=message("Ask the director."),
        )

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Put it instead of the one before; a pod has one pile."""
        before = state.scenario.troubles.get(self.table)
        turned = 0 if before is None else before.turned
        new = ActiveTrouble(title=self.title.strip(), turned=turned + 1, at=entry.at)
        return with_scenario_record(state, troubles={**state.scenario.troubles, self.table: new})
