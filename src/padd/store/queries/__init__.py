"""What pages read: plain values, in a number of queries that does not grow."""

from padd.store.queries.calendar import (
    EventLine,
    Filter,
    Page,
    calendar,
    feed,
    month,
    nearest,
)
from padd.store.queries.complaints import (
    Raised,
    concern_area,
    concerns_at,
    concerns_of,
)
from padd.store.queries.events import DirectorName, EventFacts, Seat, event_facts
from padd.store.queries.history import (
    Changed,
    Done,
    Invite,
    changes_of,
    history_of,
    invites_of,
)
from padd.store.queries.inbox import (
    Question,
    Word,
    desk,
    question,
    questions_of,
)
from padd.store.queries.people import (
    Held,
    Merged,
    OwnEntry,
    PersonFacts,
    entries_of,
    events_of,
    merges,
    offices,
    person_facts,
)
from padd.store.queries.venues import (
    RegionName,
    VenueFacts,
    regions,
    venue_facts,
    venues,
)

__all__ = [
    "Changed",
    "DirectorName",
    "Done",
    "EventFacts",
    "EventLine",
    "Filter",
    "Held",
    "Invite",
    "Merged",
    "OwnEntry",
    "Page",
    "PersonFacts",
    "Question",
    "Raised",
    "RegionName",
    "Seat",
    "VenueFacts",
    "Word",
    "calendar",
    "changes_of",
    "concern_area",
    "concerns_at",
    "concerns_of",
    "desk",
    "entries_of",
    "event_facts",
    "events_of",
    "feed",
    "history_of",
    "invites_of",
    "merges",
    "month",
    "nearest",
    "offices",
    "person_facts",
    "question",
    "questions_of",
    "regions",
    "venue_facts",
    "venues",
]
