"""What the log says of a request."""

import json
import logging
import re

from django.urls import get_resolver

from padd.config.logs import JsonLines
from padd.platform.access_log import without_secrets

LET_IN = frozenset({"token", "code", "key", "secret"})
"""What an argument of an address is called that lets somebody in."""
BY_ID = ("/api/", "/tokens/")
"""Where such an argument is only the id of something."""
SECRET = "k3y-to-the-door"  # noqa: S105 -- made up


def addresses(patterns, start="/"):
    """Yield every address with the names of its arguments."""
    for pattern in patterns:
        route = start + str(pattern.pattern).lstrip("^")
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern.url_patterns, route)
        else:
            yield route, set(pattern.pattern.regex.groupindex)


def filled(route, name):
    """Return an address with a secret in the place of an argument."""
    return re.sub(rf"<(\w+:)?{name}>|\(\?P<{name}>[^)]+\)", SECRET, route)


def test_no_address_that_lets_somebody_in_is_written_down_whole():
    secret = [
        filled(route, name)
        for route, names in addresses(get_resolver().url_patterns)
        for name in names & LET_IN
        if not route.startswith(BY_ID)
    ]

    assert len(secret) >= 6
    assert [one for one in secret if SECRET in without_secrets(one)] == []


def test_neither_does_the_line_of_an_error_have_the_secret():
    said = "Internal Server Error: %s"
    line = logging.LogRecord("x", 40, "", 1, said, (f"/help/{SECRET}/",), None)

    written = json.loads(JsonLines().format(line))

    assert written["message"] == "Internal Server Error: /help/…/"
