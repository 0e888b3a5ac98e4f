"""Release tournaments: for which sets, and how close to their release."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from padd.core.cards.titles import fold_title
from padd.core.championships.season import ReleaseTiming, release_timing
from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.programme import ReleaseEvents
from padd.services.cards import current_catalogue
from padd.services.events.event_form import EventForm
from padd.services.refusal import house_refusal


def release_advice(form: EventForm, book: Rulebook) -> ReleaseTiming | None:
    """Return how close a release tournament is to the release of its set.

    Nothing for other events, and before there is a date. A set that the card data
    does not know has no release date to compare with.
    """
    if not form.release_set or form.starts is None or book.championships is None:
        return None
    rules = book.championships.release
    return release_timing(rules, released=release_day(form), on=form.starts.date())


def release_day(form: EventForm) -> date | None:
    """Return when the set came out that a draft celebrates, by its code or name."""
    wanted = fold_title(form.release_set.strip())
    for one in current_catalogue().catalogue.sets.values():
        named = wanted in {fold_title(one.name), fold_title(one.code)}
        if named and one.edition == form.edition:
            return one.release
    return None


def objections_to_release(form: EventForm, book: Rulebook) -> Iterator[Refusal]:
    """Only games with new sets have release tournaments, where a guide knows them."""
    if not form.release_set:
        return
    if book.championships is None:
        yield house_refusal(
            "release-unknown",
            message("{title} has no release tournaments.", title=book.title),
            place="release_set",
        )
    elif form.edition not in book.championships.release.editions:
        games = " and ".join(book.championships.release.editions)
        yield house_refusal(
            "release-not-allowed",
            message("Release tournaments are for new sets of {games}.", games=games),
            place="release_set",
            rule=cite(book, "championships.release.editions"),
        )
    else:
        yield from _objections_to_set(form, book, book.championships.release)


def _objections_to_set(form: EventForm, book: Rulebook, rules: ReleaseEvents) -> Iterator[Refusal]:
    """Refuse a set without a name, and online events before its release."""
    if rules.set_named and not any(sign.isalnum() for sign in form.release_set):
        yield house_refusal(
            "release-unnamed",
            message("Name the set that is released."),
            place="release_set",
            rule=cite(book, "championships.release.set_named"),
        )
    if not (rules.online_after_release and form.online and form.starts):
        return
    released = release_day(form)
    if released is not None and form.starts.date() < released:
        yield house_refusal(
            "release-too-early",
            message(
                "Online release tournaments must start after the release on {day}.",
                day=released.isoformat(),
            ),
            place="starts",
            rule=cite(book, "championships.release.online_after_release"),
        )
