"""A pasted list of players: added at once if it is clear, otherwise reviewed first."""

from __future__ import annotations

import re
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from padd.core.messages import message
from padd.core.people.name_list import BadLine, NameColumn
from padd.core.people.pasted_players import LineStanding, PastedPlayers
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.console.page import show_page
from padd.interfaces.web.layout.console import console_layout
from padd.interfaces.web.request_actor import sign_in_required
from padd.interfaces.web.request_event import staff_event_view
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView
from padd.services.people.pasted_players import enter_pasted_players, match_pasted_players
from padd.services.ratings import ratings
from padd.store.queries.ratings.lists import ratings_of

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
    """Enter a list that is plain or was reviewed; show any other for review."""
    form, key = request.POST, request.POST.get("key", "")[:LONGEST_KEY]
    answers = {
        int(found[1]): value
        for name, value in form.items()
        if (found := ANSWER.fullmatch(name)) and isinstance(value, str)
    }
    line, _, answer = form.get("answer", "").partition(":")
    if (number := parse_int(line)) is not None:
        answers[number] = answer
    at_event: dict[str, Any] = {
        "event_id": view.id,
        "players": view.state.players,
        "by": view.actor,
        "now": view.now,
    }
    text = pasted_text(request)
    pasted = match_pasted_players(
        **at_event, text=text, columns=_chosen_columns(form), answers=answers, key=key
    )
    about = {"check_in": here, "seeded": seeded, "key": key, "answers": answers}
    reviewed = form.get("step") == "add" and not pasted.of(LineStanding.QUESTION)
    if not pasted.plain and not reviewed:
        return _review_list(request, view, pasted, about)
    left = enter_pasted_players(pasted, **at_event, here=here, seeded=seeded, key=key)
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
