"""Who gets what from the API: every address and method, every kind of caller.

An answer is one of: open (done, or refused for what it asks: 200, 201, 204, 409,
422), `401` (no token, or none that is good), `403` (the token lacks the scope) and
`404` (the same as for an id that does not exist).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

CALLERS = (
    "visitor",  # no token
    "unknown",  # a token that never was
    "expired",
    "revoked",
    "closed",  # of an account that is closed
    "network",  # the laptop's director, from another computer
    "player",  # plays in the event: read, play
    "member",  # has nothing to do with it: every scope
    "director",  # every scope
    "reader",  # the director's token that may only read
    "other",  # directs another event: every scope
    "scorekeeper",  # a token for this event alone: read, score
    "deputy",  # a token for this event alone: all but play
    "elsewhere",  # a token for another event alone
    "coordinator",  # of the area: every scope
    "head",  # Director of Organized Play: every scope
    "laptop",  # the director at this laptop
)
STRANGERS = ("visitor",)
BAD = ("unknown", "expired", "revoked", "closed")
OUTSIDE = ("network",)
"""A laptop opens nothing but the pages of phones to its network."""
GOOD = tuple(one for one in CALLERS if one not in (*STRANGERS, *BAD, *OUTSIDE))
ALL = (*STRANGERS, *GOOD)
STAFF = ("director", "scorekeeper", "deputy", "laptop")
RUNNERS = ("director", "deputy", "laptop")
NOT_TO_RUN = ("player", "reader", "scorekeeper")
"""Their tokens lack the scope to run."""
NOT_TO_PLAY = ("reader", "scorekeeper", "deputy", "elsewhere")
"""Their tokens lack the scope to play."""
OWNERS = ("player", "member", "director", "other", "coordinator", "head")
"""Tokens that speak for the account behind them."""
NO_HOOKS = ("player", "reader", "scorekeeper")
NO_REPORT = ("player", "reader", "scorekeeper")


@dataclass(frozen=True)
class Row:
    """One address and method."""

    method: str
    path: str
    open: tuple[str, ...]
    lacking: tuple[str, ...] = ()
    """Whose tokens lack the scope."""
    body: Any = None
    public: bool = False
    """Whether no token is needed."""
    query: str = ""
    draft: tuple[str, ...] | None = None
    """To whom it is open while the event is a draft, where that differs."""


def read(path, **more):
    """Return a row of an operation that needs no token."""
    return Row("GET", path, ALL, public=True, **more)


def of_event(path, **more):
    """Return a row of something public of an event; a draft is for its people."""
    people = ("director", "reader", "coordinator", "head", "laptop")
    return read(f"/events/{{event}}{path}", draft=people, **more)


CHECK_IN = {"action": {"kind": "player.check-in-withdrawn", "players": ["ada"]}}
REPORT = {"action": {"kind": "result.confirmed", "number": 9, "table": 1, "outcome": {}}}
PLAN = {"plan": {"format": "draft", "build_minutes": 30}}
PICK = {"pack": 1, "turn": 1, "cards": [0]}
FINISH = {"action": {"kind": "event.finished"}}
HOOK = {"url": "https://93.184.215.14/hook", "topics": ["round.closed"], "event": "{event}"}

DECK = {"list": "1 Some Card"}
CHECK = {"list": "1 Some Card", "edition": "1E"}

ROUTES = (
    read("/events"),
    of_event(""),
    of_event("/players"),
    of_event("/rounds"),
    of_event("/rounds/{number}"),
    of_event("/bracket"),
    of_event("/standings"),
    of_event("/standings/{player}"),
    read("/players"),
    read("/players", query="?q=ada"),
    read("/players/{person}"),
    read("/players/{person}/ratings"),
    read("/players/{person}/ratings/history"),
    read("/players/{person}/against/{opponent}"),
    read("/players/{person}/rights"),
    read("/players/{person}/league-points"),
    read("/leagues"),
    read("/leagues/{league}"),
    read("/leagues/{league}/seasons/{year}"),
    Row(
        "POST",
        "/leagues/{league}/events/{event}/bonus",
        ("other", "head", "laptop"),
        ("player", "reader", "scorekeeper", "deputy", "elsewhere"),
        {"player": "nobody", "points": 2, "reason": "Hosting"},
    ),
    Row("GET", "/events/{event}/open-games", (*STAFF, "reader")),
    read("/road/{year}"),
    read("/masters/{year}"),
    read("/championships/{championship}"),
    read("/ratings", query="?edition=2E"),
    read("/rulebooks"),
    read("/rulings"),
    read("/rulebooks/compare", query="?a=opg-5&b=opg-4.1"),
    read("/rulebooks/{rulebook}"),
    read("/rulebooks/{rulebook}/penalties/{code}"),
    Row("GET", "/me/emails", (*OWNERS, "reader", "laptop")),
    Row("PUT", "/me/emails", (*OWNERS, "laptop"), NOT_TO_PLAY, {"wanted": []}),
    Row(
        "GET",
        "/me/standing",
        ("player", "member", "director", "reader", "other", "coordinator", "head"),
    ),
    Row(
        "GET",
        "/events/{event}/penalties/{code}",
        ("director", "deputy", "laptop", "scorekeeper", "reader"),
        query="?player=ada",
    ),
    Row("GET", "/events/{event}/run", (*STAFF, "reader"), lacking=()),
    Row("GET", "/events/{event}/rights", (*STAFF, "reader")),
    Row("GET", "/events/{event}/log", (*STAFF, "reader")),
    Row("GET", "/events/{event}/file", (*STAFF, "reader")),
    Row("GET", "/events/{event}/scenario", (*STAFF, "reader")),
    read("/cards", query="?edition=1E&q=scan"),
    read("/cards/{card}"),
    Row("POST", "/decks/check", ALL, body=CHECK, public=True),
    Row("GET", "/events/{event}/decks", (), public=True),
    Row("GET", "/events/{event}/decks/{player}", ()),
    Row("POST", "/events/{event}/decks/{player}", RUNNERS, NOT_TO_RUN, DECK),
    Row("POST", "/events/{event}/deck-checks", RUNNERS, NOT_TO_RUN, {}),
    read("/products"),
    read("/packs", query="?product=frontier&kind=booster&seed=tea"),
    # The event of this table has no draft.
    Row("GET", "/events/{event}/draft", ()),
    Row("POST", "/events/{event}/draft/plan", RUNNERS, NOT_TO_RUN, PLAN),
    Row("POST", "/events/{event}/draft/deal", RUNNERS, NOT_TO_RUN, {}),
    Row("POST", "/events/{event}/draft/help", (), NOT_TO_RUN, {"act": "pause"}),
    Row("GET", "/events/{event}/seat", (), NOT_TO_PLAY),
    Row("POST", "/events/{event}/picks", (), NOT_TO_PLAY, PICK),
    Row("GET", "/events/{event}/pool", (), NOT_TO_PLAY),
    Row("POST", "/events/{event}/pool", (), NOT_TO_PLAY, {"deck": {}}),
    Row("POST", "/events/{event}/open", RUNNERS, NOT_TO_RUN, {}),
    Row("POST", "/events/{event}/draw", RUNNERS, NOT_TO_RUN, {}),
    Row("POST", "/events/{event}/undo", RUNNERS, NOT_TO_RUN, {"sequences": [3]}),
    Row("POST", "/events/{event}/redo", RUNNERS, NOT_TO_RUN, {"sequences": [3]}),
    Row("POST", "/events/{event}/actions", STAFF, ("reader",), CHECK_IN),
    Row("POST", "/events/{event}/actions", RUNNERS, ("reader",), FINISH),
    Row("POST", "/events/{event}/actions", (*STAFF, "player"), ("reader",), REPORT),
    Row("POST", "/events/{event}/preview", STAFF, ("reader",), CHECK_IN),
    Row("POST", "/events/{event}/preview", RUNNERS, ("reader",), FINISH),
    Row(
        "POST",
        "/events/import",
        ("laptop", "member", "director", "other", "coordinator", "head"),
        NO_REPORT,
        {},
    ),
    Row("POST", "/events/{event}/report", RUNNERS, NO_REPORT, {}),
    Row("POST", "/events/{event}/facts", ("coordinator", "head", "laptop"), NO_REPORT, {}),
    Row("POST", "/reports", tuple(set(GOOD) - {*NO_REPORT, "deputy", "elsewhere"}), NO_REPORT, {}),
    Row("GET", "/reports/{report}", (), NO_REPORT),
    Row("GET", "/reports/{report}/correction", (), NO_REPORT),
    Row("POST", "/reports/{report}/players", (), NO_REPORT, {"answers": {}}),
    Row("GET", "/audit", ("head", "laptop")),
    Row("GET", "/audit/check", ("head", "laptop")),
    Row("GET", "/token", GOOD),
    Row("GET", "/webhooks", tuple(set(GOOD) - set(NO_HOOKS)), NO_HOOKS),
    Row("POST", "/webhooks", RUNNERS, NO_HOOKS, HOOK),
    Row("GET", "/webhooks/{webhook}", ("director", "deputy"), NO_HOOKS),
    Row("DELETE", "/webhooks/{webhook}", ("director", "deputy"), NO_HOOKS),
)
