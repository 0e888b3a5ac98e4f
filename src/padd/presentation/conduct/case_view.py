"""A case as one reader sees it: timeline, next step, possible actions and effects."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

import msgspec

from padd.core.conduct import case as acts
from padd.core.conduct.case import (
    AnyCaseAct,
    CaseAudience,
    CaseEntry,
    CaseSource,
    CaseStage,
    Outcome,
    Part,
)
from padd.core.conduct.case_rules import acts_open_to
from padd.core.eventlog.actions.penalties import infraction_of
from padd.presentation.page_words import capitalised
from padd.rulebooks.schema import Rulebook, cite
from padd.services.conduct.case_views import CaseFacts
from padd.services.local_time import format_date

ABOUT: Final = {
    CaseSource.DISQUALIFICATION: "disqualification",
    CaseSource.BREACH: "serious breach",
    CaseSource.COMPLAINT: "complaint",
    CaseSource.COLLUSION: "suspected collusion",
}
PARTS: Final = {
    Part.REPORTER: "the reporter",
    Part.CONCERNED: "the person concerned",
    Part.DESK: "the desk",
    Part.DIRECTOR: "the Director",
}
READERS: Final = {
    CaseAudience.DESK: "desk",
    CaseAudience.CONCERNED: "desk and the person concerned",
    CaseAudience.REPORTER: "desk and the reporter",
    CaseAudience.ALL: "all parties",
}
OUTCOMES: Final = {
    Outcome.NO_ACTION: "No further action",
    Outcome.WARNING: "Warning by letter",
    Outcome.SUSPENSION: "Suspend from sanctioned events",
}
CONSEQUENCES: Final = {
    Outcome.NO_ACTION: "what was decided at the event stands",
    Outcome.WARNING: "the person concerned reads it here",
    Outcome.SUSPENSION: "between two dates, by the Director only",
}
STAGES: Final = {
    CaseStage.REPORTED: "Reported",
    CaseStage.OPENED: "Opened",
    CaseStage.ASKED: "Answer requested",
    CaseStage.ANSWERED: "Answered",
    CaseStage.DECIDED: "Decided",
    CaseStage.APPEALED: "Appealed",
    CaseStage.CLOSED: "Closed",
}


class TimelineEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry as it is read."""

    at: datetime
    icon: str
    title: str
    text: str
    said: bool
    """Whether the text is a statement, not an action."""
    readers: str
    file: str = ""
    """The public id of the file that was added, if one was."""
    file_name: str = ""


class CaseStep(msgspec.Struct, frozen=True, kw_only=True):
    """One part of the bar: a stage, and whether it is over, now or to come."""

    word: str
    state: str


class CaseChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One decision that can be made, and what it does."""

    value: str
    word: str
    does: str


class CaseView(msgspec.Struct, frozen=True, kw_only=True):
    """A case for one reader."""

    facts: CaseFacts
    about: str
    steps: tuple[CaseStep, ...]
    title: str
    """What comes next, for this reader."""
    hint: str
    entries: tuple[TimelineEntry, ...]
    may: frozenset[str]
    """The acts that this reader may do now, by the last word of their kind."""
    choices: tuple[CaseChoice, ...]
    does: tuple[str, ...]
    """What a decision does, besides what each choice says."""
    guide: tuple[tuple[str, str], ...]
    """What comes from the guide, with its section."""
    letter: str
    appeal_until: date | None
    appeal_over: bool
    """Whether the one appeal was made, or its last day has passed."""


def case_view(facts: CaseFacts, book: Rulebook | None, *, today: date) -> CaseView:
    """Return a case for its reader; the rulebook is that of its event."""
    kinds = acts_open_to(facts.state, facts.part, house=facts.house)
    may = frozenset(_short(kind) for kind in kinds if facts.decides)
    last = facts.state.appeal_until
    over = last is not None and today > last
    if over:
        may -= {"appealed"}
    title, hint = _next(facts, may)
    source = CaseSource(facts.row.source)
    return CaseView(
        facts=facts,
        about=ABOUT[source],
        steps=tuple(_steps(facts)),
        title=title,
        hint=hint,
        entries=tuple(_entry(one, facts, book) for one in facts.entries),
        may=may,
        choices=tuple(_choices(facts)) if "decided" in may else (),
        does=tuple(_does(facts)),
        guide=tuple(_guide(facts, book)),
        letter=_letter(facts, book) if "opened" in may else "",
        appeal_until=last if facts.house else None,
        appeal_over=over or facts.state.appealed,
    )


def _short(kind: type[AnyCaseAct]) -> str:
    return str(kind.__struct_config__.tag).removeprefix("case.")


def _steps(facts: CaseFacts) -> Iterator[CaseStep]:
    stages = [CaseStage.REPORTED, CaseStage.OPENED]
    if facts.house:
        stages.append(CaseStage.ANSWERED)
    stages += [CaseStage.DECIDED, CaseStage.CLOSED]
    done = _reached(facts)
    now = next((stage for stage in stages if stage not in done), None)
    for stage in stages:
        state = "settled" if stage in done else "now" if stage is now else "planned"
        yield CaseStep(word=STAGES[stage], state=state)


def _reached(facts: CaseFacts) -> frozenset[CaseStage]:
    """Return the stages of the bar that are over."""
    state = facts.state
    reached = {CaseStage.REPORTED}
    if state.stage is not CaseStage.REPORTED:
        reached.add(CaseStage.OPENED)
    if state.answered or state.decision is not None:
        reached.add(CaseStage.ANSWERED)
    if state.decision is not None and state.stage is not CaseStage.APPEALED:
        reached.add(CaseStage.DECIDED)
    if state.stage is CaseStage.CLOSED:
        reached.add(CaseStage.CLOSED)
    return frozenset(reached)


NEXT: Final = (
    # the act, who is told so, what to do, what there is to know
    ("opened", Part.REPORTER, "Send the letter", "It goes to the coordinator and the Director."),
    ("opened", None, "Take the case", "It was reported and no one is handling it yet."),
    ("answered", None, "Answer if you wish", "The desk reads it before it decides."),
    ("appealed", None, "You may appeal, once", "Someone else will decide the appeal."),
    ("decided", None, "Decide the case", "You were not part of the event."),
    ("closed", None, "Close the case", "The decision has been made and sent."),
)


def _next(facts: CaseFacts, may: frozenset[str]) -> tuple[str, str]:
    """Return what comes next for a reader, and a word on it."""
    stage = facts.state.stage
    if stage is CaseStage.CLOSED:
        return "Nothing more to do", "The case is closed."
    if stage is CaseStage.ASKED and "answered" not in may:
        return "Wait for the answer", _by_when(facts)
    for act, part, title, hint in NEXT:
        if act in may and part in {None, facts.part}:
            return title, _by_when(facts) if act == "answered" else hint
    return ("Nothing for you to do right now", "You will get an e-mail when you are needed.")


def _by_when(facts: CaseFacts) -> str:
    until = facts.state.answer_by
    if until is None:
        return "The desk reads it before it decides."
    return f"By {format_date(until, '%A, %d %B %Y')}."


def _choices(facts: CaseFacts) -> Iterator[CaseChoice]:
    for outcome, word in OUTCOMES.items():
        house = outcome in acts.HOUSE_OUTCOMES
        if house and not facts.house:
            continue
        if outcome is Outcome.SUSPENSION and facts.part is not Part.DIRECTOR:
            continue
        yield CaseChoice(value=outcome, word=word, does=CONSEQUENCES[outcome])


def _does(facts: CaseFacts) -> Iterator[str]:
    yield "The parties are told that there is a decision, not what it says."
    yield "Results and ratings do not change."
    if facts.house and facts.part is Part.DIRECTOR:
        yield "A suspension cancels registrations on its days; running events continue."
    if facts.house and not facts.state.appealed:
        days = acts.APPEAL_DAYS
        yield f"A warning or suspension can be appealed once, within {days} days."


def _guide(facts: CaseFacts, book: Rulebook | None) -> Iterator[tuple[str, str]]:
    if book is None:
        return
    if facts.row.source == CaseSource.DISQUALIFICATION:
        told = cite(book, "conduct.disqualification_reported_to")
        yield "The penalty, its level and the report.", told
    serious = book.conduct.serious_from_level
    if facts.row.source == CaseSource.BREACH and serious is not None:
        words = f"Breaches of level {serious} or higher may be investigated."
        yield words, cite(book, "conduct.serious_from_level")
    if book.roles.video.result_final:
        final = cite(book, "roles.video.result_final")
        yield "The result of a match stands.", final
    if facts.row.source == CaseSource.COMPLAINT and book.roles.concerns_to:
        yield "A complaint about a director.", cite(book, "roles.concerns_to")


MARKS: Final = {
    acts.CaseReported: ("gavel", "{what} reported{by}"),
    acts.CaseOpened: ("mail", "Letter to the coordinator and the Director sent by {who}"),
    acts.AnswerAsked: ("circle-question-mark", "Answer requested by {until}"),
    acts.CaseAnswered: ("user", "Answer from {who}"),
    acts.EvidenceAdded: ("file-up", "File added by {who}"),
    acts.CaseNoted: ("pencil", "Note by {who}"),
    acts.CaseDecided: ("scale", "{outcome}{days}"),
    acts.CaseAppealed: ("hand", "Appeal by {who}"),
    acts.CaseClosed: ("check", "Case closed"),
}
"""The icon of each kind of entry, and what it says was done."""
TAKEN_UP: Final = "Taken up by {who}"


def _entry(entry: CaseEntry, facts: CaseFacts, book: Rulebook | None) -> TimelineEntry:
    act = entry.act
    icon, title = MARKS[type(act)]
    text = _written(act, book)
    if isinstance(act, acts.CaseOpened) and not act.letter:
        title = TAKEN_UP
    name = facts.names.get(entry.by)
    who = name or PARTS[entry.part]
    added = act if isinstance(act, acts.EvidenceAdded) else None
    return TimelineEntry(
        at=entry.at,
        icon=icon,
        title=title.format(who=who, by=f" by {name}" if name else "", **_details(act)),
        text=text,
        said=bool(text) and not isinstance(act, acts.CaseReported),
        readers=READERS[act.audience],
        file=added.file if added else "",
        file_name=added.name if added else "",
    )


def _details(act: AnyCaseAct) -> dict[str, str]:
    """Return what the title of an entry says besides who did it."""
    match act:
        case acts.CaseReported(source=source):
            return {"what": ABOUT[source].capitalize()}
        case acts.AnswerAsked(until=until):
            return {"until": format_date(until, "%a %d %b %Y")}
        case acts.CaseDecided(outcome=outcome, since=since, until=until):
            days = ""
            if since is not None and until is not None:
                days = f", {format_date(since, '%d %b %Y')} to {format_date(until, '%d %b %Y')}"
            return {"outcome": OUTCOMES[outcome], "days": days}
        case _:
            return {}


def _written(act: AnyCaseAct, book: Rulebook | None) -> str:
    """Return the text that a person wrote in an entry."""
    match act:
        case acts.CaseReported(text=text):
            told = capitalised(penalty_words(act, book))
            return ". ".join(filter(None, (told, text)))
        case acts.CaseOpened(letter=letter):
            return letter
        case acts.AnswerAsked(question=question):
            return question
        case acts.CaseDecided(reason=reason):
            return reason
        case acts.CaseClosed():
            return ""
        case _:
            return act.text


def penalty_words(reported: acts.CaseReported, book: Rulebook | None) -> str:
    """Return code, name, level and round of the penalty that a case began with."""
    known = infraction_of(reported.infraction, book) if book else None
    words = [
        reported.infraction,
        f"{known.group}: {known.name}" if known else "",
        f"level {reported.level}" if reported.level is not None else "",
        f"round {reported.round}" if reported.round is not None else "",
    ]
    return ", ".join(filter(None, words))


def _letter(facts: CaseFacts, book: Rulebook | None) -> str:
    """Return the draft of the letter that the guide asks for."""
    reported = facts.state.reported
    if reported is None or reported.source is not CaseSource.DISQUALIFICATION:
        return ""
    lines = (
        f"Disqualification at {facts.row.event_name}",
        "",
        f"{facts.row.about} was disqualified: {penalty_words(reported, book)}.",
        reported.text,
    )
    return "\n".join(line for line in lines if line or line == "").strip()
