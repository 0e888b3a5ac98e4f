"""Actions are decoded from the fields of a form by their own structs."""

import pytest

from padd.core.eventlog.actions.action import kind_of_action
from padd.core.refusal import RefusalError
from padd.services.eventlog.action_decoder import decode_action

ZONE = "Europe/Berlin"


def decode(kind, known=None, /, **fields):
    sent = {
        name: list(value) if isinstance(value, tuple) else [value] for name, value in fields.items()
    }
    return decode_action(kind, sent, zone=ZONE, **(known or {}))


def wrong(kind, **fields):
    with pytest.raises(RefusalError) as caught:
        decode(kind, **fields)
    return [(refusal.place, str(refusal.message)) for refusal in caught.value.refusals]


def test_texts_become_the_types_of_the_fields():
    closed = decode("round.closed", number=" 3 ", not_started="yes", back="/somewhere/")
    checked = decode("player.checked-in", players=("ada", "", "ben"))
    undone = decode("action.undone", sequences="4,7")
    staff = decode("staff.noted", role="judge", person="Ivo", player="")
    points = decode("scenario.points-noted", number="1", player="ada", own="−5", deck="1,200")
    lines = decode("scenario.lines-listed", lines=" one \n\n two")
    scored = decode("pod.scored", number="1", table="2", **{"scores.ada": "10", "scores.ben": ""})

    assert (closed.number, closed.not_started) == (3, True)
    assert checked.players == ("ada", "ben")
    assert undone.sequences == (4, 7)
    assert (staff.role, staff.player) == ("judge", None)
    assert (points.own, points.deck) == (-5, 1200)
    assert lines.lines == ("one", "two")
    assert scored.scores == {"ada": 10}
    assert kind_of_action(scored) == "pod.scored"


@pytest.mark.parametrize(
    ("until", "moment"),
    [
        ("2026-12-24T20:00", "2026-12-24T19:00:00+00:00"),
        ("2026-12-24", "2026-12-24T22:59:59+00:00"),
    ],
)
def test_moments_are_read_by_the_clocks_of_the_event(until, moment):
    assert decode("round.deadline-extended", number="1", until=until).until == moment


def test_a_box_that_is_not_ticked_is_no_agreement():
    assert decode("filming.agreed", player="ada", agrees="yes").agrees
    assert not decode("filming.agreed", player="ada", agrees="no").agrees
    assert not decode("filming.agreed", player="ada").agrees


def test_known_values_are_not_read_from_the_form():
    action = decode(
        "scenario.rule-rejected", {"player": "ada", "seed": 0}, player="ben", seed="7", number="1"
    )

    assert (action.player, action.seed, action.number) == ("ada", 0, 1)


def test_every_field_that_is_missing_or_wrong_is_named():
    assert wrong("table.extra-time", table="x", minutes="") == [
        ("number", "The round is missing."),
        ("table", "The table: “x” is not a whole number."),
        ("minutes", "The minutes is missing."),
    ]
    assert wrong("player.dropped", player=" ") == [("player", "Choose a player.")]
    assert wrong("staff.noted", role="king") == [
        ("role", "Choose a role."),
        ("person", "Enter who it is."),
    ]
    assert wrong("action.undone") == [("sequences", "Choose the log entries.")]
    assert wrong("round.deadline-extended", number="1", until="soon") == [
        ("until", "“soon” is not a date and time.")
    ]
    assert wrong("scenario.totals-noted", number="1", stretch="0", table="1", totals=("", "")) == [
        ("totals", "The totals of both decks are missing.")
    ]
    assert wrong("final.set", players="ada")[0][0] == ""
