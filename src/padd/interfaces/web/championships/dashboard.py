"""The director's dashboard of a championship: one next step, stages, a preview."""

from __future__ import annotations

from datetime import date, datetime, time

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.championships.views import STAGES
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.championships.awards import right_kind, right_target
from padd.presentation.championships.dashboard import PHASES, step_view
from padd.services import reports
from padd.services.championships import dashboard, stages
from padd.services.ratings.careers import names_by_row
from padd.services.refusal import NotAllowed, NotFound, Outdated
from padd.store.queries.championships import championships

USUAL_QUALIFIERS = 8


@sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def run_championship(request: HttpRequest, championship: str) -> HttpResponse:
    """Show the dashboard, and do what its next step says."""
    view = dashboard.championship_dashboard(by=actor_of(request), championship=championship)
    if request.method != "POST":
        return _dashboard_page(request, view)
    try:
        done = _take_step(request, championship)
    except (NotAllowed, NotFound, Outdated):
        raise
    except RefusalError as refused:
        return _dashboard_page(request, view, refused.refusals)
    return redirect_with_notice(request, _next_page(done, championship), message("Done."))


def _next_page(done: object, championship: str) -> str:
    """Return the next page: where players are named if a report asks for them."""
    for outcome in done if isinstance(done, tuple) else ():
        if isinstance(outcome, reports.ReportOutcome) and outcome.asked:
            return reverse("report-players", args=(outcome.report,))
    return reverse("championship-run", args=(championship,))


def _take_step(request: HttpRequest, championship: str) -> object:
    typed, by, now = request.POST, actor_of(request), timezone.now()
    match typed.get("do"):
        case "announce":
            return dashboard.announce_heats(
                by=by,
                now=now,
                championship=championship,
                qualifiers={
                    key.removeprefix("go-on-"): int(value)
                    for key, value in typed.items()
                    if isinstance(value, str) and key.startswith("go-on-") and value.isdecimal()
                },
            )
        case "seed":
            return dashboard.seed_final(by=by, now=now, championship=championship)
        case "report":
            return reports.submit_stages(championship=championship, by=by, now=now)
        case "heat":
            return stages.add_heat(
                by=by,
                now=now,
                championship=championship,
                name=typed.get("name", ""),
                starts=_moment(typed.get("day", ""), typed.get("time", "")),
            )
        case "stage":
            stages.set_stage(
                by=by,
                now=now,
                event=typed.get("event", ""),
                championship=championship,
                stage=typed.get("stage", ""),
            )
            return None
    raise Http404


def _moment(day: str, hour: str) -> datetime | None:
    """Return the time on the wall that two fields say, if they say one."""
    try:
        return datetime.combine(date.fromisoformat(day), time.fromisoformat(hour))
    except ValueError:
        return None


def _dashboard_page(
    request: HttpRequest, view: dashboard.Dashboard, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    row = championships.championship(view.championship)
    lines = view.preview.ranking if view.preview else ()
    people = [int(line.person) for line in lines if line.person.isdecimal()]
    names = names_by_row(people, by=actor_of(request), now=timezone.now())
    context = {
        "section": "road-latest",
        "id": view.championship,
        "name": row.name if row else view.stages[0].name,
        "view": view,
        "candidates": [(one.event, one.name) for one in view.candidates],
        "step": step_view(view.step, view.stages),
        "phases": PHASES,
        "stage_words": STAGES,
        "usual": USUAL_QUALIFIERS,
        "names": {str(key): value for key, value in names.items()},
        "right_kind": right_kind,
        "right_target": right_target,
        "sure": request.GET.get("sure") == "report",
        "refusals": refusals,
    }
    status = 422 if refusals else 200
    return render(request, "championships/dashboard.html", context, status=status)
