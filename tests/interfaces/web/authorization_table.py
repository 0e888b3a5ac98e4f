"""Who gets what: every address, every way to ask, everybody, every state.

An answer is one of: open (the page or its effect, a form refused for its content
counts too), `404` (the same as for an id that does not exist) and `403` (strangers
are asked to come in first). A row names the people to whom it is open; strangers
get the 403 of `door` rows, everybody else the 404.
"""

from __future__ import annotations

from dataclasses import dataclass, field

PEOPLE = (
    "visitor",
    "network",
    "closed",
    "member",
    "director",
    "second",
    "third",
    "other",
    "scorekeeper",
    "coordinator",
    "far",
    "head",
    "admin",
    "laptop",
)
STRANGERS = ("visitor", "network", "closed")
ALL = PEOPLE
KNOWN = tuple(one for one in PEOPLE if one not in STRANGERS)
MEMBERS = tuple(one for one in KNOWN if one != "scorekeeper")
WITH_A_PERSON = tuple(one for one in MEMBERS if one != "laptop")
AT_THE_LAPTOP = tuple(one for one in PEOPLE if one != "network")
DESK = ("coordinator", "head", "laptop")
EDITORS = ("director", "second", *DESK)
FIRST = ("director", *DESK)
RUNNERS = ("director", "second", "third", "scorekeeper", "laptop")
DIRECTING = ("director", "second", "third", "laptop")
REPORTERS = ("director", "second", "third", *DESK)
CONCERNED = ("member", "director", "coordinator", "head")
"""Whoever has a part in the case of the world; others who were there have none."""
NOBODY: tuple[str, ...] = ()
HIDDEN_FOR_DECKS = ("director", "second", "coordinator", "head")
HIDDEN = ("draft", "awaiting-approval")


@dataclass(frozen=True)
class Row:
    """One address and method."""

    name: str
    open: tuple[str, ...]
    method: str = "GET"
    of: str = ""
    """Which id of the world the address holds."""
    door: bool = True
    """Whether strangers are asked to come in before anything is looked up."""
    hidden: tuple[str, ...] | None = None
    """To whom it is open while the event is a draft or awaits approval."""
    data: dict[str, str] = field(default_factory=dict)
    status: int | None = None
    """The one answer that it always gives, where it is no page."""


def event(name, people, method="GET", **more):
    """Return a row of an address that holds an event."""
    return Row(name, people, method, of="event", **more)  # type: ignore[arg-type]


ROUTES = (
    Row("home", ALL, door=False),
    Row("calendar", ALL, door=False),
    Row("feed", ALL, door=False),
    Row("region-feed", ALL, of="region", door=False),
    Row("search", ALL, door=False),
    Row("quick", ("laptop",)),
    Row("quick", ("laptop",), "POST"),
    Row("bring", KNOWN, "POST"),
    Row("register", MEMBERS),
    Row("register", MEMBERS, "POST"),
    Row("advice", KNOWN, "POST"),
    event("listing", ALL, door=False, hidden=EDITORS),
    event("event-calendar", ALL, door=False, hidden=EDITORS),
    event("code", ALL, door=False, hidden=EDITORS),
    event("flyer", ALL, door=False, hidden=EDITORS),
    event("room-pairings", ALL, door=False, hidden=EDITORS),
    event("room-standings", ALL, door=False, hidden=EDITORS),
    event("room-info", ALL, door=False, hidden=EDITORS),
    event("room-notes", DIRECTING, "POST"),
    event("room-now", ALL, door=False, hidden=EDITORS),
    event("projector", RUNNERS, hidden=("director", "second", "laptop")),
    event("projector", RUNNERS, "POST", hidden=("director", "second", "laptop")),
    Row("wall", ALL, door=False),
    event("edit", EDITORS),
    event("edit", EDITORS, "POST"),
    event("publish", EDITORS, "POST"),
    event("cancel", FIRST, "POST"),
    event("discard", ("director", "laptop"), "POST"),
    event("enter", WITH_A_PERSON, "POST", hidden=NOBODY),
    event("guest", ALL, "POST", door=False, hidden=NOBODY),
    event("field", RUNNERS, hidden=("director", "second", "laptop")),
    event("field", RUNNERS, "POST", hidden=("director", "second", "laptop")),
    event("phones", RUNNERS),
    event("phones", RUNNERS, "POST"),
    event("helpers", ("director", "second", "laptop")),
    event("helpers", ("director", "second", "laptop"), "POST"),
    Row("my-entry", ALL, of="guest", door=False),
    Row("my-entry", ALL, "POST", of="guest", door=False),
    Row("pairings-email", ("member",), "POST", of="entry"),
    Row("withdraw", ("member", *RUNNERS), "POST", of="entry"),
    Row("revoke", ("director", "second", "laptop"), "POST", of="invite"),
    Row("help", ALL, of="help", door=False),
    Row("help", NOBODY, "POST", of="help", door=False),
    Row("leagues", ALL, door=False),
    Row("league-champions", ALL, door=False),
    Row("league-champions-csv", ALL, door=False),
    Row("league-champions-seed", NOBODY, "POST"),
    event("league-champions-byes", NOBODY, "POST"),
    Row("league", ALL, of="league", door=False),
    Row("league-feed", ALL, of="league", door=False),
    Row("league-missions", ALL, of="league", door=False),
    Row("league-table-pdf", ALL, of="league", door=False),
    Row("league-missions-pdf", ALL, of="league", door=False),
    Row("league-certificate", NOBODY, of="league", door=False),
    Row("league-slips", NOBODY, of="league"),
    Row("league-found", MEMBERS),
    Row("league-found", MEMBERS, "POST"),
    Row("league-decide", ("head", "laptop"), "POST", of="league"),
    Row("league-run", ("other", "head", "laptop"), of="league"),
    Row("league-run", ("other", "head", "laptop"), "POST", of="league", data={"do": "deputies"}),
    event("league-accept", EDITORS, "POST"),
    Row("cards", ALL, door=False),
    Row("card", ALL, of="card", door=False),
    Row(
        "card-correct",
        ("head", "admin", "laptop"),
        "POST",
        of="card",
        data={"act": "part", "printing": "0"},
    ),
    Row("card-data", ("head", "admin", "laptop")),
    Row("card-data", ("head", "admin", "laptop"), "POST"),
    Row("card-lists", ("head", "admin", "laptop")),
    Row("card-lists", ("head", "admin", "laptop"), "POST", data={"act": "add"}),
    Row("card-file", ("head", "admin", "laptop"), of="card-file"),
    Row("card-file", ("head", "admin", "laptop"), "POST", of="card-file"),
    Row("deck-new", ALL, door=False),
    Row("deck-new", ALL, "POST", door=False),
    Row("decks", MEMBERS),
    Row("deck", ("member",), of="deck"),
    Row("deck", ("member",), "POST", of="deck", data={"list": "2 Some Card"}),
    Row("deck-file", ("member",), of="deck", data={"as": "csv"}),
    Row("deck-paper", ("member",), of="deck"),
    event("event-deck", WITH_A_PERSON, hidden=HIDDEN_FOR_DECKS),
    event("event-deck", WITH_A_PERSON, "POST", hidden=HIDDEN_FOR_DECKS),
    event("event-decks", NOBODY, door=False),
    Row("players", ALL, door=False),
    Row("player", ALL, of="person", door=False),
    Row("player-feed", ALL, of="person", door=False),
    Row("player-add", (*MEMBERS, "scorekeeper")),
    Row("player-add", (*MEMBERS, "scorekeeper"), "POST"),
    Row("player-edit", ("member", "head", "admin", "laptop"), of="person"),
    Row("player-edit", ("member", "head", "admin", "laptop"), "POST", of="person"),
    Row("player-export", ("member", "admin", "laptop"), "POST", of="person"),
    Row("site-colour", NOBODY, of="nothing", door=False),
    Row("site-page", NOBODY, of="nothing", door=False),
    Row("player-claim", MEMBERS, "POST", of="person"),
    Row("audit", ("head", "admin", "laptop")),
    Row("player-erase", ("member", "admin", "laptop"), "POST", of="person"),
    Row("merge", ("coordinator", "far", "head", "admin", "laptop")),
    Row("venues", ALL, door=False),
    Row("venue", ALL, of="venue", door=False),
    Row("venue-add", MEMBERS),
    Row("venue-add", MEMBERS, "POST"),
    Row("venue-edit", DESK, of="venue"),
    Row("venue-edit", DESK, "POST", of="venue"),
    Row("me", MEMBERS),
    Row("mine", KNOWN),
    Row("emails", MEMBERS),
    Row("emails", MEMBERS, "POST"),
    Row("tokens", MEMBERS),
    Row("tokens", MEMBERS, "POST"),
    Row("token-revoke", NOBODY, "POST", of="nothing"),
    Row("desk", ("coordinator", "far", "head", "laptop")),
    event("concern", MEMBERS, hidden=("director", "second", "coordinator", "head", "laptop")),
    event(
        "concern", MEMBERS, "POST", hidden=("director", "second", "coordinator", "head", "laptop")
    ),
    Row("concern-close", DESK, "POST", of="concern"),
    Row("concern-lift", DESK, "POST", of="concern"),
    Row("concern-case", ("coordinator", "head"), "POST", of="concern"),
    event("breach", MEMBERS, hidden=("director", "second", "coordinator", "head", "laptop")),
    event(
        "breach", MEMBERS, "POST", hidden=("director", "second", "coordinator", "head", "laptop")
    ),
    Row("cases", ("coordinator", "far", "head")),
    Row("case", CONCERNED, of="case"),
    Row("case-act", CONCERNED, "POST", of="case", data={"do": "file"}),
    Row("standing", WITH_A_PERSON),
    Row("rulings-desk", ("head",)),
    Row("rulings-desk", ("head",), "POST"),
    Row("ruling-act", NOBODY, "POST", of="nothing"),
    Row("packs", ALL, door=False),
    Row("event-packs", NOBODY, of="event", door=False),
    Row("event-draft", NOBODY, of="event", door=False),
    Row("packs-file", NOBODY, of="nothing", door=False),
    Row("product-add", MEMBERS, "POST"),
    Row("department", ALL, door=False),
    Row("offices", ("head", "admin")),
    Row("offices", ("head", "admin"), "POST"),
    Row("office-end", ("head", "admin"), "POST", of="grant"),
    Row("decide", ("coordinator", "head", "laptop"), "POST", of="approval"),
    Row("comment", ("member", "coordinator", "head", "laptop"), "POST", of="approval"),
    event("report", REPORTERS),
    event("report", REPORTERS, "POST", data={"do": "submit"}),
    event("correct-facts", NOBODY),
    event("correct-facts", NOBODY, "POST"),
    event("correct-facts-file", NOBODY),
    event("report-check", NOBODY, door=False),
    event("report-check", NOBODY, "POST"),
    Row("report-players", NOBODY, of="nothing"),
    Row("report-players", NOBODY, "POST", of="nothing"),
    Row("report-in", ALL, "POST", door=False, status=401),
    Row("report-file", MEMBERS),
    Row("report-file", MEMBERS, "POST"),
    Row("import", ("head", "admin", "laptop")),
    Row("import", ("head", "admin", "laptop"), "POST"),
    Row("held-reports", ("coordinator", "far", "head", "laptop")),
    Row("correction", NOBODY, of="nothing"),
    Row("decide-report", NOBODY, "POST", of="nothing"),
    Row("refresh", ("head", "admin", "laptop")),
    Row("refresh", ("head", "admin", "laptop"), "POST"),
    Row("come-back", NOBODY, "POST", door=False),
    Row("laptop", AT_THE_LAPTOP, of="nothing", door=False),
    Row("laptop", NOBODY, "POST", of="nothing", door=False),
    Row("leave", ALL, "POST", door=False, status=302),
    Row("demo", ("admin", "laptop"), "POST"),
    Row("read", ALL, door=False),
    Row("event", ALL, door=False, status=302),
    Row("event-file", ALL, "POST", door=False),
    Row("example", ALL, of="example", door=False),
    Row("example-file", ALL, of="example", door=False),
    Row("rulebooks", ALL, door=False),
    Row("compare", ALL, door=False),
    Row("find", ALL, door=False),
    Row("rulings", ALL, door=False),
    Row("rulebook", ALL, of="rulebook", door=False),
    Row("theme", ALL, "POST", door=False, status=302),
    Row("too-large", ALL, door=False, status=413),
)

ELSEWHERE = {
    "case-file": "tests/interfaces/web/conduct/test_case_pages.py",
    "room-bracket": "tests/interfaces/web/public/test_public_pages.py",
    "room-round": "tests/interfaces/web/public/test_public_pages.py",
    "room-reason": "tests/interfaces/web/public/test_public_pages.py",
    "room-why": "tests/interfaces/web/public/test_public_pages.py",
    "padd.interfaces.api.urls": "tests/interfaces/api/test_api_authorization.py",
    "unsubscribe": "tests/interfaces/web/account/test_email_pages.py",
    "live": "tests/interfaces/web/live/test_live.py",
    "padd.interfaces.web.results.urls": ("tests/interfaces/web/results/test_results_page.py"),
    "padd.interfaces.web.ratings.urls": ("tests/interfaces/web/ratings/test_career_pages.py"),
    "padd.interfaces.web.championships.urls": (
        "tests/interfaces/web/championships/test_road_pages.py"
    ),
    "padd.interfaces.web.phone.urls": ("tests/interfaces/web/phone/test_phone_permissions.py"),
    "padd.interfaces.web.printing.urls": ("tests/interfaces/web/printing/test_paper_page.py"),
    "padd.interfaces.web.console.urls": ("tests/interfaces/web/console/test_console_addresses.py"),
}
"""Addresses, or lists of them, whose tables stand beside their own tests."""
OF_ACCOUNTS = "accounts/"
