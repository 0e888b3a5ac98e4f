"""Paper of a championship: announcement, bye list, certificates."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.core.championships.awards import ChampionshipResult
from padd.interfaces.printing.championships import announcement_pdf, byes_pdf, certificates_pdf
from padd.interfaces.printing.pdf import Paper, PrintedDocument
from padd.interfaces.web.championships.views import STAGES
from padd.interfaces.web.request_actor import actor_of, sign_in_required
from padd.presentation.championships.awards import award_target, right_kind, right_target
from padd.presentation.championships.rights import right_views
from padd.presentation.messages import text
from padd.presentation.page_words import EDITIONS
from padd.presentation.words import ordinal
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook
from padd.services.championships import dashboard
from padd.services.delivery import printouts
from padd.services.ratings.careers import names_by_row, names_of_people
from padd.store.queries.championships import championships
from padd.store.queries.championships.championships import ChampionshipRow
from padd.store.queries.championships.rights import find_rights


def pdf_answer(printed: PrintedDocument, name: str) -> HttpResponse:
    """Answer with a document."""
    response = HttpResponse(printed.pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


@sign_in_required
@require_safe
def print_championship_paper(request: HttpRequest, championship: str, name: str) -> HttpResponse:
    """Print a paper for the director of the championship."""
    view = dashboard.championship_dashboard(by=actor_of(request), championship=championship)
    row = championships.championship(championship)
    if row is None:
        raise Http404
    match name:
        case "announcement":
            printed = _announcement(row)
        case "byes":
            printed = _byes(request, row)
        case "certificates" if view.preview is not None:
            printed = _certificates(request, row, view.preview)
        case _:
            raise Http404
    return pdf_answer(printed, f"{row.public_id}-{name}")


def _announcement(row: ChampionshipRow) -> PrintedDocument:
    book = rulebook(row.rulebook)
    return announcement_pdf(
        paper=_size(row),
        name=row.name,
        facts=(f"{EDITIONS[row.edition]}, {row.year}", book.title),
        stages=tuple(
            (STAGES[stage.stage], stage.name, _days(stage.first_day, stage.last_day), stage.town)
            for stage in row.stages
        ),
        awards=tuple(_awards(row, book)),
    )


def _size(row: ChampionshipRow) -> Paper:
    """Return the paper of the event that the championship ends with."""
    return Paper(printouts.chosen_paper_size(row.stages[-1].event))


def _days(first: date, last: date) -> str:
    """Return days as people write them."""
    end = f"{last.day} {last:%B %Y}"
    if first == last:
        return end
    start = f"{first.day} {first:%B}" if first.month != last.month else str(first.day)
    return f"{start} to {end}"


def _awards(row: ChampionshipRow, book: Rulebook) -> Iterator[tuple[str, str, str]]:
    rules = book.championships
    for award in getattr(rules.awards, row.kind) if rules else ():
        if row.edition in award.games:
            least = f", from {award.more_than + 1} players" if award.more_than else ""
            kind = text(right_kind(award.bye_rounds, award.head_start))
            yield f"{ordinal(award.place)}{least}", kind, text(award_target(award))


def _byes(request: HttpRequest, row: ChampionshipRow) -> PrintedDocument:
    book, now = rulebook(row.rulebook), timezone.now()
    rights = find_rights(edition=row.edition, target=row.kind, most=5000)
    views = [
        view
        for view in right_views(rights, championships.target_events(), book=book, today=now.date())
        if view.open and any(target.id == row.public_id for target in view.use_at)
    ]
    people = names_of_people((view.person for view in views), by=actor_of(request), now=now)
    rows = sorted(
        (people[view.person].name, view.title, view.origin_name or "granted by the desk", view.word)
        for view in views
    )
    rule = book.citations["championships.awards_transferable"].cite
    return byes_pdf(name=row.name, rows=rows, rule=rule, paper=_size(row))


def _certificates(
    request: HttpRequest, row: ChampionshipRow, result: ChampionshipResult
) -> PrintedDocument:
    placed = [line for line in result.ranking if not line.disqualified][:3]
    names = names_by_row(
        [int(line.person) for line in placed], by=actor_of(request), now=timezone.now()
    )
    people = [
        (
            names[int(line.person)].name,
            f"{ordinal(line.place)} place of {result.attendance}" if line.place > 1 else "Champion",
            [
                f"{text(right_kind(won.rounds, won.points))}: "
                f"{text(right_target(won.target, won.year, won.areas))}"
                for won in result.rights
                if won.person == line.person
            ],
        )
        for line in placed
    ]
    when = _days(row.last_day, row.last_day) if row.last_day else ""
    return certificates_pdf(name=row.name, when=when, people=people, paper=_size(row))
