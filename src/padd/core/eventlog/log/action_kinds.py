"""Every kind of action, by its permanent dotted name in logs."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from padd.core.eventlog.actions.action import Action, kind_of
from padd.core.eventlog.actions.clock import (
    ClockEnded,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClockWarned,
    DeadlineExtended,
    ExtraTimeGiven,
    GameStarted,
)
from padd.core.eventlog.actions.decks import (
    DeckChecked,
    DeckChecksDrawn,
    DeckCorrected,
    DeckPassed,
    DeckRegistered,
    DeckReopened,
    DecksLocked,
)
from padd.core.eventlog.actions.director_results import (
    ResponsibilityDecided,
    ResultCorrected,
    ResultDecided,
    ResultDelayed,
    ResultEntered,
)
from padd.core.eventlog.actions.drops import Dropped, Readmitted, Reinstated
from padd.core.eventlog.actions.finish import (
    EventFinished,
    EventReopened,
    EventReported,
    FinalDecided,
    FinalSet,
    NoteAdded,
    PrizeGiven,
    TieTossed,
)
from padd.core.eventlog.actions.limited import (
    BuildingEnded,
    BuildingStarted,
    LimitedDealt,
    LimitedPlanned,
    PackClosed,
    PickClockSet,
    PoolGiven,
    WordAdded,
)
from padd.core.eventlog.actions.online import (
    AppointmentSet,
    GamePaused,
    GameRestarted,
    GameResumed,
    OnlinePlayAnnounced,
    PlayerWaiting,
    PlayRecordKept,
    ReplayRefused,
)
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import (
    ArrivedLate,
    CheckedIn,
    CheckInWithdrawn,
    EarnedByeDeclared,
    EarnedByeForfeited,
    PlayerAmended,
    PlayerEntered,
    TableFixed,
)
from padd.core.eventlog.actions.pod_scores import (
    PodConfirmed,
    PodCorrected,
    PodKeeperNamed,
    PodScored,
)
from padd.core.eventlog.actions.publication import RoundPublished, RoundUnpublished
from padd.core.eventlog.actions.result_claims import (
    ResultCameLate,
    ResultConfirmed,
    ResultDisputed,
    ResultReported,
)
from padd.core.eventlog.actions.rounds import (
    RoundChanged,
    RoundClosed,
    RoundDrafted,
    RoundRedrawn,
    RoundRepeated,
)
from padd.core.eventlog.actions.scenarios.lots import DeckReturned, LotsRedrawn, RuleRejected
from padd.core.eventlog.actions.scenarios.notes import (
    AgeConfirmed,
    AwardGiven,
    CardNoted,
    ItemsBrought,
    ItemsSpent,
    JuniorsConfirmed,
    LinesListed,
    MissionsNoted,
    TroubleTurned,
)
from padd.core.eventlog.actions.scenarios.orbit import PointsNoted, SeatsMoved, TotalsNoted
from padd.core.eventlog.actions.scenarios.seeding import (
    CardOpened,
    CardsPlaced,
    DilemmaRemoved,
    FirstPlayerNoted,
    StepDone,
)
from padd.core.eventlog.actions.settings import EventAmended, RoundsChanged
from padd.core.eventlog.actions.setup import (
    DirectorPlayApproved,
    EventOpened,
    FilmingAgreed,
    FilmingAllowed,
    StaffNoted,
)
from padd.core.eventlog.actions.stages import (
    BracketPosted,
    CutStarted,
    FinalsPlanned,
    HeatsPlanned,
    HeatsSeeded,
)
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.messages import message

__all__ = [
    "ACTIONS",
    "KINDS",
    "ActionRedone",
    "ActionUndone",
    "AgeConfirmed",
    "AppointmentSet",
    "ArrivedLate",
    "AwardGiven",
    "BracketPosted",
    "BuildingEnded",
    "BuildingStarted",
    "CardNoted",
    "CardOpened",
    "CardsPlaced",
    "CheckInWithdrawn",
    "CheckedIn",
    "ClockEnded",
    "ClockExtended",
    "ClockPaused",
    "ClockResumed",
    "ClockStarted",
    "ClockWarned",
    "CutStarted",
    "DeadlineExtended",
    "DeckChecked",
    "DeckChecksDrawn",
    "DeckCorrected",
    "DeckPassed",
    "DeckRegistered",
    "DeckReopened",
    "DeckReturned",
    "DecksLocked",
    "DilemmaRemoved",
    "DirectorPlayApproved",
    "Dropped",
    "EarnedByeDeclared",
    "EarnedByeForfeited",
    "EventAmended",
    "EventFinished",
    "EventOpened",
    "EventReopened",
    "EventReported",
    "ExtraTimeGiven",
    "FilmingAgreed",
    "FilmingAllowed",
    "FinalDecided",
    "FinalSet",
    "FinalsPlanned",
    "FirstPlayerNoted",
    "GamePaused",
    "GameRestarted",
    "GameResumed",
    "GameStarted",
    "HeatsPlanned",
    "HeatsSeeded",
    "ItemsBrought",
    "ItemsSpent",
    "JuniorsConfirmed",
    "LimitedDealt",
    "LimitedPlanned",
    "LinesListed",
    "LotsRedrawn",
    "MissionsNoted",
    "NoteAdded",
    "OnlinePlayAnnounced",
    "PackClosed",
    "PenaltyGiven",
    "PickClockSet",
    "PlayRecordKept",
    "PlayerAmended",
    "PlayerEntered",
    "PlayerWaiting",
    "PodConfirmed",
    "PodCorrected",
    "PodKeeperNamed",
    "PodScored",
    "PointsNoted",
    "PoolGiven",
    "PrizeGiven",
    "Readmitted",
    "Reinstated",
    "ReplayRefused",
    "ResponsibilityDecided",
    "ResultCameLate",
    "ResultConfirmed",
    "ResultCorrected",
    "ResultDecided",
    "ResultDelayed",
    "ResultDisputed",
    "ResultEntered",
    "ResultReported",
    "RoundChanged",
    "RoundClosed",
    "RoundDrafted",
    "RoundPublished",
    "RoundRedrawn",
    "RoundRepeated",
    "RoundUnpublished",
    "RoundsChanged",
    "RuleRejected",
    "SeatsMoved",
    "StaffNoted",
    "StepDone",
    "TableFixed",
    "TieTossed",
    "TotalsNoted",
    "TroubleTurned",
    "UnknownActionError",
    "WordAdded",
    "action_from",
    "payload_of",
]

ACTIONS: Final[tuple[type[Action], ...]] = (
    EventOpened,
    EventAmended,
    StaffNoted,
    DirectorPlayApproved,
    FilmingAllowed,
    FilmingAgreed,
    RoundsChanged,
    BracketPosted,
    HeatsPlanned,
    HeatsSeeded,
    PlayerEntered,
    PlayerAmended,
    CheckedIn,
    CheckInWithdrawn,
    ArrivedLate,
    EarnedByeDeclared,
    EarnedByeForfeited,
    TableFixed,
    Dropped,
    Reinstated,
    Readmitted,
    RoundDrafted,
    RoundRedrawn,
    RoundRepeated,
    RoundChanged,
    LotsRedrawn,
    RuleRejected,
    DeckReturned,
    LinesListed,
    SeatsMoved,
    TotalsNoted,
    PointsNoted,
    AwardGiven,
    ItemsBrought,
    ItemsSpent,
    CardNoted,
    AgeConfirmed,
    JuniorsConfirmed,
    TroubleTurned,
    MissionsNoted,
    FirstPlayerNoted,
    CardsPlaced,
    StepDone,
    CardOpened,
    DilemmaRemoved,
    RoundPublished,
    RoundUnpublished,
    RoundClosed,
    ClockStarted,
    ClockPaused,
    ClockResumed,
    ClockWarned,
    ClockEnded,
    ClockExtended,
    ExtraTimeGiven,
    GameStarted,
    AppointmentSet,
    GamePaused,
    GameRestarted,
    GameResumed,
    PlayerWaiting,
    ReplayRefused,
    OnlinePlayAnnounced,
    PlayRecordKept,
    DeckChecked,
    DeckChecksDrawn,
    DeckCorrected,
    DeckPassed,
    DeckRegistered,
    DeckReopened,
    DecksLocked,
    DeadlineExtended,
    ResultReported,
    ResultConfirmed,
    ResultDisputed,
    ResultCameLate,
    ResultEntered,
    ResultDecided,
    ResultCorrected,
    ResultDelayed,
    ResponsibilityDecided,
    PodScored,
    PodConfirmed,
    PodCorrected,
    PodKeeperNamed,
    PenaltyGiven,
    PrizeGiven,
    LimitedPlanned,
    WordAdded,
    LimitedDealt,
    PackClosed,
    PickClockSet,
    PoolGiven,
    BuildingStarted,
    BuildingEnded,
    TieTossed,
    CutStarted,
    FinalsPlanned,
    FinalSet,
    FinalDecided,
    EventFinished,
    EventReopened,
    EventReported,
    ActionUndone,
    ActionRedone,
    NoteAdded,
)
"""Never rename a kind and never reuse one."""

KINDS: Final[dict[str, type[Action]]] = {kind_of(action): action for action in ACTIONS}


LATER_KEYS: Final = ("championship", "league", "theme", "stages")
"""Keys of an event that are only written where they say something."""


class UnknownActionError(ValueError):
    """The log names a kind of action, or data for it, that this program lacks."""


def payload_of(action: Action) -> dict[str, Any]:
    """Return the data of an action as JSON keeps it, without its kind."""
    # By way of JSON, so that it equals what a database or a file gives back.
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(action))
    del data["kind"]
    if isinstance(action, EventOpened):
        # Logs from before these keys were chained without them.
        for key in LATER_KEYS:
            if data["event"][key] is None:
                del data["event"][key]
    return data


def action_from(kind: str, payload: Any) -> Action:  # noqa: ANN401 -- any JSON value
    """Return the action that a line of the log holds."""
    known = KINDS.get(kind)
    if known is None:
        reason = message("There is no action {kind}.", kind=kind)
        raise UnknownActionError(reason)
    try:
        return msgspec.convert(payload, known, str_keys=True)
    except msgspec.ValidationError as error:
        reason = message("{kind}: {error}.", kind=kind, error=str(error))
        raise UnknownActionError(reason) from None
