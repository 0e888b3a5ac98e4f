"""What happened in a scenario, in the words of the log."""

from __future__ import annotations

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.log import action_kinds as done
from padd.core.eventlog.state.event_state import LogState


def scenario_sentence(action: Action, state: LogState) -> str:  # noqa: PLR0911, PLR0912, C901 -- one line for each kind
    """Return what an act of a scenario did, in the past tense."""
    match action:
        case done.LotsRedrawn(number=number):
            return f"drew the lots of round {number} again"
        case done.RuleRejected(player=player, number=number):
            return f"rejected the rule of {state.name(player)} in round {number}"
        case done.DeckReturned(player=player):
            return f"noted that {state.name(player)}’s deck was returned complete"
        case done.LinesListed(lines=lines):
            return f"listed {len(lines)} lines for the scenario"
        case done.SeatsMoved(number=number, move=move):
            return f"moved everyone to the next seat, move {move} of round {number}"
        case done.TotalsNoted(number=number, table=table, totals=totals):
            figures = "–".join(map(str, totals))
            return f"noted {figures} at table {table} of round {number}"
        case done.PointsNoted(player=player, number=number, own=own, deck=deck):
            return (
                f"entered {own} points for {state.name(player)} and {deck} "
                f"for the deck, round {number}"
            )
        case done.AwardGiven(player=player, what=title):
            return f"gave {state.name(player)} the award {title}"
        case done.ItemsBrought(player=player, items=items):
            return f"noted that {state.name(player)} brought {items} items"
        case done.ItemsSpent(player=player, items=items, number=number):
            return f"noted {items} items spent by {state.name(player)}, round {number}"
        case done.CardNoted(card=card):
            return f"commented on {card}"
        case done.FirstPlayerNoted(first=None, table=table):
            return f"drew who goes first at table {table}"
        case done.FirstPlayerNoted(first=first, table=table) if first is not None:
            return f"noted that {state.name(first)} goes first at table {table}"
        case done.CardsPlaced(step=step, table=table):
            return f"placed cards at table {table}, step {step + 1}"
        case done.StepDone(step=step, table=table):
            return f"finished step {step + 1} at table {table}"
        case done.CardOpened(title=title, table=table):
            return f"opened {title} at table {table}"
        case done.DilemmaRemoved(title=title, table=table):
            return f"removed {title} from the game at table {table}"
        case done.TroubleTurned(title=title, table=table):
            return f"turned {title} over at pod {table}"
        case done.MissionsNoted(player=player, number=number, titles=titles):
            return f"noted {len(titles)} missions of {state.name(player)}, round {number}"
        case done.JuniorsConfirmed():
            return "confirmed that no one is too old for a Junior event"
        case done.AgeConfirmed():
            return "confirmed that everyone is of legal age"
        case _:
            return ""
