"""Messages between the players of an online game, forwarded without addresses."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from padd.core.messages import lines, message
from padd.core.refusal import RefusalError
from padd.services.access.actors import Actor
from padd.services.delivery import EmailKind, emails, subscribers
from padd.services.links import page_url
from padd.services.online.own_game import OwnGame, own_game, player_emails
from padd.services.refusal import refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.online import GameMessage

MOST_A_DAY: Final = 5
LONGEST: Final = 500


def send_message(
    *, by: Actor, now: datetime, event_id: str, number: int, table: int, text: str
) -> None:
    """Send a message to the opponents; at most five a day, without addresses."""
    words = _words(text)
    with transaction.atomic():
        game = own_game(event_id=event_id, by=by, number=number, table=table)
        today = GameMessage.objects.filter(
            event=game.event,
            player=game.player,
            elsewhere=False,
            at__gt=now - timedelta(days=1),
            round=number,
            table=table,
        )
        if today.count() >= MOST_A_DAY:
            enough = message(
                "You can send an opponent at most {most} messages a day.", most=MOST_A_DAY
            )
            raise refusal_error("too-many-messages", enough, place="text")
        others = player_emails(game.event, game.others)
        to = subscribers(EmailKind.GAMES, list(others.values()))
        GameMessage.objects.create(
            event=game.event,
            round=number,
            table=table,
            player=game.player,
            text=words,
            mailed=bool(to),
            at=now,
        )
        emails.send_email(
            kind=EmailKind.GAMES,
            to=to,
            subject=message("{name} wrote to you", name=game.state.name(game.player)),
            body=lines(
                message(
                    "{event}, round {round}, table {table}:",
                    event=game.event.name,
                    round=number,
                    table=table,
                ),
                words,
                message("Reply on the page of your game, not to this e-mail."),
                page_url("phone-arrange", event=event_id),
            ),
        )


def record_contact_elsewhere(
    *, by: Actor, now: datetime, event_id: str, number: int, table: int, text: str
) -> None:
    """Say that one wrote elsewhere; it is kept as said, apart from what PADD saw."""
    words = _words(text)
    with transaction.atomic():
        game = own_game(event_id=event_id, by=by, number=number, table=table)
        said = GameMessage.objects.filter(
            event=game.event, player=game.player, elsewhere=True, round=number
        )
        if said.count() >= MOST_A_DAY:
            enough = message(
                "You have already sent the director {most} notes about this round.", most=MOST_A_DAY
            )
            raise refusal_error("too-many-messages", enough, place="text")
        GameMessage.objects.create(
            event=game.event,
            round=number,
            table=table,
            player=game.player,
            text=words,
            elsewhere=True,
            at=now,
        )


def game_messages(game: OwnGame) -> tuple[GameMessage, ...]:
    """Return what the players of a game wrote to each other here."""
    rows = GameMessage.objects.filter(
        event=game.event, round=game.round.number, table=game.table.number, elsewhere=False
    )
    return tuple(rows)


def _words(text: str) -> str:
    words = normalize_line(text)
    if refusal := text_refusal(words, place="text", most=LONGEST, needed=True):
        raise RefusalError(refusal)
    return words
