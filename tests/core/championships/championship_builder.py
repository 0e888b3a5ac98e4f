"""Finished stages of a made-up championship, with everybody's place as wanted."""

from padd.core.model import (
    ChampionshipKind,
    ChampionshipStage,
    Edition,
    Ending,
    Event,
    EventChampionship,
    Match,
    PairingStyle,
    Penalty,
    Player,
    PlayerId,
    Pod,
    Round,
)


def people(count):
    return [f"p{number:02d}" for number in range(1, count + 1)]


def label(kind, stage="whole", *, year=2026, area="europe"):
    return EventChampionship(
        id=f"{area}-{year}",
        kind=ChampionshipKind(kind),
        year=year,
        area=area,
        stage=ChampionshipStage(stage),
    )


def swiss(championship, players, *, edition="1E", rulebook="opg-5", expelled=None, **more):
    """Return one round in which everybody comes in as listed.

    The first half beats the second, by less from table to table; the ranking goes by
    the differential.
    """
    half = len(players) // 2
    matches = []
    for index in range(half):
        winner, loser = players[index], players[-1 - index]
        matches.append(
            Match(
                table=index + 1,
                players=(PlayerId(winner), PlayerId(loser)),
                ending=Ending.COMPLETE,
                winner=PlayerId(winner),
                scores=(100, 2 * index),
                penalties=(Penalty(player=PlayerId(loser), level=4),) if loser == expelled else (),
            )
        )
    left = players[half : len(players) - half]
    return Event(
        schema="padd-event/1",
        rulebook=rulebook,
        edition=Edition(edition),
        rounds_planned=1,
        players=tuple(Player(id=PlayerId(p), handle=p) for p in players),
        rounds=(
            Round(
                number=1, matches=tuple(matches), byes=tuple(PlayerId(player) for player in left)
            ),
        ),
        championship=championship,
        **more,
    )


def tribbles(championship, players, *, rulebook="opg-5", style="tribbles"):
    """Return one pod of one round in which everybody comes in as listed."""
    scores = {PlayerId(p): 1000 - 10 * at for at, p in enumerate(players)}
    return Event(
        schema="padd-event/1",
        rulebook=rulebook,
        edition=Edition.TRIBBLES,
        pairing_style=PairingStyle(style),
        rounds_planned=1,
        players=tuple(Player(id=PlayerId(p), handle=p) for p in players),
        rounds=(
            Round(
                number=1,
                pods=(
                    Pod(
                        players=tuple(scores),
                        table=1,
                        scores=scores,
                        went_out=(PlayerId(players[0]),),
                    ),
                ),
            ),
        ),
        championship=championship,
    )
