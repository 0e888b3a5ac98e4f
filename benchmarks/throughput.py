"""Pages as one process serves them: kept, made anew, signed in, and static files.

The community of `padd demo` lives here. The peers are two pages of the same process,
measured in turns with the others: robots.txt, which Django's first middleware answers,
for what is handed out as it lies there (kept pages 0.7 of its rate or more, static
files 3 times its rate); and the list of rulebooks made anew, which goes through every
middleware and the layout and asks the database nothing, for what is made (3 times as
long at most for a visitor, 5 times for somebody signed in).
"""

from __future__ import annotations

import os
import sys
import tempfile
from datetime import UTC, datetime

from benchmarks._http_load import Server, load

BARE = "/robots.txt"
LAYOUT = "/rulebooks/"
UNKNOWN = "unknown=1"
"""A cookie that says nothing, and for which nothing is kept."""
STATIC = "/static/icon.svg"
KEPT_AT_LEAST = 0.7
STATIC_AT_LEAST = 3.0
ANEW_AT_MOST = 3.0
SIGNED_IN_AT_MOST = 5.0


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        pages, session = prepared(os.environ.get("PADD_SERVING_DATA") or folder)
        server = Server(os.environ["PADD_DATA"])
        try:
            missed = measured(server.address, pages, session)
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
    from django.test import Client

    from padd.services.access.actors import SYSTEM
    from padd.services.installation import demo, installation
    from padd.store.models import Account, FinishedEvent, Person

    now = datetime.now(UTC)
    installation.open_up(folder=settings.DATA, now=now)
    if installation.is_empty():
        demo.fill(by=SYSTEM, now=now)
    event = FinishedEvent.objects.order_by("-id").first()
    assert event is not None
    player = Person.objects.filter(account__isnull=True).order_by("id").first()
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


def measured(address: str, pages: dict[str, str], session: str) -> list[str]:
    """Ask for every page in each of its ways; return what missed its goal."""
    missed = []
    for path in (BARE, STATIC, LAYOUT, *pages.values()):
        load([address], path, seconds=0.2)
    print("requests a second, and times the peer (longer, for what is made)")
    bare, static = load([address], BARE), load([address], STATIC)
    times = static.rate / bare.rate
    print(f"static file {static.rate:.0f}, {times:.2f} (robots.txt {bare.rate:.0f})")
    if times < STATIC_AT_LEAST:
        missed.append(f"static file {times:.2f}")
    for name, path in pages.items():
        bare, kept = load([address], BARE), load([address], path)
        layout = load([address], LAYOUT, Cookie=UNKNOWN)
        anew = load([address], path, Cookie=UNKNOWN)
        known = load([address], path, Cookie=f"sessionid={session}")
        for one in (bare, kept, layout, anew, known):
            assert not one.errors, name
        ratios = (
            kept.rate / bare.rate,
            layout.rate / anew.rate,
            layout.rate / known.rate,
        )
        print(
            f"{name}: kept {kept.rate:.0f}, {ratios[0]:.2f} ({bare.rate:.0f}); "
            f"anew {anew.rate:.0f}, {ratios[1]:.2f}; "
            f"signed in {known.rate:.0f}, {ratios[2]:.2f} ({layout.rate:.0f})",
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


if __name__ == "__main__":
    main()
