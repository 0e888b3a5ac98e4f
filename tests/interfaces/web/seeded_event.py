"""Fill the data folder of a test server: accounts that sign in, hostile events."""

import os
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta

PASSWORD = "correct-horse-battery"  # noqa: S105 -- made up
LONGEST = 60


def fill():
    """Make a director, a coordinator and events whose every text is hostile."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
    django.setup()
    from allauth.account.models import EmailAddress
    from django.conf import settings
    from tests.hostile_text import HOSTILE

    from padd.core.refusal import RefusalError
    from padd.services.access.actors import SYSTEM, actor_for_account
    from padd.services.events import lifecycle, venues
    from padd.services.events.event_form import EventForm
    from padd.services.installation import installation
    from padd.services.people import people
    from padd.store.models.people import Account, Grant, Office, Person

    now = datetime.now(UTC)
    installation.open_up(folder=settings.DATA, now=now)
    made = {}
    for name in ("ada", "coordinator", "kim", "luc", "noa", "pia", "tess"):
        person = people.add_person(
            by=SYSTEM, now=now, details=people.PersonDetails(handle=name, name=name)
        )
        account = Account.objects.create(
            email=f"{name}@example.org", person=Person.objects.get(public_id=person)
        )
        account.set_password(PASSWORD)
        account.save()
        EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
        made[name] = account
    Grant.objects.create(
        account=made["coordinator"], office=Office.COORDINATOR, area="europe", since=now.date()
    )
    starts = (now + timedelta(days=9)).replace(tzinfo=None, microsecond=0)
    by = actor_for_account(account_id=made["ada"].pk, now=now)
    for number, text in enumerate(HOSTILE):
        short = text[:LONGEST]
        # Nobody may add many within an hour, so each came two hours after another.
        moment = now - timedelta(hours=2 * (len(HOSTILE) - number))
        with suppress(RefusalError):
            people.add_person(
                by=by,
                now=moment,
                details=people.PersonDetails(handle=f"hostile-{number}", name=short, contact=short),
            )
            venue = venues.add_venue(
                by=by,
                now=moment,
                details=venues.VenueDetails(
                    name=short,
                    street=short,
                    town=short,
                    phone=short[:40],
                    region="germany",
                    time_zone="Europe/Berlin",
                ),
            )
            draft = EventForm(
                name=short,
                starts=starts + timedelta(hours=number),
                time_zone="Europe/Berlin",
                venue=venue,
                rules="standard",
                pool_note=short,
                release_set=short,
                contact_name=short,
                contact_phone=short,
                discussion_thread=short,
                entry_fee=short,
                prizes=short,
                special_rules=short,
            )
            listed = lifecycle.register_event(by=by, now=moment, form=draft)
            sys.stdout.write(f"{listed.public_id}\n")


if __name__ == "__main__":
    fill()
