"""Events of any size and kind, played by chance, to be printed."""

from random import Random

import msgspec
from tests.played_event import settings

from padd.core.model import Edition, Ending, Game, Kind, PairingStyle, Player, PlayerId
from padd.interfaces.printing.event_view import PhoneCode, PrintView, print_view_of_file
from padd.presentation.formats.presenter import presenter_of
from padd.presentation.rulebooks import book_for

LONG = "Bartholomew Maximilian Featherstone-Achterberg von und zu Hohenstein"
SCRIPTS = (
    *("Ivo Marušić", "Олексій Шевчук", "Νίκος Παπαδάκης", "דוב לוי", "ليلى حداد"),
    *("李小龍", "김민서", "森 健太", "Siobhán Ní Chonaill", LONG, "Z", "O'Brien"),
)


def names(count):
    """Return names in many scripts, some of them too long."""
    made = [f"Player Number {number}" for number in range(1, count + 1)]
    made[1 : 1 + len(SCRIPTS)] = SCRIPTS[: max(0, count - 1)]
    return made[:count]


def entered(
    called,
    *,
    rulebook="opg-5",
    edition="2E",
    style="swiss",
    rounds=4,
    name="Rhine Valley Regional 2026",
):
    """Return an event that nobody has played yet."""
    return settings(
        rulebook,
        name=name,
        edition=Edition(edition),
        pairing_style=PairingStyle(style),
        rounds_planned=rounds,
        starts="2026-05-16T10:00:00+02:00",
        directors=("Ada Feldkamp",),
        players=tuple(
            Player(
                id=PlayerId(f"p{at}"),
                name=said,
                handle=f"handle_{at}",
                seed=at if style.startswith(("single", "modified")) else None,
            )
            for at, said in enumerate(called, start=1)
        ),
    )


def played(event, rounds, *, open_last=False):
    """Play rounds of an event; the last one may have only its pairings."""
    for number in range(1, rounds + 1):
        drawn = _drawn(event, number)
        if not (open_last and number == rounds):
            drawn = _with_results(event, drawn, Random(number))
        event = msgspec.structs.replace(event, rounds=(*event.rounds, drawn))
    return event


def _drawn(event, number):
    return presenter_of(event).pair(event, book_for(event), seed=number).round


def _with_results(event, round_, chance):
    return msgspec.structs.replace(
        round_,
        matches=tuple(_ended(event, match, chance) for match in round_.matches),
        pods=tuple(_scored(pod, chance) for pod in round_.pods),
    )


def _ended(event, match, chance):
    winner = chance.choice(match.players)
    if event.kind is Kind.BRACKET:
        return msgspec.structs.replace(match, games=(Game(winner=winner),))
    loser = chance.randrange(0, 90, 5)
    scores = (100, loser) if winner == match.players[0] else (loser, 100)
    return msgspec.structs.replace(match, ending=Ending.COMPLETE, scores=scores)


def _scored(pod, chance):
    return msgspec.structs.replace(
        pod,
        scores={player: chance.randrange(0, 200_000, 100) for player in pod.players},
        went_out=(pod.players[0],),
    )


def day_for(event, *, doors=True):
    """Return an event as it is printed, with codes for everybody."""
    day = print_view_of_file(event, book_for(event), printed="14:05")
    found = {
        player: PhoneCode(address=f"http://192.168.1.20:8000/play/#{'x' * 43}", pin="447123")
        for player, _, _ in day.people
    }
    return PrintView(
        event=day.event,
        book=day.book,
        people=day.people,
        where="Spielwiese, Mainz",
        minutes=day.minutes,
        printed=day.printed,
        sequence=188,
        notes=day.notes,
        doors=found if doors else {},
        join="http://192.168.1.20:8000/play/abc/join/",
    )
