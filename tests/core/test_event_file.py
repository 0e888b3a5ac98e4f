import json

import pytest

from padd.core.event_file import COMMAND_LINE, UPLOAD, event_schema, read_event, write_event
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook, rulebook_ids


def book_named(name):
    return rulebook(name) if name in rulebook_ids() else None


LEAGUE = {"id": "isar", "season": 2026, "part": "first-half"}


def facts(**changes):
    return {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "players": [{"id": p} for p in ("kirk", "khan", "spock")],
        "rounds": [
            {
                "number": 1,
                "matches": [
                    {
                        "table": 1,
                        "players": ["kirk", "khan"],
                        "ending": "complete",
                        "winner": "kirk",
                        "scores": [100, 35],
                    }
                ],
                "byes": ["spock"],
            }
        ],
        **changes,
    }


def match(**changes):
    made = facts()
    made["rounds"][0]["matches"][0].update(changes)
    return made


def round_(**changes):
    made = facts()
    made["rounds"][0].update(changes)
    return made


def refusal_of(data, limits=COMMAND_LINE):
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    with pytest.raises(RefusalError) as caught:
        read_event(raw, book_of=book_named, source="my.json", limits=limits)
    assert caught.value.refusal.file == "my.json"
    return caught.value.refusal


def players(*extra):
    return [{"id": "kirk"}, {"id": "khan"}, {"id": "spock"}, *extra]


M = "rounds[0].matches[0]"


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        pytest.param(b"{", "not-json", "", id="half a document"),
        pytest.param(b"", "not-json", "", id="an empty file"),
        pytest.param(b"\xff\xfe{}", "not-json", "", id="not UTF-8"),
        pytest.param(b"[1]", "wrong-type", "", id="a list"),
        pytest.param(facts(schema="padd-event/2"), "wrong-schema", "schema"),
        pytest.param(facts(rulebook="opg-6"), "unknown-rulebook", "rulebook"),
        pytest.param(facts(rulebook=5), "unknown-rulebook", "rulebook"),
        pytest.param(facts(colour=1), "unknown-key", "colour"),
        pytest.param(match(color=1), "unknown-key", f"{M}.color"),
        pytest.param(facts(edition="3E"), "wrong-type", "edition"),
        pytest.param(
            facts(league={**LEAGUE, "bonus": {"kirk": 1, "khan": 1.5}}),
            "wrong-type",
            "league.bonus.khan",
        ),
        pytest.param(facts(best_of={"1": "x"}), "wrong-type", "best_of.1"),
        pytest.param(facts(level=6), "level-range", "level"),
        pytest.param(facts(rounds_planned=0), "rounds-range", "rounds_planned"),
        pytest.param(facts(rules="foo"), "wrong-type", "rules"),
        pytest.param(facts(starts="yesterday"), "not-a-moment", "starts"),
        pytest.param(facts(starts="2026-03-14T10:00:00"), "not-a-moment", "starts", id="no zone"),
        pytest.param(facts(name="x\u202ey"), "hidden-character", "name"),
        pytest.param(facts(name="x\u0007y"), "hidden-character", "name"),
        pytest.param(facts(scenario="\u001b[2J"), "hidden-character", "scenario"),
        pytest.param(facts(card_pool="\u001b[2J"), "hidden-character", "card_pool"),
        pytest.param(match(note="\u001b[2J"), "hidden-character", f"{M}.note"),
        pytest.param(
            match(penalties=[{"player": "kirk", "level": 1, "infraction": "\u202ex"}]),
            "hidden-character",
            f"{M}.penalties[0].infraction",
        ),
        pytest.param(facts(name="x" * 201), "text-too-long", "name"),
        pytest.param(match(note="x" * 2001), "text-too-long", f"{M}.note"),
        pytest.param(facts(best_of={"x": 3}), "wrong-type", "best_of"),
        pytest.param(
            facts(players=players({"id": "a", "name": "Nu\u200bll"})),
            "hidden-character",
            "players[3].name",
        ),
        pytest.param(facts(players=players({"id": "kirk"})), "double-id", "players[3].id"),
        pytest.param(facts(players=players({"id": " "})), "empty-id", "players[3].id"),
        pytest.param(
            facts(players=players({"id": "q", "name": " \u2003 "})), "blank-name", "players[3].name"
        ),
        pytest.param(
            facts(players=[*players({"id": "a", "handle": "X"}), {"id": "b", "handle": "x"}]),
            "double-handle",
            "players[4].handle",
        ),
        pytest.param(
            facts(players=players({"id": "a", "head_start": 100000})),
            "head-start-outside-tribbles",
            "players[3].head_start",
        ),
        pytest.param(
            facts(players=players({"id": "a", "joined_round": 0})),
            "round-range",
            "players[3].joined_round",
        ),
        pytest.param(
            facts(players=players({"id": "a", "earned_byes": [1, 1]})),
            "earned-bye-rounds",
            "players[3].earned_byes",
        ),
        pytest.param(round_(byes=["spock", "spock"]), "twice-in-round", "rounds[0].byes[1]"),
        pytest.param(round_(byes=["spock", "kirk"]), "twice-in-round", "rounds[0].byes[1]"),
        pytest.param(round_(byes=["sulu"]), "unknown-player", "rounds[0].byes[0]"),
        pytest.param(match(players=["kirk", "kirk"]), "paired-with-self", f"{M}.players[1]"),
        pytest.param(match(players=["kirk", "sulu"]), "unknown-player", f"{M}.players[1]"),
        pytest.param(match(players=["kirk"]), "wrong-type", f"{M}.players"),
        pytest.param(match(winner="spock"), "winner-did-not-play", f"{M}.winner"),
        pytest.param(match(winner=None), "winner-missing", f"{M}.winner"),
        pytest.param(match(scores=[100, "35"]), "wrong-type", f"{M}.scores[1]"),
        pytest.param(match(scores=[100, 3.5]), "wrong-type", f"{M}.scores[1]"),
        pytest.param(match(scores=[100001, 0]), "absurd-score", f"{M}.scores[0]"),
        pytest.param(match(scores=[0, -100001]), "absurd-score", f"{M}.scores[1]"),
        pytest.param(match(scores=None), "scores-missing", f"{M}.scores"),
        pytest.param(match(ending="exploded"), "wrong-type", f"{M}.ending"),
        pytest.param(match(ending="quit"), "ending-unknown-to-rulebook", f"{M}.ending"),
        pytest.param(match(ending="delayed"), "winner-impossible", f"{M}.winner"),
        pytest.param(match(ending="missed", winner=None), "absent-missing", f"{M}.absent"),
        pytest.param(
            match(ending="missed", winner="khan", absent=["khan"]),
            "winner-did-not-play",
            f"{M}.winner",
        ),
        pytest.param(
            match(ending="unplayed", winner=None, responsible=["spock"]),
            "not-in-match",
            f"{M}.responsible[0]",
        ),
        pytest.param(match(flat=True), "flat-outside-quit", f"{M}.flat"),
        pytest.param(match(games=[{"winner": "kirk"}]), "games-outside-match-play", f"{M}.games"),
        pytest.param(match(first_player="spock"), "not-in-match", f"{M}.first_player"),
        pytest.param(match(extra_minutes=-1), "negative", f"{M}.extra_minutes"),
        pytest.param(
            match(penalties=[{"player": "kirk", "level": 5}]),
            "penalty-level",
            f"{M}.penalties[0].level",
        ),
        pytest.param(match(missions=[{"planet": -1}, {}]), "negative", f"{M}.missions[0]"),
        pytest.param(
            facts(rounds=[{"number": 1}, {"number": 1}]), "double-round", "rounds[1].number"
        ),
        pytest.param(facts(rounds=[{"number": 2}]), "round-gap", "rounds"),
        pytest.param(
            facts(players=[{"id": "kirk"}, {"id": "khan", "dropped_after": 0}]),
            "not-playing",
            f"{M}.players[1]",
            id="a result for a dropped player",
        ),
        pytest.param(
            facts(players=[{"id": "kirk", "joined_round": 2}, {"id": "khan"}]),
            "not-playing",
            f"{M}.players[0]",
            id="a result before the player came",
        ),
        pytest.param(
            facts(final_confrontation={"players": ["kirk", "sulu"]}),
            "unknown-player",
            "final_confrontation.players[1]",
        ),
        pytest.param(
            facts(final_confrontation={"players": ["kirk", "khan"], "winner": "spock"}),
            "winner-did-not-play",
            "final_confrontation.winner",
        ),
        pytest.param(facts(rulebook="decipher-1998"), "edition-unknown-to-rulebook", "edition"),
        pytest.param(
            facts(
                rulebook="decipher-1998",
                edition="1E",
                players=players({"id": "a", "earned_byes": [1]}),
            ),
            "earned-bye-unknown",
            "players[3].earned_byes",
            id="an earned bye where there are none",
        ),
        pytest.param(
            facts(
                rulebook="decipher-1996",
                edition="1E",
                rounds=[{"number": 1, "earned_byes": ["kirk"]}],
            ),
            "earned-bye-unknown",
            "rounds[0].earned_byes",
        ),
        pytest.param(
            facts(rounds=[{"number": 1, "pods": [{"players": ["kirk", "khan"]}]}]),
            "pods-outside-tribbles",
            "rounds[0].pods[0]",
        ),
        pytest.param(
            b'{"schema":"padd-event/1","rulebook":"opg-5","log":'
            + b"[" * 5000
            + b"]" * 5000
            + b"}",
            "not-json",
            "",
            id="nested without end",
        ),
    ],
)
def test_what_cannot_be_true_is_refused_with_its_place(data, code, place):
    refusal = refusal_of(data)

    assert (refusal.code, refusal.place) == (code, place)
    assert str(refusal.message).endswith((".", ".."))
    assert refusal.rule


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (facts(edition="3E"), '"3E" is not a known value; expected 1E, 2E, TR.'),
        (match(scores=[100, 3.5]), "Expected a whole number, got a number with a fraction."),
        (facts(online="yes"), "Expected true or false, got a text."),
        (facts(name=None), "Expected a text, got null."),
        (match(winner=3), "Expected a text or null, got a whole number."),
    ],
)
def test_a_wrong_value_is_answered_with_what_is_expected_in_plain_words(data, message):
    assert str(refusal_of(data).message) == message


def test_a_note_may_have_lines_of_its_own():
    data = json.dumps(match(note="Long ruling.\r\n\tTen minutes added.\n")).encode()

    event = read_event(data, book_of=book_named)

    assert event.rounds[0].matches[0].note == "Long ruling.\r\n\tTen minutes added.\n"


def test_a_key_that_stands_twice_is_refused_with_its_place():
    text = json.dumps(facts()).replace('"table": 1', '"table": 1, "table": 2')

    refusal = refusal_of(text.encode())

    assert (refusal.code, refusal.place) == ("double-key", f"{M}.table")


@pytest.mark.parametrize("key", ["players", "rulebook"])
def test_a_missing_key_is_named(key):
    without = facts()
    del without[key]

    refusal = refusal_of(without)

    assert refusal.code == "missing-key"
    assert str(refusal.message) == f'The key "{key}" is missing.'


def test_text_in_another_encoding_is_placed_by_line_and_column():
    text = json.dumps(facts(name="Zoë"), indent=1, ensure_ascii=False)

    refusal = refusal_of(text.encode("latin-1"))

    before = text[: text.index("ë")]
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    assert refusal.code == "not-text"
    assert f"line {line}, column {column};" in str(refusal.message)


def test_broken_json_is_placed_by_line_and_column():
    refusal = refusal_of(b'{\n  "schema": "padd-event/1",\n  "rulebook": oops\n}')

    assert "line 3, column 15" in str(refusal.message)


def test_uploads_are_limited_in_size_and_players():
    crowd = facts(players=[{"id": str(n)} for n in range(10_001)], rounds=[])

    assert refusal_of(b" " * 50_000_001, UPLOAD).code == "too-large"
    assert refusal_of(crowd, UPLOAD).code == "too-many-players"
    event = read_event(json.dumps(crowd).encode(), book_of=book_named)
    assert len(event.players) == 10_001


@pytest.mark.parametrize(
    ("book", "edition", "rules"),
    [
        ("opg-5", "1E", "otf"),
        ("opg-5", "2E", "standard"),
        ("opg-4.1", "TR", "standard"),
        ("decipher-1998", "1E", "decipher"),
    ],
)
def test_rules_that_are_not_named_are_those_of_the_edition(book, edition, rules):
    data = facts(rulebook=book, edition=edition, rounds=[])

    event = read_event(json.dumps(data).encode(), book_of=book_named)

    assert event.rules == rules


def test_accents_written_in_two_ways_are_one_name():
    data = facts(
        players=[{"id": "rene\u0301"}, {"id": "khan"}],
        rounds=[
            {
                "number": 1,
                "matches": [{"players": ["ren\u00e9", "khan"], "ending": "time", "scores": [1, 2]}],
            }
        ],
    )

    event = read_event(json.dumps(data).encode(), book_of=book_named)

    assert event.players[0].id == event.rounds[0].matches[0].players[0] == "ren\u00e9"


@pytest.mark.req("AMB-149")
def test_blanks_around_a_handle_do_not_count():
    given = [{"id": "kirk", "handle": " Kirk "}, {"id": "khan", "handle": "  "}]
    made = facts(players=[*given, {"id": "spock"}])

    event = read_event(json.dumps(made).encode(), book_of=book_named)

    assert [player.handle for player in event.players] == ["Kirk", "", ""]


def test_names_of_every_script_are_welcome():
    names = ["Ærøskøbing", "Иван Смирнов", "李小龍", "יהודה", "ذو القرنين", "ไทย"]
    data = facts(players=[{"id": str(n), "name": name} for n, name in enumerate(names)], rounds=[])

    event = read_event(json.dumps(data).encode(), book_of=book_named)

    assert [player.name for player in event.players] == names


def test_a_written_file_reads_back_as_the_same_event_and_the_same_bytes():
    data = match(note="Long ruling", extra_minutes=5, first_player="khan")
    data["rounds"][0]["draw"] = {"seed": 7, "redraws": 0}
    data["log"] = [{"action": "opened"}]
    event = read_event(json.dumps(data).encode(), book_of=book_named)

    written = write_event(event)

    assert read_event(written, book_of=book_named) == event
    assert write_event(read_event(written, book_of=book_named)) == written


@pytest.mark.parametrize("draw", ["by hat", [3, 1, 2], 7, True])
def test_a_draw_that_another_program_words_in_its_own_way_is_passed_over(draw):
    data = match()
    data["rounds"][0]["draw"] = draw

    event = read_event(json.dumps(data).encode(), book_of=book_named)

    assert event.rounds[0].draw is None


def test_rounds_are_read_in_any_order_and_kept_by_number():
    data = facts(rounds=[{"number": 2}, {"number": 1}])

    event = read_event(json.dumps(data).encode(), book_of=book_named)

    assert [round_.number for round_ in event.rounds] == [1, 2]


def test_the_schema_names_every_key_of_the_file():
    schema = event_schema()

    assert schema["$defs"]["Event"]["required"] == [
        "schema",
        "rulebook",
        "edition",
        "players",
        "rounds",
    ]
    assert "extra_minutes" in schema["$defs"]["Match"]["properties"]
    assert schema["$defs"]["Match"]["additionalProperties"] is False
