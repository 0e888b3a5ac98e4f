"""The penalties in an event file: from its log, or else from its matches."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.eventlog.file_log import log_in
from padd.core.messages import message
from padd.core.model import Event, Penalty
from padd.core.refusal import Refusal, RefusalError, refuse
from padd.rulebooks.schema import Rulebook


def infractions_of(person: str, event: Event, book: Rulebook) -> tuple[str, ...]:
    """Return the codes for which a person was penalized in an event, in order.

    The log also has the warnings that are on no scorecard (AMB-78). A person is
    named by id, or by handle where several events are read.
    """
    ids = {p.id for p in event.players if person in (p.id, p.handle)}
    if not ids:
        refuse(
            "player-unknown",
            message("{event} has no player {player}.", event=event.name, player=person),
            "--player",
        )
    return tuple(
        penalty.infraction
        for penalty in _penalties(event, book)
        if penalty.player in ids and penalty.infraction is not None
    )


def _penalties(event: Event, book: Rulebook) -> Iterator[Penalty]:
    if event.log is None:
        for round_ in event.every_round:
            for match in round_.matches:
                yield from match.penalties
            for pod in round_.pods:
                yield from pod.penalties
        return
    log = log_in(event, book)
    if isinstance(log, Refusal):
        raise RefusalError(log)
    for sentence in log.state.penalties:
        yield Penalty(player=sentence.player, level=sentence.level, infraction=sentence.infraction)
