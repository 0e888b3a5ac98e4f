"""`padd penalty`: the level of an infraction, and what it does."""

from __future__ import annotations

import sys

import click
import msgspec

from padd.core.eventlog.actions.penalties import PenaltyAdvice, advised_level, infraction_of
from padd.core.eventlog.guidance.remedies import WHAT, remedy_of
from padd.core.eventlog.log.file_log import infractions_of_person
from padd.core.messages import message
from padd.core.refusal import RefusalError, refuse
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    as_json,
    load_event,
    named_rulebook,
    print_json,
    print_refusal,
)
from padd.presentation.messages import text
from padd.presentation.rulebooks import book_for
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.play import Infraction


class PenaltyRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What was done, by whom, and what is known of it."""

    code: str
    book: str | None
    """The rulebook that was named; else the event's own."""
    intentional: bool
    before_start: bool
    repeats: int
    events: tuple[str, ...]
    player: str | None


class AdvisedPenalty(msgspec.Struct, frozen=True, kw_only=True):
    """The infraction, its level and the rulebook behind both."""

    infraction: Infraction
    advice: PenaltyAdvice
    book: Rulebook

    @property
    def effect(self) -> str:
        """What the rulebook calls the level."""
        levels = self.book.conduct.levels or ()
        return next(named.name for named in levels if named.level == self.advice.level)

    @property
    def rule(self) -> str:
        """The section that gives the level."""
        early = self.advice.before_start
        path = "conduct.before_event_level" if early else "conduct.infractions"
        return cite(self.book, path)


@click.command()
@click.argument("code", metavar="CODE")
@named_rulebook
@click.option("--intentional", is_flag=True, help="There is evidence of intent.")
@click.option(
    "--repeats",
    type=click.IntRange(min=0),
    default=None,
    metavar="N",
    help="How often the player was penalized for it before.",
)
@click.option("--before-start", is_flag=True, help="It was found before the event started.")
@click.option(
    "--event",
    "events",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Count the repeats in this event; repeat for each day and heat.",
)
@click.option("--player", metavar="ID", help="Whose repeats: an id or a handle.")
@as_json
@click.pass_context
def penalty(
    ctx: click.Context,
    *,
    code: str,
    name: str,
    intentional: bool,
    repeats: int | None,
    before_start: bool,
    events: tuple[str, ...],
    player: str | None,
    as_json: bool,
) -> None:
    """Show the penalty for an infraction and its effects.

    \b
    Try: padd penalty B1 --repeats 1 --intentional
         padd penalty B1 --event my.event.json --player kirk
    """  # noqa: D301 -- \\b keeps click from joining the lines
    if bool(events) != (player is not None):
        raise click.UsageError("Give --event and --player together.")
    if events and repeats is not None:
        raise click.UsageError("--event counts the repeats; leave --repeats out.")
    asked = PenaltyRequest(
        code=code.strip().upper(),
        book=name if not events or _was_given(ctx, "name") else None,
        intentional=intentional,
        before_start=before_start,
        repeats=repeats or 0,
        events=events,
        player=player,
    )
    try:
        advised = _advised(asked)
    except RefusalError as refused:
        refusal = msgspec.structs.replace(refused.refusal, file="padd penalty")
        print_refusal(refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json(_document(advised))
    else:
        _show(advised)


def _was_given(ctx: click.Context, parameter: str) -> bool:
    source = ctx.get_parameter_source(parameter)
    return source is click.core.ParameterSource.COMMANDLINE


def _advised(asked: PenaltyRequest) -> AdvisedPenalty:
    files = [load_event(file) for file in asked.events]
    book = rulebook(asked.book) if asked.book else book_for(files[-1])
    infraction = _infraction(asked.code, book)
    earlier = [
        code
        for event in files
        for code in infractions_of_person(asked.player or "", event, book_for(event))
    ]
    if infraction.not_beside in earlier:
        refuse(
            "covered-already",
            message(
                "{player} already has a penalty for {covered}, which covers "
                "the same error, so {code} does not apply.",
                player=asked.player or "",
                covered=infraction.not_beside or "",
                code=asked.code,
            ),
            "CODE",
            cite(book, "conduct.infractions"),
        )
    advice = advised_level(
        infraction,
        book,
        repeats=earlier.count(asked.code) if files else asked.repeats,
        intent=asked.intentional,
        before_start=asked.before_start,
    )
    return AdvisedPenalty(infraction=infraction, advice=advice, book=book)


def _infraction(code: str, book: Rulebook) -> Infraction:
    known = book.conduct.infractions
    if known is None:
        refuse(
            "no-penalties",
            message("{book} has no penalties; the director decides.", book=book.title),
            "--rulebook",
            cite(book, "conduct.infractions"),
        )
    infraction = infraction_of(code, book)
    if infraction is None:
        refuse(
            "infraction-unknown",
            message(
                "The index has no infraction {code}; it has {codes}.",
                code=code,
                codes=", ".join(each.code for each in known),
            ),
            "CODE",
            cite(book, "conduct.infractions"),
        )
    return infraction


def _document(advised: AdvisedPenalty) -> dict[str, object]:
    return {
        "code": advised.infraction.code,
        "level": advised.advice.level,
        "effect": advised.effect,
        "rule": advised.rule,
    }


def _show(advised: AdvisedPenalty) -> None:
    from padd.interfaces.cli.tables import new_table, print_parts

    infraction, advice = advised.infraction, advised.advice
    grid = new_table(
        f"{infraction.code} {infraction.group}: {infraction.name}", "", "Level", numbers=("Level",)
    )
    if advice.before_start:
        grid.add_row("Found before the start", str(advice.level))
    else:
        grid.add_row("Listed, without intent", str(advice.listed))
        grid.add_row("Intent", str(advice.intent))
        grid.add_row("Repeats", str(advice.repeats))
    highest = f" to {advice.most}" if advice.most > advice.level else ""
    lines = [f"Level {advice.level}{highest}: {advised.effect} ({advised.rule})"]
    indexed = (advised.book.conduct.index_levels or {}).get(infraction.code)
    if indexed is not None:
        ruling = advised.book.citations["conduct.index_levels"].ruling
        lines.append(f"The index says level {indexed}; the section takes precedence ({ruling}).")
    remedy = remedy_of(infraction.code, advised.book)
    if remedy is not None:
        lines.append(f"To be corrected: {text(WHAT[remedy.what])}.")
    print_parts(grid, *lines)
