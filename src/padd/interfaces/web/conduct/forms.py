"""Forms of complaints, breaches and cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from padd.core.messages import message
from padd.interfaces.web.forms import (
    PageForm,
    choice_field,
    date_field,
    file_field,
    hidden_number,
    text_area,
    tick_field,
)
from padd.services.conduct import cases

CASE_DATE: Final = message("Enter a date like 2026-11-30.")


class ComplaintForm(PageForm):
    """A complaint about a director, to any desk."""

    person = choice_field("About")
    desk = choice_field("Goes to", hint="Any coordinator or the Director, as you prefer")
    text = text_area(
        "What happened",
        hint="Only they can read it. The director is not told who wrote it.",
        rows=6,
        maxlength=2000,
        required=True,
    )


class BreachForm(PageForm):
    """The report of a serious breach."""

    person = choice_field("About")
    text = text_area(
        "What happened, and how you know",
        hint="The coordinator of the area and the person concerned can read it. "
        "You can add files afterwards.",
        rows=6,
        maxlength=4000,
        required=True,
    )
    collusion = tick_field("It is about a prearranged result")


class OpenCaseForm(PageForm):
    """The letter that opens a case."""

    letter = text_area("To the coordinator and the Director", rows=8, maxlength=4000)


class AskForm(PageForm):
    """A question to the person concerned, with a deadline."""

    until = date_field("By", unreadable=CASE_DATE, required=True)
    question = text_area("Question", maxlength=4000)
    expected = hidden_number()


class AnswerForm(PageForm):
    """The answer of the person concerned."""

    text = text_area(
        "What you want to say",
        hint="You don’t have to answer.",
        rows=6,
        maxlength=4000,
        required=True,
    )


class NoteForm(PageForm):
    """A note in a case, for some of its readers."""

    text = text_area("Note", maxlength=4000, required=True)
    audience = choice_field(
        "Read by",
        (
            ("desk", "the desk"),
            ("concerned", "the desk and the person concerned"),
            ("all", "all parties"),
        ),
    )


class CaseFileForm(PageForm):
    """A file for a case."""

    file = file_field(
        "File", hint="PNG, JPEG, PDF or text, up to 2 MB; up to ten per case.", required=True
    )
    audience = choice_field("Read by", (("all", "all parties"), ("desk", "the desk and me")))

    def arguments(self) -> dict[str, Any]:
        """Return the name and the content of the file, and its readers."""
        file = self.cleaned_data["file"]
        return {
            "name": (file and file.name) or "",
            "content": file.read() if file else b"",
            "audience": self.cleaned_data["audience"],
        }


class DecisionForm(PageForm):
    """The decision of a case."""

    outcome = choice_field("Decision")
    since = date_field("First day, if suspended", unreadable=CASE_DATE)
    until = date_field("Last day", unreadable=CASE_DATE)
    reason = text_area("Reason, read by all parties", rows=4, maxlength=2000, required=True)
    expected = hidden_number()


class AppealForm(PageForm):
    """An appeal against a decision."""

    text = text_area("Why", rows=4, maxlength=4000, required=True)


CASE_ACTIONS: Final[dict[str, tuple[type[PageForm], Callable[..., object]]]] = {
    "open": (OpenCaseForm, cases.open_case),
    "ask": (AskForm, cases.ask_for_answer),
    "answer": (AnswerForm, cases.answer_case),
    "note": (NoteForm, cases.add_case_note),
    "file": (CaseFileForm, cases.add_case_file),
    "decide": (DecisionForm, cases.decide_case),
    "appeal": (AppealForm, cases.appeal_decision),
    "close": (PageForm, cases.close_case),
}
"""The form and the service of each button of a case."""
