"""Pages as one process serves them: kept, made anew, signed in, and static files.

The community of `padd demo` lives here. The peer is a page of the same process,
measured in turns with the others: the list of rulebooks made anew, which goes through
every middleware and the layout and asks the database nothing. Kept pages reach 0.7 of
its rate or more, static files 3 times its rate; a page that is made takes 12 times as
long at most, for a visitor and for people who are signed in.

Every page is asked for by several connections at once, as fast as it is answered. What
counts is the processor time that the server takes for an answer, which is the same on
a machine that is busy with other things; rates are what one processor would reach.
"""

from __future__ import annotations

import os
import sys
import tempfile
from datetime import UTC, datetime
from statistics import median

from benchmarks._http_load import SECONDS, Server, load

BARE = "/rulebooks/"
UNKNOWN = "unknown=1"
"""A cookie that says nothing, and for which nothing is kept."""
STATIC = "/static/icon.svg"
KEPT_AT_LEAST = 0.7
STATIC_AT_LEAST = 3.0
ANEW_AT_MOST = SIGNED_IN_AT_MOST = 12.0
TURNS = 5


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        pages, session = prepared(os.environ.get("PADD_SERVING_DATA") or folder)
        server = Server(os.environ["PADD_DATA"])
        try:
            missed = measured(server, pages, session)
        finally:
            server.stop()
    if missed:
        print("Missed: " + ", ".join(missed))
        sys.exit(1)


def prepared(folder: str) -> tuple[dict[str, str], str]:
    """Fill an installation; return its public pages and somebody's session."""
    os.environ |= {
        "PADD_DATA": folder,
        "PADD_ACCOUNTS": "1",
        "PADD_API_PACE": "100000",
        "DJANGO_SETTINGS_MODULE": "padd.config.settings",
    }
    import django

    django.setup()
    from django.conf import settings
    from django.db.models import Count
    from django.test import Client

    from padd.services.access.actors import SYSTEM
    from padd.services.installation import demo, installation
    from padd.store.models.eventlog import FinishedEvent
    from padd.store.models.people import Account, Person

    now = datetime.now(UTC)
    installation.open_up(folder=settings.DATA, now=now)
    if installation.is_installation_empty():
        demo.fill_demo(by=SYSTEM, now=now)
    event = FinishedEvent.objects.order_by("-id").first()
    assert event is not None
    # Whoever has played most: a short career would make a short page.
    played = Person.objects.annotate(events=Count("played")).order_by("-events", "id")
    player = played.first()
    assert player is not None
    client = Client()
    account = Account.objects.exclude(person=None).order_by("id").first()
    assert account is not None
    client.force_login(account, backend=settings.AUTHENTICATION_BACKENDS[-1])
    public = {
        "home": "/",
        "calendar": "/calendar/",
        "event": f"/events/{event.event.public_id}/",
        "results": f"/events/{event.event.public_id}/results/",
        "ratings": "/ratings/",
        "profile": f"/players/{player.public_id}/",
        "API, events": "/api/v1/events",
        "API, ratings": "/api/v1/ratings",
    }
    return public, client.cookies[settings.SESSION_COOKIE_NAME].value


def measured(server: Server, pages: dict[str, str], session: str) -> list[str]:
    """Ask for every page in each of its ways; return what missed its goal."""
    known = f"sessionid={session}"
    print("requests a second, and times the peer (longer, for what is made)")
    peer = {"bare": (BARE, UNKNOWN)}
    bare, static = costs(server, {**peer, "static": (STATIC, "")}).values()
    times = bare / static
    print(f"static file {1 / static:.0f}, {times:.2f} ({1 / bare:.0f})")
    missed = [] if times >= STATIC_AT_LEAST else [f"static file {times:.2f}"]
    for name, path in pages.items():
        bare, kept, anew, signed_in = costs(
            server,
            {**peer, "kept": (path, ""), "anew": (path, UNKNOWN), "signed in": (path, known)},
        ).values()
        ratios = (bare / kept, anew / bare, signed_in / bare)
        print(
            f"{name}: kept {1 / kept:.0f}, {ratios[0]:.2f}; "
            f"anew {1 / anew:.0f}, {ratios[1]:.2f}; "
            f"signed in {1 / signed_in:.0f}, {ratios[2]:.2f} ({1 / bare:.0f})",
            flush=True,
        )
        missed += [
            f"{name} {what} {ratio:.2f}"
            for what, ratio, well in (
                ("kept", ratios[0], ratios[0] >= KEPT_AT_LEAST),
                ("anew", ratios[1], ratios[1] <= ANEW_AT_MOST),
                ("signed in", ratios[2], ratios[2] <= SIGNED_IN_AT_MOST),
            )
            if not well
        ]
    return missed


def costs(server: Server, ways: dict[str, tuple[str, str]]) -> dict[str, float]:
    """Return the median processor time of an answer for each way, asked in turns."""
    took: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(TURNS + 1):
        for name, (path, cookie) in ways.items():
            headers = {"Cookie": cookie} if cookie else {}
            before = server.processor_time()
            found = load([server.address], path, seconds=SECONDS / TURNS, **headers)
            assert not found.errors, name
            if turn:  # the first one warms up
                cost = (server.processor_time() - before) / found.answers
                took[name].append(cost)
    return {name: median(costs) for name, costs in took.items()}


if __name__ == "__main__":
    main()
