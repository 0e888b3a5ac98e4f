"""What can be done in a case, when, and who can do it (COND-63 to 67)."""

from __future__ import annotations

from typing import Final

from padd.core.conduct.case import (
    HOUSE_OUTCOMES,
    UNDECIDED,
    AnswerAsked,
    AnyCaseAct,
    CaseAnswered,
    CaseAppealed,
    CaseClosed,
    CaseDecided,
    CaseEntry,
    CaseNoted,
    CaseOpened,
    CaseReported,
    CaseStage,
    CaseState,
    EvidenceAdded,
    Outcome,
    Part,
)
from padd.core.messages import Message, message
from padd.core.refusal import Refusal

HOUSE: Final = "PADD"
"""No guide says any of this, so no section is named for it."""
MOST_FILES: Final = 10
_DESK: Final = frozenset({Part.DESK, Part.DIRECTOR})
_WHO: Final[dict[type[AnyCaseAct], frozenset[Part]]] = {
    CaseReported: frozenset(Part) - {Part.CONCERNED},
    CaseOpened: frozenset({Part.REPORTER}) | _DESK,
    AnswerAsked: _DESK,
    CaseAnswered: frozenset({Part.CONCERNED}),
    EvidenceAdded: frozenset(Part),
    CaseNoted: _DESK,
    CaseDecided: _DESK,
    CaseAppealed: frozenset({Part.CONCERNED}),
    CaseClosed: _DESK,
}
_WHEN: Final[dict[type[AnyCaseAct], frozenset[CaseStage]]] = {
    CaseReported: frozenset(),
    CaseOpened: frozenset({CaseStage.REPORTED}),
    AnswerAsked: UNDECIDED,
    CaseAnswered: frozenset({CaseStage.OPENED, CaseStage.ASKED}),
    EvidenceAdded: UNDECIDED | {CaseStage.REPORTED},
    CaseNoted: frozenset(CaseStage) - {CaseStage.CLOSED},
    CaseDecided: UNDECIDED,
    CaseAppealed: frozenset({CaseStage.DECIDED}),
    CaseClosed: frozenset({CaseStage.DECIDED}),
}
_OF_THE_HOUSE: Final = (AnswerAsked, CaseAnswered, CaseAppealed)


def case_objection(state: CaseState | None, entry: CaseEntry, *, house: bool) -> Refusal | None:
    """Return why something may not be done in a case now, if it may not.

    `house` says whether the house's own procedure is switched on; None stands for a
    case that has no entry yet.
    """
    act = entry.act
    kind = type(act)
    if entry.part not in _WHO[kind]:
        return _refusal("not-yours", message("Only others involved in the case can do this."))
    if state is None:
        begins = isinstance(act, CaseReported)
        return None if begins else _refusal("no-report", message("A case starts with a report."))
    if isinstance(act, CaseAppealed) and state.appealed:
        return _refusal("appealed-already", message("A decision can be appealed only once."))
    if state.stage not in _WHEN[kind]:
        return _refusal("wrong-stage", message("The case is not at that point."))
    if not house and (isinstance(act, _OF_THE_HOUSE) or _is_house_outcome(act)):
        return _refusal(
            "house-procedure-off",
            message("This site has no procedure for that."),
            way_out=message("Close the case without further action."),
        )
    return _act_objection(state, entry, house=house)


def acts_open_to(state: CaseState, part: Part, *, house: bool) -> frozenset[type[AnyCaseAct]]:
    """Return the kinds of act that are open to a part at this point."""
    return frozenset(
        kind
        for kind, parts in _WHO.items()
        if part in parts
        and state.stage in _WHEN[kind]
        and (house or kind not in _OF_THE_HOUSE)
        and not (kind is CaseAppealed and state.appeal_until is None)
    )


def _act_objection(state: CaseState, entry: CaseEntry, *, house: bool) -> Refusal | None:
    match entry.act:
        case AnswerAsked(until=until) if until <= entry.at.date():
            return _refusal("too-soon", message("Allow at least a day for the answer."))
        case EvidenceAdded() if state.files >= MOST_FILES:
            return _refusal(
                "too-many-files", message("A case can hold at most {most} files.", most=MOST_FILES)
            )
        case CaseDecided() as decision:
            return _decision_objection(state, entry, decision)
        case CaseAppealed() if _appeal_is_over(state, entry):
            return _refusal("too-late", message("The time for an appeal is over."))
        case CaseClosed() if house and _may_be_appealed(state, entry):
            return _refusal(
                "appeal-open",
                message("The decision can still be appealed."),
                way_out=message("Close the case when that time is over."),
            )
        case _:
            return None


def _decision_objection(
    state: CaseState, entry: CaseEntry, decision: CaseDecided
) -> Refusal | None:
    if entry.by in state.deciders:
        return _refusal(
            "decided-before",
            message("Someone who was not involved in the case must decide the appeal."),
        )
    if decision.outcome not in HOUSE_OUTCOMES:
        return None
    heard = state.answered or (state.answer_by is not None and state.answer_by < entry.at.date())
    if not heard:
        return _refusal(
            "not-heard",
            message("The person concerned has not been heard."),
            way_out=message("Ask for an answer, then wait for it or for the deadline."),
        )
    is_suspension = decision.outcome is Outcome.SUSPENSION
    return _suspension_objection(entry, decision) if is_suspension else None


def _suspension_objection(entry: CaseEntry, decision: CaseDecided) -> Refusal | None:
    if entry.part is not Part.DIRECTOR:
        return _refusal("director-only", message("Only the Director can suspend."))
    since, until = decision.since, decision.until
    if since is None or until is None or until < since:
        return _refusal("dates", message("A suspension needs a first and a last day."))
    return None


def _is_house_outcome(act: AnyCaseAct) -> bool:
    return isinstance(act, CaseDecided) and act.outcome in HOUSE_OUTCOMES


def _appeal_is_over(state: CaseState, entry: CaseEntry) -> bool:
    last = state.appeal_until
    return last is None or entry.at.date() > last


def _may_be_appealed(state: CaseState, entry: CaseEntry) -> bool:
    last = state.appeal_until
    return last is not None and entry.at.date() <= last


def _refusal(code: str, words: Message, *, way_out: Message | None = None) -> Refusal:
    return Refusal(code, words, rule=HOUSE, way_out=way_out)
