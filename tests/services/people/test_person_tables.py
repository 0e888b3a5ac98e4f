"""Every table that names somebody is in the one list, and the list does its work."""

from __future__ import annotations

from typing import Final

import pytest
from django.apps import apps

from padd.services.access.actors import SYSTEM
from padd.services.people import merge, personal_data
from padd.services.people.person_tables import TABLES
from padd.store.models.conduct import Complaint
from padd.store.models.people import Account, Person

HANDLED_APART: Final = {
    ("account", "person"),
    ("person", "merged_into"),
    ("merge", "kept"),
    ("merge", "duplicate"),
}
"""The person, the own account and merges themselves."""


def test_every_column_for_a_person_or_an_account_is_in_the_list():
    listed = {
        (table.table, column)
        for table in TABLES
        for column in (table.person, table.account)
        if column
    }

    columns = {
        (model._meta.model_name or "", column.name)
        for model in apps.get_app_config("store").get_models()
        for column in (*model._meta.fields, *model._meta.many_to_many)
        if column.related_model in {Person, Account}
    }

    assert columns - HANDLED_APART <= listed


def test_every_name_is_used_once():
    names = [table.name for table in TABLES]

    assert len(names) == len(set(names))


@pytest.mark.req("GOV-26")
def test_a_merge_takes_complaints_along_so_who_is_held_back_stays_so(world):
    kept, double = world.person("Odo"), world.person("Constable")
    Complaint.objects.create(
        about=Person.objects.get(public_id=double),
        text="Late again.",
        state="closed",
        created_at=world.now,
        closed_at=world.now,
        held_back=True,
    )

    merged = merge.merge_people(by=SYSTEM, now=world.now, keep=kept, duplicate=double, reason="")
    about_kept = Complaint.objects.get().about.public_id
    merge.undo_merge(by=SYSTEM, now=world.now, merge_id=merged, reason="")

    assert about_kept == kept
    assert Complaint.objects.get().about.public_id == double


def test_what_was_written_about_somebody_is_not_handed_to_them(world):
    who = world.person("Odo")
    Complaint.objects.create(
        about=Person.objects.get(public_id=who), text="Secret.", created_at=world.now
    )

    document = personal_data.export_person(by=SYSTEM, now=world.now, person=who)

    assert "Secret." not in str(document)
    assert "entries" in document
