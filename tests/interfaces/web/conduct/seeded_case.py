"""Disqualify a player at a running event of a test server; print the case's id."""

import os


def fill():
    """Let ada direct an event at which pia is disqualified."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
    django.setup()
    from tests.services.eventlog.table_driver import AtTheTable
    from tests.world import NOW

    from padd.core.eventlog.actions.penalties import PenaltyGiven
    from padd.core.model import PlayerId
    from padd.services.access.actors import actor_for_account
    from padd.store.models.conduct import Case
    from padd.store.models.events import Directorship, Event
    from padd.store.models.people import Account, Region

    accounts = {one.email.partition("@")[0]: one for one in Account.objects.all()}
    players = [str(accounts[name].person.public_id) for name in ("pia", "luc")]  # type: ignore[union-attr]
    day = AtTheTable((*players, "kirk", "khan"), starts=NOW.isoformat())
    row = Event.objects.get(public_id=day.id)
    Event.objects.filter(pk=row.pk).update(region=Region.objects.get(slug="germany"))
    Directorship.objects.create(event=row, person=accounts["ada"].person, rank=1)
    day.publish()
    ada = actor_for_account(account_id=accounts["ada"].pk, now=NOW)
    given = PenaltyGiven(
        player=PlayerId(players[0]), level=4, infraction="C1", what="Slip changed."
    )
    day.do(given, by=ada)
    print(Case.objects.get(event=row).public_id, day.id)


if __name__ == "__main__":
    fill()
