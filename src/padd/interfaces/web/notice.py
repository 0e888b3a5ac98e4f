"""A sentence on the next page about what was just done."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponseRedirect

from padd.core.messages import Message
from padd.presentation.messages import text

NOTICE: Final = "notice"
"""The key of the sentence in the session."""
REFUSED: Final = "notice-refused"
"""Whether it says why something was not done."""


class Notice(NamedTuple):
    """What the next page says, and whether it is a refusal."""

    said: str
    refused: bool


def redirect_with_notice(request: HttpRequest, where: str, said: Message) -> HttpResponseRedirect:
    """Redirect to a page after a change; the page says what was done."""
    leave_notice(request, text(said))
    return HttpResponseRedirect(where)


def leave_notice(request: HttpRequest, said: str, *, refused: bool = False) -> None:
    """Store a sentence for the next page."""
    request.session[NOTICE], request.session[REFUSED] = said, refused


def pop_notice(request: HttpRequest) -> Notice | None:
    """Return what the page is to say, once."""
    if NOTICE not in request.session:
        return None
    refused = request.session.pop(REFUSED, False)
    return Notice(str(request.session.pop(NOTICE)), bool(refused))
