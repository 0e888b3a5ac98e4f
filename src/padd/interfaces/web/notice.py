"""A sentence on the next page about what was just done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.http import HttpResponseRedirect

from padd.presentation.messages import text

if TYPE_CHECKING:
    from django.http import HttpRequest

    from padd.core.messages import Message

NOTICE: Final = "notice"
"""Where the session keeps the sentence until it is shown."""


def done(request: HttpRequest, where: str, said: Message) -> HttpResponseRedirect:
    """Lead to a page after a change, which says there what was done."""
    request.session[NOTICE] = text(said)
    return HttpResponseRedirect(where)


def taken_notice(request: HttpRequest) -> str:
    """Return what the page is to say, once."""
    if NOTICE not in request.session:
        return ""
    return str(request.session.pop(NOTICE))
