"""Seasons, bids and a challenge of the made-up community."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from padd.services.access.actors import SYSTEM, of_account
from padd.services.championships.applications import ApplicationForm, apply_to_host
from padd.services.championships.challenges import nominate_challenge, suggest_challenge
from padd.services.championships.right_ledger import record_expired_rights
from padd.services.championships.season_plans import PlanForm, save_plan
from padd.store.models.people import Account, Person

BIDS: Final = (
    ("Town hall", "Twenty tables, and the tram stops at the door."),
    ("Museum of Technology", "We held Nationals here twice."),
    ("Youth hostel", "Beds upstairs, tables downstairs."),
)


def add_championship_plans(town: Sequence[Sequence[Person]], *, now: datetime) -> None:
    """Announce next year's seasons, and let three hosts bid for one Continental."""
    year = now.year + 1
    _plans(year, now)
    hosts = [people[0] for people in town if people][: len(BIDS)]
    summer = date(year, 7, 3)
    for number, (host, (place, words)) in enumerate(zip(hosts, BIDS, strict=False)):
        account = Account.objects.create(email=f"host{number + 1}@demo.invalid")
        account.person = host
        account.set_unusable_password()
        account.save()
        form = ApplicationForm(
            kind="continental",
            edition="2E",
            region="germany",
            first_day=summer + timedelta(days=7 * number),
            last_day=summer + timedelta(days=7 * number + 2),
            times="10:00 to 20:00",
            location=place,
            words=words,
        )
        apply_to_host(by=of_account(account_id=account.pk, now=now), now=now, form=form)
    nominate_challenge(
        by=SYSTEM,
        now=now,
        challenge="",
        title="Only Ferengi",
        words="A deck in which every personnel is a Ferengi.",
        prizes=("Alternate-image card", "Playmat"),
    )
    suggest_challenge(by=SYSTEM, now=now, title="No aliens", words="Humans only, for once.")
    record_expired_rights(now=now)


def _plans(year: int, now: datetime) -> None:
    for edition in ("1E", "2E"):
        form = PlanForm(
            year=year,
            kind="continental",
            edition=edition,
            first_day=date(year, 6, 1),
            last_day=date(year, 8, 31),
            applications_open=now.date() - timedelta(days=30),
            applications_close=now.date() + timedelta(days=60),
            announcement="One Continental on each continent; hosts bid for it.",
        )
        save_plan(by=SYSTEM, now=now, form=form)
    for one in (year - 1, year):
        form = PlanForm(
            year=one,
            kind="masters",
            edition="2E",
            first_day=date(one, 1, 1),
            last_day=date(one, 12, 31),
            masters_line=20,
            masters_award="Everybody over the line is invited to the Masters dinner.",
        )
        save_plan(by=SYSTEM, now=now, form=form)
