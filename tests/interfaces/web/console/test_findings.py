"""The five findings on an online game that was not played, from the console."""

from types import SimpleNamespace
from typing import cast

import pytest
from django.http import QueryDict
from tests.core.eventlog.event_builder import day_of

from padd.core.eventlog.actions.director_results import ResponsibilityDecided
from padd.core.refusal import RefusalError
from padd.interfaces.web.console.result_commands import RESULT_PARSERS
from padd.presentation.eventlog.event_view import EventView

MAKE = RESULT_PARSERS["result.responsibility-decided"]


@pytest.mark.req("ONL-16", "ONL-17", "ONL-24")
def test_every_finding_names_whom_it_is_about():
    day = day_of(["kirk", "khan"], online=True).draw()
    one, two = day.round.tables[1].players
    view = cast("EventView", SimpleNamespace(state=day.state))

    def made(finding):
        return MAKE(QueryDict(f"number=1&table=1&finding={finding}"), view)

    found = {
        finding: made(finding).responsible
        for finding in (f"one:{one}", "both", "neither", "unclear")
    }

    assert list(found.values()) == [(one,), (one, two), (), ()]
    assert all(isinstance(made(word), ResponsibilityDecided) for word in ("both", "unclear"))
    with pytest.raises(RefusalError):
        made("nobody")
