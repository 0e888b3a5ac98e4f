"""Pages as one process serves them: kept, made anew, signed in, and static files.

The community of `padd demo` lives here. The peer of the same run is robots.txt, a page
of the same process that goes through everything a page goes through and holds two
lines. Goals: kept pages 0.7 of its rate or more, static files 3 times its rate; a page
that is made anew takes 3 times as long at most, one for somebody signed in 5 times.
"""

from __future__ import annotations

import os
import sys
import tempfile
from datetime import UTC, datetime

from benchmarks._load import Server, load

BARE = "/robots.txt"
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
    for path in (BARE, STATIC, *pages.values()):
        load([address], path, seconds=0.2)
    print(
        f"{'':14}{'bare':>8}{'kept':>8}{'x':>6}{'anew':>8}{'x':>6}{'known':>8}{'x':>6}"
    )
    static = load([address], STATIC)
    bare = load([address], BARE)
    times = static.rate / bare.rate
    print(f"{'static file':14}{bare.rate:8.0f}{static.rate:8.0f}{times:6.2f}")
    if times < STATIC_AT_LEAST:
        missed.append(f"static file {times:.2f}")
    for name, path in pages.items():
        bare = load([address], BARE)
        kept = load([address], path)
        anew = load([address], path, Cookie="unknown=1")
        known = load([address], path, Cookie=f"sessionid={session}")
        assert not kept.errors + anew.errors + known.errors + bare.errors, name
        ratios = kept.rate / bare.rate, bare.rate / anew.rate, bare.rate / known.rate
        print(
            f"{name:14}{bare.rate:8.0f}{kept.rate:8.0f}{ratios[0]:6.2f}"
            f"{anew.rate:8.0f}{ratios[1]:6.2f}{known.rate:8.0f}{ratios[2]:6.2f}",
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
