"""What an event file may say about brackets, heats and pods, and what it may not."""

import json

import pytest

from padd.core.event_file import event_schema, read_event, write_event
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook

LADDER = [
    {"id": "A", "sides": [{"seed": 3}, {"seed": 4}]},
    {"id": "B", "sides": [{"seed": 2}, {"winner": "A"}]},
    {"id": "C", "sides": [{"seed": 1}, {"winner": "B"}]},
]
WON = {"ending": "complete"}


def bracket(*matches, **settings):
    """Return a bracket of four with the matches of its first round."""
    return {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "pairing_style": "single-elimination",
        "players": [{"id": p, "seed": seed} for seed, p in enumerate("abcd", 1)],
        "rounds": [{"number": 1, "matches": list(matches)}] if matches else [],
        **settings,
    }


def pods(*found, **settings):
    """Return a Tribbles event of one round."""
    return {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "TR",
        "pairing_style": "tribbles",
        "players": [{"id": p} for p in "abcd"],
        "rounds": [{"number": 1, "pods": list(found)}] if found else [],
        **settings,
    }


def won_by(winner, *players):
    return {"players": list(players), "winner": winner, **WON}


def games(*winners, players="ad"):
    won = [{"winner": winner} for winner in winners]
    return {"players": list(players), "games": won}


def pod(**facts):
    scores = {"a": 5, "b": 4, "c": 3, "d": 2}
    return {"table": 1, "players": list("abcd"), "scores": scores, **facts}


def seeds(*numbers):
    return [{"id": p, "seed": n} for p, n in zip("abcd", numbers, strict=True)]


def heat(name, *qualified, qualifiers=2):
    announced = {"name": name, "qualifiers": qualifiers}
    return {**announced, "qualified": list(qualified)} if qualified else announced


def read(facts):
    event = read_event(json.dumps(facts).encode(), book_of=rulebook)
    return write_event(event)


MATCH = won_by("a", "a", "d")


@pytest.mark.req("BRKT-13", "BRKT-27", "BRKT-28", "BRKT-18", "TRIB-18")
@pytest.mark.parametrize(
    "facts",
    [
        bracket(MATCH),
        bracket(MATCH, best_of={"1": 3, "2": 5}),
        bracket(bracket=LADDER),
        bracket(bracket=LADDER, players=[]),
        bracket(games("a", None)),
        bracket(games("a", None), best_of={"1": 3}),
        bracket(heats=[heat("Friday", "a", "b"), heat("Saturday", "c", "d")]),
        bracket(heats=[heat("Freitag"), heat("Sábado", qualifiers=4)], players=[]),
        bracket({**games("a"), "ending": "concession", "winner": "d"}),
        pods(pod(), cut=["b", "a"], readmitted=["d"]),
        pods(pod(), pairing_style="swiss"),
    ],
)
def test_the_keys_of_match_play_and_tribbles_read_back_unchanged(facts):
    written = read(facts)
    given = {key for key in facts if key not in {"players", "rounds"}}

    assert read(json.loads(written)) == written
    assert {key: json.loads(written)[key] for key in given} == {key: facts[key] for key in given}


def test_files_without_these_keys_are_written_without_them():
    written = json.loads(read(bracket(MATCH)))

    assert not {"heats", "bracket", "best_of", "cut", "readmitted"} & set(written)


def test_the_schema_describes_the_keys():
    keys = event_schema()["$defs"]["Event"]["properties"]

    assert {"heats", "bracket", "best_of", "cut", "readmitted"} <= set(keys)


def custom(**sides):
    matches = [{"id": name, "sides": list(pair)} for name, pair in sides.items()]
    return bracket(bracket=matches, players=[])


ONE, TWO = {"seed": 1}, {"seed": 2}


@pytest.mark.req("BRKT-13", "BRKT-27", "BRKT-28", "BRKT-9")
@pytest.mark.parametrize(
    ("facts", "code", "place"),
    [
        (bracket(MATCH, players=seeds(1, None, 3, 4)), "seed-missing", "players[1].seed"),
        (bracket(MATCH, players=seeds(1, 2, 2, 4)), "seed-double", "players[2].seed"),
        (bracket(MATCH, players=seeds(1, 2, 3, 9)), "seed-missing", "players"),
        (bracket(won_by("b", "a", "d")), "winner-did-not-play", "rounds[0].matches[0].winner"),
        (bracket(games("b")), "winner-not-in-match", "rounds[0].matches[0].games[0].winner"),
        (
            bracket(games("a", "a", "d"), best_of={"1": 3}),
            "game-after-decision",
            "rounds[0].matches[0].games[2]",
        ),
        (
            bracket(games("a", "d"), best_of={"1": 1}),
            "too-many-games",
            "rounds[0].matches[0].games[1]",
        ),
        (
            bracket({**games("a", "a"), "winner": "d"}),
            "winner-contradicted",
            "rounds[0].matches[0].winner",
        ),
        (bracket(won_by("a", "a", "b")), "pair-not-in-bracket", "rounds[0].matches[0]"),
        (bracket(MATCH, best_of={"1": 2}), "best-of", "best_of[1]"),
        (bracket(MATCH, best_of={"7": 3}), "best-of", "best_of[7]"),
        (bracket(best_of={"7": 3}), "best-of", "best_of[7]"),
        (bracket(best_of={"1": 4}), "best-of", "best_of[1]"),
        (bracket({"players": ["a", "d"], **WON}), "winner-missing", "rounds[0].matches[0].winner"),
        (
            bracket({"players": ["a", "d"], "ending": "time"}),
            "scores-missing",
            "rounds[0].matches[0].scores",
        ),
        (
            bracket({"players": ["a", "d"], "ending": "quit", "winner": "a"}),
            "ending-unknown-to-rulebook",
            "rounds[0].matches[0].ending",
        ),
        (
            bracket(MATCH, final_confrontation={"players": ["a", "b"], "winner": "a"}),
            "before-feeder",
            "final_confrontation.winner",
        ),
        (custom(A=(ONE, {"winner": "A"})), "match-after-itself", "bracket[0].sides[1]"),
        (custom(A=(ONE, {"winner": "B"}), B=(TWO, {"winner": "A"})), "cycle", "bracket[0]"),
        (custom(A=(ONE, {"loser": "Z"})), "match-unknown", "bracket[0].sides[1]"),
        (
            custom(
                A=(ONE, {"loser": "B"}),
                B=(TWO, {"loser": "A"}),
                C=({"winner": "A"}, {"winner": "B"}),
            ),
            "cycle",
            "bracket[0]",
        ),
        (custom(A=(ONE, ONE)), "seed-double", "bracket"),
        (custom(A=(ONE, {"seed": 3})), "seed-unknown", "bracket"),
        (custom(A=({}, ONE)), "side-unclear", "bracket[0].sides[0]"),
        (bracket(bracket=[], players=[]), "no-matches", "bracket"),
        (bracket(MATCH, bracket=LADDER[:2]), "seed-missing", "bracket"),
        (pods(pod(), best_of={"1": 3}), "key-out-of-place", "best_of"),
        (bracket(MATCH, cut=["a"]), "key-out-of-place", "cut"),
        (bracket(cut=["a"], pairing_style="swiss"), "key-out-of-place", "cut"),
        (bracket(pairing_style="tribbles"), "style-outside-edition", "pairing_style"),
        (pods(pod(), pairing_style="single-elimination"), "style-outside-edition", "pairing_style"),
        (bracket(heats=[heat("Friday", "z")]), "unknown-player", "heats[0].qualified[0]"),
        (
            bracket(heats=[heat("Friday", "a"), heat("Saturday", "b", "a")]),
            "double-id",
            "heats[1].qualified[1]",
        ),
        (
            bracket(heats=[heat("Friday", "a", "b", qualifiers=1)]),
            "plan-locked",
            "heats[0].qualified",
        ),
        (bracket(heats=[heat("Friday", qualifiers=0)]), "no-qualifiers", "heats[0].qualifiers"),
        (bracket(heats=[heat("Fri\u202eday")]), "hidden-character", "heats[0].name"),
    ],
)
def test_match_play_that_cannot_be_is_refused_by_name_and_place(facts, code, place):
    with pytest.raises(RefusalError) as refused:
        read(facts)

    assert (refused.value.refusal.code, refused.value.refusal.place) == (code, place)


@pytest.mark.req("TRIB-3", "TRIB-18", "TRIB-22")
@pytest.mark.parametrize(
    ("facts", "code", "place"),
    [
        (
            pods(pod(scores={"a": 1, "b": 1, "c": 1, "z": 1})),
            "not-in-pod",
            "rounds[0].pods[0].scores",
        ),
        (pods(pod(scores={"a": 1, "b": 1, "c": 1})), "scores-missing", "rounds[0].pods[0].scores"),
        (pods(pod(went_out=["z"])), "not-in-pod", "rounds[0].pods[0].went_out[0]"),
        (pods(pod(), cut=["a", "z"]), "unknown-player", "cut[1]"),
        (pods(pod(), cut=["a", "a"]), "double-id", "cut[1]"),
        (pods(pod(), readmitted=["z"]), "unknown-player", "readmitted[0]"),
        (
            pods(rounds=[{"number": 1, "matches": [{"players": ["a", "d"]}]}]),
            "matches-in-tribbles",
            "rounds[0].matches",
        ),
        (
            pods(pod(), pairing_style="tribbles-finals", players=seeds(1, 1, 1, None)),
            "seed-missing",
            "players[3].seed",
        ),
    ],
)
def test_tribbles_that_cannot_be_are_refused_by_name_and_place(facts, code, place):
    with pytest.raises(RefusalError) as refused:
        read(facts)

    assert (refused.value.refusal.code, refused.value.refusal.place) == (code, place)


@pytest.mark.req("BRKT-25")
def test_the_final_may_stand_as_final_confrontation():
    rounds = [{"number": 1, "matches": [MATCH, won_by("b", "c", "b")]}]
    final = {"players": ["b", "a"], "winner": "b"}

    assert read(bracket(rounds=rounds, final_confrontation=final))


@pytest.mark.req("BRKT-25")
@pytest.mark.parametrize(
    ("final", "code", "place"),
    [
        (["a", "d"], "pair-not-in-bracket", "final_confrontation.players"),
        (["a", "b"], "winner-contradicted", "final_confrontation.winner"),
    ],
)
def test_a_final_confrontation_against_the_bracket_is_refused(final, code, place):
    rounds = [
        {"number": 1, "matches": [MATCH, won_by("b", "c", "b")]},
        {"number": 2, "matches": [won_by("b", "a", "b")]},
    ]
    facts = bracket(rounds=rounds, final_confrontation={"players": final, "winner": "a"})

    with pytest.raises(RefusalError) as refused:
        read(facts)

    assert (refused.value.refusal.code, refused.value.refusal.place) == (code, place)


@pytest.mark.req("BRKT-9", "BRKT-13")
@pytest.mark.parametrize(
    ("book", "edition", "rule"),
    [
        ("opg-5", "2E", "OPG5 §10"),
        ("opg-4.1", "2E", "OPG4 §10"),
        ("decipher-1998", "1E", "DTG §II.B.II"),
    ],
)
def test_a_refusal_names_the_section_of_the_events_own_rulebook(book, edition, rule):
    facts = bracket(games("b"), rulebook=book, edition=edition)

    with pytest.raises(RefusalError) as refused:
        read(facts)

    assert refused.value.refusal.rule == rule


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (bracket(bracket=[]), "OPG5 §10"),
        (bracket(bracket=[], rulebook="opg-4.1"), "OPG4 §10"),
        (bracket(heats=[{"name": "Friday", "qualifiers": 0}]), "OPG5 §9"),
    ],
)
def test_a_refusal_names_the_section_with_its_document(data, rule):
    with pytest.raises(RefusalError) as caught:
        read_event(json.dumps(data).encode(), book_of=rulebook)

    assert caught.value.refusal.rule == rule
