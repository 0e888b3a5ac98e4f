"""Swiss rounds for programs and people: standings, results, and the next round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from padd.core.formats.heats import final_confrontation_players
from padd.core.formats.registry import format_of, ranking_of
from padd.core.messages import Message, message
from padd.core.model import Event, FinalConfrontation, PlayerId
from padd.core.pairing.criteria.figures import Figures
from padd.core.pairing.next_round import PairedRound
from padd.core.refusal import Refusal, RefusalError, cite_refusals
from padd.core.scenarios.orbit import points_of_round
from padd.core.scoring.explanation import explain_place
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import OWN_POINTS, Standings, StandingsRow
from padd.presentation.formats.presenter import AnnouncedRound, CommandAnswer
from padd.presentation.formats.reasons import ChainLine, Sum, SumLine, Why, standings_why
from padd.presentation.formats.results import ResultsView, RoundResults
from padd.presentation.formats.standings import (
    DECIDED_BY,
    PLAYER,
    RESULTS,
    StandingsView,
    standings_lines,
)
from padd.presentation.names import event_title, player_names
from padd.presentation.page_words import count
from padd.presentation.rulebooks import book_for
from padd.presentation.tables import Cells, Column, TextTable
from padd.presentation.words import RESULTS as RESULT_WORDS
from padd.presentation.words import STEPS, ordinal
from padd.rulebooks.schema import Rulebook, cite


def orbit_why(places: Standings, player: PlayerId, book: Rulebook) -> Why:
    """Return the sums behind a place, and what parted it from the one above."""
    at = next(i for i, row in enumerate(places.rows) if row.player == player)
    row, name = places.rows[at], player_names(places.event)[player]
    rule = cite(book, "formats.scenarios")
    total = row.record.leading
    lead = f"Decided by own and deck points together: {total}"
    if row.decided_by is not None:
        lead = f"Decided by {STEPS[row.decided_by]}"
    tied = ""
    if row.decided_by == OWN_POINTS:
        above = player_names(places.event)[places.rows[at - 1].player]
        tied = f": {above} has the same sum and more own points"
    return Why(
        question=f"Why is {name} {ordinal(row.place)}?",
        answer=f"{name} and the deck scored {total} points together.",
        chain=(ChainLine("→", lead + tied, rule, lead),),
        sums=(
            _sum(places, player, rule, "Points scored by the player", own=True),
            _sum(places, player, rule, "Points of the deck", own=False),
        ),
    )


def _sum(places: Standings, player: PlayerId, rule: str, title: str, *, own: bool) -> Sum:
    lines = []
    for round_ in places.event.rounds:
        points = points_of_round(round_).get(player)
        made = 0 if points is None else points.own if own else points.deck
        label = "Sat out" if points is None else "Points"
        lines.append(SumLine(round_.number, label, str(made)))
    total = sum(int(line.value) for line in lines)
    working = " + ".join(line.value for line in lines)
    return Sum(title, tuple(lines), working, str(total), rule)


VP: Final = Column("vp", "VP", "number", stands_for="Victory points")
SCHEDULE: Final = Column("sos", "SoS", "number", stands_for="Strength of schedule")
DIFFERENTIAL: Final = Column(
    "differential", "Diff.", "signed", "Differential", stands_for="Differential"
)
CUMULATIVE: Final = Column("cvp", "CVP", "number", stands_for="Cumulative victory points")
STANDINGS: Final = (VP, DECIDED_BY, SCHEDULE, DIFFERENTIAL, CUMULATIVE, RESULTS)
STANDINGS_KEYS: Final = ("vp", "sos", "differential", "cvp", "results", "decided_by")
SUM: Final = Column("points", "Sum", "number", "Own and deck points")
OWN: Final = Column("own_points", "Own", "number", "Own points")
DECK: Final = Column("deck_points", "Deck", "number", "Points of the deck")
IN_ORBIT: Final = (SUM, DECIDED_BY, OWN, DECK, RESULTS)
ORBIT_KEYS: Final = ("points", "own_points", "deck_points")
OPPONENT: Final = Column("opponent", "Opponent", "player")
ROUND: Final = (
    *(PLAYER, OPPONENT, Column("result", "Result"), Column("code", "Code", "code")),
    *(VP, DIFFERENTIAL),
)
ROUND_KEYS: Final = ("player", "opponent", "code", "vp", "differential")


class SwissPresenter:
    """Shows Swiss rounds."""

    def standings(self, event: Event, book: Rulebook, places: Standings) -> StandingsView:
        """Lay out victory points and everything that breaks ties."""
        return StandingsView(
            event=event.name,
            rulebook=book.id,
            final=places.final,
            round=event.rounds[-1].number if event.rounds else 0,
            columns=IN_ORBIT if places.in_orbit else STANDINGS,
            rows=standings_lines(
                event, places.rows, lambda row: _cells(row, schedule=places.has_schedule)
            ),
            leading=SUM if places.in_orbit else VP,
            document_keys=(*STANDINGS_KEYS, *ORBIT_KEYS) if places.in_orbit else STANDINGS_KEYS,
        )

    def results(self, event: Event, book: Rulebook) -> ResultsView:
        """Return result, victory points and differential of every game."""
        return ResultsView(
            title=event_title(event),
            names=player_names(event),
            columns=ROUND,
            rounds=tuple(
                RoundResults(
                    number=round_.number,
                    rows=tuple(
                        {
                            "player": result.player,
                            "opponent": result.opponent,
                            "result": RESULT_WORDS[result.code],
                            "code": result.code,
                            "vp": result.vp,
                            "differential": result.differential,
                        }
                        for result in round_.results
                    ),
                )
                for round_ in score_event(event, book).rounds
            ),
            document_keys=ROUND_KEYS,
        )

    def reasons(self, event: Event, book: Rulebook, places: Standings) -> Callable[[PlayerId], Why]:
        """Say which tiebreak decided, and how every figure adds up."""
        names = player_names(event)

        if places.in_orbit:
            return lambda player: orbit_why(places, player, book)

        def reason(player: PlayerId) -> Why:
            explanation = explain_place(places, player, book)
            return standings_why(explanation, names, has_schedule=places.has_schedule)

        return reason

    def pair(
        self,
        event: Event,
        book: Rulebook,
        *,
        seed: int,
        pods: int | None = None,  # noqa: ARG002 -- Swiss rounds have none
    ) -> AnnouncedRound:
        """Draw the best pairings there are."""
        # Loaded here, so that standings are shown without the pairing engine.
        from padd.core.pairing.next_round import pair_next, round_on_file
        from padd.presentation.documents import pairing_document

        paired = pair_next(event, book, seed=seed)
        beyond = paired.number > event.rounds_planned
        return AnnouncedRound(
            answer=CommandAnswer(pairing_document(paired), (_table(event, paired),)),
            round=round_on_file(paired, event),
            notice=f"Round {paired.number} is beyond the {event.rounds_planned} rounds planned."
            if beyond
            else "",
        )


def _cells(row: StandingsRow, *, schedule: bool) -> Cells:
    record = row.record
    points = record.orbit
    in_orbit: Cells = (
        {}
        if points is None
        else {"points": points.total, "own_points": points.own, "deck_points": points.deck}
    )
    return {
        **in_orbit,
        "vp": record.vp,
        "sos": record.sos if schedule else None,
        "differential": record.differential,
        "cvp": record.cvp if schedule else None,
        "results": tuple(result.code for result in record.results),
        "decided_by": row.decided_by,
    }


def _table(event: Event, paired: PairedRound) -> TextTable:
    names = player_names(event)
    without_game = (
        f"{title}: {', '.join(names[player] for player in players)}"
        for title, players in (
            ("Bye", paired.draw.byes),
            ("Earned bye", paired.earned_byes),
            ("Not in this round", paired.missed),
        )
        if players
    )
    return TextTable(
        title=f"{event_title(event)}: round {paired.number}",
        columns=("Table", "Player", "", "Player"),
        numbers=("Table",),
        rows=tuple(
            (str(number), names[first], "–", names[second])
            for number, (first, second) in paired.tables
        ),
        lines=(
            *without_game,
            *(
                (figures_line(paired.draw.figures), f"Seed {paired.draw.seed}")
                if paired.repeats is None
                else (f"Repeats the pairings of round {paired.repeats}.",)
            ),
        ),
    )


def figures_line(figures: Figures) -> str:
    """Say in one line how good a round is."""
    return (
        f"{count(figures.rematches, 'rematch', 'rematches')}, "
        f"{count(figures.unequal_pairs, 'unequal pair')}, "
        f"{figures.distant_pairs} more than one step apart, "
        f"total difference {figures.total_difference}."
    )


PRESENTER: Final = SwissPresenter()


class ConfrontationAnswer(msgspec.Struct, frozen=True):
    """An event with the two players of its deciding game."""

    event: Event
    answer: CommandAnswer


def final_confrontation(event: Event, seed: int = 0) -> ConfrontationAnswer:
    """Return the two best ranked, or the two announced, once the rounds are over."""
    book = book_for(event)
    rule = book.citations["standings.final_confrontation_loser"].cite
    if not format_of(event).gives_victory_points:
        reason = message("A final confrontation of its own follows Swiss rounds only.")
        raise _refused("not-swiss", reason, "pairing_style", rule)
    swiss = msgspec.structs.replace(event, final_confrontation=None)
    ranking = ranking_of(swiss, book, seed=seed)
    if not ranking.final:
        reason = message("The final confrontation is waiting for rounds or results.")
        raise _refused("round-open", reason, "rounds", rule)
    announced = event.final_confrontation
    with cite_refusals(book):
        players = final_confrontation_players(
            ranking.order, announced.players if announced else None
        )
    winner = announced.winner if announced else None
    final = FinalConfrontation(players=players, winner=winner)
    names = player_names(event)
    how = "as announced" if announced else "the two best ranked"
    sheet = TextTable(
        title=f"{event_title(event)}: final confrontation",
        columns=("Player", "", "Player "),
        rows=((names[players[0]], "–", names[players[1]]),),
        lines=(f"Who plays: {how}. The winner wins the event.",),
    )
    document = {
        "final_confrontation": {"players": list(players), "winner": winner},
        "announced": announced is not None,
    }
    return ConfrontationAnswer(
        msgspec.structs.replace(event, final_confrontation=final), CommandAnswer(document, (sheet,))
    )


def _refused(code: str, message: Message, place: str, rule: str) -> RefusalError:
    return RefusalError(Refusal(code=code, message=message, rule=rule, place=place))
