"""All documents, and when each makes sense."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, Final

import msgspec

from padd.core.formats.format import Format
from padd.core.formats.registry import format_of
from padd.core.model import Round
from padd.interfaces.printing import conduct, decks, limited, lists
from padd.interfaces.printing.event_view import PrintView
from padd.interfaces.printing.eventlog import (
    announcements,
    brackets,
    match_slips,
    pairing_by_hand,
    pod_sheets,
    result_lists,
    scorecards,
)
from padd.interfaces.printing.lists import PrintedList
from padd.interfaces.printing.pdf import Paper, PrintedDocument, render_pdf, render_pictures
from padd.presentation.conduct.conduct_in_play import reports_disqualifications
from padd.rulebooks.schema import Rulebook

Content = tuple[str, dict[str, Any], dict[str, str]]
"""The sheet, what stands on it, and its drawings."""


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """Something to print: its name in addresses, its title, what it is for."""

    name: str
    title: str
    about: str
    format: Callable[[Format[Any, Any]], bool] = lambda _: True
    """Whether events of a format have it."""
    book: Callable[[Rulebook], bool] = lambda _: True
    """Whether events of a rulebook have it."""
    list: Callable[[PrintView, Round | None], PrintedList] | None = None
    """How its list is made, where it is one: also for plain pages and sheets."""
    make: Callable[[PrintView, Round | None], Content] | None = None
    of_round: bool = False
    """Whether it belongs to one round, which must have been published."""
    secret: bool = False
    """Whether it shows what only its player should see: codes and PINs."""
    public: bool = False
    """Whether all who may see the event may have it."""
    each: bool = False
    """Whether it has a piece for each player, of which a few show how it looks."""
    when: Callable[[PrintView], bool] = lambda _: True
    """Whether there is something to put on it as the event stands."""
    needs: int = 0
    """How many players there have to be for it."""
    after_round: bool = False
    """Whether it says nothing before the first round is out."""
    next_round: bool = False
    """Whether it is about the next round, which the event must still have."""
    kept: bool = True
    """Whether it is in the set that is put on the disk for every round."""

    def fits(self, view: PrintView) -> bool:
        """Tell whether there is anything to print."""
        if len(view.people) < self.needs or not self.format(format_of(view.event)):
            return False
        if self.next_round and len(view.rounds) >= view.event.swiss_rounds:
            return False
        if not self.book(view.book) or not self.when(view):
            return False
        return not (self.of_round or self.after_round) or view.round() is not None

    def content(self, view: PrintView, number: int | None = None) -> Content:
        """Return what stands on the document."""
        round_ = view.round(number) if self.of_round else None
        if self.list is not None:
            return "list", self.list(view, round_).content(view.foot), {}
        if self.make is None:
            message = f"{self.name} can’t be printed."
            raise LookupError(message)
        return self.make(view, round_)


def _of(round_: Round | None) -> Round:
    if round_ is None:
        message = "The round has not been published."
        raise LookupError(message)
    return round_


DOCUMENTS: Final = (
    Document(
        name="pairings-by-name",
        title="Pairings by name",
        about="By family name, with the table. Pin it up.",
        of_round=True,
        public=True,
        list=lambda view, round_: lists.seats_by_name(view, _of(round_)),
    ),
    Document(
        name="pairings-by-table",
        title="Pairings by table",
        about="Who sits where, with points so far.",
        of_round=True,
        public=True,
        list=lambda view, round_: lists.seats_by_table(view, _of(round_)),
    ),
    Document(
        name="slips",
        title="Match slips",
        about="One per table, eight to a page; once cut, the stacks are in order.",
        format=lambda play: not play.in_pods,
        of_round=True,
        make=lambda view, round_: ("slips", match_slips.match_slips_content(view, _of(round_)), {}),
    ),
    Document(
        name="pods",
        title="Pod sheets",
        about="One per table, for the points of all rounds of the match.",
        format=attrgetter("in_pods"),
        of_round=True,
        make=lambda view, round_: ("pods", pod_sheets.pods_content(view, _of(round_)), {}),
    ),
    Document(
        name="scorecards",
        title="Scorecards",
        about="One per player, filled in so far, with code and PIN.",
        secret=True,
        each=True,
        needs=1,
        make=lambda view, _: ("scorecard", *scorecards.scorecards_content(view)),
    ),
    Document(
        name="blank-scorecards",
        title="Blank scorecards",
        about="A page of empty cards to copy.",
        make=lambda view, _: ("scorecard", *scorecards.blank_scorecards_content(view)),
    ),
    Document(
        name="standings",
        title="Standings",
        about="The standings with every tiebreaker.",
        after_round=True,
        public=True,
        list=lambda view, _: lists.standings_list(view),
    ),
    Document(
        name="results",
        title="Results by round",
        about="Every game so far, the latest round first.",
        after_round=True,
        public=True,
        list=lambda view, _: result_lists.results_list(view),
    ),
    Document(
        name="bracket",
        title="Bracket",
        about="The whole bracket on one sheet.",
        format=attrgetter("has_bracket"),
        needs=2,
        public=True,
        make=lambda view, _: ("bracket", *brackets.bracket_content(view)),
    ),
    Document(
        name="pairing-by-hand",
        title="Pairing by hand",
        about="If the computer fails: who can still play whom, and how to pair.",
        format=attrgetter("gives_victory_points"),
        needs=2,
        next_round=True,
        list=lambda view, _: pairing_by_hand.pairing_by_hand_sheet(view),
    ),
    Document(
        name="announcements",
        title="To read aloud",
        about=("Welcome, rounds, time calls and closing words, with the times of this event."),
        make=lambda view, _: ("announcements", announcements.announcements_content(view), {}),
    ),
    Document(
        name="deck-list",
        title="Deck-list form",
        about="For each player to fill in.",
        make=lambda view, _: ("deckform", decks.deck_form_content(view), {}),
    ),
    Document(
        name="deck-check",
        title="Deck check list",
        about="What a judge checks: cards, backs, prints, sleeves.",
        book=conduct.has_deck_checks,
        kept=False,
        make=lambda view, _: ("conduct", conduct.deck_check_content(view), {}),
    ),
    Document(
        name="disqualification-report",
        title="Report of a disqualification",
        about="To fill in by hand, for the coordinator and the Director.",
        book=reports_disqualifications,
        kept=False,
        make=lambda view, _: ("conduct", conduct.report_form_content(view), {}),
    ),
    Document(
        name="what-happens-now",
        title="What happens now",
        about="For a player who was disqualified.",
        book=reports_disqualifications,
        kept=False,
        make=lambda view, _: ("conduct", conduct.what_now_content(view), {}),
    ),
    Document(
        name="draft-seats",
        title="Draft seats",
        about="Groups, seats and passing direction. Pin it up.",
        when=limited.has_seats,
        public=True,
        list=lambda view, _: limited.seat_plan(view),
    ),
    Document(
        name="pack-slips",
        title="Pack slips",
        about="One per pack and seat, ten to a page, for real boosters.",
        when=limited.has_seats,
        kept=False,
        make=lambda view, _: ("tags", limited.pack_slips(view), {}),
    ),
    Document(
        name="pool-check",
        title="Pool check",
        about="Every card a pool can contain, to count by hand.",
        when=limited.has_products,
        kept=False,
        list=lambda view, _: limited.pool_check(view),
    ),
    Document(
        name="table-numbers",
        title="Table numbers",
        about="Fold each sheet twice and stand it up.",
        kept=False,
        make=lambda view, _: ("plates", match_slips.tables_content(view), {}),
    ),
    Document(
        name="name-tags",
        title="Name tags",
        about="Ten to a page, by family name.",
        each=True,
        needs=1,
        kept=False,
        make=lambda view, _: ("tags", match_slips.tags_content(view), {}),
    ),
)
BY_NAME: Final = {document.name: document for document in DOCUMENTS}


def available_documents(view: PrintView) -> Iterator[Document]:
    """Yield the documents available for an event in its state."""
    return (document for document in DOCUMENTS if document.fits(view))


def print_document(
    document: Document, view: PrintView, number: int | None = None, *, paper: Paper = Paper.A4
) -> PrintedDocument:
    """Return a document as PDF."""
    sheet, content, drawings = document.content(view, number)
    return render_pdf(sheet, content, paper=paper, drawings=drawings)


def document_pictures(
    document: Document,
    view: PrintView,
    number: int | None = None,
    *,
    paper: Paper = Paper.A4,
    dots_per_inch: float = 60,
) -> list[bytes]:
    """Return a document as pictures of its pages."""
    sheet, content, drawings = document.content(view, number)
    return render_pictures(
        sheet, content, paper=paper, drawings=drawings, dots_per_inch=dots_per_inch
    )
