"""Cases: the page of one for each of its readers, a desk's list, a player's own record."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.delivery.download import file_response
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.conduct.case_view import ABOUT, OUTCOMES, STAGES, case_view
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook
from padd.services import eventlog
from padd.services.access import visibility
from padd.services.conduct import case_views, cases
from padd.services.conduct.own_record import own_consents, own_penalties
from padd.services.refusal import NotAllowed, NotFound, no


@sign_in_required
@require_safe
def show_cases(request: HttpRequest) -> HttpResponse:
    """Show the cases of one's desk, those that wait first."""
    context = {
        "section": "desk",
        "cases": case_views.cases_at_desk(by=actor_of(request)),
        **CASE_WORDS,
    }
    return render(request, "conduct/cases.html", context)


CASE_WORDS = {"stages": STAGES, "outcomes": OUTCOMES, "sources": ABOUT}


@sign_in_required
@require_safe
def show_case(request: HttpRequest, case: str) -> HttpResponse:
    """Show a case to somebody who has a part in it."""
    return _case_page(request, case)


def _case_page(request: HttpRequest, case: str, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    actor = actor_of(request)
    standing, book = _event_facts(*case_views.event_of_case(by=actor, case=case))
    facts = case_views.case_for(by=actor, case=case, standing=standing, now=timezone.now())
    context = {
        "section": "desk" if case_views.keeps_cases(actor) else "",
        "view": case_view(facts, book, today=timezone.now().date()),
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": request.POST,
        "today": timezone.now().date(),
    }
    return render(request, "conduct/case.html", context, status=422 if refusals else 200)


def _event_facts(event: str, book: str) -> tuple[frozenset[int] | None, Rulebook | None]:
    """Return the penalties in the log of an event, and its rulebook."""
    if not event:
        return None, None
    state = eventlog.event_state(event_id=event)
    return frozenset(one.sequence for one in state.penalties), rulebook(book)


@sign_in_required
@require_POST
def update_case(request: HttpRequest, case: str) -> HttpResponse:
    """Do one thing in a case, by the name of the button."""
    doing = CASE_ACTIONS.get(request.POST.get("do", ""))
    if doing is None:
        raise NotFound("page")
    case_views.event_of_case(by=actor_of(request), case=case)
    try:
        doing(request, case)
    except (NotAllowed, NotFound):
        raise
    except RefusalError as refused:
        return _case_page(request, case, refused.refusals)
    return redirect_with_notice(request, reverse("case", args=(case,)), message("Recorded."))


def _open(request: HttpRequest, case: str) -> None:
    letter = request.POST.get("letter", "")
    cases.open_case(by=actor_of(request), now=timezone.now(), case=case, letter=letter)


def _ask(request: HttpRequest, case: str) -> None:
    cases.ask_for_answer(
        by=actor_of(request),
        now=timezone.now(),
        case=case,
        until=_day(request, "until"),
        question=request.POST.get("question", ""),
        expected=_expected(request),
    )


def _answer(request: HttpRequest, case: str) -> None:
    text = request.POST.get("text", "")
    cases.answer_case(by=actor_of(request), now=timezone.now(), case=case, text=text)


def _note(request: HttpRequest, case: str) -> None:
    cases.add_case_note(
        by=actor_of(request),
        now=timezone.now(),
        case=case,
        text=request.POST.get("text", ""),
        audience=request.POST.get("audience", ""),
    )


def _file(request: HttpRequest, case: str) -> None:
    sent = request.FILES.get("file")
    cases.add_case_file(
        by=actor_of(request),
        now=timezone.now(),
        case=case,
        name=(sent.name if sent else "") or "",
        content=sent.read() if sent else b"",
        audience=request.POST.get("audience", ""),
    )


def _decide(request: HttpRequest, case: str) -> None:
    cases.decide_case(
        by=actor_of(request),
        now=timezone.now(),
        case=case,
        outcome=request.POST.get("outcome", ""),
        reason=request.POST.get("reason", ""),
        since=_day(request, "since"),
        until=_day(request, "until"),
        expected=_expected(request),
    )


def _appeal(request: HttpRequest, case: str) -> None:
    text = request.POST.get("text", "")
    cases.appeal_decision(by=actor_of(request), now=timezone.now(), case=case, text=text)


def _close(request: HttpRequest, case: str) -> None:
    cases.close_case(by=actor_of(request), now=timezone.now(), case=case)


CASE_ACTIONS: dict[str, Callable[[HttpRequest, str], None]] = {
    "open": _open,
    "ask": _ask,
    "answer": _answer,
    "note": _note,
    "file": _file,
    "decide": _decide,
    "appeal": _appeal,
    "close": _close,
}


@sign_in_required
@require_safe
def download_case_file(request: HttpRequest, case: str, file: str) -> HttpResponse:
    """Send a file of a case, to keep and never to show in the page."""
    name, kind, content = case_views.file_for(by=actor_of(request), case=case, file=file)
    return file_response(request, content, kind=kind, name=name)


@sign_in_required
@require_POST
def open_case_from_complaint(request: HttpRequest, complaint: str) -> HttpResponse:
    """Make a case of a complaint."""
    case = cases.open_case_from_complaint(
        by=actor_of(request), now=timezone.now(), complaint=complaint
    )
    return redirect_with_notice(
        request, reverse("case", args=(case,)), message("The complaint is now a case.")
    )


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_breach(request: HttpRequest, event: str) -> HttpResponse:
    """Report a serious breach at an event to the desk of its area."""
    actor, posted = actor_of(request), request.POST
    facts = visibility.event_page(by=actor, now=timezone.now(), event=event)
    refusals: tuple[Refusal, ...] = ()
    if request.method == "POST":
        try:
            case = cases.report_breach(
                by=actor,
                now=timezone.now(),
                event=facts.line.public_id,
                person=posted.get("person", ""),
                text=posted.get("text", ""),
                collusion=bool(posted.get("collusion")),
            )
        except (NotAllowed, NotFound):
            raise
        except RefusalError as refused:
            refusals = refused.refusals
        else:
            return redirect_with_notice(
                request, reverse("case", args=(case,)), message("Reported to the desk of the area.")
            )
    context = {
        "section": "calendar",
        "line": facts.line,
        "people": case_views.reportable_players(event=event, by=actor),
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": posted,
        "asked": request.GET,
    }
    return render(request, "conduct/breach.html", context, status=422 if refusals else 200)


def _day(request: HttpRequest, name: str) -> date | None:
    text = request.POST.get(name, "").strip()
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        reason = message("Enter a date like 2026-11-30.")
        raise RefusalError(no("date", reason, place=name)) from None


def _expected(request: HttpRequest) -> int | None:
    said = request.POST.get("expected", "")
    return int(said) if said.isascii() and said.isdecimal() else None


@sign_in_required
@require_safe
def show_own_record(request: HttpRequest) -> HttpResponse:
    """Show what is on record about oneself."""
    actor = actor_of(request)
    if actor.person_id is None:
        raise NotFound("page")
    context = {
        "section": "mine",
        "penalties": own_penalties(by=actor),
        "consents": own_consents(by=actor),
        "cases": case_views.own_cases(by=actor),
        "suspensions": case_views.own_suspensions(by=actor, now=timezone.now()),
        **CASE_WORDS,
    }
    return render(request, "conduct/own_record.html", context)
