"""Ratings follow the record, whatever the order in which it came about."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from tests.core.ratings.rating_worlds import PEOPLE, read
from tests.services.ratings.rating_histories import (
    EVENTS,
    NOW,
    bring,
    catch_up,
    digest,
    everybody,
    histories,
    ten_years,
    two_who_never_met,
)

from padd.core.ratings.ledger import refresh
from padd.core.ratings.sheet import RatingSheet, rating_sheet
from padd.rulebooks.loader import rulebook
from padd.services import reports as reporting
from padd.services.access.actors import SYSTEM
from padd.services.people import merge
from padd.services.reports import finished_event_import
from padd.services.reports.finished_event_import import EventUpload
from padd.services.reports.status import process_report, report_row
from padd.store.models.eventlog import Placing
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.models.ratings import EventRecord, Played, RatedEvent, Rating, RatingRun, RatingsNow
from padd.store.models.reports import Report
from padd.store.queries.ratings.careers import rating_changes
from padd.store.queries.ratings.generation import one_generation
from padd.store.queries.ratings.lists import ratings_of_person

ROOT = Path(__file__).parents[3]
LATE, CORRECTED, VOIDED = 15, 6, 3

Digest = dict[tuple[str, str, str, str], tuple[float, int, int, str, float]]


def other_result(facts):
    """Return the same event with the first game or table the other way round."""
    changed = json.loads(json.dumps(facts))
    for round_ in changed["rounds"]:
        for match in round_.get("matches", ()):
            if match.get("scores") and match.get("ending") in {"complete", "time"}:
                match["scores"].reverse()
                if match.get("missions"):
                    match["missions"].reverse()
                if match.get("bonus"):
                    match["bonus"].reverse()
                return changed
        for pod in round_.get("pods", ()):
            if pod.get("scores"):
                values = list(pod["scores"].values())
                pod["scores"] = dict(zip(pod["scores"], reversed(values), strict=True))
                return changed
    return changed


def start_again():
    """Forget the record and all ratings; return the reports, to come in anew."""
    for table in (RatedEvent, Rating, RatingRun, RatingsNow, Played, EventRecord):
        table.objects.all().delete()
    reports = Report.objects.filter(state="processed")
    reports.update(state="awaiting")
    return list(Report.objects.filter(state="awaiting").values_list("public_id", flat=True))


def core_ratings(many, ids):
    """Return what the pure core makes of the same events."""
    sheets = []
    for facts in many:
        event = read(facts)
        made = rating_sheet(
            event,
            rulebook(event.rulebook),
            id_=ids[facts["name"]],
            known_as=lambda player, _: f"p{player.handle[-2:]}",
        )
        if isinstance(made, RatingSheet):
            sheets.append(made)
    return {
        (series.keeper, series.edition, series.list, f"person{player[1:]}"): held.rating
        for series, book in refresh(sheets).ledger.ratings.items()
        for player, held in book.items()
    }


@pytest.mark.req("R3")
@pytest.mark.req("RATE-7")
@pytest.mark.req("RATE-8")
@pytest.mark.req("RATE-22")
@pytest.mark.req("RATE-25")
@pytest.mark.long
def test_incremental_full_and_shuffled_give_the_same_ratings(world):
    everybody()
    rng = Random(3)
    many = EVENTS
    events = ten_years(many)
    late = set(rng.sample(range(many), LATE))
    corrected = set(rng.sample(range(many), CORRECTED))
    voided = set(rng.sample(sorted(set(range(many)) - corrected), VOIDED))
    truth = [other_result(f) if n in corrected else f for n, f in enumerate(events)]
    order = [n for n in range(many) if n not in late]
    for n in sorted(late):
        order.insert(rng.randrange(len(order)), n)

    ids: dict[str, str] = {}
    for start in range(0, many, 5):
        some = order[start : start + 5]
        made = bring(*(events[n] for n in some))
        ids |= {events[n]["name"]: id_ for n, id_ in zip(some, made, strict=True)}
        catch_up()
    for n in rng.sample(sorted(corrected | voided), CORRECTED + VOIDED):
        id_ = ids[events[n]["name"]]
        if n in voided:
            reporting.void_event(event=id_, by=SYSTEM, now=NOW, reason="Made up")
        else:
            data = json.dumps(truth[n]).encode()
            finished_event_import.correct_facts(
                event=id_, data=data, by=SYSTEM, now=NOW, reason="Typing error"
            )
    step_by_step, changes = digest(), histories()
    catch_up(full=True)
    assert digest() == step_by_step
    assert histories() == changes
    generation = RatingsNow.objects.get(pk=1).generation
    assert not Rating.objects.filter(born=generation).exists()

    kept = [truth[n] for n in range(many) if n not in voided]
    pure = core_ratings(kept, ids)
    assert {key: value[0] for key, value in step_by_step.items()} == pure
    assert all(0 <= rating <= 3000 for rating in pure.values())
    assert len(pure) > PEOPLE

    reports = start_again()
    assert len(reports) == many - VOIDED
    rng.shuffle(reports)
    for number, report in enumerate(reports):
        process_report(report_row(report), by=SYSTEM, now=NOW)
        if number % 30 == 0:
            catch_up()
    catch_up()
    assert digest() == step_by_step
    assert histories() == changes


def test_a_report_that_comes_twice_changes_nothing(world):
    everybody()
    facts = ten_years(6)
    ids = bring(*facts)
    catch_up()
    before = digest()

    again = finished_event_import.import_events(
        files=[EventUpload(name="x", data=json.dumps(f).encode()) for f in facts],
        by=SYSTEM,
        now=NOW,
    )

    assert {one.fate for one in again} == {finished_event_import.ImportFate.KNOWN}
    assert [one.event for one in again] == ids
    assert digest() == before
    assert Event.objects.count() == len(facts)


@pytest.mark.req("RATE-12")
def test_a_voided_event_leaves_no_trace_and_can_come_back(world):
    everybody()
    facts = ten_years(8)
    ids = bring(*facts)
    catch_up()
    whole = digest()

    for id_ in ids:
        reporting.void_event(event=id_, by=SYSTEM, now=NOW, reason="All made up")
    assert digest() == {}
    for id_ in reversed(ids):
        reporting.reinstate_event(event=id_, by=SYSTEM, now=NOW, reason="They were real")
    assert digest() == whole


def test_a_rating_correction_moves_ratings_and_leaves_the_results(world):
    everybody()
    facts = next(f for f in ten_years(40) if len(f["players"]) >= 6)
    (id_,) = bring(facts)
    catch_up()
    before = digest()
    assert before
    placings = list(Placing.objects.values_list("player", "place"))

    made = reporting.correct_rating(event=id_, by=SYSTEM, now=NOW, reason="Played by proxy")

    assert digest() == {}
    assert list(Placing.objects.values_list("player", "place")) == placings
    assert report_row(Report.objects.get().public_id).state == "processed"
    reporting.withdraw_correction(
        correction=made, by=SYSTEM, now=NOW, reason="They were there after all"
    )
    assert digest() == before


def test_a_merged_duplicate_is_rated_as_one_and_apart_again(world):
    everybody()
    bring(*ten_years(12))
    catch_up()
    apart = digest()
    one, other = two_who_never_met(sorted({handle for *_, handle in apart}))
    people = dict(Person.objects.values_list("handle", "public_id"))

    done = merge.merge_people(
        by=SYSTEM, now=NOW, keep=people[one], duplicate=people[other], reason="Same"
    )

    together = digest()
    assert together != apart
    catch_up(full=True)
    assert digest() == together
    merge.undo_merge(by=SYSTEM, now=NOW, merge_id=done, reason="Brothers")
    assert digest() == apart


def three_rounds(name, people, **more):
    """Return an event of three rounds among three people without handles."""
    matches = [("p0", "p1", "p2"), ("p0", "p2", "p1"), ("p1", "p2", "p0")]
    return {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "name": name,
        "starts": (NOW - timedelta(days=2)).isoformat(),
        "registered": (NOW - timedelta(days=20)).isoformat(),
        "rounds_planned": 3,
        "players": [{"id": f"p{n}", "name": who} for n, who in enumerate(people)],
        "rounds": [
            {
                "number": number,
                "matches": [
                    {"players": [one, two], "ending": "complete", "winner": one, "scores": [100, 0]}
                ],
                "byes": [bye],
            }
            for number, (one, two, bye) in enumerate(matches, start=1)
        ],
        **more,
    }


@pytest.mark.req("AMB-147")
def test_an_unfinished_event_waits_at_headquarters(world):
    facts = three_rounds("Halfway", "abc", rounds_planned=4)
    file = EventUpload(name="halfway", data=json.dumps(facts).encode())

    (done,) = finished_event_import.import_events(files=[file], by=SYSTEM, now=NOW)

    assert done.fate is finished_event_import.ImportFate.WAITS
    assert "3 of 4 rounds" in str(done.message)
    assert not EventRecord.objects.exists()


@pytest.mark.req("AMB-149")
def test_people_of_two_files_with_the_same_ids_stay_apart(world):
    bring(three_rounds("Spring", "abc"), three_rounds("Autumn", "xyz"))
    catch_up()

    overall = Rating.objects.filter(series__list="overall")
    assert [row.games for row in overall] == [2] * 6


@pytest.mark.req("TRIB-20")
@pytest.mark.req("TRIB-22")
@pytest.mark.req("REG-13")
def test_a_tribbles_day_is_on_record_as_its_heats_and_its_finals(world):
    file = ROOT / "docs" / "examples" / "tribbles-day.event.json"
    facts = json.loads(file.read_bytes())
    tables = {pod["table"] for pod in facts["rounds"][0]["pods"]}

    done = finished_event_import.import_events(
        files=[EventUpload(name=file.name, data=file.read_bytes())], by=SYSTEM, now=NOW
    )
    reporting.decisions.process_waiting(by=SYSTEM, now=NOW)
    catch_up()

    assert done[0].fate is finished_event_import.ImportFate.TAKEN, done
    parts = list(EventRecord.objects.order_by("part"))
    assert len(parts) == len(tables) + 1
    assert [part.name.rpartition("table ")[2] for part in parts[:-1]] == [
        str(table) for table in sorted(tables)
    ]
    assert parts[-1].starts_at > parts[0].starts_at
    assert all(part.sheet is not None for part in parts), [p.reasons for p in parts]
    finalist = Played.objects.filter(record=parts[-1]).values("person")
    rating = Rating.objects.filter(person__in=finalist, series__list="overall").first()
    assert rating is not None
    assert (rating.events, rating.games) == (2, 2)


@pytest.mark.req("R3")
def test_all_that_is_asked_within_one_generation_is_of_it(world):
    everybody()
    events = ten_years(6)
    bring(*events[:3])
    catch_up()
    people = sorted(Person.objects.values_list("public_id", flat=True))

    def read_of_all():
        return [(ratings_of_person(p), rating_changes(p)) for p in people]

    with one_generation() as generation:
        before = read_of_all()
        bring(*events[3:])
        catch_up()
        during = read_of_all()
    after = read_of_all()

    assert during == before
    assert after != before
    assert RatingsNow.objects.get(pk=1).generation > generation
