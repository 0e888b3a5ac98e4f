"""Bring cards to a test server and list an event that pia has entered; print its id."""

import os
from datetime import UTC, datetime, timedelta

CARDS = (
    b"title,set,collectors_info,type,unique\n"
    b"Alpha Station,SE,1C1,Mission,N\n"
    b"Beta Patrol,SE,1C2,Ship,N\n"
    b"Gamma Envoy,SE,1R3,Personnel,Y\n"
    b"Delta Wave,NEW,9V4,Event,N\n"
)


def fill():
    """Make luc an officer who brings cards, and let pia enter an event of ada."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
    django.setup()
    from padd.services.access.actors import SYSTEM, actor_for_account
    from padd.services.cards import card_import
    from padd.services.events import lifecycle, registrations, venues
    from padd.services.events.event_form import EventForm
    from padd.store.models.people import Account, Grant, Office

    now = datetime.now(UTC)
    accounts = {one.email.partition("@")[0]: one for one in Account.objects.all()}
    Grant.objects.create(account=accounts["luc"], office=Office.DIRECTOR, since=now.date(), area="")
    released = (now + timedelta(days=5)).date().isoformat()
    sets = f"edition,code,name,virtual,release\n2E,NEW,New,Y,{released}\n2E,SE,SE,,\n"
    for name, data in (("cards.csv", CARDS), ("sets.csv", sets.encode())):
        file = card_import.upload_card_file(by=SYSTEM, now=now, name=name, data=data, edition="2E")
        card_import.activate_card_file(by=SYSTEM, now=now, file=file)
    ada = actor_for_account(account_id=accounts["ada"].pk, now=now)
    details = venues.VenueDetails(
        name="Spacedock", town="Kiel", region="germany", time_zone="Europe/Berlin"
    )
    starts = (now + timedelta(days=9)).replace(tzinfo=None, microsecond=0)
    form = EventForm(
        name="Deck night",
        edition="2E",
        starts=starts,
        time_zone="Europe/Berlin",
        venue=venues.add_venue(by=ada, now=now, details=details),
        rules="standard",
        deck_deadline=starts - timedelta(hours=1),
    )
    event = lifecycle.register_event(by=ada, now=now, form=form).public_id
    pia = actor_for_account(account_id=accounts["pia"].pk, now=now)
    registrations.enter_person(by=pia, now=now, event=event, person=pia.person)
    print(event)


if __name__ == "__main__":
    fill()
