"""Load the sample community: the files of `padd/demo`, moved to the current date.

`people.csv`, `venues.csv` and `calendar.csv` are the season, `results.csv` is how its past
events ended. `running` has event files of events under way, most with their log. The
TOML files list calls of services in order: `do` is the function, the rest its arguments.

In all of them `@-5d` is a moment five days before the load, `@today+30` a day, `@year+1` a
year, and `$name` the id of an event or league that was loaded before.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

import msgspec
from django.db import transaction

import padd
from padd.core.conduct.case import (
    AnyCaseAct,
    CaseEntry,
    CaseSource,
    CaseState,
    Part,
    state_after_entry,
)
from padd.core.event_file import read_event, write_event
from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.log.action_kinds import decode_action
from padd.core.eventlog.log.chain import NO_HASH, LogRow, row_hash
from padd.core.eventlog.state.actor import log_moment
from padd.core.formats.registry import ranking_of
from padd.core.messages import message
from padd.core.model import Ending, Match, PlayerId, Pod, Round
from padd.core.model import Event as Facts
from padd.core.refusal import Refusal
from padd.core.text import look_alike_outline
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services import eventlog, reports
from padd.services.access.actors import SYSTEM, Actor, ActorKind, actor_for_account
from padd.services.access.permissions import Permission, require
from padd.services.cards.card_import import activate_card_file, upload_card_file
from padd.services.championships.applications import apply_to_host
from padd.services.championships.awarded_rights import book_event_rights
from padd.services.championships.challenges import nominate_challenge, suggest_challenge
from padd.services.championships.right_ledger import record_expired_rights
from padd.services.championships.season_plans import save_plan
from padd.services.decks.deck_registration import lock_decks, register_deck
from padd.services.eventlog.finished_events import without_names
from padd.services.events.approvals_needed import request_venue_approval
from padd.services.installation.installation import is_installation_empty
from padd.services.leagues.bonus import enter_deck, enter_missions
from padd.services.leagues.league_requests import decide_league, request_league
from padd.services.leagues.season_events import place_event
from padd.services.leagues.seasons import announce_season, close_half, crown_champion
from padd.services.local_time import moment
from padd.services.online.free_hours import save_free_hours, save_time_zone
from padd.services.online.messages import record_contact_elsewhere, send_message
from padd.services.online.proposals import propose_time
from padd.services.ratings.projection import write_records
from padd.services.ratings.recalculation import refresh_ratings
from padd.services.refusal import refusal_error
from padd.services.rulebooks.event_rulebook import event_rulebook
from padd.services.rulebooks.interim_rulings import write_published_rulings
from padd.store.columns.event_rows import event_settings
from padd.store.models.conduct import Case
from padd.store.models.eventlog import FinishedEvent, Placing
from padd.store.models.events import (
    Directorship,
    Event,
    EventState,
    Registration,
    RegistrationState,
    Venue,
    VenueState,
)
from padd.store.models.people import Account, Person, Region
from padd.store.models.reports import Report, ReportSource, ReportState
from padd.store.models.rulebooks import InterimRuling
from padd.store.writes.case_log import append_to_case, create_case
from padd.store.writes.championship_stages import stage_of
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry

FOLDER: Final = Path(padd.__file__).parent / "demo"
BASE: Final = datetime(2026, 11, 15, 23, 59, tzinfo=UTC)
"""The moment at which the event files were written."""
RULEBOOK: Final = "opg-5"
LONG: Final = timedelta(hours=6)
FEWEST: Final = 3
STEP_FILES: Final = ("leagues", "championships", "scenarios", "online", "decks", "correction")
CARD_FILES: Final = ("cards.csv", "sets.csv", "lists.csv")
MOMENT: Final = re.compile(r'"(\d{4}-\d\d-\d\dT\d\d:\d\d[^"]*)"')
REFERENCE: Final = re.compile(r"@(today|year)?([+-]\d+)(-\d\d-\d\d|[dhms\d]*)$")
UNITS: Final = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds"}


class DemoCounts(msgspec.Struct, frozen=True, kw_only=True):
    """How much was loaded."""

    people: int
    venues: int
    events: int
    entries: int


def fill_demo(*, by: Actor, now: datetime) -> DemoCounts:
    """Load the sample community into an empty installation."""
    require(Permission.DEMO_FILL, by)
    if not is_installation_empty():
        raise refusal_error(
            "not-empty", message("People or events are already here, so no sample data was added.")
        )
    with transaction.atomic():
        loader = DemoLoader(by=by, now=now)
        counts = loader.load_season()
        loader.load_cases()
        loader.load_rulings()
        loader.load_cards()
        for file in sorted((FOLDER / "running").glob("*.event.json")):
            loader.load_running_event(file.name)
        for name in STEP_FILES:
            loader.run_steps(name)
        add_audit_entry(
            Permission.DEMO_FILL,
            by=by.label,
            subject="installation",
            at=now,
            after={"people": counts.people, "events": counts.events},
        )
    return counts


def read_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    return list(csv.DictReader((FOLDER / name).read_text(encoding="utf-8").splitlines()))


def read_toml(name: str, key: str) -> list[dict[str, Any]]:
    """Return the list of a TOML file."""
    tables: list[dict[str, Any]] = tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))[key]
    return tables


class DemoLoader:
    """Loads the files for one moment, and knows the ids of what was loaded."""

    def __init__(self, *, by: Actor, now: datetime) -> None:
        self.by, self.now = by, now.replace(microsecond=0)
        self.ids: dict[str, str] = {}

    def resolve(self, value: Any) -> Any:  # noqa: ANN401 -- any TOML value
        """Return a value with its moments, days, years and ids filled in."""
        if isinstance(value, Mapping):
            return {key: self.resolve(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self.resolve(one) for one in value]
        if isinstance(value, str) and value.startswith("$"):
            return self.ids[value[1:]]
        if isinstance(value, str) and (found := REFERENCE.match(value)):
            return self._date(value, found)
        return value

    def _date(self, text: str, found: re.Match[str]) -> date | int:
        """Return the moment, day or year that a reference names."""
        kind, number, day = found.groups()
        if kind == "today":
            return self.now.date() + timedelta(days=int(number))
        if kind == "year":
            year = self.now.year + int(number)
            return date.fromisoformat(f"{year}{day}") if day else year
        sign = -1 if text[1] == "-" else 1
        parts = re.findall(r"(\d+)([dhms])", text)
        return self.now + sign * timedelta(**{UNITS[unit]: int(count) for count, unit in parts})

    def load_season(self) -> DemoCounts:
        """Load people, venues and the calendar, and how past events ended."""
        people = self._load_people()
        venues = {row["name"]: self._load_venue(row) for row in read_rows("venues.csv")}
        rows = read_rows("calendar.csv")
        results = {key: list(lines) for key, lines in groupby(read_rows("results.csv"), _event_key)}
        events = Event.objects.bulk_create(
            [self._listed(row, venues, played=row["event"] in results) for row in rows]
        )
        self.ids |= {row["event"]: event.public_id for row, event in zip(rows, events, strict=True)}
        for event in sorted(events, key=lambda event: event.starts_at):
            stage_of(event, now=self.now)
        entries: list[Registration] = []
        for row, event in zip(rows, events, strict=True):
            Directorship.objects.bulk_create(
                Directorship(event=event, person=people[person], rank=rank)
                for rank, person in enumerate(row["directors"].split(), start=1)
            )
            entries += self._registrations(event, [people[one] for one in row["players"].split()])
        Registration.objects.bulk_create(entries)
        played = [pair for pair in zip(rows, events, strict=True) if _is_over(pair[1])]
        for row, event in sorted(played, key=lambda pair: (pair[1].starts_at, pair[1].pk)):
            self._play(event, row["players"].split(), results[row["event"]])
        refresh_ratings(by=self.by, clock=lambda: self.now, cause="demo")
        return DemoCounts(
            people=len(people), venues=len(venues), events=len(events), entries=len(entries)
        )

    def _load_people(self) -> dict[str, Person]:
        regions, revision = Region.objects.in_bulk(field_name="slug"), next_number("person")
        rows = read_rows("people.csv")
        people = Person.objects.bulk_create(
            Person(
                public_id=row["id"],
                handle=row["handle"],
                outline=look_alike_outline(row["handle"]),
                name=row["name"],
                name_outline=look_alike_outline(row["name"]),
                region=regions[row["region"]],
                created_at=self.now - timedelta(days=int(row["days_here"])),
                revision=revision,
            )
            for row in rows
        )
        for row, person in zip(rows, people, strict=True):
            if row["email"]:
                account = Account(email=row["email"], person=person)
                account.set_unusable_password()
                account.save()
        return {person.public_id: person for person in people}

    def _load_venue(self, row: Mapping[str, str]) -> Venue:
        venue = Venue.objects.create(
            name=row["name"],
            outline=look_alike_outline(f"{row['name']} {row['town']}"),
            street=row["street"],
            town=row["town"],
            region=Region.objects.get(slug=row["region"]),
            time_zone=row["time_zone"],
            state=row["state"],
            created_at=self.now - timedelta(days=int(row["days_here"])),
        )
        if venue.state == VenueState.UNVERIFIED:
            request_venue_approval(venue, requester=SYSTEM, now=venue.created_at)
        return venue

    def _listed(
        self, row: Mapping[str, str], venues: Mapping[str, Venue], *, played: bool
    ) -> Event:
        venue = venues.get(row["venue"])
        zone = venue.time_zone if venue else "UTC"
        days = 7 * int(row["week"]) + int(row["weekday"]) - self.now.weekday()
        clock = datetime.combine(
            self.now.date() + timedelta(days=days),
            datetime.strptime(row["time"], "%H:%M").time(),  # noqa: DTZ007 -- a clock time
        )
        starts_at = moment(clock, zone)
        registered = min(self.now, starts_at - timedelta(days=10))
        past = played and starts_at < self.now - timedelta(days=1)
        return Event(
            rulebook=RULEBOOK,
            state=EventState.PROCESSED if past else EventState.LISTED,
            name=row["name"].format(year=clock.year, month=f"{clock:%B}"),
            edition=row["edition"],
            format=row["format"],
            card_pool=row["card_pool"],
            rules=row["rules"],
            kind=row["kind"],
            level=int(row["level"]),
            pairing_style=row["pairing_style"],
            rounds_planned=int(row["rounds"]),
            final_confrontation=bool(row["final_confrontation"]),
            deck_lists_required=bool(row["deck_lists"]),
            preregistration_required=bool(row["deck_lists"]),
            expected_players=int(row["expected"]),
            capacity=int(row["capacity"]) if row["capacity"] else None,
            entry_fee=row["fee"],
            prizes=row["prizes"],
            venue=venue,
            online=venue is None,
            region=venue.region if venue else Region.objects.get(slug="online"),
            time_zone=zone,
            starts_at=starts_at,
            ends_on=clock.date() + timedelta(days=int(row["days"])) if row["days"] else None,
            registered_at=registered,
            created_at=registered,
        )

    def _registrations(self, event: Event, people: Sequence[Person]) -> Iterator[Registration]:
        for number, person in enumerate(people, start=1):
            full = event.capacity is not None and number > event.capacity
            yield Registration(
                event=event,
                person=person,
                state=RegistrationState.WAITING if full else RegistrationState.GOING,
                seat=None if full else number,
                number=number,
                created_at=self.now,
                confirmed_at=self.now,
            )

    def _play(self, row: Event, players: Sequence[str], lines: Iterable[dict[str, str]]) -> None:
        """Record how an event ended, and let its results count."""
        facts = _played_facts(event_settings(row), players, lines)
        at = row.starts_at + LONG
        finished = FinishedEvent.objects.create(
            event=row,
            sequence=0,
            head=sha256(write_event(facts)).hexdigest(),
            finished_at=at,
            facts=msgspec.to_builtins(without_names(facts), str_keys=True),
        )
        order = ranking_of(facts, event_rulebook(facts)).order
        people = Person.objects.in_bulk(order, field_name="public_id")
        Placing.objects.bulk_create(
            Placing(finished=finished, player=player, place=place, person=people[player])
            for place, player in enumerate(order, start=1)
        )
        Report.objects.create(
            event=row,
            head=finished.head,
            sequence=0,
            source=ReportSource.HERE,
            state=ReportState.PROCESSED,
            by=self.by.label,
            at=min(self.now, at),
        )
        write_records(row)
        book_event_rights(row, now=min(self.now, at))

    def load_cases(self) -> None:
        """Load a case in each state: each one goes an entry further than the one before."""
        start = self.now - timedelta(days=40)
        entries = [
            CaseEntry(
                sequence=number,
                at=start + timedelta(days=number),
                by=SYSTEM.label,
                part=Part(entry["part"]),
                act=msgspec.convert(self.resolve(entry["act"]), AnyCaseAct),
            )
            for number, entry in enumerate(read_toml("cases.toml", "entries"), start=1)
        ]
        for number, row in enumerate(read_rows("cases.csv"), start=1):
            event = Event.objects.select_related("region").get(public_id=self.ids[row["event"]])
            case = Case(
                person=Person.objects.get(public_id=row["person"]),
                event=event,
                area="online" if event.online else event.region.area,
                source=CaseSource.BREACH.value,
            )
            create_case(case, entries[0])
            state = state_after_entry(CaseState(), entries[0])
            for entry in entries[1:number]:
                state = append_to_case(case, state, entry)

    def load_rulings(self) -> None:
        """Load the interim rulings."""
        for number, row in enumerate(read_toml("rulings.toml", "rulings"), start=1):
            in_force = self.resolve(row["in_force"])
            InterimRuling.objects.create(
                ruling=f"{in_force.isoformat()}-{row['slug']}",
                rulebook=rulebook_ids()[0],
                title=row["title"],
                about=row["about"],
                cite=f"https://example.org/articles/{number}",
                in_force=in_force,
                values=row["values"],
                published_at=self.now if row["published"] else None,
            )
        transaction.on_commit(write_published_rulings)

    def load_cards(self) -> None:
        """Load the made-up cards, their sets, and the lists that name some of them."""
        for name in CARD_FILES:
            rows = [self.resolve(row) for row in read_rows(name)]
            out = io.StringIO()
            writer = csv.DictWriter(out, rows[0])
            writer.writeheader()
            writer.writerows(rows)
            file = upload_card_file(
                by=SYSTEM,
                now=self.now,
                name=f"sample-{name}",
                data=out.getvalue().encode(),
                edition="2E",
            )
            activate_card_file(by=SYSTEM, now=self.now, file=file)

    def load_running_event(self, name: str) -> str:
        """Load an event under way, with its log if the file has one; return its id."""
        text = (FOLDER / "running" / name).read_text(encoding="utf-8")
        online = json.loads(text).get("online", False)
        data = _moved(text, (_hour(self.now) - _hour(BASE)) if online else self.now - BASE)
        facts = read_event(data, book_of=rulebook)
        if facts.log is None:
            starts = datetime.fromisoformat(facts.starts or "")
            opened = accept_or_raise(eventlog.open_event(facts=facts, by=self.by, now=starts))
        else:
            opened = accept_or_raise(
                eventlog.import_event_file(data=data, by=self.by, now=self.now)
            ).event_id
        self.ids[facts.name] = opened
        return str(opened)

    def run_steps(self, name: str) -> None:
        """Call the services that a file lists, in its order."""
        loader = self
        if name == "online":
            loader = DemoLoader(by=self.by, now=_hour(self.now))
            loader.ids = self.ids
        for step in read_toml(f"{name}.toml", "steps"):
            loader.run_step(step)

    def run_step(self, step: Mapping[str, Any]) -> None:
        """Call one service with the arguments of a step."""
        function = STEPS[step["do"]]
        hints = get_type_hints(function)
        values = self.resolve({"now": self.now, **step})
        arguments = {
            name: decode_action(values[name].pop("kind"), values[name])
            if hint is Action
            else msgspec.convert(values[name], _decodable(hint))
            for name, hint in hints.items()
            if name in values and name != "by"
        }
        if "by" in hints:
            arguments["by"] = self._actor(step.get("by", ""), values)
        done = accept_or_raise(function(**arguments))
        if "as" in step:
            self.ids[step["as"]] = done

    def _actor(self, name: str, values: Mapping[str, Any]) -> Actor:
        kind, _, player = name.partition(" ")
        if kind == "player":
            event = Event.objects.get(public_id=values["event_id"])
            return Actor(kind=ActorKind.PLAYER, public_id=player, event_id=event.pk)
        if name:
            return actor_for_account(account_id=Account.objects.get(email=name).pk, now=self.now)
        return SYSTEM


def assign_director(*, event: str, person: str) -> None:
    """Let a person direct an event, in the region of the person."""
    director = Person.objects.select_related("region").get(public_id=person)
    row = Event.objects.get(public_id=event)
    Directorship.objects.create(event=row, person=director, rank=1)
    Event.objects.filter(pk=row.pk).update(region=director.region)


STEPS: Final[Mapping[str, Callable[..., Any]]] = {
    function.__name__: function
    for function in (
        *(announce_season, close_half, crown_champion, decide_league, enter_deck, enter_missions),
        *(place_event, request_league, apply_to_host, nominate_challenge, record_expired_rights),
        *(save_plan, suggest_challenge, propose_time, record_contact_elsewhere, save_free_hours),
        *(save_time_zone, send_message, lock_decks, register_deck, assign_director),
        *(eventlog.record_action, reports.submit_report),
    )
}
"""What a step can do."""


def _decodable(hint: Any) -> Any:  # noqa: ANN401 -- any annotation
    """Return a list for an `Iterable`, which cannot be decoded."""
    return list[get_args(hint)] if get_origin(hint) is Iterable else hint  # type: ignore[misc]


def accept_or_raise(answer: Any) -> Any:  # noqa: ANN401 -- what services return
    """Return the answer of a service, or raise its refusal."""
    if isinstance(answer, Refusal):
        reason = message("The demo could not be set up: {why}", why=answer.message)
        raise refusal_error("demo", reason)
    return answer


def _event_key(row: Mapping[str, str]) -> str:
    return row["event"]


def _is_over(event: Event) -> bool:
    return event.state == EventState.PROCESSED


def _hour(now: datetime) -> datetime:
    return now.replace(minute=0, second=0, microsecond=0)


def _moved(text: str, by: timedelta) -> bytes:
    """Return an event file with all moments moved and its log chained anew."""

    def move(found: re.Match[str]) -> str:
        at = datetime.fromisoformat(found[1]) + by
        exact = "." in found[1]
        return f'"{log_moment(at) if exact else at.isoformat()}"'

    document = json.loads(MOMENT.sub(move, text))
    head = NO_HASH
    for row in document.get("log", {}).get("rows", ()):
        row["previous_hash"] = head
        row["hash"] = head = row_hash(head, msgspec.convert(row, LogRow))
    if "log" in document:
        document["log"]["head"] = head
    return json.dumps(document).encode()


def _played_facts(facts: Facts, players: Sequence[str], lines: Iterable[dict[str, str]]) -> Facts:
    """Return an event with the rounds, byes and head starts of its results."""
    rounds: dict[int, Round] = {}
    rights: dict[str, dict[str, Any]] = {}
    for line in lines:
        kind, table = line["kind"], int(line["table"] or 0)
        seated = tuple(PlayerId(players[int(number) - 1]) for number in line["players"].split())
        scores = tuple(map(int, line["scores"].split()))
        if kind == "byes":
            rights.setdefault(seated[0], {})["earned_byes"] = scores
            continue
        if kind == "points":
            rights.setdefault(seated[0], {})["head_start"] = scores[0]
            continue
        number = int(line["round"])
        round_ = rounds.get(number) or Round(number=number)
        best = seated[scores.index(max(scores))] if scores else seated[0]
        match kind:
            case "bye":
                changed: dict[str, Any] = {"byes": (*round_.byes, *seated)}
            case "earned bye":
                changed = {"earned_byes": (*round_.earned_byes, *seated)}
            case "pod":
                by_player = dict(zip(seated, scores, strict=True))
                pod = Pod(players=seated, table=table, scores=by_player, went_out=(best,))
                changed = {"pods": (*round_.pods, pod)}
            case _:
                match_ = Match(
                    players=(seated[0], seated[1]),
                    table=table,
                    ending=Ending(kind),
                    winner=best if kind == Ending.COMPLETE else None,
                    scores=(scores[0], scores[1]),
                )
                changed = {"matches": (*round_.matches, match_)}
        rounds[number] = msgspec.structs.replace(round_, **changed)
    return msgspec.structs.replace(
        facts,
        players=tuple(
            msgspec.structs.replace(player, **rights.get(player.id, {})) for player in facts.players
        ),
        rounds=tuple(rounds.values()),
    )
