"""A pasted list of players: added at once if it is clear, otherwise reviewed first."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.state.event_state import EventPlayer
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.people.name_list import (
    BadLine,
    NameColumn,
    NameLine,
    NameList,
    lines_of,
    read_names,
    same_names,
)
from padd.core.refusal import Refusal, RefusalError
from padd.core.text import look_alike_outline, transliterate, visible_text
from padd.interfaces.web.console.page import show_page
from padd.interfaces.web.layout.console import console_layout
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView
from padd.services.eventlog import is_recorded, record_action
from padd.services.people import people
from padd.services.people.search import KnownPerson
from padd.services.ratings import ratings
from padd.services.refusal import ActionRefused
from padd.store.queries.ratings.lists import ratings_of

LONGEST: Final = 40
LONGEST_SHOWN: Final = 80


class LineStanding(StrEnum):
    """What becomes of a line."""

    READY = "ready"
    QUESTION = "question"
    SAME = "same"


class PastedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list, and who it means."""

    line: NameLine
    standing: LineStanding
    person: KnownPerson | None = None
    like: int | None = None
    """The earlier line with the same name; None where it is an entrant's."""


class PastedPlayers(msgspec.Struct, frozen=True, kw_only=True):
    """A list, read and compared with who is known and who has entered."""

    text: str
    names: NameList
    players: tuple[PastedPlayer, ...]
    bad: tuple[BadLine, ...]

    def of(self, standing: str) -> tuple[PastedPlayer, ...]:
        """Return the players of one standing."""
        return tuple(p for p in self.players if p.standing == standing)

    @property
    def shown_lines(self) -> tuple[str, ...]:
        """The lines as they were pasted, cut where they are too long for a page."""
        return tuple(visible_text(line)[:LONGEST_SHOWN] for line in lines_of(self.text))

    @property
    def plain(self) -> bool:
        """Whether everybody can be entered without a look at the list."""
        everybody = len(self.of(LineStanding.READY)) == len(self.players)
        return self.names.plain and not self.bad and everybody


def new_player_id(name: str, taken_ids: Container[str]) -> PlayerId:
    """Return an id for somebody who is not on record, readable in the event file."""
    plain = transliterate(name).lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST] or "player"
    id_, at = base, 1
    while id_ in taken_ids:
        at += 1
        id_ = f"{base}-{at}"
    return PlayerId(id_)


def match_pasted_players(
    text: str,
    view: EventView,
    *,
    columns: Sequence[NameColumn] = (),
    answers: Mapping[int, str] | None = None,
    key: str = "",
) -> PastedPlayers:
    """Read a list and find out who is meant; a name twice is a question.

    A list that was sent before is not compared with the entries it has made.
    """
    names = read_names(text, columns)
    persons = people.recognised(
        by=view.actor, now=view.now, readings=[tuple(_readings(line)) for line in names.lines]
    )
    sent_before = bool(key) and is_recorded(event_id=view.id, key=f"{key}-")
    entrants = {} if sent_before else view.state.players
    comparison = _Comparison(names, entrants, answers or {})
    sorted_out = [
        comparison.player(line, person) for line, person in zip(names.lines, persons, strict=True)
    ]
    return PastedPlayers(
        text=text,
        names=names,
        players=tuple(p for p in sorted_out if isinstance(p, PastedPlayer)),
        bad=tuple(
            sorted(
                (*names.bad, *(b for b in sorted_out if isinstance(b, BadLine))),
                key=lambda line: line.number,
            )
        ),
    )


def _readings(line: NameLine) -> Iterator[str]:
    """Give what may be the handle or the name of somebody on record."""
    if line.handle:
        yield line.handle
    yield line.name
    yield " ".join(line.cells)


class _Comparison:
    """Compares line after line with those before it and with the entrants."""

    def __init__(
        self, names: NameList, entrants: Mapping[PlayerId, EventPlayer], answers: Mapping[int, str]
    ) -> None:
        self.twice = same_names(names.lines)
        self.answers = answers
        self.entered = {look_alike_outline(e.name): e for e in entrants.values()}
        self.ids: dict[str, int | None] = dict.fromkeys(entrants)
        self.handles: dict[str, tuple[str, int | None]] = {
            e.handle.casefold(): (e.name, None) for e in entrants.values() if e.handle
        }

    def player(self, line: NameLine, person: KnownPerson | None) -> PastedPlayer | BadLine:
        """Return the line with its standing, or why it cannot be entered."""
        person_id = person.public_id if person else ""
        handle = (person.handle if person and line.handle else line.handle).casefold()
        standing, like = LineStanding.READY, self.twice.get(line.number)
        entrant = self.entered.get(look_alike_outline(line.name))
        parted = entrant and entrant.handle and handle
        if handle in self.handles:
            owner, like = self.handles[handle]
            if look_alike_outline(owner) != look_alike_outline(line.name):
                why = message(
                    "The handle {handle} belongs to {owner}.", handle=line.handle, owner=owner
                )
                return BadLine(number=line.number, text=line.name, why=why)
            standing = LineStanding.SAME
        elif like or person_id in self.ids or (entrant and not parted):
            like = like or self.ids.get(person_id)
            standing = {"same": LineStanding.SAME, "two": LineStanding.READY}.get(
                self.answers.get(line.number, ""), LineStanding.QUESTION
            )
            if person_id in self.ids:
                person = None
        if handle:
            self.handles.setdefault(handle, (line.name, line.number))
        if person:
            self.ids.setdefault(person.public_id, line.number)
        return PastedPlayer(line=line, standing=standing, person=person, like=like)


def enter_ready_players(
    pasted: PastedPlayers, view: EventView, *, here: bool, seeded: bool, key: str
) -> tuple[BadLine, ...]:
    """Enter everybody who is ready, and check them in if they are here.

    Whoever is refused is told, and the others come in. A list that was sent twice is
    entered once: its keys are used. With `seeded` the list is in the order of the
    seeds, after those already given.
    """
    seed = max((e.seed or 0 for e in view.state.players.values()), default=0)
    ids, entered, refused = set(view.state.players), [], []
    for player in pasted.of(LineStanding.READY):
        seed += 1
        entry = _entry(player, ids, seed if seeded else None)
        done = _record(entry, view, key=f"{key}-{player.line.number}")
        if not isinstance(done, Refusal):
            entered.append(entry.player)
            ids.add(entry.player)
        elif done.code != "key-used":
            line = player.line
            refused.append(BadLine(number=line.number, text=line.name, why=done.message))
    if entered and here:
        _record(CheckedIn(players=tuple(entered)), view, key=f"{key}-in")
    return tuple(refused)


def _entry(player: PastedPlayer, ids: Container[str], seed: int | None) -> PlayerEntered:
    line, person = player.line, player.person
    if person is None:
        who, name, handle = new_player_id(line.name, ids), line.name, line.handle
    else:
        who = PlayerId(person.public_id)
        name, handle = person.name or person.handle, person.handle
    return PlayerEntered(player=who, name=name, handle=handle, seed=seed)


def _record(action: Action, view: EventView, *, key: str) -> object | Refusal:
    try:
        return record_action(event_id=view.id, action=action, by=view.actor, now=view.now, key=key)
    except ActionRefused as error:
        return error.refusal


LARGEST_FILE: Final = 1_000_000
LONGEST_KEY: Final = 40
COLUMN: Final = re.compile(r"column-(\d{1,2})")
ANSWER: Final = re.compile(r"same-(\d{1,6})")
COLUMN_WORDS: Final = (
    (NameColumn.NAME, "Name"),
    (NameColumn.FAMILY, "Family name"),
    (NameColumn.GIVEN, "Given name"),
    (NameColumn.HANDLE, "Forum handle"),
    (NameColumn.NOTHING, "Leave out"),
)


@sign_in_required
@require_POST
def enter_players(request: HttpRequest, event: str) -> HttpResponse:
    """Add players of a pasted list, or ask what is unclear about it."""
    view = staff_event_view(request, event)
    if not pasted_text(request).strip():
        empty = Refusal(
            "list-empty",
            message("The list contains no names, so no one was added."),
            way_out=message("Paste the names, or choose a file."),
        )
        return show_page(
            request, view, "console-check-in", QueryDict(), refusal=empty, kind="enter"
        )
    return enter_pasted_list(
        request, view, here=bool(request.POST.get("here")), seeded=bool(request.POST.get("seeded"))
    )


def pasted_text(request: HttpRequest) -> str:
    """Return the list of a form: what was pasted, and the lines of a file."""
    text, sent = request.POST.get("list", ""), request.FILES.get("names-file")
    if sent is None or not sent.size:
        return text
    if sent.size > LARGEST_FILE:
        raise RefusalError(Refusal("file", message("A list of players can be at most 1 MB.")))
    sent.seek(0)
    from_file = _decode_file(sent.read())
    return f"{text}\n{from_file}" if text.strip() else from_file


def _decode_file(data: bytes) -> str:
    """Read a file as spreadsheets save it: UTF-8, UTF-16, or the old Western one."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def enter_pasted_list(
    request: HttpRequest, view: EventView, *, here: bool, seeded: bool
) -> HttpResponse:
    """Enter a list that is plain or was looked over; else show it."""
    form, key = request.POST, request.POST.get("key", "")[:LONGEST_KEY]
    answers = {
        int(found[1]): value
        for name, value in form.items()
        if (found := ANSWER.fullmatch(name)) and isinstance(value, str)
    }
    line, _, answer = form.get("answer", "").partition(":")
    if (number := parse_int(line)) is not None:
        answers[number] = answer
    pasted = match_pasted_players(
        pasted_text(request), view, columns=_chosen_columns(form), answers=answers, key=key
    )
    about = {"check_in": here, "seeded": seeded, "key": key, "answers": answers}
    looked_over = form.get("step") == "add" and not pasted.of(LineStanding.QUESTION)
    if not pasted.plain and not looked_over:
        return _review_list(request, view, pasted, about)
    left = enter_ready_players(pasted, view, here=here, seeded=seeded, key=key)
    if left:
        return _review_list(request, staff_event_view(request, view.id), pasted, about, left)
    return HttpResponseRedirect(reverse("console-check-in", args=(view.id,)))


def _chosen_columns(form: QueryDict) -> tuple[NameColumn, ...]:
    chosen: dict[int, NameColumn] = {}
    for name, value in form.items():
        found = COLUMN.fullmatch(name)
        if found and value in tuple(NameColumn):
            chosen[int(found[1])] = NameColumn(str(value))
    if not chosen:
        return ()
    return tuple(chosen.get(at, NameColumn.NOTHING) for at in range(max(chosen) + 1))


def _review_list(
    request: HttpRequest,
    view: EventView,
    pasted: PastedPlayers,
    about: dict[str, Any],
    left: tuple[BadLine, ...] = (),
) -> HttpResponse:
    """Show what was recognized: questions and bad lines first."""
    persons = [p.person.public_id for p in pasted.players if p.person]
    series = ratings.series_named(view.state.settings.edition)
    context = {
        **console_layout(view, "console-check-in", QueryDict()),
        **about,
        "pasted": pasted,
        "ready": () if left else pasted.of(LineStanding.READY),
        "questions": pasted.of(LineStanding.QUESTION),
        "same": pasted.of(LineStanding.SAME),
        "bad": left or pasted.bad,
        "done": bool(left),
        "column_words": COLUMN_WORDS,
        "samples": _sample_cells(pasted),
        "rated": ratings_of(persons, series),
        "section": "console-check-in",
    }
    return render(request, "console/pasted_players.html", context)


def _sample_cells(pasted: PastedPlayers) -> tuple[str, ...]:
    """Return the first thing that stands in each column."""
    rows = [player.line.cells for player in pasted.players]
    return tuple(
        next((row[at] for row in rows if at < len(row) and row[at]), "")
        for at in range(len(pasted.names.columns))
    )
