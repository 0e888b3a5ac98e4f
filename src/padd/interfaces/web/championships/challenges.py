"""The Chair's challenges: suggestions, nominations, and the drawing of prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.interfaces.web.championships.forms import DrawingForm, NominationForm, SuggestionForm
from padd.interfaces.web.forms import PageForm, form_response, render_page
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.championships import challenges
from padd.services.ratings.careers import NamedPerson, names_of_people
from padd.store.queries.championships.applications import ChallengeRow, chair_challenges

OFFICES = {"chair": "the Chair", "director-of-organized-play": "the Director of Organized Play"}


CHALLENGE_ACTIONS: Final[dict[str, tuple[type[PageForm], Callable[..., object]]]] = {
    "suggest": (SuggestionForm, challenges.suggest_challenge),
    "nominate": (NominationForm, challenges.nominate_challenge),
    "draw": (DrawingForm, challenges.draw_prizes),
}
"""The form and the service of each button of the page."""


class ChallengesPage(msgspec.Struct, frozen=True, kw_only=True):
    """The challenges, and the forms of those who may add to them."""

    title: str
    cite: str
    to: list[str]
    to_cite: str
    nominated: list[ChallengeRow]
    suggested: list[ChallengeRow]
    called: dict[str, NamedPerson]
    chair: bool
    member: bool
    suggestion: PageForm
    refusals: tuple[Refusal, ...]
    section: str = "road-latest"


@require_http_methods(["GET", "HEAD", "POST"])
def manage_challenges(request: HttpRequest) -> HttpResponse:
    """Show all challenges; take suggestions, nominations and the drawing."""
    if request.method != "POST":
        return _challenges_page(request, SuggestionForm())
    action = request.POST.get("do", "")
    if action not in CHALLENGE_ACTIONS:
        raise Http404
    form_type, service = CHALLENGE_ACTIONS[action]
    form = form_type.from_request(request)

    def save() -> HttpResponse:
        service(by=actor_of(request), now=timezone.now(), **form.arguments())
        return redirect_with_notice(request, reverse("challenges"), message("Saved."))

    return form_response(form, save=save, show=lambda: _challenges_page(request, form))


def _challenges_page(request: HttpRequest, form: PageForm) -> HttpResponse:
    by, now = actor_of(request), timezone.now()
    book = rulebook(rulebook_ids()[0])
    rules = book.championships
    rows = chair_challenges()
    people = {person for row in rows for person in row.drawn}
    roles = roles_of(by)
    chair = allowed(Permission.CHALLENGE_NOMINATE, roles)
    reads = chair or any(office in OFFICES for office in map(str, by.offices))
    to = rules.challenge.suggestions_to if rules else ()
    page = ChallengesPage(
        title=rules.challenge.title if rules else "Challenge",
        cite=book.citations["championships.challenge.title"].cite,
        to=[OFFICES[office] for office in to],
        to_cite=book.citations["championships.challenge.suggestions_to"].cite,
        nominated=[row for row in rows if row.nominated_at],
        suggested=[row for row in rows if not row.nominated_at] if reads else [],
        called=names_of_people(people, by=by, now=now),
        chair=chair,
        member=allowed(Permission.CHALLENGE_SUGGEST, roles),
        suggestion=form if isinstance(form, SuggestionForm) else SuggestionForm(),
        refusals=form.refusals,
    )
    return render_page(request, "championships/challenges.html", page)
