"""What an action did, in a sentence."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.clock import (
    ClockEnded,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClockWarned,
    DeadlineExtended,
    ExtraTimeGiven,
    GameStarted,
)
from padd.core.eventlog.actions.decks import (
    DeckChecked,
    DeckChecksDrawn,
    DeckCorrected,
    DeckPassed,
    DeckRegistered,
    DeckReopened,
    DecksLocked,
)
from padd.core.eventlog.actions.director_results import (
    ResponsibilityDecided,
    ResultCorrected,
    ResultDecided,
    ResultDelayed,
    ResultEntered,
)
from padd.core.eventlog.actions.drops import Dropped, Readmitted, Reinstated
from padd.core.eventlog.actions.finish import (
    EventFinished,
    EventReopened,
    EventReported,
    FinalDecided,
    FinalSet,
    NoteAdded,
    PrizeGiven,
    TieTossed,
)
from padd.core.eventlog.actions.limited import (
    BuildingEnded,
    BuildingStarted,
    LimitedDealt,
    LimitedPlanned,
    PackClosed,
    PickClockSet,
    PoolGiven,
    WordAdded,
)
from padd.core.eventlog.actions.online import (
    AppointmentSet,
    GamePaused,
    GameRestarted,
    GameResumed,
    OnlinePlayAnnounced,
    PlayerWaiting,
    PlayRecordKept,
    ReplayRefused,
)
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import (
    ArrivedLate,
    CheckedIn,
    CheckInWithdrawn,
    EarnedByeDeclared,
    EarnedByeForfeited,
    PlayerAmended,
    PlayerEntered,
    TableFixed,
)
from padd.core.eventlog.actions.pod_scores import (
    PodConfirmed,
    PodCorrected,
    PodKeeperNamed,
    PodScored,
)
from padd.core.eventlog.actions.publication import RoundPublished, RoundUnpublished
from padd.core.eventlog.actions.result_claims import (
    ResultCameLate,
    ResultConfirmed,
    ResultDisputed,
    ResultReported,
)
from padd.core.eventlog.actions.rounds import (
    RoundChanged,
    RoundClosed,
    RoundDrafted,
    RoundRedrawn,
    RoundRepeated,
)
from padd.core.eventlog.actions.scenarios.lots import DeckReturned, LotsRedrawn, RuleRejected
from padd.core.eventlog.actions.scenarios.notes import (
    AgeConfirmed,
    AwardGiven,
    CardNoted,
    ItemsBrought,
    ItemsSpent,
    JuniorsConfirmed,
    LinesListed,
    MissionsNoted,
    TroubleTurned,
)
from padd.core.eventlog.actions.scenarios.orbit import PointsNoted, SeatsMoved, TotalsNoted
from padd.core.eventlog.actions.scenarios.seeding import (
    CardOpened,
    CardsPlaced,
    DilemmaRemoved,
    FirstPlayerNoted,
    StepDone,
)
from padd.core.eventlog.actions.settings import EventAmended, RoundsChanged
from padd.core.eventlog.actions.setup import (
    DirectorPlayApproved,
    EventOpened,
    FilmingAgreed,
    FilmingAllowed,
    StaffNoted,
)
from padd.core.eventlog.actions.stages import (
    BracketPosted,
    CutStarted,
    FinalsPlanned,
    HeatsPlanned,
    HeatsSeeded,
)
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.eventlog.state.event_state import LogState
from padd.core.eventlog.state.result_checks import result_line
from padd.core.eventlog.state.rounds import player_names, the_round, the_rounds
from padd.core.eventlog.state.table import GameOutcome, match_with_outcome
from padd.core.formats.registry import format_of
from padd.core.limited.seats import group_name
from padd.core.model import PlayerId
from padd.presentation import page_words as words


def scenario_sentence(action: Action, state: LogState) -> str:  # noqa: PLR0911, PLR0912, C901 -- one line for each kind
    """Return what an act of a scenario did, in the past tense."""
    match action:
        case LotsRedrawn(number=number):
            return f"drew the lots of round {number} again"
        case RuleRejected(player=player, number=number):
            return f"rejected the rule of {state.name(player)} in round {number}"
        case DeckReturned(player=player):
            return f"noted that {state.name(player)}’s deck was returned complete"
        case LinesListed(lines=lines):
            return f"listed {len(lines)} lines for the scenario"
        case SeatsMoved(number=number, move=move):
            return f"moved everyone to the next seat, move {move} of round {number}"
        case TotalsNoted(number=number, table=table, totals=totals):
            figures = "–".join(map(str, totals))
            return f"noted {figures} at table {table} of round {number}"
        case PointsNoted(player=player, number=number, own=own, deck=deck):
            return (
                f"entered {own} points for {state.name(player)} and {deck} "
                f"for the deck, round {number}"
            )
        case AwardGiven(player=player, what=title):
            return f"gave {state.name(player)} the award {title}"
        case ItemsBrought(player=player, items=items):
            return f"noted that {state.name(player)} brought {items} items"
        case ItemsSpent(player=player, items=items, number=number):
            return f"noted {items} items spent by {state.name(player)}, round {number}"
        case CardNoted(card=card):
            return f"commented on {card}"
        case FirstPlayerNoted(first=None, table=table):
            return f"drew who goes first at table {table}"
        case FirstPlayerNoted(first=first, table=table) if first is not None:
            return f"noted that {state.name(first)} goes first at table {table}"
        case CardsPlaced(step=step, table=table):
            return f"placed cards at table {table}, step {step + 1}"
        case StepDone(step=step, table=table):
            return f"finished step {step + 1} at table {table}"
        case CardOpened(title=title, table=table):
            return f"opened {title} at table {table}"
        case DilemmaRemoved(title=title, table=table):
            return f"removed {title} from the game at table {table}"
        case TroubleTurned(title=title, table=table):
            return f"turned {title} over at pod {table}"
        case MissionsNoted(player=player, number=number, titles=titles):
            return f"noted {len(titles)} missions of {state.name(player)}, round {number}"
        case JuniorsConfirmed():
            return "confirmed that no one is too old for a Junior event"
        case AgeConfirmed():
            return "confirmed that everyone is of legal age"
        case _:
            return ""


ROLES: Final = {
    "primary-director": "director",
    "secondary-director": "secondary director",
    "tertiary-director": "tertiary director",
    "judge": "judge",
    "score-keeper": "scorekeeper",
    "player": "player",
}


def action_sentence(action: Action, state: LogState) -> str:
    """Return what an act did, in the past tense and without its person."""
    for part in PARTS:
        text = part(action, state)
        if text:
            return text
    kind = str(action.__struct_config__.tag)
    return kind.replace(".", " ").replace("-", " ")


def _about_players(action: Action, state: LogState) -> str:  # noqa: C901, PLR0911, PLR0912 -- one line for each kind
    def called(*players: PlayerId) -> str:
        return player_names(state, players)

    match action:
        case PlayerEntered(name=name):
            return f"entered {name}"
        case PlayerAmended(player=player):
            return f"changed the details of {called(player)}"
        case CheckedIn(players=players):
            return f"checked in {called(*players)}"
        case CheckInWithdrawn(players=players):
            return f"undid the check-in of {called(*players)}"
        case ArrivedLate(name=name, into_round=number):
            return f"added {name} as a late arrival from round {number}"
        case EarnedByeDeclared(player=player, rounds=rounds):
            return f"gave {called(player)} an earned bye for round {rounds[0]}"
        case EarnedByeForfeited(player=player, rounds=rounds):
            return f"withdrew {called(player)}’s earned bye for round {rounds[0]}"
        case TableFixed(player=player, table=None):
            return f"let {called(player)} sit anywhere"
        case TableFixed(player=player, table=table):
            return f"reserved table {table} for {called(player)}"
        case Dropped(player=player, at_once=at_once):
            return f"dropped {called(player)}{', at once' if at_once else ''}"
        case Reinstated(player=player) | Readmitted(player=player):
            return f"reinstated {called(player)}"
        case PenaltyGiven(player=player, level=level, infraction=code):
            why = f" for {code}" if code else ""
            return f"gave {called(player)} a penalty of level {level}{why}"
        case _:
            return ""


def _in_utc(moment: str) -> str:
    """Return a moment of the log in the one zone that every reader can convert."""
    at = datetime.fromisoformat(moment).astimezone(UTC)
    return f"{at.day} {at:%B, %H:%M} UTC"


def _about_rounds(action: Action, state: LogState) -> str:  # noqa: C901, PLR0911, PLR0912 -- one line for each kind
    match action:
        case RoundDrafted() if format_of(state.settings).in_pods:
            return "drew the pods"
        case RoundRedrawn() if format_of(state.settings).in_pods:
            return "drew the pods again"
        case RoundChanged() if format_of(state.settings).in_pods:
            return "changed the pods by hand"
        case RoundDrafted(round=drawn):
            return f"paired {the_round(state, drawn.number)}"
        case RoundRedrawn(round=drawn):
            return f"paired {the_round(state, drawn.number)} again"
        case RoundRepeated(round=repeated):
            opening = (repeated.draw or {}).get("repeats")
            which = the_round(state, repeated.number)
            return f"repeated the pairings of round {opening} for {which}"
        case RoundChanged(number=number):
            return f"changed the tables of {the_round(state, number)} by hand"
        case RoundPublished(number=number, through=int(through)):
            return f"published rounds {number} to {through}"
        case RoundPublished(number=number):
            return f"published {the_round(state, number)}"
        case RoundUnpublished(number=number):
            return f"withdrew {the_rounds(state, number)}"
        case RoundClosed(not_started=True):
            return "closed the match; rounds not started count 0"
        case RoundClosed(number=number):
            return f"closed {the_rounds(state, number)}"
        case DeadlineExtended(number=number):
            return f"moved the deadline of {the_round(state, number)}"
        case _:
            return ""


def _about_clocks(action: Action, state: LogState) -> str:  # noqa: PLR0911 -- one line for each kind
    match action:
        case ClockStarted(number=number):
            return f"started the clock of {the_rounds(state, number)}"
        case ClockPaused():
            return "paused the clock"
        case ClockResumed():
            return "resumed the clock"
        case ClockWarned():
            return "announced the time left"
        case ClockEnded(number=number):
            return f"called time in {the_rounds(state, number)}"
        case ClockExtended(minutes=minutes):
            return f"added {words.count(minutes, 'minute')} for every table"
        case ExtraTimeGiven(table=table, minutes=minutes):
            return f"gave table {table} {words.count(minutes, 'minute')} more"
        case _:
            return ""


def _about_games(action: Action, _state: LogState) -> str:  # noqa: PLR0911 -- one line for each kind
    match action:
        case GameStarted(table=table):
            return f"started the game at table {table}"
        case AppointmentSet(table=table, at=at):
            return f"set the game at table {table} for {_in_utc(at)}"
        case PlayerWaiting(table=table):
            return f"is waiting at table {table}"
        case GamePaused(table=table, ground=ground):
            return f"paused the game at table {table} ({ground})"
        case GameResumed(table=table):
            return f"resumed the game at table {table}"
        case GameRestarted(table=table):
            return f"restarted the game at table {table}"
        case OnlinePlayAnnounced(software=software, no_extensions=stay):
            fixed = "; deadlines are fixed" if stay else ""
            return f"announced play by {software}{fixed}"
        case PlayRecordKept(table=table):
            return f"saved a record of the game at table {table}"
        case ReplayRefused(table=table):
            return f"declined to replay the game at table {table}"
        case _:
            return ""


def _about_results(action: Action, state: LogState) -> str:  # noqa: C901, PLR0911, PLR0912 -- one line for each kind
    match action:
        case ResultReported(number=number, table=table, outcome=outcome):
            score = _score(state, number, table, outcome)
            return f"reported table {table}, {score}"
        case ResultConfirmed(table=table, signed=signed):
            return f"{'signed' if signed else 'confirmed'} table {table}"
        case ResultDisputed(table=table):
            return f"disputed table {table}"
        case ResultCameLate(number=number, table=table, outcome=outcome):
            score = _score(state, number, table, outcome)
            return f"sent table {table} of {the_round(state, number)} late, {score}"
        case ResultEntered(number=number, table=table, outcome=outcome):
            return f"entered table {table}, {_score(state, number, table, outcome)}"
        case ResultDecided(number=number, table=table, outcome=outcome):
            return f"decided table {table}, {_score(state, number, table, outcome)}"
        case ResultCorrected(number=number, table=table, outcome=outcome):
            score = _score(state, number, table, outcome)
            return f"corrected table {table} of {the_round(state, number)} to {score}"
        case ResultDelayed(table=table):
            return f"marked table {table} as delayed"
        case ResponsibilityDecided(table=table):
            return f"decided who was responsible at table {table}"
        case PodScored(table=table, number=number):
            return f"scored table {table}, round {number}"
        case PodKeeperNamed(table=table, player=None):
            return f"removed the scorekeeper of table {table}"
        case PodKeeperNamed(table=table, player=player):
            keeper = state.name(PlayerId(str(player)))
            return f"named {keeper} scorekeeper of table {table}"
        case PodConfirmed(table=table):
            return f"confirmed table {table}"
        case PodCorrected(table=table, number=number):
            return f"corrected table {table} of {the_round(state, number)}"
        case _:
            return ""


def _score(state: LogState, number: int, table: int, outcome: GameOutcome) -> str:
    round_ = state.round(number)
    match = round_.tables[table].match if round_ and table in round_.tables else None
    if match is None:
        return str(outcome.ending or "open")
    return words.unbroken(result_line(match_with_outcome(match, outcome)))


def _about_the_setup(action: Action, _state: LogState) -> str:  # noqa: C901, PLR0911, PLR0912 -- one line for each kind
    match action:
        case EventOpened():
            return "opened the event"
        case EventAmended(edition=edition) if edition is not None:
            return f"changed the game to {words.EDITIONS[edition]}"
        case EventAmended(pairing_style=style) if style is not None:
            return f"changed the pairing to {words.STYLES[style]}"
        case EventAmended(round_robin=bool() as circle):
            pairing = "a round robin" if circle else "Swiss rounds"
            return f"changed the pairing to {pairing}"
        case EventAmended(best_of=int() as most):
            games = f"best of {most}" if most > 1 else "one game"
            return f"made every match {games}"
        case EventAmended():
            return "changed the settings"
        case StaffNoted(role=role, person=person):
            return f"named {person} as {ROLES[role]}"
        case DirectorPlayApproved():
            return "recorded that the others agree to the director playing"
        case FilmingAllowed(allowed=allowed):
            return "allowed filming" if allowed else "no longer allows filming"
        case FilmingAgreed(agrees=agrees):
            return "agreed to being filmed" if agrees else "no longer agrees to being filmed"
        case RoundsChanged(rounds=rounds):
            return f"changed the number of rounds to {rounds}"
        case BracketPosted(matches=None):
            return "went back to the usual bracket"
        case BracketPosted(matches=matches):
            many = words.count(len(matches or ()), "match", "matches")
            return f"posted a bracket of {many}"
        case HeatsPlanned(heats=heats):
            return f"announced {words.count(len(heats), 'heat')} of this final day"
        case HeatsSeeded(players=players):
            return f"entered {words.count(len(players), 'player')} from the heats"
        case FinalsPlanned():
            return "planned heats and finals"
        case _:
            return ""


def _about_decks(action: Action, state: LogState) -> str:  # noqa: PLR0911 -- one line for each kind
    match action:
        case DeckRegistered(player=player):
            return f"registered the deck of {state.name(player)}"
        case DecksLocked():
            return "locked the decks"
        case DeckReopened(player=player):
            return f"reopened the deck of {state.name(player)}"
        case DeckCorrected(player=player):
            return f"corrected the deck list of {state.name(player)}"
        case DeckPassed(player=player):
            return f"accepted the deck of {state.name(player)}"
        case DeckChecksDrawn(players=players):
            drawn = ", ".join(state.name(player) for player in players)
            return f"drew {drawn} for a deck check"
        case DeckChecked(player=player, differences=0):
            return f"checked the deck of {state.name(player)}: it matches its list"
        case DeckChecked(player=player, differences=found):
            told = words.count(found, "difference")
            return f"checked the deck of {state.name(player)}: {told}"
        case _:
            return ""


def _about_the_end(action: Action, state: LogState) -> str:  # noqa: C901, PLR0911, PLR0912 -- one line for each kind
    match action:
        case TieTossed(order=order) if format_of(state.settings).in_pods:
            return f"entered the cut of {player_names(state, order)}"
        case TieTossed(order=order):
            return f"tossed for {player_names(state, order)}"
        case CutStarted(players=players):
            return f"started the cut of {len(players)} players"
        case FinalSet(players=players):
            return f"set {player_names(state, players)} for the final confrontation"
        case FinalDecided(winner=winner):
            return f"recorded {state.name(winner)} as winner of the final confrontation"
        case EventFinished():
            return "finished the event"
        case EventReopened():
            return "reopened the event"
        case EventReported():
            return "reported the event"
        case PrizeGiven(player=player, what=what):
            return f"gave {state.name(player)} a prize: {what}"
        case NoteAdded(text=text):
            return f"noted: {text}"
        case ActionUndone(sequences=sequences):
            return f"undid {_entries(sequences)}"
        case ActionRedone(sequences=sequences):
            return f"redid {_entries(sequences)}"
        case _:
            return ""


def _about_limited(action: Action, state: LogState) -> str:  # noqa: PLR0911 -- one line for each kind
    match action:
        case LimitedPlanned(plan=plan):
            packs = plan.number_of_packs
            return f"sealed the plan: {plan.format}, {packs} packs for each player"
        case WordAdded():
            return "added a word to the seed of the packs"
        case LimitedDealt(redeals=redeals, groups=groups):
            again = f", dealt again {redeals} times" if redeals else ""
            return f"dealt the packs to {sum(map(len, groups))} players{again}"
        case PoolGiven(player=player):
            return f"gave unopened packs to {state.name(player)}"
        case PackClosed(group=group, pack=pack):
            return f"closed pack {pack} of group {group_name(group)}"
        case PickClockSet(runs=runs):
            return f"{'started' if runs else 'paused'} the pick clock"
        case BuildingStarted():
            return "started deck building"
        case BuildingEnded():
            return "ended deck building"
    return ""


PARTS: Final = (
    _about_players,
    _about_rounds,
    _about_clocks,
    _about_games,
    _about_results,
    _about_limited,
    _about_the_setup,
    _about_decks,
    _about_the_end,
    scenario_sentence,
)


def _entries(sequences: tuple[int, ...]) -> str:
    return f"{'entry' if len(sequences) == 1 else 'entries'} " + ", ".join(map(str, sequences))
