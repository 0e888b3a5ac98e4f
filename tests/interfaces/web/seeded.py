"""Fill the data folder of a test server: accounts that sign in, a hostile event."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime, timedelta

PASSWORD = "correct-horse-battery"  # noqa: S105 -- made up
HOSTILE = (
    '<script>window.owned=1</script><img src=x onerror="window.owned=1">',
    "\"><svg onload='window.owned=1'>{{7*7}}{%raw%}",
    "javascript:window.owned=1",
)


def fill() -> None:
    """Make a director, a coordinator and an event whose every text is hostile."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
    django.setup()
    from allauth.account.models import EmailAddress
    from django.conf import settings

    from padd.services import installation, listings, people
    from padd.services.actors import SYSTEM, of_account
    from padd.services.drafts import Draft
    from padd.store.models import Account, Grant, Office, Person

    now = datetime.now(UTC)
    installation.open_up(folder=settings.DATA, now=now)
    made = {}
    for name in ("ada", "coordinator", "tess", "pia", "luc"):
        person = people.add(
            by=SYSTEM, now=now, details=people.PersonDetails(handle=name, name=name)
        )
        account = Account.objects.create(
            email=f"{name}@example.org", person=Person.objects.get(public_id=person)
        )
        account.set_password(PASSWORD)
        account.save()
        EmailAddress.objects.create(
            user=account, email=account.email, verified=True, primary=True
        )
        made[name] = account
    Grant.objects.create(
        account=made["coordinator"],
        office=Office.COORDINATOR,
        area="europe",
        since=now.date(),
    )
    starts = (now + timedelta(days=9)).replace(tzinfo=None, microsecond=0)
    first, second, third = HOSTILE
    draft = Draft(
        name=first,
        starts=starts,
        time_zone="Europe/Berlin",
        online=True,
        rules="standard",
        pool_note=second,
        release_set=first,
        contact_name=second,
        contact_phone=third,
        discussion_thread=third,
        entry_fee=first,
        prizes=second,
        special_rules=first,
    )
    by = of_account(account_id=made["ada"].pk, now=now)
    listed = listings.register(by=by, now=now, draft=draft)
    sys.stdout.write(listed.public_id)


if __name__ == "__main__":
    fill()
