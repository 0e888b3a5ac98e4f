import pytest
from tests.core.eventlog.event_builder import ADA, SCOTTY, Day, day_of, p, settings, timed

from padd.core.eventlog.actions.clock import ExtraTimeGiven
from padd.core.eventlog.actions.director_results import ResultCorrected, ResultEntered
from padd.core.eventlog.actions.drops import Dropped, Reinstated
from padd.core.eventlog.actions.players import (
    ArrivedLate,
    CheckedIn,
    CheckInWithdrawn,
    EarnedByeDeclared,
    EarnedByeForfeited,
    PlayerAmended,
    PlayerEntered,
)
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.result_claims import ResultConfirmed, ResultReported
from padd.core.eventlog.actions.round_proposal import propose_round
from padd.core.eventlog.actions.settings import EventAmended, RoundsChanged, RoundsChangeReason
from padd.core.eventlog.actions.setup import DirectorPlayApproved, EventOpened, StaffNoted
from padd.core.eventlog.log.chain import log_rows
from padd.core.eventlog.log.file_log import with_log
from padd.core.eventlog.log.log import Log, append_entry
from padd.core.eventlog.state.actor import LogActor, Role
from padd.core.eventlog.state.event_state import Presence
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Ending, PlayerId
from padd.core.refusal import Refusal
from padd.core.scoring.results import score_event
from padd.core.validation.consistency import check_facts
from padd.core.validation.earned_byes import earned_bye_findings

FOUR = ["kirk", "khan", "spock", "gorn"]
FIVE = [*FOUR, "sulu"]


def late(name, into, against=None):
    opponent = None if against is None else p(against)
    return ArrivedLate(player=p(name), name=name.title(), into_round=into, against=opponent)


def codes(day, player):
    event = check_facts(event_facts(day.state), day.book)
    found = score_event(event, day.book).results_of(p(player))
    return [str(result.code) for result in found]


def test_only_who_checked_in_takes_part():
    day = day_of(FIVE, here=False)
    day.do(CheckedIn(players=tuple(map(p, FOUR)))).play_round()

    assert [player.id for player in event_facts(day.state).players] == FOUR


def test_check_in_is_for_oneself_or_for_the_staff():
    day = day_of(FOUR, here=False)

    day.do(CheckedIn(players=(p("kirk"),)), by="kirk")

    assert day.refused(CheckedIn(players=(p("khan"),)), by="kirk").code == "not-yours"
    again = day.refused(CheckedIn(players=(p("kirk"),)))
    assert again.code == "already-here"
    day.do(CheckInWithdrawn(players=(p("kirk"),)))
    assert day.state.players[p("kirk")].presence is Presence.ENTERED
    gone = day.refused(CheckInWithdrawn(players=(p("kirk"),)))
    assert gone.code == "not-here"


@pytest.mark.parametrize(
    ("name", "handle", "code"), [("kirk", "", "already-entered"), ("jim", "NCC", "double-handle")]
)
def test_nobody_enters_twice(name, handle, code):
    day = day_of([])
    day.do(PlayerEntered(player=p("kirk"), name="Kirk", handle="ncc"))

    said = day.refused(PlayerEntered(player=p(name), name="Jim", handle=handle))

    assert said.code == code


def test_names_with_hidden_marks_are_refused():
    said = day_of([]).refused(PlayerEntered(player=p("x"), name="K\u202eirk"))

    assert said.code == "hidden-character"


def test_a_name_is_put_right_at_any_time_a_seed_only_before_play():
    day = day_of(FOUR).publish()

    day.do(PlayerAmended(player=p("kirk"), name="James Kirk"))

    assert day.state.name(p("kirk")) == "James Kirk"
    assert day.refused(PlayerAmended(player=p("kirk"), seed=1)).code == "already-begun"


@pytest.mark.req("SWISS-34", "AMB-6")
@pytest.mark.parametrize(
    ("book", "minute", "code"),
    [
        ("opg-5", 15, None),
        ("opg-5", 16, "too-late"),
        ("opg-4.1", 5, None),
        ("opg-4.1", 6, "too-late"),
    ],
)
def test_a_late_arrival_plays_the_first_round_if_soon_enough(book, minute, code):
    day = day_of(FIVE, book).publish()
    [free] = day.round.byes
    day.minute = minute

    if code is None:
        day.do(late("uhura", 1, free))
        assert set(day.table_of("uhura").players) == {free, "uhura"}
        assert day.round.byes == ()
        check_facts(event_facts(day.state), day.book)
    else:
        assert day.refused(late("uhura", 1, free)).code == code


@pytest.mark.req("SWISS-34", "SWISS-35", "AMB-6")
def test_who_comes_too_late_has_missed_the_first_round():
    day = day_of(FOUR).publish()
    assert day.refused(late("uhura", 1, "kirk")).code == "nobody-free"
    day.do(late("uhura", 2)).enter_all().play_round(2)

    assert codes(day, "uhura")[0] == "MG"
    assert p("uhura") in day.round.named


def test_a_later_round_that_is_on_cannot_be_joined():
    day = day_of(FIVE).play_round().publish(2)

    said = day.refused(late("uhura", 2, day.round.byes[0]))

    assert said.code == "round-under-way"
    assert str(said.way_out) == "Let Uhura start in round 3."


def test_before_the_start_nobody_is_late():
    assert day_of(FOUR).refused(late("uhura", 1)).code == "not-late"


def test_an_entry_after_the_start_is_a_late_arrival():
    day = day_of(FIVE, here=False)
    day.do(CheckedIn(players=tuple(map(p, FOUR)))).publish()

    assert day.refused(CheckedIn(players=(p("sulu"),))).code == "already-begun"
    entered = PlayerEntered(player=p("uhura"), name="Uhura")
    assert day.refused(entered).code == "already-begun"
    day.do(late("sulu", 2))
    assert day.state.players[p("sulu")].joined_round == 2


def test_a_draft_made_before_somebody_came_is_drawn_again():
    day = day_of(FOUR).play_round().draw(2)
    day.do(late("uhura", 2))

    assert day.step().code == "redraw"
    assert day.refused(RoundPublished(number=2)).code == "draft-stale"
    day.draw(3)
    assert day.round.draw is not None
    assert day.round.draw["redraws"] == 1
    day.do(RoundPublished(number=2))


def test_a_draft_that_is_in_order_is_drawn_again_only_with_a_reason():
    day = day_of(FOUR).draw()

    day.draw(2, reason="The projector showed it too early")

    assert day.round.draw == {"seed": 2, "redraws": 1}


@pytest.mark.req("SWISS-37", "AMB-7")
def test_a_drop_during_the_game_is_a_concession():
    day = day_of(FOUR).publish()
    other = day.table_of("kirk").opponent_of(p("kirk"))
    assert other is not None

    day.do(Dropped(player=p("kirk"), at_once=True))

    assert (codes(day, "kirk"), codes(day, other)) == (["FL"], ["FW"])


@pytest.mark.req("SWISS-36", "SWISS-37", "AMB-7")
def test_a_drop_after_the_pairing_and_before_the_game_is_a_missed_game():
    day = day_of(FOUR).publish(clock=False)
    other = day.table_of("kirk").opponent_of(p("kirk"))
    assert other is not None

    day.do(Dropped(player=p("kirk"), at_once=True))

    assert (codes(day, "kirk"), codes(day, other)) == (["MG"], ["BYE"])


@pytest.mark.req("SWISS-63", "AMB-86", "COND-59")
def test_who_quits_a_decipher_game_loses_it_and_stays_away():
    day = day_of(FOUR, "decipher-1998").publish(clock=False)

    day.do(Dropped(player=p("kirk"), at_once=True))

    match = day.table_of("kirk").match
    assert match is not None
    assert match.ending is Ending.QUIT
    assert day.refused(Reinstated(player=p("kirk"))).code == "quitter"
    day.do(Reinstated(player=p("kirk")), reason="Family called, all well")


@pytest.mark.req("AMB-23")
def test_a_result_entered_as_quit_takes_the_quitter_out():
    day = day_of(FOUR, "decipher-1998", rounds_planned=3).publish()
    table = day.table_of("kirk")
    quit_game = GameOutcome(ending=Ending.QUIT, winner=table.opponent_of(p("kirk")))
    day.do(ResultEntered(number=1, table=table.number, outcome=quit_game))
    day.enter_all()

    assert p("kirk") not in drawn_next(day)
    assert day.refused(Reinstated(player=p("kirk"))).code == "quitter"
    back = Reinstated(player=p("kirk"))
    day.do(back, reason="It was the flu")
    assert event_facts(day.state).readmitted == (p("kirk"),)
    assert p("kirk") in drawn_next(day)


@pytest.mark.req("AMB-23")
def test_a_corrected_result_undoes_the_quitting():
    day = day_of(FOUR, "decipher-1998", rounds_planned=3).publish()
    table = day.table_of("kirk")
    quit_game = GameOutcome(ending=Ending.QUIT, winner=table.opponent_of(p("kirk")))
    day.do(ResultEntered(number=1, table=table.number, outcome=quit_game))
    day.enter_all()

    day.do(ResultCorrected(number=1, table=table.number, outcome=timed(20, 10)), reason="Wrong box")

    assert p("kirk") in drawn_next(day)
    assert day.refused(Reinstated(player=p("kirk"))).code == "not-dropped"


def drawn_next(day):
    """Return who has a table or a bye in the next round as it would be drawn."""
    act = propose_round(day.state, day.book, seed=1)
    assert not isinstance(act, Refusal), act
    longer = append_entry(day.log, day.entry(act), day.book)
    assert isinstance(longer, Log), longer
    draft = longer.state.draft
    assert draft is not None
    return {*draft.seats, *draft.byes}


@pytest.mark.req("SWISS-37", "SWISS-38", "AMB-7")
def test_a_drop_after_the_round_leaves_the_game_alone():
    day = day_of(FIVE).publish()
    day.do(Dropped(player=p("kirk")), by="kirk").enter_all().play_round(2)

    assert codes(day, "kirk")[1] == "MG"
    assert p("kirk") not in day.round.named
    assert len(day.round.byes) == 0
    assert day.refused(Dropped(player=p("kirk"))).code == "not-in-event"


def test_a_player_drops_for_nobody_else_and_not_out_of_a_game():
    day = day_of(FOUR).publish()

    assert day.refused(Dropped(player=p("khan")), by="kirk").code == "not-yours"
    now = Dropped(player=p("kirk"), at_once=True)
    assert day.refused(now, by="kirk").code == "director-decides"


def test_who_leaves_before_the_start_was_never_there():
    day = day_of(FIVE)
    day.do(Dropped(player=p("sulu"))).play_round()

    assert [player.id for player in event_facts(day.state).players] == FOUR
    assert day.refused(Reinstated(player=p("sulu"))).code == "already-begun"


@pytest.mark.req("SWISS-37")
def test_who_comes_back_has_missed_the_rounds_between():
    day = day_of(FIVE, rounds_planned=4).play_round()
    day.do(Dropped(player=p("kirk"))).play_round(2)
    day.do(Reinstated(player=p("kirk"))).play_round(3)

    assert codes(day, "kirk")[1] == "MG"
    assert p("kirk") in day.round.named
    assert day.refused(Reinstated(player=p("kirk"))).code == "not-dropped"


@pytest.mark.req("SWISS-33", "AMB-6")
def test_a_game_is_missed_after_five_minutes_and_not_before():
    day = day_of(FOUR).publish()
    one, _ = day.round.tables[1].players
    missed = GameOutcome(ending=Ending.MISSED, absent=(one,))
    act = ResultEntered(number=1, table=1, outcome=missed)
    day.minute = 3

    assert str(day.refused(act).message) == (
        "Round 1 has run for 3 minutes; a game is missed after 5."
    )
    day.minute = 6
    day.do(act)
    assert codes(day, one) == ["MG"]


@pytest.mark.req("SWISS-6", "AMB-10", "SWISS-25")
def test_an_earned_bye_is_used_or_forfeited_before_the_round_is_drawn():
    day = day_of(FIVE, starts="2026-03-14T11:00:00+00:00", level=2)
    day.do(EarnedByeDeclared(player=p("kirk"), rounds=(1, 2)))
    day.do(EarnedByeForfeited(player=p("kirk"), rounds=(2,)), by="kirk").play_round()

    assert codes(day, "kirk") == ["EBYE"]
    late_word = EarnedByeForfeited(player=p("kirk"), rounds=(1,))
    assert day.refused(late_word).code == "round-drawn"


@pytest.mark.req("AMB-10")
def test_byes_do_not_add_up_and_close_with_the_scorecards():
    day = day_of(FOUR, starts="2026-03-14T10:10:00+00:00")
    declare = EarnedByeDeclared(player=p("kirk"), rounds=(1,))
    day.minute = 6
    assert day.refused(declare).code == "scorecards-in"
    day.do(declare, reason="The card was at the wrong desk")
    assert day.refused(declare, reason="Again").code == "bye-twice"
    other = EarnedByeForfeited(player=p("kirk"), rounds=(2,))
    assert day.refused(other, reason="Again").code == "no-such-bye"
    assert day.refused(EarnedByeForfeited(player=p("kirk"), rounds=(1,)), by="khan").code == (
        "not-yours"
    )


@pytest.mark.req("AMB-10")
def test_five_minutes_before_the_start_is_still_in_time_for_a_bye():
    day = day_of(FOUR, starts="2026-03-14T10:10:00+00:00", level=2)
    day.minute = 5

    day.do(EarnedByeDeclared(player=p("kirk"), rounds=(1,)))

    assert day.state.players[p("kirk")].earned_byes == (1,)


@pytest.mark.req("AMB-150")
@pytest.mark.parametrize(
    ("level", "number", "allowed"), [(1, 1, False), (2, 2, True), (2, 3, False)]
)
def test_an_earned_bye_out_of_its_place_needs_a_reason(level, number, allowed):
    day = day_of(FOUR, level=level)
    declare = EarnedByeDeclared(player=p("kirk"), rounds=(number,))
    enter = PlayerEntered(player=p("sulu"), name="Sulu", earned_byes=(number,))

    if allowed:
        day.do(declare).do(enter)
        return
    for act in (declare, enter):
        assert day.refused(act).code == "earned-bye-out-of-place"
        day.do(act, reason="Agreed with the region")


@pytest.mark.req("AMB-150")
def test_the_check_shows_the_reason_for_an_earned_bye_out_of_its_place():
    day = day_of(FOUR)
    declare = EarnedByeDeclared(player=p("kirk"), rounds=(1,))
    day.do(declare, reason="Agreed with the region")
    event = with_log(event_facts(day.state), log_rows(day.log.entries))

    (finding,) = earned_bye_findings(event, day.book)

    assert finding.code == "earned-bye-out-of-place"
    assert "Agreed with the region" in str(finding.message)


def test_decipher_knows_no_earned_byes():
    day = day_of(FOUR, "decipher-1998")

    said = day.refused(EarnedByeDeclared(player=p("kirk"), rounds=(1,)))

    assert said.code == "earned-bye-unknown"


def playing_director(players, book="opg-5", **more):
    day = day_of(players, book, **more)
    return day.do(StaffNoted(role=Role.DIRECTOR, person="scotty", player=p(players[0])))


def with_deputies(day):
    day.do(StaffNoted(role=Role.SECONDARY, person="ada"))
    return day.do(StaffNoted(role=Role.TERTIARY, person="bones"))


@pytest.mark.req("SWISS-1", "SWISS-4", "AMB-117", "GOV-37")
def test_a_director_plays_with_deputies_and_more_than_half_of_the_others():
    day = playing_director(FIVE)
    two = DirectorPlayApproved(approved_by=(p("khan"), p("spock")))
    three = DirectorPlayApproved(approved_by=tuple(map(p, FOUR[1:])))

    assert day.refused(two).code == "deputies-missing"
    with_deputies(day)
    assert day.refused(two).code == "approval-missing"
    assert day.step().code == "approval-missing"
    day.do(three).publish()
    assert event_facts(day.state).directors == ("scotty", "ada", "bones")


@pytest.mark.req("SWISS-1")
def test_the_vote_is_counted_again_when_the_first_round_is_drawn():
    day = with_deputies(playing_director(FOUR))
    day.do(DirectorPlayApproved(approved_by=(p("khan"), p("spock"))))
    for name in ("x", "y"):
        day.do(PlayerEntered(player=p(name), name=name))
        day.do(CheckedIn(players=(p(name),)))

    assert day.step().code == "approval-missing"


@pytest.mark.req("SWISS-1", "GOV-6")
def test_decipher_lets_no_director_play():
    day = day_of(FOUR, "decipher-1998")

    said = day.refused(StaffNoted(role=Role.DIRECTOR, person="scotty", player=p("kirk")))

    assert said.code == "director-may-not-play"


@pytest.mark.req("SWISS-4", "SWISS-39")
def test_the_directors_own_game_is_confirmed_by_somebody_else():
    day = with_deputies(playing_director(FOUR))
    day.do(DirectorPlayApproved(approved_by=tuple(map(p, FOUR[1:])))).publish()
    scotty = LogActor(role=Role.DIRECTOR, person="scotty", player=p("kirk"))
    table = day.table_of("kirk")
    opponent = table.opponent_of(p("kirk"))
    assert opponent is not None
    enter = ResultEntered(number=1, table=table.number, outcome=timed(60, 40))

    said = day.refused(enter, by=scotty)

    assert said.code == "own-game"
    assert "secondary director" in str(said.way_out)
    report = ResultReported(number=1, table=table.number, outcome=timed(60, 40))
    day.do(report, by=scotty)
    confirm = ResultConfirmed(number=1, table=table.number, outcome=timed(60, 40))
    assert day.refused(confirm, by=scotty).code == "own-game"
    day.do(confirm, by=ADA)


@pytest.mark.req("SWISS-2", "AMB-117")
@pytest.mark.parametrize(
    ("book", "players", "warned"),
    [("opg-5", 17, False), ("opg-5", 18, True), ("opg-4.1", 17, True)],
)
def test_a_busy_director_is_advised_not_to_play(book, players, *, warned):
    names = [f"p{n}" for n in range(players)]
    day = with_deputies(playing_director(names, book))
    day.do(DirectorPlayApproved(approved_by=tuple(map(p, names[1:]))))

    said = {warning.code for warning in day.step().warnings}

    assert ("director-busy" in said) is warned
    assert ("director-makes-bye" in said) is (players % 2 == 1)


@pytest.mark.req("SWISS-3")
@pytest.mark.parametrize(
    ("book", "level", "words"),
    [
        ("opg-5", 4, "may bar directors from playing"),
        ("opg-4.1", 4, "may ask directors not to play"),
        ("opg-5", 1, ""),
    ],
)
def test_at_a_championship_a_director_who_plays_is_told_what_may_be_asked(book, level, words):
    day = with_deputies(playing_director(FOUR, book, level=level))
    day.do(DirectorPlayApproved(approved_by=tuple(map(p, FOUR[1:]))))

    said = [one for one in day.step().warnings if one.code.endswith("championship")]

    assert len(said) == bool(words)
    assert words in "".join(str(one.message) for one in said)


@pytest.mark.req("REG-39", "REG-42", "AMB-118", "GOV-38")
def test_the_number_of_rounds_changes_when_everybody_present_agrees():
    day = day_of(FOUR, rounds_planned=4)
    most = RoundsChanged(
        rounds=3, ground=RoundsChangeReason.ALL_AGREE, agreed=tuple(map(p, FOUR[1:]))
    )
    everybody = RoundsChanged(
        rounds=3, ground=RoundsChangeReason.ALL_AGREE, agreed=tuple(map(p, FOUR))
    )
    emergency = RoundsChanged(rounds=3, ground=RoundsChangeReason.EMERGENCY)

    assert "Kirk did not agree" in str(day.refused(most).message)
    assert day.refused(emergency, reason="Fire").code == "emergency-before-start"
    day.do(everybody)

    [record] = day.state.rounds_changes
    assert (record.before, record.after, record.agreed) == (4, 3, tuple(FOUR))
    assert event_facts(day.state).rounds_planned == 3


@pytest.mark.req("REG-40", "AMB-118")
def test_a_running_event_is_shortened_in_an_emergency_with_its_reason():
    day = day_of(FOUR, rounds_planned=3).play_round()
    shorter = RoundsChanged(rounds=1, ground=RoundsChangeReason.EMERGENCY)

    assert day.refused(shorter).code == "reason-missing"
    day.do(shorter, reason="The shop closes at six")

    assert day.state.rounds_changes[-1].reason == "The shop closes at six"
    longer = RoundsChanged(rounds=1, ground=RoundsChangeReason.EMERGENCY)
    assert day.refused(longer, reason="x").code == "nothing-changes"


@pytest.mark.req("AMB-118")
def test_dropped_players_are_not_asked_about_rounds():
    day = day_of(FOUR, rounds_planned=2).play_round()
    day.do(Dropped(player=p("kirk")))
    rest = tuple(map(p, FOUR[1:]))

    day.do(RoundsChanged(rounds=3, ground=RoundsChangeReason.ALL_AGREE, agreed=rest))

    assert event_facts(day.state).rounds_planned == 3


def test_rounds_that_are_drawn_cannot_be_cut():
    day = day_of(FOUR, rounds_planned=3).play_round().publish(2)

    said = day.refused(RoundsChanged(rounds=1, ground=RoundsChangeReason.EMERGENCY), reason="Fire")

    assert said.code == "rounds-played"


@pytest.mark.req("AMB-5")
def test_more_rounds_than_opponents_are_pointed_out_before_the_start():
    day = day_of(FOUR, rounds_planned=5)

    assert [w.code for w in day.step().warnings] == ["too-many-rounds"]


def test_the_start_can_be_moved_before_play_and_the_name_at_any_time():
    day = day_of(FOUR)
    day.do(EventAmended(name="Sector 001", starts="2026-03-14T12:00:00+00:00"))
    day.publish()

    assert event_facts(day.state).name == "Sector 001"
    later = EventAmended(starts="2026-03-14T13:00:00+00:00")
    assert day.refused(later).code == "already-begun"
    assert day.refused(EventAmended(name="a\u0000b")).code == "hidden-character"


def test_staff_are_known_people_in_a_part():
    day = day_of(FOUR)
    nobody = PlayerId("nobody")

    assert day.refused(StaffNoted(role=Role.PLAYER, person="x")).code == "not-staff"
    unknown = StaffNoted(role=Role.JUDGE, person="x", player=nobody)
    assert day.refused(unknown).code == "unknown-player"
    assert day.refused(DirectorPlayApproved(approved_by=())).code == ("director-not-playing")
    assert SCOTTY.is_staff


@pytest.mark.req("REG-31")
def test_a_style_that_the_rulebook_does_not_know_is_refused():
    event = settings("decipher-1998", pairing_style="modified-mcintyre")

    said = Day("decipher-1998").refused(EventOpened(event=event, minutes=60))

    assert said.code == "style-unknown"


@pytest.mark.req("REG-43", "AMB-123", "ONL-26")
def test_the_interim_rulings_of_an_event_are_pinned():
    said = Day().refused(EventOpened(event=settings(), rulings=("2027-01",)))

    assert said.code == "rulings-differ"


@pytest.mark.req("SWISS-5", "SWISS-12")
def test_a_playing_director_adds_the_time_lost_by_judging_to_the_own_game():
    day = with_deputies(playing_director(FOUR))
    day.do(DirectorPlayApproved(approved_by=tuple(map(p, FOUR[1:])))).publish()
    scotty = LogActor(role=Role.DIRECTOR, person="scotty", player=p("kirk"))
    table = day.table_of("kirk").number

    lost = ExtraTimeGiven(number=1, table=table, minutes=4)
    day.do(lost, by=scotty, reason="Judged at table 2")

    assert day.table_of("kirk").extra_minutes == 4


@pytest.mark.req("ONL-18")
def test_who_does_not_answer_is_dropped_by_the_director():
    day = day_of(FOUR, online=True).publish(clock=False)

    day.do(Dropped(player=p("kirk"), at_once=True), reason="No answer for two weeks")

    assert codes(day, "kirk") == ["MG"]
    assert day.state.players[p("kirk")].presence is Presence.DROPPED
