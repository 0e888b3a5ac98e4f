"""The tables, one module for each area."""

from padd.store.models.accounts import Account, AccountManager, Grant, Office
from padd.store.models.api import ApiAnswer, ApiToken, Delivery, Webhook, WebhookCursor
from padd.store.models.approvals import (
    HIDES_AN_EVENT,
    Approval,
    ApprovalComment,
    ApprovalKind,
    ApprovalState,
)
from padd.store.models.cards import CardCorrection, CardDataFile, CardDataState
from padd.store.models.cases import Case, CaseAction, CaseFile, Suspension
from padd.store.models.championships import (
    Application,
    ApplicationState,
    ChairChallenge,
    Championship,
    Right,
    RightEntry,
    SeasonPlan,
    StageEvent,
)
from padd.store.models.complaints import Complaint, ComplaintState
from padd.store.models.decks import RegisteredDeck
from padd.store.models.events import (
    ChangeNote,
    Directorship,
    Event,
    EventKind,
    EventState,
    RoundsGround,
)
from padd.store.models.finished_events import FinishedEvent, Placing
from padd.store.models.interim_rulings import InterimRuling
from padd.store.models.leagues import (
    Bonus,
    ChampionsEvent,
    League,
    LeagueEvent,
    LeagueState,
    MissionCompleted,
    PointsWon,
    Season,
)
from padd.store.models.limited import (
    DealtPack,
    DraftGroup,
    DraftPick,
    DraftStep,
    LimitedProduct,
    PlayerPool,
)
from padd.store.models.log import AuditEntry, AuditSeal, EventAction
from padd.store.models.mail import QueuedEmail
from padd.store.models.online import (
    GameMessage,
    GameProposal,
    OnlinePlayer,
    ProposalState,
    ReminderOutcome,
    SentReminder,
)
from padd.store.models.people import Area, Counter, Erasure, Merge, Person, Region
from padd.store.models.player_passes import (
    PassRequest,
    PhoneRules,
    PlayerPass,
    WrongPin,
)
from padd.store.models.ratings import (
    FOREVER,
    EventRecord,
    Played,
    RatedEvent,
    Rating,
    RatingRun,
    RatingSeries,
    RatingsNow,
)
from padd.store.models.registrations import Registration, RegistrationState
from padd.store.models.reports import (
    Contest,
    PlayerMatch,
    RatingCorrection,
    Report,
    ReportSource,
    ReportState,
)
from padd.store.models.room import Room, Shown
from padd.store.models.staff import LoginLink, StaffInvite, StaffRole
from padd.store.models.venues import Venue, VenueState

__all__ = [
    "FOREVER",
    "HIDES_AN_EVENT",
    "Account",
    "AccountManager",
    "ApiAnswer",
    "ApiToken",
    "Application",
    "ApplicationState",
    "Approval",
    "ApprovalComment",
    "ApprovalKind",
    "ApprovalState",
    "Area",
    "AuditEntry",
    "AuditSeal",
    "Bonus",
    "CardCorrection",
    "CardDataFile",
    "CardDataState",
    "Case",
    "CaseAction",
    "CaseFile",
    "ChairChallenge",
    "ChampionsEvent",
    "Championship",
    "ChangeNote",
    "Complaint",
    "ComplaintState",
    "Contest",
    "Counter",
    "DealtPack",
    "Delivery",
    "Directorship",
    "DraftGroup",
    "DraftPick",
    "DraftStep",
    "Erasure",
    "Event",
    "EventAction",
    "EventKind",
    "EventRecord",
    "EventState",
    "FinishedEvent",
    "GameMessage",
    "GameProposal",
    "Grant",
    "InterimRuling",
    "League",
    "LeagueEvent",
    "LeagueState",
    "LimitedProduct",
    "LoginLink",
    "Merge",
    "MissionCompleted",
    "Office",
    "OnlinePlayer",
    "PassRequest",
    "Person",
    "PhoneRules",
    "Placing",
    "Played",
    "PlayerMatch",
    "PlayerPass",
    "PlayerPool",
    "PointsWon",
    "ProposalState",
    "QueuedEmail",
    "RatedEvent",
    "Rating",
    "RatingCorrection",
    "RatingRun",
    "RatingSeries",
    "RatingsNow",
    "Region",
    "RegisteredDeck",
    "Registration",
    "RegistrationState",
    "ReminderOutcome",
    "Report",
    "ReportSource",
    "ReportState",
    "Right",
    "RightEntry",
    "Room",
    "RoundsGround",
    "Season",
    "SeasonPlan",
    "SentReminder",
    "Shown",
    "StaffInvite",
    "StaffRole",
    "StageEvent",
    "Suspension",
    "Venue",
    "VenueState",
    "Webhook",
    "WebhookCursor",
    "WrongPin",
]
