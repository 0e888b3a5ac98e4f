"""The tables, split by subject."""

from padd.store.models.accounts import Account, AccountManager, Grant, Office
from padd.store.models.api import (
    ApiAnswer,
    ApiToken,
    Delivery,
    Webhook,
    WebhookCursor,
)
from padd.store.models.approvals import (
    HIDES_AN_EVENT,
    Approval,
    ApprovalComment,
    ApprovalKind,
    ApprovalState,
)
from padd.store.models.entries import Entry, EntryState
from padd.store.models.events import (
    ChangeNote,
    Directorship,
    Event,
    EventKind,
    EventState,
    RoundsGround,
)
from padd.store.models.log import AuditEntry, EventAction
from padd.store.models.people import Area, Counter, Erasure, Merge, Person, Region
from padd.store.models.phones import (
    PassRequest,
    PhoneRules,
    PlayerPass,
    WrongPin,
)
from padd.store.models.results import FinishedEvent, Placing
from padd.store.models.room import Room, Shown
from padd.store.models.staff import LoginLink, StaffInvite, StaffRole
from padd.store.models.venues import Venue, VenueState

__all__ = [
    "HIDES_AN_EVENT",
    "Account",
    "AccountManager",
    "ApiAnswer",
    "ApiToken",
    "Approval",
    "ApprovalComment",
    "ApprovalKind",
    "ApprovalState",
    "Area",
    "AuditEntry",
    "ChangeNote",
    "Counter",
    "Delivery",
    "Directorship",
    "Entry",
    "EntryState",
    "Erasure",
    "Event",
    "EventAction",
    "EventKind",
    "EventState",
    "FinishedEvent",
    "Grant",
    "LoginLink",
    "Merge",
    "Office",
    "PassRequest",
    "Person",
    "PhoneRules",
    "Placing",
    "PlayerPass",
    "Region",
    "Room",
    "RoundsGround",
    "Shown",
    "StaffInvite",
    "StaffRole",
    "Venue",
    "VenueState",
    "Webhook",
    "WebhookCursor",
    "WrongPin",
]
