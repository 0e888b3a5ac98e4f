"""An explanation in words: why this place, and the arithmetic behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from padd.core.model import PlayerId
from padd.core.scoring.explanation import AT_CAP, CITED, Explanation, GameLine, TieStep
from padd.core.scoring.terms import PLAYED, Code
from padd.presentation.words import ENDINGS, MARGINS, RESULTS, STEPS, join_names, ordinal, signed
from padd.rulebooks.schema import Rulebook

MARKS: Final = {"tied": "=", "not-applicable": "−", "narrows": "→", "decides": "→", "open": "?"}
PARTED: Final = {"decides": "Decided by", "narrows": "Parted by"}
LADDER: Final = ("no completed mission", "a completed mission", "planet and space completed")


class ChainLine(msgspec.Struct, frozen=True):
    """One rule that was tried, with its mark: tied, does not apply, decides."""

    mark: str
    text: str
    cite: str
    lead: str = ""
    """The beginning of the text that stands out, such as the rule that decides."""

    @property
    def rest(self) -> str:
        """The text after what stands out."""
        return self.text.removeprefix(self.lead)


class SumLine(msgspec.Struct, frozen=True):
    """One line of a sum; a struck line is left out of it."""

    round: Annotated[int, Meta(description="The number of the round.")]
    label: Annotated[str, Meta(description="What it is called.")]
    value: Annotated[str, Meta(description="The value.")]
    struck: Annotated[bool, Meta(description="Whether the line is left out of the sum.")] = False
    note: Annotated[str, Meta(description="A note on the line.")] = ""


class Sum(msgspec.Struct, frozen=True):
    """A figure with the lines that it adds up from."""

    title: Annotated[str, Meta(description="The title, for people.")]
    lines: Annotated[tuple[SumLine, ...], Meta(description="The lines, in order.")]
    working: Annotated[str, Meta(description="How it was calculated.")]
    total: Annotated[str, Meta(description="The total.")]
    cite: Annotated[str, Meta(description="The section of the rulebook.")]


class Why(msgspec.Struct, frozen=True):
    """Everything behind one line of the standings, in words."""

    question: str
    answer: str
    chain: tuple[ChainLine, ...]
    sums: tuple[Sum, ...]


def why_document(player: PlayerId, reason: Why) -> dict[str, Any]:
    """Return what `padd explain --json` prints for one player."""
    return {
        "player": player,
        **msgspec.to_builtins(reason),
        "chain": [
            {"mark": line.mark, "text": line.text, "cite": line.cite} for line in reason.chain
        ],
    }


def standings_why(
    explanation: Explanation, names: Mapping[PlayerId, str], *, has_schedule: bool = True
) -> Why:
    """Return an explanation in words."""
    name = names[explanation.row.player]
    place = ordinal(explanation.row.place)
    sums = [_points(explanation, names), _differential(explanation, names)]
    if has_schedule:
        sums.insert(1, _schedule(explanation, names))
        sums.append(_cumulative(explanation))
    return Why(
        question=f"Why {place}?",
        answer=_answer(explanation, name, names),
        chain=tuple(_chain(explanation, names)),
        sums=tuple(sums),
    )


def _answer(explanation: Explanation, name: str, names: Mapping[PlayerId, str]) -> str:
    vp = explanation.row.record.vp
    place = ordinal(explanation.row.place)
    if explanation.row.disqualified:
        return f"{name} was disqualified and is placed last."
    if explanation.moved_by_final:
        return f"{name} is {place} by the final confrontation."
    if not explanation.tied_with:
        return f"{name} is {place} with {vp} VP, which no one else has."
    others = join_names([names[player] for player in explanation.tied_with])
    decided = next((s for s in reversed(explanation.steps) if s.outcome == "decides"), None)
    if decided is None:
        return f"{name} shares {place} with {others}: a tie-breaker game decides."
    have = "has" if len(explanation.tied_with) == 1 else "have"
    # If the player above was tied, this is the step that parted the two.
    step = STEPS[explanation.row.decided_by or decided.step]
    return f"{name} has {vp} VP, as {have} {others}; {step} decides."


def _chain(explanation: Explanation, names: Mapping[PlayerId, str]) -> list[ChainLine]:
    if not explanation.tied_with:
        return []
    others = join_names([names[player] for player in explanation.tied_with])
    shared = f"{explanation.row.record.vp} VP"
    text = f"{shared}, the same as {others}."
    return [
        ChainLine("=", text, explanation.cites["vp"], shared),
        *(
            ChainLine(
                MARKS[step.outcome], _step(step, names), explanation.cites["tiebreaks"], _lead(step)
            )
            for step in explanation.steps
        ),
    ]


def _lead(step: TieStep) -> str:
    """Name the tiebreak that parts players, before the figures that show it."""
    if step.step == "coin-toss" or step.outcome not in PARTED:
        return ""
    return f"{PARTED[step.outcome]} {STEPS[step.step]}:"


def _step(step: TieStep, names: Mapping[PlayerId, str]) -> str:
    """Say what one tiebreak did."""
    players = [names[player] for player, _ in step.figures]
    if step.step == "head-to-head":
        return _head_to_head(step, players)
    if step.outcome == "open":
        return f"A tie-breaker game between {join_names(players)} is not on record."
    if step.step == "coin-toss":
        return f"Decided by coin toss between {join_names(players)}."
    title = STEPS[step.step]
    figures = ", ".join(
        f"{names[player]} {_figure(step.step, figure)}" for player, figure in step.figures
    )
    if step.outcome == "tied":
        return f"{title.capitalize()} is the same: {figures}."
    return f"{_lead(step)} {figures}."


def _head_to_head(step: TieStep, players: list[str]) -> str:
    if step.outcome == "not-applicable":
        return f"Head-to-head applies to two tied players only; here {len(players)} are tied."
    if step.reason == "did-not-meet":
        return f"Head-to-head: {join_names(players)} did not play each other."
    if step.reason == "tied-game":
        return f"Head-to-head: {join_names(players)} tied their game."
    return f"{_lead(step)} {players[0]} beat {players[1]}."


def _figure(step: str, figure: int | None) -> str:
    if figure is None:
        return ""
    return signed(figure) if step == "differential" else str(figure)


def _opponent(line: GameLine, names: Mapping[PlayerId, str]) -> str:
    if line.result.opponent is None or line.result.code not in {*PLAYED, Code.PENDING}:
        return RESULTS[line.result.code].capitalize()
    return names[line.result.opponent]


def _points(explanation: Explanation, names: Mapping[PlayerId, str]) -> Sum:
    lines = tuple(
        SumLine(line.round, _opponent(line, names), str(line.result.vp), note=_how(line))
        for line in explanation.games
    )
    working = " + ".join(str(line.result.vp) for line in explanation.games)
    total = str(explanation.row.record.vp)
    return Sum("Victory points", lines, working, total, explanation.cites["vp"])


def _how(line: GameLine) -> str:
    """Say how a game ended, as on a scorecard."""
    text = f"{RESULTS[line.result.code]} ({line.result.code})"
    match = line.match
    if match is None or match.ending is None:
        return text
    if match.scores is not None and line.result.code in PLAYED:
        me = match.players.index(line.result.player)
        text += f", {match.scores[me]}–{match.scores[1 - me]}"
    text += f", {ENDINGS[match.ending]}"
    if line.tiers is not None:
        text += f"; {LADDER[line.tiers[0]]} against {LADDER[line.tiers[1]]}"
    return text


def _schedule(explanation: Explanation, names: Mapping[PlayerId, str]) -> Sum:
    lines = tuple(
        SumLine(
            line.round,
            _opponent(line, names),
            str(line.schedule),
            struck=line.struck,
            note="lowest, left out" if line.struck else "",
        )
        for line in explanation.games
    )
    record = explanation.row.record
    everything = sum(record.schedule)
    return Sum(
        "Strength of schedule",
        lines,
        f"{everything} − {everything - record.sos}",
        str(record.sos),
        explanation.cites["strength-of-schedule"],
    )


def _differential(explanation: Explanation, names: Mapping[PlayerId, str]) -> Sum:
    lines = tuple(
        SumLine(
            line.round,
            _opponent(line, names),
            signed(line.result.differential),
            note=_margin(line, explanation.cites),
        )
        for line in explanation.games
    )
    record = explanation.row.record
    working = " ".join(signed(line.result.differential) for line in explanation.games)
    total = signed(record.differential)
    cite = explanation.cites["differential"]
    return Sum("Differential", lines, working, total, cite)


def _margin(line: GameLine, cites: Mapping[str, str]) -> str:
    if line.judged is None:
        return RESULTS[line.result.code]
    if line.judged.by == "difference":
        return f"{line.own} − {line.theirs}"
    text = MARGINS[line.judged.by]
    own, theirs = line.own or 0, line.theirs or 0
    # Where the winner simply gets the cap there is no sum.
    if line.judged.by in AT_CAP and own - theirs == line.result.differential:
        text += f", {own} − {theirs}"
    return f"{text} ({cites[line.judged.by]})"


def _cumulative(explanation: Explanation) -> Sum:
    lines = tuple(
        SumLine(line.round, f"Total after round {line.round}", str(line.running_vp))
        for line in explanation.games
    )
    working = " + ".join(str(line.running_vp) for line in explanation.games)
    record = explanation.row.record
    cite = explanation.cites["cumulative-victory-points"]
    return Sum("Cumulative victory points", lines, working, str(record.cvp), cite)


ICONS: Final = {"=": "equal", "−": "minus", "→": "arrow-right", "?": "hourglass", "×": "x"}
DECIDES: Final = "→"
DOES_NOT_APPLY: Final = "−"


class PanelStep(msgspec.Struct, frozen=True):
    """One rule of the chain: its icon, what it gave, where it stands."""

    icon: str
    lead: str
    rest: str
    cite: str
    aside: bool = False


class WhyPanel(msgspec.Struct, frozen=True):
    """Everything that an opened row shows."""

    question: str
    answer: str
    chain: tuple[PanelStep, ...]
    sums: tuple[Sum, ...]
    paths: dict[str, str]
    """For each section that is cited, the value of the rulebook behind it."""


def standings_why_panel(
    explanation: Explanation, names: dict[PlayerId, str], *, has_schedule: bool
) -> WhyPanel:
    """Return the why-panel of one line of the standings."""
    words = standings_why(explanation, names, has_schedule=has_schedule)
    return WhyPanel(
        question=words.question,
        answer=words.answer,
        chain=tuple(_chain_icons(explanation, words.chain)),
        sums=words.sums,
        paths={cite: CITED[name] for name, cite in explanation.cites.items()},
    )


def why_panel(words: Why, book: Rulebook) -> WhyPanel:
    """Return the why-panel of an explanation in words."""
    chain = tuple(
        PanelStep(ICONS[line.mark], line.lead, line.rest, line.cite) for line in words.chain
    )
    cited = {*(line.cite for line in words.chain), *(sum_.cite for sum_ in words.sums)}
    paths = {
        citation.cite: path
        for path, citation in reversed(book.citations.items())
        if citation.cite in cited
    }
    return WhyPanel(words.question, words.answer, chain, words.sums, paths)


def _chain_icons(explanation: Explanation, chain: tuple[ChainLine, ...]) -> Iterator[PanelStep]:
    if not chain and not explanation.row.disqualified:
        decided = f"Decided by victory points: {explanation.row.record.vp} VP"
        yield PanelStep(ICONS[DECIDES], decided, "", explanation.cites["vp"])
    for line in chain:
        aside = line.mark == DOES_NOT_APPLY
        yield PanelStep(ICONS[line.mark], line.lead, line.rest, line.cite, aside=aside)
    if explanation.moved_by_final:
        lead, rest = "Final confrontation:", " the winner wins the event."
        yield PanelStep("trophy", lead, rest, explanation.cites["final-confrontation"])
