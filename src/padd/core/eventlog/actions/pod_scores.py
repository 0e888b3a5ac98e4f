"""The score pad of a Tribbles pod: scored, confirmed, corrected."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry, acting_player
from padd.core.eventlog.actions.result_claims import at_own_table
from padd.core.eventlog.actions.saved_results import own_game_objection, save_result
from padd.core.eventlog.state.event_state import LogState, RoundState, with_table
from padd.core.eventlog.state.pods import reseat_match, round_of_pod, rounds_together
from padd.core.eventlog.state.result_checks import existing_table, pod_objection, published_table
from padd.core.eventlog.state.table import ResultClaim, ResultSource, TableState
from padd.core.messages import message
from padd.core.model import PlayerId, Pod
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite


class _PodAction(Action, frozen=True, kw_only=True):
    """The points of one round, as scored at the table."""

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    scores: Annotated[
        dict[PlayerId, int], Meta(description="The points, by the ids of the players.")
    ]
    went_out: Annotated[
        tuple[PlayerId, ...], Meta(description="Who emptied the hand, by their ids.")
    ] = ()
    conceded: Annotated[tuple[PlayerId, ...], Meta(description="Who conceded, by their ids.")] = ()

    def pod(self, table: TableState) -> Pod:
        """Return the pod with these points; who conceded before stays out."""
        pod = table.pod or Pod(players=table.players)
        out = (*pod.conceded, *(p for p in self.conceded if p not in pod.conceded))
        return msgspec.structs.replace(
            pod, scores=self.scores, went_out=self.went_out, conceded=out
        )


def _save_pod(
    state: LogState,
    entry: LogEntry,
    place: tuple[RoundState, TableState],
    pod: Pod,
    how: ResultSource,
) -> LogState:
    """Let points count; who conceded is out of the later rounds of the match."""
    return reseat_match(save_result(state, entry, place, pod, how), place[0].number)


def _pod_for_actor(
    state: LogState, entry: LogEntry, number: int, table: int
) -> tuple[RoundState, TableState] | Refusal:
    """Return the pod of the acting player, or any pod for staff."""
    if entry.by.is_staff:
        return published_table(state, number, table)
    return at_own_table(state, entry, number, table)


class PodScored(_PodAction, frozen=True, kw_only=True, tag="pod.scored"):
    """A player in the pod, or staff, enters the round."""

    by_players: ClassVar[bool] = True

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse other people's pods, and rounds that are written down."""
        at_table = _pod_for_actor(state, entry, self.number, self.table)
        if isinstance(at_table, Refusal):
            return at_table
        round_, table = at_table
        if table.pod is None:
            return Refusal("not-a-pod", message("Table {table} is not a pod.", table=self.table))
        if table.settled:
            return Refusal(
                "already-saved",
                message("Table {table} is already saved.", table=self.table),
                way_out=message("If that is wrong, correct it."),
            )
        now = round_of_pod(state, round_, self.table)
        if now is not None and now[0].number < self.number:
            return Refusal(
                "earlier-round-open",
                message(
                    "Table {table} has no points of round {number} yet.",
                    table=self.table,
                    number=now[0].number,
                ),
                way_out=message("Enter that round first."),
            )
        return pod_objection(state, table, self.pod(table))

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Let the staff's word count; a player's word waits for another's."""
        place = existing_table(state, self.number, self.table)
        round_, table = place
        if entry.by.is_staff and entry.by.player not in table.players:
            return _save_pod(state, entry, place, self.pod(table), ResultSource.ENTERED)
        player = acting_player(entry)
        others = tuple(claim for claim in table.claims if claim.player != player)
        mine = ResultClaim(player=player, pod=self.pod(table), at=entry.at)
        if any(claim.pod == mine.pod for claim in others):
            return _save_pod(state, entry, place, self.pod(table), ResultSource.AGREED)
        heard = msgspec.structs.replace(table, claims=(*others, mine), disputed=bool(others))
        return with_table(state, round_, heard)


class PodConfirmed(Action, frozen=True, kw_only=True, tag="pod.confirmed"):
    """Another player of the pod, or the staff, agrees with the points."""

    by_players: ClassVar[bool] = True

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    scores: Annotated[
        dict[PlayerId, int], Meta(description="The points, by the ids of the players.")
    ]

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse one's own report, and points that were changed meanwhile."""
        at_table = _pod_for_actor(state, entry, self.number, self.table)
        if isinstance(at_table, Refusal):
            return at_table
        _, table = at_table
        if table.settled:
            return Refusal(
                "already-saved", message("Table {table} is already saved.", table=self.table)
            )
        claimed = self._claim(table, entry)
        if claimed is None:
            reason = message("Table {table} has no report to confirm.", table=self.table)
            return Refusal("nothing-reported", reason)
        if claimed.scores != self.scores:
            return Refusal(
                "changed-meanwhile",
                message("Someone else changed the points just before you."),
                way_out=message("Check them again."),
            )
        return None

    def _claim(self, table: TableState, entry: LogEntry) -> Pod | None:
        others = [c.pod for c in table.claims if c.player != entry.by.player]
        return others[-1] if others else None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Let the points count."""
        place = existing_table(state, self.number, self.table)
        agreed = self._claim(place[1], entry)
        if agreed is None:
            reason = message("Table {table} had no report.", table=self.table)
            raise LookupError(reason)
        return _save_pod(state, entry, place, agreed, ResultSource.AGREED)


class PodCorrected(_PodAction, frozen=True, kw_only=True, tag="pod.corrected"):
    """Points that count were wrong."""

    needs_reason: ClassVar[str] = "The pod sees the reason for changed points"

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it where nothing counts yet, and in their own pod."""
        at_table = published_table(state, self.number, self.table)
        if isinstance(at_table, Refusal):
            return at_table
        _, table = at_table
        if table.pod is None or not table.settled:
            return Refusal(
                "nothing-to-correct",
                message(
                    "Table {table} of round {number} has no points yet.",
                    table=self.table,
                    number=self.number,
                ),
                way_out=message("Enter the points."),
            )
        barred = own_game_objection(state, entry, table, book)
        return barred or pod_objection(state, table, self.pod(table))

    def pod(self, table: TableState) -> Pod:
        """Return the pod with these points and no others."""
        pod = table.pod or Pod(players=table.players)
        return msgspec.structs.replace(
            pod, scores=self.scores, went_out=self.went_out, conceded=self.conceded
        )

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Let the corrected points count."""
        place = existing_table(state, self.number, self.table)
        return _save_pod(state, entry, place, self.pod(place[1]), ResultSource.CORRECTED)


class PodKeeperNamed(Action, frozen=True, kw_only=True, tag="pod.keeper-named"):
    """The director names who of a pod keeps the score (§7.2)."""

    number: Annotated[int, Meta(description="The number of the round.")]
    table: Annotated[int, Meta(description="The number of the table.")]
    player: Annotated[
        PlayerId | None, msgspec.Meta(description="Null removes the scorekeeper.")
    ] = None

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse people of other pods."""
        at_table = published_table(state, self.number, self.table)
        if isinstance(at_table, Refusal):
            return at_table
        table = at_table[1]
        if table.pod is not None and self.player in {None, *table.players}:
            return None
        return Refusal(
            "not-in-pod",
            message("The scorekeeper must be a player of the pod."),
            rule=cite(book, "tribbles.score_keeper"),
            way_out=message("Name a player of table {table}.", table=self.table),
        )

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Note it for every round of the match."""
        for round_ in rounds_together(state, state.existing(self.number)):
            if self.table in round_.tables:
                kept = msgspec.structs.replace(round_.tables[self.table], keeper=self.player)
                state = with_table(state, round_, kept)
        return state
