"""A full run that finds everything as it left it rates nothing, and misses nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random

import msgspec
import pytest
from django.db import transaction
from tests.services.ratings.rating_histories import (
    NOW,
    bring,
    catch_up,
    digest,
    everybody,
    histories,
    ten_years,
    two_who_never_met,
)

from padd.core.ratings.ledger import Ledger
from padd.services.ratings import fingerprint
from padd.store.columns.packed_ratings import decode_changes, decode_sheet, pack, request_refresh
from padd.store.models.people import Person
from padd.store.models.ratings import (
    FOREVER,
    EventRecord,
    RatedEvent,
    Rating,
    RatingSeries,
    RatingsNow,
)

EVENTS = 16


@pytest.fixture(scope="module")
def rated_once(django_db_setup, django_db_blocker):
    """Rate some events by a full run, once for all tests; each takes back its own."""
    with django_db_blocker.unblock(), transaction.atomic():
        everybody()
        bring(*ten_years(EVENTS))
        catch_up(full=True)
        yield
        transaction.set_rollback(True)


@pytest.fixture
def rated(rated_once, world):
    """Begin with some events that a full run has rated."""


@pytest.fixture
def runs(monkeypatch):
    """Note every time that ratings are worked out, and how many events at once."""
    noted: list[int] = []
    known = Ledger.take_all

    def take_all(ledger, sheets):
        noted.append(len(sheets))
        return known(ledger, sheets)

    monkeypatch.setattr(Ledger, "take_all", take_all)
    return noted


def any_rated(rng):
    rows = EventRecord.objects.filter(counts=True, sheet__isnull=False)
    return rng.choice(list(rows.order_by("pk")))


def one_that_counts(table, rng):
    return rng.choice(list(table.objects.filter(died=FOREVER).order_by("pk")))


def another_score(rng):
    record = any_rated(rng)
    sheet = decode_sheet(record.sheet or b"")
    at = rng.randrange(len(sheet.games))
    game = sheet.games[at]
    turned = msgspec.structs.replace(game, score=(game.score + 0.5) % 1.5)
    games = (*sheet.games[:at], turned, *sheet.games[at + 1 :])
    record.sheet = pack(msgspec.structs.replace(sheet, games=games))
    record.save()


def another_k(rng):
    record = any_rated(rng)
    sheet = decode_sheet(record.sheet or b"")
    record.sheet = pack(msgspec.structs.replace(sheet, k=sheet.k + 1))
    record.save()


def voided(rng):
    EventRecord.objects.filter(pk=any_rated(rng).pk).update(counts=False)


def no_longer_rated(rng):
    EventRecord.objects.filter(pk=any_rated(rng).pk).update(sheet=None)


def moved(rng):
    """Move an event before or behind others."""
    record = any_rated(rng)
    days = rng.choice((-40, -1, 1, 40))
    starts = record.starts_at + timedelta(days=days)
    EventRecord.objects.filter(pk=record.pk).update(starts_at=starts)


def late(rng):
    record = any_rated(rng)
    record.pk, record.part = None, 90 + EventRecord.objects.count()
    record.starts_at += timedelta(minutes=rng.randrange(-60, 60))
    record.save(force_insert=True)


def merged(rng):
    one, other = two_who_never_met(sorted({handle for *_, handle in digest()}))
    keep = Person.objects.get(handle=one)
    Person.objects.filter(handle=other).update(merged_into=keep)


def other_changes(rng):
    row = one_that_counts(RatedEvent, rng)
    changes = decode_changes(row.changes)
    row.changes = pack(msgspec.structs.replace(changes, k=changes.k + 1))
    row.save()


def changes_gone(rng):
    one_that_counts(RatedEvent, rng).delete()


def changes_moved(rng):
    row = one_that_counts(RatedEvent, rng)
    row.starts_at += timedelta(days=1)
    row.save()


def other_rating(rng):
    row = one_that_counts(Rating, rng)
    field = rng.choice(("rating", "games", "events", "last_change"))
    setattr(row, field, getattr(row, field) + 1)
    row.save()


def other_last_event(rng):
    row = one_that_counts(Rating, rng)
    row.last_at -= timedelta(seconds=1)
    row.save()


def rating_gone(rng):
    one_that_counts(Rating, rng).delete()


def rating_of_nobody_rated(rng):
    row = one_that_counts(Rating, rng)
    row.pk, row.person = (
        None,
        Person.objects.create(handle="nobody", outline="nobody", revision=10**6, created_at=NOW),
    )
    row.save()


def other_series(rng):
    row = rng.choice(list(RatingSeries.objects.order_by("pk")))
    row.keeper = "Somebody else"
    row.save()


FAULTS: tuple[Callable[[Random], None], ...] = (
    *(another_score, another_k, voided, no_longer_rated, moved, late, merged),
    *(other_changes, changes_gone, changes_moved),
    *(other_rating, other_last_event, rating_gone, rating_of_nobody_rated),
    other_series,
)


def assert_as_if_rated_from_the_beginning():
    """See that a run that trusts no fingerprint writes nothing else."""
    found = digest(), histories(), starts_of_changes()
    RatingsNow.objects.update(fingerprint="")
    catch_up(full=True)
    assert (digest(), histories(), starts_of_changes()) == found


def starts_of_changes():
    generation = RatingsNow.objects.get(pk=1).generation
    rows = RatedEvent.objects.filter(born__lte=generation, died__gt=generation)
    return sorted(rows.values_list("record", "starts_at"))


@pytest.mark.usefixtures("rated")
def test_a_full_run_that_finds_nothing_changed_rates_nothing(runs):
    before = digest(), histories()
    generation = RatingsNow.objects.get(pk=1).generation

    catch_up(full=True)
    catch_up(full=True)

    assert runs == []
    assert (digest(), histories()) == before
    assert RatingsNow.objects.get(pk=1).generation == generation + 2


@pytest.mark.req("RATE-25")
@pytest.mark.usefixtures("rated")
@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_a_full_run_notices_what_nobody_told_it(plant, runs):
    plant(Random(7))

    catch_up(full=True)

    assert runs, "the change was not noticed"
    assert_as_if_rated_from_the_beginning()


@pytest.mark.long
@pytest.mark.usefixtures("rated")
def test_random_changes_one_after_the_other_are_all_noticed(runs):
    rng = Random(2026)
    for _ in range(40):
        plant = rng.choice([one for one in FAULTS if one is not rating_of_nobody_rated])
        if plant is merged and Person.objects.exclude(merged_into=None).exists():
            continue
        if any_left() < 3:
            break
        runs.clear()
        plant(rng)
        if rng.random() < 0.3:
            another_score(rng)
        catch_up(full=True)
        assert runs, plant.__name__
        assert_as_if_rated_from_the_beginning()


def any_left():
    return EventRecord.objects.filter(counts=True, sheet__isnull=False).count()


@pytest.mark.usefixtures("rated")
def test_other_rules_and_another_program_rate_everything_again(runs, monkeypatch):
    rating_rules = fingerprint.rating_rules

    def other_rules(packed):
        return msgspec.structs.replace(rating_rules(packed), start=1234)

    before = digest()
    monkeypatch.setattr(fingerprint, "rating_rules", other_rules)
    catch_up(full=True)
    assert runs
    assert digest() != before

    runs.clear()
    catch_up(full=True)
    assert runs == []
    monkeypatch.setattr(fingerprint, "_program", lambda: b"the next version")
    catch_up(full=True)
    assert runs


@pytest.mark.usefixtures("rated")
def test_a_run_that_follows_a_change_leaves_the_next_full_run_to_rate_all(runs):
    record = any_rated(Random(1))
    request_refresh([record.pk])
    catch_up()
    assert RatingsNow.objects.get(pk=1).fingerprint == ""

    runs.clear()
    catch_up(full=True)
    assert sum(runs) == any_left()
    runs.clear()
    catch_up(full=True)
    assert runs == []


@pytest.mark.usefixtures("rated")
def test_a_moved_event_is_taken_back_from_its_new_place():
    """Nobody's rating moves with it, but a late event before it finds it there."""
    last = max(
        EventRecord.objects.filter(counts=True, sheet__isnull=False), key=lambda row: row.starts_at
    )
    was = last.starts_at
    last.starts_at += timedelta(days=9)
    last.save()
    request_refresh([last.pk])
    catch_up()
    last.pk, last.part, last.starts_at = None, 90, was + timedelta(days=4)
    last.save(force_insert=True)
    request_refresh([last.pk])

    catch_up()

    assert_as_if_rated_from_the_beginning()
