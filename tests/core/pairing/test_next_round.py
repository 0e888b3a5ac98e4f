import msgspec
import pytest

from padd.core.model import Ending
from padd.core.pairing.next_round import pair_next, pairing_field, round_on_file
from padd.core.pairing.round import fingerprint, round_seed
from padd.core.pairing.verification import commitment_holds, verify_rounds
from padd.core.refusal import RefusalError
from padd.core.rng import commitment
from padd.rulebooks.loader import rulebook

BOOK = rulebook("opg-5")


def timed(one, two, mine=20, theirs=10):
    return {"players": [one, two], "ending": "time", "scores": [mine, theirs]}


def delayed(one, two):
    return {"players": [one, two], "ending": "delayed"}


@pytest.mark.req("EX-ONL-1", "ONL-14", "SWISS-76", "AMB-11")
@pytest.mark.parametrize(("book", "a", "b"), [("opg-5", 6, 3), ("opg-4.1", 5, 2)])
def test_a_delayed_game_counts_provisional_points_for_pairing(book, a, b, event_of):
    event = event_of(
        ["a", "b", "c", "d"],
        [
            {
                "number": 1,
                "matches": [
                    {
                        "players": ["a", "b"],
                        "ending": "complete",
                        "winner": "a",
                        "scores": [100, 0],
                    },
                    timed("c", "d"),
                ],
            },
            {"number": 2, "matches": [delayed("a", "c"), delayed("b", "d")]},
        ],
        rulebook=book,
    )

    field = pairing_field(event, rulebook(book), 3)

    assert (field.totals["a"], field.totals["b"]) == (a, b)


@pytest.mark.req("AMB-10", "SWISS-7", "SWISS-98")
def test_earned_byes_are_taken_out_before_parity_is_looked_at(event_of):
    event = event_of([{"id": "a", "earned_byes": [1, 2]}, "b", "c", "d", "e"], [])

    paired = pair_next(event, BOOK, seed=1)

    assert paired.earned_byes == ("a",)
    assert paired.draw.byes == ()
    assert len(paired.draw.tables) == 2


@pytest.mark.req("AMB-7", "SWISS-37", "SWISS-98", "COND-31")
def test_who_dropped_is_late_or_disqualified_is_not_paired(event_of):
    event = event_of(
        [
            {"id": "gone", "dropped_after": 1},
            {"id": "late", "joined_round": 3},
            "out",
            "a",
            "b",
            "c",
        ],
        [
            {
                "number": 1,
                "matches": [
                    timed("gone", "a"),
                    {**timed("out", "b"), "penalties": [{"player": "out", "level": 4}]},
                ],
                "byes": ["c"],
                "missed": ["late"],
            }
        ],
    )

    paired = pair_next(event, BOOK, seed=3)

    assert set(paired.missed) == {"gone", "late", "out"}
    assert {p for pair in paired.draw.tables for p in pair} | set(paired.draw.byes) == {
        "a",
        "b",
        "c",
    }


@pytest.mark.req("AMB-4", "SWISS-73", "SWISS-36")
def test_a_bye_for_an_absent_opponent_does_not_use_up_the_one_bye(event_of):
    missed = {"players": ["a", "b"], "ending": "missed", "absent": ["b"]}
    event = event_of(["a", "b", "c"], [{"number": 1, "matches": [missed], "byes": ["c"]}])

    field = pairing_field(event, BOOK, 2)

    assert field.had_bye == {"c"}


@pytest.mark.req("AMB-146", "SWISS-69")
def test_two_whose_game_was_missed_are_paired_again_when_the_third_has_left(event_of):
    missed = {"players": ["a", "b"], "ending": "missed", "absent": ["b"]}
    event = event_of(
        ["a", "b", {"id": "c", "dropped_after": 1}],
        [{"number": 1, "matches": [missed], "byes": ["c"]}],
    )

    paired = pair_next(event, BOOK, seed=1)

    assert [set(pair) for pair in paired.draw.tables] == [{"a", "b"}]
    assert paired.draw.byes == ()


@pytest.mark.req("AMB-146", "SWISS-69")
@pytest.mark.parametrize(
    ("ending", "more", "met"),
    [
        ("missed", {"absent": ["b"]}, False),
        ("missed", {"absent": ["a", "b"]}, False),
        ("unplayed", {"responsible": []}, False),
        ("delayed", {}, True),
        ("concession", {"winner": "a", "scores": [0, 0]}, True),
        ("game-loss", {"winner": "a", "scores": [0, 0]}, True),
    ],
)
def test_players_have_met_when_their_game_began_or_is_still_to_come(ending, more, met, event_of):
    event = event_of(
        ["a", "b"], [{"number": 1, "matches": [{"players": ["a", "b"], "ending": ending, **more}]}]
    )

    assert pairing_field(event, BOOK, 2).have_met("a", "b") is met


@pytest.mark.req("RATE-4", "SWISS-75")
def test_pairing_waits_for_a_result_that_is_not_known(event_of):
    unknown = {"table": 6, "players": ["a", "b"]}
    event = event_of(["a", "b"], [{"number": 1, "matches": [unknown]}])

    with pytest.raises(RefusalError) as caught:
        pair_next(event, BOOK, seed=0)

    assert caught.value.refusal.code == "result-missing"
    assert "waits for table 6" in str(caught.value.refusal.message)


def test_a_result_that_is_missing_is_cited_from_the_events_own_book(event_of):
    unknown = {"table": 6, "players": ["a", "b"]}
    event = event_of(["a", "b"], [{"number": 1, "matches": [unknown]}])

    with pytest.raises(RefusalError) as caught:
        pair_next(event, rulebook("decipher-1998"), seed=0)

    assert caught.value.refusal.rule == "DTG"


@pytest.mark.req("AMB-23")
@pytest.mark.parametrize(
    ("book", "readmitted", "plays"),
    [("decipher-1998", [], False), ("decipher-1996", [], False), ("decipher-1998", ["b"], True)],
)
def test_a_quitter_is_paired_only_when_readmitted(event_of, book, readmitted, plays):
    quit_game = {"players": ["a", "b"], "ending": "quit", "winner": "a"}
    won = {"players": ["c", "d"], "ending": "time", "scores": [20, 10]}
    event = event_of(
        ["a", "b", "c", "d"],
        [{"number": 1, "matches": [quit_game, won]}],
        rulebook=book,
        edition="1E",
        readmitted=readmitted,
    )

    paired = pair_next(event, rulebook(book), seed=0)

    assert ("b" not in paired.missed) is plays


def test_nobody_left_to_pair_is_said_in_words(event_of):
    event = event_of([{"id": "a", "dropped_after": 0}], [])

    with pytest.raises(RefusalError) as caught:
        pair_next(event, BOOK, seed=0)

    assert caught.value.refusal.code == "no-players"


def with_round(event, seed):
    """Return the event with its next round, every game won by the first player."""
    made = round_on_file(pair_next(event, rulebook(event.rulebook), seed=seed), event)
    played = tuple(
        msgspec.structs.replace(match, ending=Ending.TIME, scores=(20, 10))
        for match in made.matches
    )
    made = msgspec.structs.replace(made, matches=played)
    return msgspec.structs.replace(event, rounds=(*event.rounds, made))


@pytest.mark.req("SWISS-9")
@pytest.mark.parametrize("book", ["opg-5", "opg-4.1", "decipher-1998", "decipher-1996"])
def test_every_draw_is_replayed_from_the_file_alone(book, event_of):
    event = event_of([f"p{n}" for n in range(9)], [], rulebook=book, edition="1E")
    for seed in (11, 12, 13):
        event = with_round(event, seed)

    verdicts = verify_rounds(event, rulebook(book), prove=True)

    best = True if book.startswith("opg") else None
    assert [(v.legal, v.optimal, v.drawn_by_seed) for v in verdicts] == [(True, best, True)] * 3
    assert all(v.proof in {"counting", "prices"} for v in verdicts) is bool(best)


@pytest.mark.req("SWISS-9", "SWISS-69")
def test_a_round_changed_by_hand_is_noticed(event_of):
    event = with_round(event_of(["a", "b", "c", "d"], []), 5)
    repeated = msgspec.structs.replace(event.rounds[0], number=2)
    event = msgspec.structs.replace(event, rounds=(*event.rounds, repeated))

    verdict = verify_rounds(event, BOOK)[1]

    assert (verdict.legal, verdict.optimal, verdict.drawn_by_seed) == (False, False, False)
    assert all("have met before" in str(problem) for problem in verdict.problems)


@pytest.mark.req("ONL-25", "AMB-11")
def test_a_delayed_game_that_was_finished_later_does_not_spoil_the_replay(event_of):
    event = event_of(
        ["a", "b", "c", "d", "e", "f"],
        [{"number": 1, "matches": [timed("a", "b"), timed("c", "d"), delayed("e", "f")]}],
    )
    event = with_round(event, 77)
    assert event.rounds[1].draw is not None
    assert event.rounds[1].draw["open"] == [["e", "f"]]
    finished = msgspec.structs.replace(
        event.rounds[0].matches[2], ending=Ending.TIME, scores=(70, 0)
    )
    first = msgspec.structs.replace(
        event.rounds[0], matches=(*event.rounds[0].matches[:2], finished)
    )
    event = msgspec.structs.replace(event, rounds=(first, event.rounds[1]))

    assert verify_rounds(event, BOOK)[1].drawn_by_seed is True


@pytest.mark.req("SWISS-9")
def test_a_revealed_secret_must_be_the_committed_one_and_give_every_seed(event_of):
    event = event_of(["a", "b", "c", "d"], [])
    seed = round_seed("tea, Earl Grey", 1, fingerprint(pairing_field(event, BOOK, 1)))
    event = msgspec.structs.replace(
        with_round(event, seed), secret="tea, Earl Grey", commitment=commitment("tea, Earl Grey")
    )
    chosen = msgspec.structs.replace(
        with_round(event_of(["a", "b", "c", "d"], []), 4),
        secret="tea, Earl Grey",
        commitment=commitment("coffee, black"),
    )

    assert commitment_holds(event) is True
    assert verify_rounds(event, BOOK)[0].drawn_by_seed is True
    assert commitment_holds(chosen) is False
    assert verify_rounds(chosen, BOOK)[0].drawn_by_seed is False


@pytest.mark.parametrize(
    ("draw", "changes"),
    [
        ({"seed": "x", "redraws": "y", "open": 7, "changed": "Swapped."}, ("Swapped.",)),
        ({"seed": 1.5, "open": [1, [2, 3], "ab"], "changed": []}, ()),
        ({"method": "another program's own"}, ()),
    ],
)
def test_a_draw_in_words_of_another_program_is_passed_over(draw, changes, event_of):
    event = with_round(event_of(["a", "b", "c", "d"], []), 5)
    foreign = msgspec.structs.replace(event.rounds[0], draw=draw)
    event = msgspec.structs.replace(event, rounds=(foreign,), secret="tea, Earl Grey")

    verdict = verify_rounds(event, BOOK)[0]

    assert (verdict.legal, verdict.optimal, verdict.drawn_by_seed) == (True, True, None)
    assert verdict.changed_by_hand == changes
