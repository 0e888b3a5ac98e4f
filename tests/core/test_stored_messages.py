"""Messages: joined, stored and read back."""

import json
from fractions import Fraction

from padd.core.eventlog.log.redaction import Redaction, redact_value
from padd.core.messages import from_json, lines, message, plural, sentences, to_json, verbatim


def test_a_stored_message_says_the_same_when_it_is_read():
    stored = sentences(
        plural("{count} game", "{count} games", count=2),
        message("{names} have {points}.", names=("Kira", "Odo"), points=Fraction(7, 2)),
        None,
    )

    read = from_json(json.loads(json.dumps(to_json(stored))))

    assert str(read) == str(stored) == "2 games Kira and Odo have 7/2."
    assert to_json(read) == to_json(stored)


def test_a_sentence_that_was_stored_finished_is_read_as_it_is():
    assert str(from_json("Round {1} of Risa")) == "Round {1} of Risa"


def test_lines_stand_below_each_other_and_keep_empty_ones():
    body = lines(message("{event} is off.", event="Risa"), "", None, verbatim("{x}"))

    assert str(body) == "Risa is off.\n\n{x}"


def test_a_name_goes_out_of_the_parameters_and_the_template_stays():
    gone = Redaction(
        ids=frozenset(), known_as=frozenset(), names=("names", "Kira"), stand_in="somebody"
    )
    stored = to_json(message("{names} met {who}.", names=("Kira", "Odo"), who=verbatim("Kira")))

    read = from_json(redact_value(stored, gone))

    assert str(read) == "somebody and Odo met somebody."
