"""Cases: the page of one for each of its readers, a desk's list, a player's own record."""

from __future__ import annotations

from datetime import date
from typing import Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from padd.core.conduct.case import CaseSource, CaseStage, Outcome
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.interfaces.web.conduct.forms import CASE_ACTIONS, BreachForm
from padd.interfaces.web.delivery.feeds import file_response
from padd.interfaces.web.forms import PageForm, form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.conduct.case_view import ABOUT, OUTCOMES, STAGES, CaseView, case_view
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook
from padd.services import eventlog
from padd.services.access import visibility
from padd.services.conduct import case_views, cases
from padd.services.conduct.own_record import FilmConsent, OwnPenalty, own_consents, own_penalties
from padd.services.refusal import NotFound
from padd.store.queries.events.calendar import EventRow


class CaseWords(msgspec.Struct, frozen=True):
    """What stages, outcomes and origins of cases are called."""

    stages: dict[CaseStage, str]
    outcomes: dict[Outcome, str]
    sources: dict[CaseSource, str]


CASE_WORDS: Final = CaseWords(STAGES, OUTCOMES, ABOUT)


class CasesPage(msgspec.Struct, frozen=True, kw_only=True):
    """The cases of a desk."""

    cases: tuple[case_views.CaseRow, ...]
    case_words: CaseWords = CASE_WORDS
    section: str = "desk"


@sign_in_required
@require_safe
def show_cases(request: HttpRequest) -> HttpResponse:
    """Show the cases of a desk, those that wait first."""
    page = CasesPage(cases=case_views.cases_at_desk(by=actor_of(request)))
    return render_page(request, "conduct/cases.html", page)


class CasePage(msgspec.Struct, frozen=True, kw_only=True):
    """A case for one of its readers, with a form for each thing that can be done."""

    section: str
    view: CaseView
    forms: dict[str, PageForm]
    refusals: tuple[Refusal, ...]
    today: date


@sign_in_required
@require_safe
def show_case(request: HttpRequest, case: str) -> HttpResponse:
    """Show a case to a reader who has a part in it."""
    return _case_page(request, case)


def _case_page(
    request: HttpRequest, case: str, sent: str = "", form: PageForm | None = None
) -> HttpResponse:
    actor, today = actor_of(request), timezone.now().date()
    standing, book = _event_facts(*case_views.event_of_case(by=actor, case=case))
    facts = case_views.case_for(by=actor, case=case, standing=standing, now=timezone.now())
    view = case_view(facts, book, today=today)
    forms = {
        name: form_type(initial={"letter": view.letter})
        for name, (form_type, _) in CASE_ACTIONS.items()
    }
    page = CasePage(
        section="desk" if case_views.keeps_cases(actor) else "",
        view=view,
        forms=forms if form is None else forms | {sent: form},
        refusals=form.refusals if form else (),
        today=today,
    )
    return render_page(request, "conduct/case.html", page)


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
    action = request.POST.get("do", "")
    if action not in CASE_ACTIONS:
        raise NotFound("page")
    form_type, service = CASE_ACTIONS[action]
    form, actor = form_type.from_request(request), actor_of(request)
    case_views.event_of_case(by=actor, case=case)

    def save() -> HttpResponse:
        service(by=actor, now=timezone.now(), case=case, **form.arguments())
        return redirect_with_notice(request, reverse("case", args=(case,)), message("Recorded."))

    return form_response(form, save=save, show=lambda: _case_page(request, case, action, form))


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


class BreachPage(msgspec.Struct, frozen=True, kw_only=True):
    """The form to report a breach at an event."""

    line: EventRow
    form: BreachForm
    section: str = "calendar"


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_breach(request: HttpRequest, event: str) -> HttpResponse:
    """Report a serious breach at an event to the desk of its area."""
    actor = actor_of(request)
    line = visibility.visible_event(by=actor, now=timezone.now(), event=event).line
    form = BreachForm.from_request(request, initial=request.GET.dict())
    form.set_choices(person=case_views.reportable_players(event=event, by=actor))

    def save() -> HttpResponse:
        case = cases.report_breach(
            by=actor, now=timezone.now(), event=line.public_id, **form.arguments()
        )
        return redirect_with_notice(
            request, reverse("case", args=(case,)), message("Reported to the desk of the area.")
        )

    page = BreachPage(line=line, form=form)
    return form_response(
        form, save=save, show=lambda: render_page(request, "conduct/breach.html", page)
    )


class OwnRecordPage(msgspec.Struct, frozen=True, kw_only=True):
    """What is on record about the reader."""

    penalties: tuple[OwnPenalty, ...]
    consents: tuple[FilmConsent, ...]
    cases: tuple[case_views.CaseRow, ...]
    suspensions: tuple[case_views.OwnSuspension, ...]
    case_words: CaseWords = CASE_WORDS
    section: str = "mine"


@sign_in_required
@require_safe
def show_own_record(request: HttpRequest) -> HttpResponse:
    """Show what is on record about the reader."""
    actor = actor_of(request)
    if actor.person_id is None:
        raise NotFound("page")
    page = OwnRecordPage(
        penalties=own_penalties(by=actor),
        consents=own_consents(by=actor),
        cases=case_views.own_cases(by=actor),
        suspensions=case_views.own_suspensions(by=actor, now=timezone.now()),
    )
    return render_page(request, "conduct/own_record.html", page)
