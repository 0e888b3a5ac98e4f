"""What players and directors are told beside the figures, by each rulebook."""

import pytest

from padd.presentation.events import guidance
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.events.event_form import EventForm

OPG = ("opg-5", "opg-4.1")
DECIPHER = ("decipher-1998", "decipher-1996")


def drafted(book, **values):
    first = "1E" if book in DECIPHER else "2E"
    return EventForm(**{"rulebook": book, "edition": first, "name": "Open", **values})


def players(book="opg-5", **values):
    """Return what players are told, as one text."""
    said = guidance.guidance_for_players(drafted(book, **values), rulebook(book))
    return "\n".join(f"{one.text} [{one.cite}]" for one in said)


def directors(book="opg-5", **values):
    said = guidance.guidance_for_directors(drafted(book, **values), rulebook(book))
    return "\n".join(f"{one.text} [{one.cite}]" for one in said)


@pytest.mark.parametrize("book", rulebook_ids())
@pytest.mark.parametrize("format_", ["constructed", "draft", "sealed", "junior"])
def test_every_sentence_leads_to_a_value_of_its_rulebook(book, format_):
    draft = drafted(book, format=format_, entry_fee="5", prizes="Packs")
    shown = rulebook(book)

    said = (
        *guidance.guidance_for_players(draft, shown),
        *guidance.guidance_for_directors(draft, shown),
    )

    assert said
    assert all(shown.citations[one.path].cite == one.cite for one in said)
    assert all(one.text.endswith(".") for one in said)


@pytest.mark.req("FMT-3")
@pytest.mark.parametrize("book", OPG)
def test_a_constructed_deck_is_built_before_and_stays_as_it_is(book):
    said = players(book, format="constructed")

    assert "Build your deck before the event, from your own cards." in said
    assert "It can’t be changed once the event has started." in said
    assert "cards you are given" not in said
    assert "copies of a card" not in said


@pytest.mark.req("FMT-4", "FMT-7")
def test_a_draft_says_from_what_and_how_the_packs_go_round():
    newest, older = players("opg-5", format="draft"), players("opg-4.1", format="draft")

    assert "from sealed product or boosters that the director makes." in newest
    assert "drafted from booster packs." in older
    for said in (newest, older):
        assert "groups of 3 to 6: open a pack, take one card" in said
        assert "pass the rest to the left, until nothing is left;" in said
        assert "the next pack goes to the right, and so on." in said
    assert "groups of" not in players("opg-5", format="sealed")


@pytest.mark.req("FMT-5", "FMT-8")
def test_what_each_player_may_be_given_follows_the_game_and_the_rulebook():
    first = players(format="draft", edition="1E")
    second = players(format="draft", edition="2E")
    sealed = players(format="sealed", edition="1E")
    older = players("opg-4.1", format="sealed", edition="2E")

    assert "Official Tournament Sealed Deck or Starter deck." in first
    assert "Infinite Diversity Draft Kit or Starter deck." in second
    assert "Official Tournament Sealed Deck or Starter deck." in sealed
    assert "Starter deck or Transwarp deck." in older
    assert "Transwarp" not in players(format="sealed", edition="2E")
    assert "fixed set" not in players(format="constructed")


@pytest.mark.req("FMT-9", "FMT-10", "FMT-12")
@pytest.mark.parametrize("book", OPG)
@pytest.mark.parametrize("format_", ["draft", "sealed"])
def test_limited_formats_use_the_cards_given_and_no_others(book, format_):
    said = players(book, format=format_)

    assert "any or all of them, and no others." in said
    assert "Between rounds you may change it, within those cards." in said
    assert "Limits on copies of a card do not apply." in said
    assert f"at least {30 if book == 'opg-5' else 20} minutes to build" in said


@pytest.mark.req("FMT-15")
def test_a_limited_pool_is_to_be_described_and_is_usual_for_sealed_events():
    asked = guidance.guidance_for_directors(
        drafted("opg-5", card_pool="limited"), rulebook("opg-5")
    )
    told = directors(card_pool="limited", pool_note="Call to Arms alone")

    (advice,) = (one for one in asked if one.advice)
    assert advice.text == (
        "Describe what the limited pool contains: "
        "an expansion, a group of expansions or a property."
    )
    assert "Describe what the limited pool contains" not in told
    assert "usual card pool of a sealed event is “limited”" in directors(
        format="sealed", card_pool="complete"
    )
    assert "usual card pool" not in directors(format="sealed", card_pool="limited")


@pytest.mark.req("FMT-41", "FMT-42")
@pytest.mark.parametrize("book", OPG)
def test_scenarios_with_other_decks_say_when_one_plays_which(book):
    lottery = players(book, scenario="deck-lottery")
    luck = players(book, scenario="no-such-thing-as-luck")

    assert "Deck Lottery: you play your own deck in the first round." in lottery
    assert "draw another deck at random each round, with little time" in lottery
    assert "own deck in odd rounds. In even rounds you and your opponent" in luck
    for said in (lottery, luck):
        assert "Decks are returned to their owners; mark yours, and check it." in said


@pytest.mark.req("FMT-44", "FMT-47")
def test_scenarios_of_style_and_of_play_testing_say_what_they_are_for():
    cool = players(scenario="cool-tournament")
    testing = players(scenario="public-play-testing")

    assert "the director may give prizes to the coolest decks." in cool
    assert "unreleased play-test cards may be used" in testing
    assert "tell the designers" in testing
    assert "play-test cards" not in cool


@pytest.mark.req("FMT-58")
def test_the_1998_guide_has_sideboards_in_sealed_events_alone():
    for format_ in ("constructed", "junior"):
        assert "There are no sideboards." in players("decipher-1998", format=format_)
    assert "sideboards" not in players("decipher-1998", format="sealed")
    assert "Side decks follow the normal rules." in str(
        rulebook("decipher-1998").citations["decks.qs_tent"].note
    )


@pytest.mark.req("REG-44", "GOV-14")
@pytest.mark.parametrize("book", rulebook_ids())
def test_players_read_who_decides_what_the_rules_leave_open(book):
    assert "The director decides what the rules leave open." in players(book)


@pytest.mark.req("GOV-16")
def test_in_1996_the_director_may_hear_the_assistant_and_both_players():
    heard = "the director may hear the assistant director and both players first."

    assert heard in players("decipher-1996")
    assert "may hear" not in players("opg-5")


@pytest.mark.req("GOV-22", "GOV-23", "GOV-24")
def test_filming_needs_everybodys_leave_and_changes_no_result():
    said = players("opg-5")

    assert "if the director and every player who is filmed agree." in said
    assert "Whatever a video shows, the result stands; a breach of level 3 or 4" in said
    assert "The Social Media Manager welcomes videos. [OPG5 §14]" in said


@pytest.mark.req("GOV-25")
@pytest.mark.parametrize("book", ["opg-4.1", *DECIPHER])
def test_older_rulebooks_say_nothing_about_filming(book):
    said = players(book)

    assert "film" not in said
    assert "video" not in said.casefold()


@pytest.mark.req("REG-32", "REG-33", "REG-34")
def test_fees_and_prizes_bring_their_own_lines():
    without = directors()
    newest = directors(entry_fee="5 €", prizes="Packs")
    older = directors("opg-4.1", entry_fee="5 €", prizes="Packs")

    assert "fee" not in without
    assert "The entry fee covers expenses and prizes. [OPG5 §2]" in newest
    assert "Local law on fees and prizes applies." in newest
    assert "Local law on fees applies." in older
    assert "Guaranteed prizes" in older
    assert "Guaranteed prizes" not in newest


@pytest.mark.req("REG-2")
def test_whoever_registers_reads_which_events_are_listed():
    assert "Every event should be listed, sanctioned or not. [OPG5 §2]" in directors()
    assert ("A sanctioned event must be listed; another one may be. [DTG §I.A.III]") in directors(
        "decipher-1998"
    )
    assert "be listed" not in directors("decipher-1996")


@pytest.mark.req("REG-35")
def test_the_venue_is_secured_first_and_the_event_promoted():
    newest, older = directors("opg-5"), directors("opg-4.1")

    for said in (newest, older):
        assert (
            "Secure the venue before you register, "
            "with the owner’s permission and within its policies."
        ) in said
    assert "Promote it at the venue, in forums and on social media." in newest
    assert "Promote it at the venue." in older
    assert "venue" not in directors("opg-5", online=True)


@pytest.mark.req("REG-36")
def test_prizes_go_by_the_final_standings_where_the_guide_says_so():
    assert [one.cite for book in OPG for one in guidance.guidance_on_prizes(rulebook(book))] == [
        "OPG5 §7.7",
        "OPG4 §7.7",
    ]
    assert not guidance.guidance_on_prizes(rulebook("decipher-1998"))


@pytest.mark.req("REG-15")
def test_in_1996_sponsorship_is_asked_for_early_and_rests_on_house_rules():
    said = directors("decipher-1996")

    assert "To be sponsored, write to the publisher well in advance;" in said
    assert "house rules decide whether the event counts as official" in said
    assert "sponsored" not in directors("opg-5")


@pytest.mark.req("REG-49")
def test_in_1996_players_are_told_the_rules_in_advance_on_paper_and_on_the_day():
    said = directors("decipher-1996")

    assert (
        "Tell players which rules or house rules are used: when you publicize the "
        "event, in copies to hand out and before play begins."
    ) in said


@pytest.mark.req("REG-14")
def test_in_1998_prize_support_is_asked_for_four_weeks_before():
    assert "prize support at least 28 days before" in directors("decipher-1998")


@pytest.mark.req("DECK-12", "DECK-13", "DECK-14", "DECK-15")
def test_decipher_events_say_what_becomes_of_seeded_cards():
    later, first = players("decipher-1998"), players("decipher-1996")

    assert "Artifacts that you seed at one mission: 1" in later
    assert "go out of play when they are discarded. [DTG §II.A]" in later
    assert "left after the seed phase go out of play" in later
    assert "returns only if it is seeded and earned again" in later
    assert "Telepathic Alien Kidnappers" not in later
    assert "Alien Probe and Telepathic Alien Kidnappers may not be in play" in first
    assert "leave the game when they are found" in first
    assert "discarded after use leaves the game" in first
    assert "Artifacts" not in players("opg-5", edition="1E")


@pytest.mark.req("FMT-34", "TRIB-7", "FMT-50", "FMT-43")
def test_players_are_told_of_troubles_juniors_and_what_ranks_in_an_orbit():
    pods = players(edition="TR", rules="troubles")
    juniors = players("decipher-1998", format="junior")
    orbit = players(scenario="standard-orbit")

    assert "Trouble piles of a pod: 1. " in pods
    assert "Everyone is 14 or younger. Games go to 75 points." in juniors
    assert "plus those of their deck" in orbit
    assert "Trouble" not in players(edition="TR", rules="standard")
