"""Dark, light or system theme: a choice stored in a cookie."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

THEME_COOKIE = "padd-theme"
MEDIA = {"device": "screen and (prefers-color-scheme: dark)", "light": "not all", "dark": "screen"}
"""Where the dark values apply, for each choice."""
A_YEAR = 365 * 24 * 3600


def theme_context(request: HttpRequest) -> dict[str, object]:
    """Return the theme of the cookie for every template."""
    cookie = request.COOKIES.get(THEME_COOKIE, "")
    theme = cookie if cookie in MEDIA else "device"
    return {
        "theme": theme,
        "media": MEDIA,
        "dark_media": MEDIA[theme],
        "here": request.get_full_path(),
    }


@csrf_exempt  # A choice of colors; without the token every visitor has the same page.
@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Store the chosen theme and go back to the page it was chosen on."""
    back = request.POST.get("back", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = "/"
    response = HttpResponseRedirect(back)
    theme = request.POST.get("theme", "")
    if theme in MEDIA:
        response.set_cookie(
            THEME_COOKIE,
            theme,
            max_age=A_YEAR,
            samesite="Lax",
            httponly=True,
            secure=settings.THEME_COOKIE_SECURE,
        )
    return response
