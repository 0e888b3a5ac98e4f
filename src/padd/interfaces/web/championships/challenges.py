"""The Chair's challenges: suggestions, nominations, and the drawing of prizes."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.notice import redirect_with_notice
from padd.interfaces.web.request_actor import actor_of
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.permissions import Permission, allowed, roles_of
from padd.services.championships import challenges
from padd.services.ratings.careers import called
from padd.services.refusal import NotAllowed, NotFound, Outdated
from padd.store.queries.championships import applications as queries

OFFICES = {"chair": "the Chair", "director-of-organized-play": "the Director of Organized Play"}


@require_http_methods(["GET", "HEAD", "POST"])
def manage_challenges(request: HttpRequest) -> HttpResponse:
    """Show all challenges; take suggestions, nominations and the drawing."""
    if request.method != "POST":
        return _challenges_page(request)
    try:
        _change_challenge(request)
    except (NotAllowed, NotFound, Outdated):
        raise
    except RefusalError as refused:
        return _challenges_page(request, refused.refusals)
    return redirect_with_notice(request, reverse("challenges"), message("Saved."))


def _change_challenge(request: HttpRequest) -> None:
    typed, by, now = request.POST, actor_of(request), timezone.now()
    match typed.get("do"):
        case "suggest":
            challenges.suggest_challenge(
                by=by, now=now, title=typed.get("title", ""), words=typed.get("words", "")
            )
        case "nominate":
            challenges.nominate_challenge(
                by=by,
                now=now,
                challenge=typed.get("challenge", ""),
                title=typed.get("title", ""),
                words=typed.get("words", ""),
                event=typed.get("event", "").strip(),
                prizes=typed.get("prizes", "").splitlines(),
            )
        case "draw":
            challenges.draw_prizes(by=by, now=now, challenge=typed.get("challenge", ""))
        case _:
            raise Http404


def _challenges_page(request: HttpRequest, refusals: tuple[Refusal, ...] = ()) -> HttpResponse:
    by, now = actor_of(request), timezone.now()
    book = rulebook(rulebook_ids()[0])
    rules = book.championships
    rows = queries.chair_challenges()
    people = {person for row in rows for person in row.drawn}
    roles = roles_of(by)
    chair = allowed(Permission.CHALLENGE_NOMINATE, roles)
    reads = chair or any(office in OFFICES for office in map(str, by.offices))
    to = rules.challenge.suggestions_to if rules else ()
    context = {
        "section": "road-latest",
        "title": rules.challenge.title if rules else "Challenge",
        "cite": book.citations["championships.challenge.title"].cite,
        "to": [OFFICES[office] for office in to],
        "to_cite": book.citations["championships.challenge.suggestions_to"].cite,
        "nominated": [row for row in rows if row.nominated_at],
        "suggested": [row for row in rows if not row.nominated_at] if reads else [],
        "called": called(people, by=by, now=now),
        "chair": chair,
        "member": allowed(Permission.CHALLENGE_SUGGEST, roles),
        "refusals": refusals,
        "wrong": {refusal.place or "form": refusal for refusal in reversed(refusals)},
        "typed": request.POST,
    }
    status = 422 if refusals else 200
    return render(request, "championships/challenges.html", context, status=status)
