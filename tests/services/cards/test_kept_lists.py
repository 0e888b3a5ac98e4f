"""Lists that officers keep: lines by hand, with days and sources."""

from datetime import UTC, date, datetime

import pytest

from padd.core.decks.card_legality import CardLegality
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.cards import card_import, card_lists
from padd.services.cards.card_lists import CardListLine
from padd.services.cards.catalogue import current_catalogue, pin_catalogue, pinned_catalogue
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.eventlog import AuditEntry

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 14, 10, tzinfo=UTC)
CARDS = (
    b"title,set,number,rarity,type\n"
    b"Alpha,one,1,C,Event\nBeta,one,2,R,Event\nAlphabet,one,3,R,Event\n"
)
BAN = CardListLine(
    kind="banned",
    edition="1E",
    title="Alpha",
    announced=date(2026, 3, 1),
    in_force=date(2026, 3, 10),
    source="Article 7, “May bans”",
)


def bring(data=CARDS, name="cards.csv"):
    file = card_import.upload_card_file(by=SYSTEM, now=NOW, name=name, data=data)
    card_import.activate_card_file(by=SYSTEM, now=NOW, file=file)
    return file


def add(line=BAN):
    card_lists.add_card_list_line(by=SYSTEM, now=NOW, line=line)


def verdicts(on=date(2026, 3, 14), version=""):
    catalogue = pinned_catalogue(version)
    question = LegalityQuestion(edition="1E", rules="open", on=on)
    judge = CardLegality(catalogue, rulebook("opg-5"), question)
    return [judge.judge(each).verdict for each in catalogue.printings]


@pytest.mark.req("DECK-58", "DECK-63")
def test_a_line_holds_between_its_days_and_opened_events_keep_what_they_had():
    bring()
    before = pin_catalogue(now=NOW)

    add()
    card_lists.end_card_list_line(
        by=SYSTEM, now=NOW, line=card_lists.card_list_lines()[0].key, until=date(2026, 4, 1)
    )

    days = [date(2026, 3, 9), date(2026, 3, 10), date(2026, 3, 31), date(2026, 4, 1)]
    assert [verdicts(day)[0] for day in days] == ["legal", "not-legal", "not-legal", "legal"]
    assert verdicts(version=before) == ["legal"] * 3
    assert [each.source for each in current_catalogue().catalogue.lists] == [BAN.source]


def test_what_is_written_is_read_back_and_a_mistake_is_removed():
    whole = CardListLine(kind="block", edition="1E", set="one", in_force=date(2026, 1, 1))
    add()
    add(whole)

    both = card_lists.card_list_lines()
    for line in both:
        card_lists.remove_card_list_line(by=SYSTEM, now=NOW, line=line.key)

    assert both == (BAN, whole)
    assert card_lists.card_list_lines() == ()
    assert current_catalogue().catalogue.lists == ()
    assert AuditEntry.objects.filter(act="cards.import").count() == 4


def test_an_imported_list_does_not_take_the_place_of_lines_kept_by_hand():
    bring()
    add()

    bring(b"list,title,in_force\nbanned,Beta,2026-01-01\n", "bans.csv")

    assert verdicts() == ["not-legal", "not-legal", "legal"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"title": "Alfa"}, "card-not-found"),
        ({"title": ""}, "no-card"),
        ({"until": date(2026, 3, 10)}, "ends-before-it-begins"),
        ({"rules": "house"}, "unknown-rules"),
        ({"source": "x" * 201}, "too-long"),
    ],
)
def test_a_line_that_cannot_be_meant_is_refused(changes, code):
    bring()
    facts = {name: getattr(BAN, name) for name in BAN.__struct_fields__}

    with pytest.raises(RefusalError) as refused:
        add(CardListLine(**{**facts, **changes}))

    assert refused.value.codes == (code,)
    assert card_lists.card_list_lines() == ()


def test_a_line_is_there_once_and_visitors_keep_none():
    add()

    with pytest.raises(RefusalError) as twice:
        add()
    with pytest.raises(NotAllowed):
        card_lists.add_card_list_line(by=VISITOR, now=NOW, line=BAN)
    with pytest.raises(NotFound):
        card_lists.remove_card_list_line(by=SYSTEM, now=NOW, line="gone")

    assert twice.value.codes == ("already-listed",)


def test_a_preview_of_lists_and_sets_names_what_changes_and_whom_nobody_knows():
    bring()
    bring(b"list,title,in_force\nbanned,Beta,2026-01-01\n", "bans.csv")
    later = card_import.upload_card_file(
        by=SYSTEM,
        now=NOW,
        name="bans.csv",
        data=b"list,title,in_force\nbanned,Alpha,2026-02-01\nbanned,Zeta,2026-02-01\n",
    )

    seen = card_import.preview_card_file(by=SYSTEM, file=later)

    assert seen.new == ("banned: Alpha", "banned: Zeta")
    assert seen.gone == ("banned: Beta",)
    assert seen.doubtful == ("banned: Zeta",)
