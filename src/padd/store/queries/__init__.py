"""Queries for pages: plain values, in a fixed number of queries."""

from padd.store.queries.calendar import EventRow, Filter, Page, calendar, feed, month, nearest
from padd.store.queries.cards import CardFileFacts, card_files
from padd.store.queries.complaints import ComplaintRow, complaint_area, complaints_at, complaints_of
from padd.store.queries.events import (
    DirectorName,
    EventFacts,
    RegisteredPlayer,
    event_facts,
    event_row,
    facts_of_row,
)
from padd.store.queries.history import (
    AuditRow,
    EventChangeRow,
    Invite,
    changes_of,
    history_of,
    invites_of,
)
from padd.store.queries.inbox import InboxComment, InboxItem, inbox, question, questions_of
from padd.store.queries.people import (
    HeldOffice,
    Merged,
    OwnRegistration,
    PersonFacts,
    events_of,
    merges,
    offices,
    person_facts,
    registrations_of,
)
from padd.store.queries.venues import RegionName, VenueFacts, regions, venue_facts, venues

__all__ = [
    "AuditRow",
    "CardFileFacts",
    "ComplaintRow",
    "DirectorName",
    "EventChangeRow",
    "EventFacts",
    "EventRow",
    "Filter",
    "HeldOffice",
    "InboxComment",
    "InboxItem",
    "Invite",
    "Merged",
    "OwnRegistration",
    "Page",
    "PersonFacts",
    "RegionName",
    "RegisteredPlayer",
    "VenueFacts",
    "calendar",
    "card_files",
    "changes_of",
    "complaint_area",
    "complaints_at",
    "complaints_of",
    "event_facts",
    "event_row",
    "events_of",
    "facts_of_row",
    "feed",
    "history_of",
    "inbox",
    "invites_of",
    "merges",
    "month",
    "nearest",
    "offices",
    "person_facts",
    "question",
    "questions_of",
    "regions",
    "registrations_of",
    "venue_facts",
    "venues",
]
