"""Find a time for an online game: propose, accept, decline."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from padd.core.eventlog.actions.online import AppointmentSet
from padd.core.messages import message
from padd.core.online.open_games import ReminderKind
from padd.rulebooks.schema import cite
from padd.services.access.actors import Actor
from padd.services.eventlog import Recorded, record_action
from padd.services.online.own_game import OwnGame, own_game
from padd.services.online.reminders import notify_of_proposal
from padd.services.refusal import NotFound, refusal_error
from padd.store.models.online import GameProposal, ProposalState

MOST_OPEN: Final = 5
"""So many open proposals one player may have at a table."""


def propose_time(
    *, by: Actor, now: datetime, event_id: str, number: int, table: int, starts_at: datetime
) -> str:
    """Propose a time to the others of one's game; return the proposal's id."""
    with transaction.atomic():
        game = own_game(event_id=event_id, by=by, number=number, table=table)
        _check_time(game, starts_at, now)
        mine = _of_table(game).filter(player=game.player, state=ProposalState.OPEN)
        known = mine.filter(starts_at=starts_at).first()
        if known is not None:
            return known.public_id
        if mine.count() >= MOST_OPEN:
            full = message(
                "You already have {most} open proposals. Wait for an answer.", most=MOST_OPEN
            )
            raise refusal_error("too-many-proposals", full)
        made = GameProposal.objects.create(
            event=game.event,
            round=number,
            table=table,
            player=game.player,
            starts_at=starts_at,
            made_at=now,
        )
        notify_of_proposal(game, made, now=now)
    return made.public_id


def accept_proposal(*, by: Actor, now: datetime, event_id: str, proposal: str) -> Recorded:
    """Accept a proposal: it becomes the appointment, and all others close.

    Of two accepted at the same moment the rows of the table, locked in one order,
    let one through; the other finds its proposal closed.
    """
    with transaction.atomic():
        row = _proposal(event_id, proposal)
        game = own_game(event_id=event_id, by=by, number=row.round, table=row.table)
        if row.player == game.player:
            own = message("The other player has to accept your proposal.")
            raise refusal_error("own-proposal", own)
        rows = list(_of_table(game).select_for_update().order_by("pk"))
        mine = next((one for one in rows if one.pk == row.pk), None)
        if mine is None or mine.state != ProposalState.OPEN:
            gone = message("That proposal is no longer open. Reload the page.")
            raise refusal_error("proposal-closed", gone)
        done = record_action(
            event_id=event_id,
            action=AppointmentSet(number=row.round, table=row.table, at=row.starts_at.isoformat()),
            by=by,
            now=now,
            key=f"proposal-{row.public_id}",
        )
        _of_table(game).filter(state=ProposalState.OPEN).exclude(pk=row.pk).update(
            state=ProposalState.CLOSED, answered_at=now
        )
        GameProposal.objects.filter(pk=row.pk).update(state=ProposalState.ACCEPTED, answered_at=now)
        notify_of_proposal(game, row, now=now, kind=ReminderKind.ACCEPTED)
    return done


def decline_proposal(*, by: Actor, now: datetime, event_id: str, proposal: str) -> None:
    """Decline a proposal of the other one, or take their own back."""
    with transaction.atomic():
        row = _proposal(event_id, proposal)
        own_game(event_id=event_id, by=by, number=row.round, table=row.table)
        GameProposal.objects.filter(pk=row.pk, state=ProposalState.OPEN).update(
            state=ProposalState.CLOSED, answered_at=now
        )


def open_proposals(game: OwnGame, *, now: datetime) -> tuple[GameProposal, ...]:
    """Return the proposals of a game that can still be accepted, the soonest first."""
    rows = _of_table(game).filter(state=ProposalState.OPEN, starts_at__gt=now)
    return tuple(rows.order_by("starts_at"))


def _of_table(game: OwnGame) -> QuerySet[GameProposal]:
    return GameProposal.objects.filter(
        event=game.event, round=game.round.number, table=game.table.number
    )


def _proposal(event_id: str, proposal: str) -> GameProposal:
    row = GameProposal.objects.filter(event__public_id=event_id, public_id=proposal).first()
    if row is None:
        raise NotFound("proposal")
    return row


def _check_time(game: OwnGame, starts_at: datetime, now: datetime) -> None:
    if starts_at <= now:
        raise refusal_error("appointment-past", message("Choose a time in the future."))
    until = game.deadline
    if until is not None and starts_at > datetime.fromisoformat(until):
        late = message("That is after the deadline of the round.")
        rule = cite(game.book, "online.extensions")
        raise refusal_error("after-deadline", late, rule=rule)
    if game.table.started_at is not None:
        begun = message("This game has already started.")
        raise refusal_error("game-started", begun)
