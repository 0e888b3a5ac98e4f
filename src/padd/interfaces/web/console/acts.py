"""From a form of the console to the act that it asks for."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from padd.core.model import PlayerId
from padd.core.running.acting import Role
from padd.core.running.actions import (
    ActionRedone,
    ActionUndone,
    ArrivedLate,
    CheckedIn,
    CheckInWithdrawn,
    ClockEnded,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClockWarned,
    DeadlineExtended,
    DirectorPlayApproved,
    Dropped,
    EarnedByeDeclared,
    EarnedByeForfeited,
    EventAmended,
    EventFinished,
    EventReopened,
    EventReported,
    ExtraTimeGiven,
    FinalDecided,
    FinalSet,
    NoteAdded,
    PenaltyGiven,
    PlayerAmended,
    PodConfirmed,
    PodCorrected,
    PodScored,
    Readmitted,
    Reinstated,
    ResponsibilityDecided,
    ResultConfirmed,
    ResultCorrected,
    ResultDecided,
    ResultDelayed,
    ResultEntered,
    RoundChanged,
    RoundClosed,
    RoundPublished,
    RoundsChanged,
    RoundUnpublished,
    StaffNoted,
    TableFixed,
    TieTossed,
)
from padd.core.running.changing import Seating
from padd.core.running.judging import located
from padd.core.running.opening import Ground
from padd.core.running.refused import Refused, refused
from padd.core.running.table import outcome_of
from padd.core.standings import toss_order
from padd.interfaces.web.console.resultform import number, small, typed_outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.http import QueryDict

    from padd.core.running.acting import Act
    from padd.core.running.table import Table
    from padd.interfaces.web.console.desk import Desk

    Making = Callable[[QueryDict, Desk], Act | Refused]

BYE: Final = "bye"
MOST_ROUNDS: Final = 50


class MissingError(ValueError):
    """A form lacks something, or has something that cannot be read."""


def act_of(kind: str, typed: QueryDict, desk: Desk) -> Act | Refused:
    """Return the act that a form asks for, or what is wrong with the form."""
    making = ACTS.get(kind)
    if making is None:
        return refused("no-such-act", f"The console has no act “{kind}”.")
    try:
        return making(typed, desk)
    except MissingError as wrong:
        return refused("form-incomplete", str(wrong))


def whole(typed: QueryDict, name: str, what: str) -> int:
    """Return a whole number of a form."""
    text = typed.get(name, "").strip()
    if not text:
        raise MissingError(f"{what} is missing.")
    try:
        return number(text)
    except ValueError as wrong:
        raise MissingError(f"{what}: “{wrong}” is not a whole number.") from None


def _maybe(typed: QueryDict, name: str, what: str) -> int | None:
    return whole(typed, name, what) if typed.get(name, "").strip() else None


def _round(typed: QueryDict) -> int:
    return whole(typed, "round", "The round")


def _table_number(typed: QueryDict) -> int:
    return whole(typed, "table", "The table")


def _player(typed: QueryDict, name: str = "player") -> PlayerId:
    found = typed.get(name, "").strip()
    if not found:
        raise MissingError("Say which player.")
    return PlayerId(found)


def _players(typed: QueryDict, name: str = "player") -> tuple[PlayerId, ...]:
    return tuple(PlayerId(one) for one in typed.getlist(name) if one)


def _text(typed: QueryDict, name: str) -> str:
    return typed.get(name, "").strip()


def moment_of(text: str, desk: Desk) -> str | None:
    """Return a moment typed as the clock of the venue shows it."""
    if not text:
        return None
    try:
        local = datetime.fromisoformat(text)
    except ValueError:
        raise MissingError(f"“{text}” is not a date and time.") from None
    return local.replace(tzinfo=ZoneInfo(desk.row.time_zone)).isoformat()


def _at(typed: QueryDict, desk: Desk) -> Table:
    found = located(desk.state, _round(typed), _table_number(typed))
    if isinstance(found, Refused):
        raise MissingError(found.message)
    return found[1]


def _result(
    kind: type[ResultEntered | ResultDecided],
) -> Making:
    def make(typed: QueryDict, desk: Desk) -> Act | Refused:
        outcome = typed_outcome(typed, _at(typed, desk))
        if isinstance(outcome, Refused):
            return outcome
        return kind(number=_round(typed), table=_table_number(typed), outcome=outcome)

    return make


def _corrected(typed: QueryDict, desk: Desk) -> Act | Refused:
    table = _at(typed, desk)
    outcome = typed_outcome(typed, table)
    if isinstance(outcome, Refused) or table.match is None:
        return outcome if isinstance(outcome, Refused) else refused("a-pod", "A pod.")
    seen = None
    if typed.get("saved", "") == str(len(table.saved)):
        seen = outcome_of(table.match)
    elif typed.get("saved"):
        return refused(
            "changed-meanwhile",
            f"Somebody else saved table {table.number} a moment before you.",
            way_out="Look at the result that counts now.",
        )
    return ResultCorrected(
        number=_round(typed),
        table=table.number,
        outcome=outcome,
        instead_of=seen,
    )


def _confirmed(typed: QueryDict, desk: Desk) -> Act:
    table = _at(typed, desk)
    claim = table.claims[-1] if table.claims else None
    if claim is None or claim.match is None:
        raise MissingError(f"Nothing is reported from table {table.number}.")
    return ResultConfirmed(
        number=_round(typed), table=table.number, outcome=outcome_of(claim.match)
    )


def _pod(kind: type[PodScored | PodCorrected]) -> Making:
    def make(typed: QueryDict, desk: Desk) -> Act:
        table = _at(typed, desk)
        scores = {
            player: whole(typed, f"score-{player}", f"The score of {desk.name(player)}")
            for player in table.players
            if typed.get(f"score-{player}", "").strip()
            or not typed.get(f"conceded-{player}")
        }
        ticked = {
            name: tuple(p for p in table.players if typed.get(f"{name}-{p}"))
            for name in ("went-out", "conceded")
        }
        return kind(
            number=_round(typed),
            table=table.number,
            scores=scores,
            went_out=ticked["went-out"],
            conceded=ticked["conceded"],
        )

    return make


def _pod_confirmed(typed: QueryDict, desk: Desk) -> Act:
    table = _at(typed, desk)
    claim = table.claims[-1] if table.claims else None
    if claim is None or claim.pod is None or claim.pod.scores is None:
        raise MissingError(f"Nothing is reported from table {table.number}.")
    return PodConfirmed(
        number=_round(typed), table=table.number, scores=claim.pod.scores
    )


def _changed(typed: QueryDict, desk: Desk) -> Act:
    """Read who sits where: one field for each player, with a table or a bye."""
    round_ = desk.current
    if round_ is None:
        raise MissingError("No round is drawn.")
    seats: dict[int, list[PlayerId]] = {}
    byes = []
    for player in (*round_.seats, *round_.byes):
        said = typed.get(f"seat-{player}", "").strip()
        if said == BYE:
            byes.append(player)
        else:
            place = whole(typed, f"seat-{player}", f"The table of {desk.name(player)}")
            seats.setdefault(place, []).append(player)
    return RoundChanged(
        number=round_.number,
        tables=tuple(
            Seating(table=table, players=tuple(players))
            for table, players in sorted(seats.items())
        ),
        byes=tuple(byes),
        even_begun=typed.get("sure") == "yes",
    )


def _late(typed: QueryDict, desk: Desk) -> Act:
    from padd.interfaces.web.console.entering import new_player

    into, _, against = typed.get("into", "").partition(":")
    first = small(into)
    if first is None:
        raise MissingError("Say from which round on.")
    known = typed.get("player", "")
    if known in desk.state.entrants:
        entrant = desk.state.entrants[PlayerId(known)]
        who, name, handle = entrant.id, entrant.name, entrant.handle
    else:
        name = _text(typed, "name")
        if not name:
            raise MissingError("The name of the late player is missing.")
        handle = _text(typed, "handle")
        who = new_player(name, desk.state.entrants)
    return ArrivedLate(
        player=who,
        name=name,
        handle=handle,
        into_round=first,
        against=PlayerId(against) if against else None,
    )


def _penalty(typed: QueryDict, desk: Desk) -> Act:
    del desk
    return PenaltyGiven(
        player=_player(typed),
        level=whole(typed, "level", "The level"),
        infraction=_text(typed, "infraction") or None,
        intent=bool(typed.get("intent")),
        before_start=bool(typed.get("before-start")),
        what=_text(typed, "what"),
    )


def _tossed(typed: QueryDict, desk: Desk) -> Act:
    """Take the order that was tossed by hand, or draw it by chance."""
    players = _players(typed)
    if typed.get("by") == "chance":
        seed = int(desk.now.timestamp() * 1_000_000)
        return TieTossed(order=tuple(toss_order(players, seed)), seed=seed)
    places = {
        player: whole(typed, f"place-{player}", f"The place of {desk.name(player)}")
        for player in players
    }
    if len(set(places.values())) < len(places):
        raise MissingError("Two of them have the same place.")
    return TieTossed(order=tuple(sorted(players, key=places.__getitem__)))


def _rounds_changed(typed: QueryDict, desk: Desk) -> Act:
    everybody = bool(typed.get("all-agree"))
    here = tuple(desk.state.entrants) if everybody else ()
    rounds = whole(typed, "rounds", "The number of rounds")
    if rounds > MOST_ROUNDS:
        raise MissingError(f"At most {MOST_ROUNDS} rounds are run here.")
    return RoundsChanged(
        rounds=rounds,
        ground=Ground.ALL_AGREE if everybody else Ground.EMERGENCY,
        agreed=here,
    )


def _amended(typed: QueryDict, desk: Desk) -> Act:
    return EventAmended(
        name=_text(typed, "name") or None,
        starts=moment_of(_text(typed, "starts"), desk),
        minutes=_maybe(typed, "minutes", "The minutes"),
    )


def _player_amended(typed: QueryDict, desk: Desk) -> Act:
    del desk
    return PlayerAmended(
        player=_player(typed),
        name=_text(typed, "name") or None,
        handle=typed.get("handle"),
        seed=_maybe(typed, "seed", "The seed"),
        head_start=_maybe(typed, "head-start", "The head start"),
    )


def _delayed(typed: QueryDict, desk: Desk) -> Act:
    until = moment_of(_text(typed, "until"), desk)
    return ResultDelayed(
        number=_round(typed), table=_table_number(typed), deadline=until
    )


def _extended(typed: QueryDict, desk: Desk) -> Act:
    until = moment_of(_text(typed, "until"), desk)
    if until is None:
        raise MissingError("Say until when.")
    return DeadlineExtended(
        number=_round(typed), until=until, table=_maybe(typed, "table", "The table")
    )


def _staff(typed: QueryDict, desk: Desk) -> Act:
    del desk
    try:
        role = Role(typed.get("role", ""))
    except ValueError:
        raise MissingError("Say in which part.") from None
    person = _text(typed, "person")
    if not person:
        raise MissingError("Say who it is.")
    player = _text(typed, "player")
    return StaffNoted(
        role=role, person=person, player=PlayerId(player) if player else None
    )


def _byes(kind: type[EarnedByeDeclared | EarnedByeForfeited]) -> Making:
    def make(typed: QueryDict, desk: Desk) -> Act:
        del desk
        return kind(player=_player(typed), rounds=(_round(typed),))

    return make


def _finals(typed: QueryDict, desk: Desk) -> Act:
    del desk
    return FinalSet(players=(_player(typed, "one"), _player(typed, "other")))


def _sequences(typed: QueryDict) -> tuple[int, ...]:
    said = [small(one.strip()) for one in typed.get("sequences", "").split(",")]
    if None in said:
        raise MissingError("Say which entries of the log.")
    return tuple(one for one in said if one is not None)


ACTS: Final[Mapping[str, Making]] = {
    "event.amended": _amended,
    "event.rounds-changed": _rounds_changed,
    "event.finished": lambda _typed, _desk: EventFinished(),
    "event.reopened": lambda _typed, _desk: EventReopened(),
    "event.reported": lambda _typed, _desk: EventReported(),
    "staff.noted": _staff,
    "director.play-approved": lambda typed, _desk: DirectorPlayApproved(
        approved_by=_players(typed)
    ),
    "player.amended": _player_amended,
    "player.checked-in": lambda typed, _desk: CheckedIn(players=_players(typed)),
    "player.check-in-withdrawn": lambda typed, _desk: CheckInWithdrawn(
        players=_players(typed)
    ),
    "player.arrived-late": _late,
    "player.earned-bye-declared": _byes(EarnedByeDeclared),
    "player.earned-bye-forfeited": _byes(EarnedByeForfeited),
    "player.table-fixed": lambda typed, _desk: TableFixed(
        player=_player(typed), table=_maybe(typed, "table", "The table")
    ),
    "player.dropped": lambda typed, _desk: Dropped(
        player=_player(typed), at_once=bool(typed.get("at-once"))
    ),
    "player.reinstated": lambda typed, _desk: Reinstated(player=_player(typed)),
    "player.readmitted": lambda typed, _desk: Readmitted(player=_player(typed)),
    "round.changed": _changed,
    "round.published": lambda typed, desk: RoundPublished(
        number=_round(typed), deadline=moment_of(_text(typed, "until"), desk)
    ),
    "round.unpublished": lambda typed, _desk: RoundUnpublished(
        number=_round(typed), even_begun=typed.get("sure") == "yes"
    ),
    "round.closed": lambda typed, _desk: RoundClosed(number=_round(typed)),
    "round.deadline-extended": _extended,
    "clock.started": lambda typed, _desk: ClockStarted(
        number=_round(typed), minutes=_maybe(typed, "minutes", "The minutes")
    ),
    "clock.paused": lambda typed, _desk: ClockPaused(number=_round(typed)),
    "clock.resumed": lambda typed, _desk: ClockResumed(number=_round(typed)),
    "clock.warned": lambda typed, _desk: ClockWarned(
        number=_round(typed), minutes_left=_maybe(typed, "minutes", "The minutes")
    ),
    "clock.ended": lambda typed, _desk: ClockEnded(number=_round(typed)),
    "table.extra-time": lambda typed, _desk: ExtraTimeGiven(
        number=_round(typed),
        table=_table_number(typed),
        minutes=whole(typed, "minutes", "The minutes"),
    ),
    "result.entered": _result(ResultEntered),
    "result.decided": _result(ResultDecided),
    "result.corrected": _corrected,
    "result.confirmed": _confirmed,
    "result.delayed": _delayed,
    "result.responsibility-decided": lambda typed, _desk: ResponsibilityDecided(
        number=_round(typed), table=_table_number(typed), responsible=_players(typed)
    ),
    "pod.scored": _pod(PodScored),
    "pod.corrected": _pod(PodCorrected),
    "pod.confirmed": _pod_confirmed,
    "penalty.given": _penalty,
    "tie.tossed": _tossed,
    "final.set": _finals,
    "final.decided": lambda typed, _desk: FinalDecided(winner=_player(typed)),
    "note.added": lambda typed, _desk: NoteAdded(text=_text(typed, "text")),
    "action.undone": lambda typed, _desk: ActionUndone(sequences=_sequences(typed)),
    "action.redone": lambda typed, _desk: ActionRedone(sequences=_sequences(typed)),
}
"""Every act that a form of the console can ask for, by its name in the log."""
