"""Whether format, card pool, rules set, scenario and theme are sanctioned together."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.formats.format import Finding, FindingWriter
from padd.core.messages import message
from padd.core.scenarios.round_blocks import scenario_of
from padd.core.text import slug


def format_findings(judge: FindingWriter) -> Iterator[Finding]:
    """Return what the matrices of the rulebook say of how the event is played."""
    yield from _combination(judge)
    yield from _scenario(judge)
    yield from _theme(judge)


def _combination(judge: FindingWriter) -> Iterator[Finding]:
    event, formats = judge.event, judge.book.formats
    pool, rules = slug(event.card_pool), str(event.rules)
    for what, chosen, allowed, path in (
        ("format", str(event.format), formats.formats, "formats.formats"),
        ("card pool", pool, formats.card_pools, "formats.card_pools"),
        ("rules set", rules, formats.rules, "formats.rules"),
    ):
        if event.edition in allowed.get(chosen, ()):
            title = judge.book.rules_sets.get(chosen, chosen.replace("-", " "))
            reason = message(
                "{upper}{title} is a {what} of {edition}.",
                upper=title[0].upper(),
                title=title[1:],
                what=what,
                edition=event.edition.full_name,
            )
            yield judge.ok(path, reason, path)
            continue
        known = [name for name, editions in allowed.items() if event.edition in editions]
        yield judge.error(
            f"{slug(what)}-not-allowed",
            message(
                "“{chosen}” is not a {what} of {edition}; there are {known}.",
                chosen=chosen,
                what=what,
                edition=event.edition.full_name,
                known=", ".join(known),
            ),
            path,
        )
    needed = formats.format_required.get(rules)
    if needed is not None and event.format != needed:
        yield judge.error(
            "format-required",
            message("Rules set “{rules}” needs the format “{needed}”.", rules=rules, needed=needed),
            "formats.format_required",
        )


def _scenario(judge: FindingWriter) -> Iterator[Finding]:
    event, path = judge.event, "formats.scenarios"
    if event.scenario is None:
        return
    scenario = scenario_of(event, judge.book)
    if scenario is None:
        yield judge.error(
            "scenario-not-allowed",
            message(
                "“{scenario}” is not a scenario of {edition} here.",
                scenario=event.scenario,
                edition=event.edition.full_name,
            ),
            path,
        )
        return
    if not scenario.sanctioned:
        reason = message("{title} events are never sanctioned.", title=scenario.title)
        yield judge.error("scenario-not-sanctioned", reason, path)
    if not scenario.rated:
        reason = message("{title} is a scenario, so the event is not rated.", title=scenario.title)
        yield judge.warning("scenario-unrated", reason, path)
    if scenario.even_rounds and event.rounds_planned % 2:
        reason = message("{title} needs an even number of rounds.", title=scenario.title)
        yield judge.error("rounds-not-even", reason, path)


def _theme(judge: FindingWriter) -> Iterator[Finding]:
    """Yield that a deck theme is for events that are not sanctioned (REG-22)."""
    if judge.event.theme is None:
        return
    # Where special rules may be sanctioned, a theme is a card pool outside every matrix.
    special = judge.book.sanctioning.special_rules_unsanctioned_only
    yield judge.error(
        "theme-not-sanctioned",
        message("Events with a deck theme are not sanctioned."),
        "sanctioning.special_rules_unsanctioned_only" if special else "formats.card_pools",
    )
