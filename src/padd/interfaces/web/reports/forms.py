"""Forms of reports: sending one, correcting its rating, contesting a result."""

from __future__ import annotations

from typing import Any, Final

from django.core.exceptions import ValidationError

from padd.core.messages import message
from padd.interfaces.web.forms import (
    PageForm,
    ReasonForm,
    hidden_field,
    number_field,
    text_field,
    tick_field,
)
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.messages import text

SCORES: Final = {"0": 0.0, "0.5": 0.5, "1": 1.0}


class SubmitForm(PageForm):
    """A report of an event here."""

    create = tick_field("Create players")


class SendForm(SubmitForm):
    """A report that is sent to headquarters."""

    to = text_field("Address of headquarters")
    token = text_field("Token")
    listing = text_field("The event there")


class RatingCorrectionForm(ReasonForm):
    """A game that is rated differently from how it was played; without a round, the event."""

    round = text_field("Round")
    first = text_field("Player")
    second = text_field("Opponent")
    score = text_field("Score")

    def clean_round(self) -> int | None:
        """Return the number of the round, if one is named."""
        entered = self.cleaned_data["round"]
        number = parse_int(entered)
        if entered and number is None:
            raise ValidationError(text(message("Which round?")))
        return number

    def arguments(self) -> dict[str, Any]:
        """Return the game and the score that counts; without a score it is not rated."""
        entered = self.cleaned_data
        return {
            "round_": entered["round"],
            "first": entered["first"],
            "second": entered["second"],
            "score": SCORES.get(entered["score"]),
            "reason": entered["reason"],
        }


class CorrectionWithdrawalForm(ReasonForm):
    """A correction that is withdrawn."""

    correction = hidden_field()


class SettlementForm(PageForm):
    """The answer to a player who contests a result."""

    contest = hidden_field()
    answer = text_field("Answer")


class ContestForm(PageForm):
    """A result that a player contests."""

    round = number_field("Round", missing=0)
    words = text_field("What is wrong")

    def arguments(self) -> dict[str, Any]:
        """Return the round under the name that the service has for it."""
        return {"round_": self.cleaned_data["round"], "words": self.cleaned_data["words"]}
