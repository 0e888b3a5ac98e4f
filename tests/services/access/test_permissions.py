"""Who may do what, as a table: every permission, every role."""

import pytest

from padd.services.access import actors
from padd.services.access import event_helpers as staff
from padd.services.access.actors import SYSTEM, VISITOR
from padd.services.access.permissions import MAY, AccessRole, Permission, allowed, roles_of
from padd.store.models.people import Person

# One letter for each actor who may, in the order below.
#   v visitor            m member elsewhere    s the person concerned
#   1 2 3 directors      i invited director    k scorekeeper
#   j judge              d display             l League Director
#   c own coordinator    o other coordinator   D Director of Organized Play
#   V venue verifier     P data processor      C Chair of the Board
#   a administrator      L laptop              S the installation itself
TABLE = {
    "person.add": "ms123iklcoDVPCaLS",
    "person.edit": "scDaLS",
    "person.merge": "cDaLS",
    "person.unmerge": "cDaLS",
    "person.export": "saLS",
    "audit.read": "DCaLS",
    "person.erase": "saLS",
    "person.claim": "ms123lcoDVPCaLS",
    "region.add": "cDaLS",
    "venue.add": "ms123lcoDVPCaLS",
    "venue.edit": "cDVLS",
    "venue.verify": "cDVLS",
    "event.register": "ms123lcoDVPCaLS",
    "event.edit": "12cDLS",
    "event.copy": "ms123lcoDVPCaLS",
    "event.cancel": "1cDLS",
    "event.discard": "1LS",
    "event.run": "123iLS",
    "event.score": "123ikLS",
    "event.judge": "123ijLS",
    "event.league-flag": "lDLS",
    "league.found": "ms123lcoDVPCaLS",
    "league.decide": "cDLS",
    "league.run": "DLS",
    "room.notes": "123iLS",
    "room.show": "123ikdLS",
    "entry.add": "vms123ikjdlcoDVPCaLS",
    "entry.add-other": "123ikLS",
    "entry.confirm": "vms123ikjdlcoDVPCaLS",
    "entry.withdraw": "s123ikLS",
    "approval.decide": "cDLS",
    "approval.comment": "scDLS",
    "case.report": "ms123lcoDVPCaLS",
    "case.open": "scDC",
    "case.ask": "cDC",
    "case.answer": "s",
    "case.evidence": "scDC",
    "case.note": "cDC",
    "case.decide": "cDC",
    "case.appeal": "s",
    "case.close": "cDC",
    "case.shrink": "S",
    "approval.decide-as-chair": "CLS",
    "championship.stage": "12cDLS",
    "right.grant": "DLS",
    "right.withdraw": "DLS",
    "application.make": "ms123lcoDVPCaLS",
    "application.withdraw": "sLS",
    "season.plan": "DLS",
    "challenge.suggest": "ms123lcoDVPCaLS",
    "challenge.nominate": "CLS",
    "challenge.draw": "CLS",
    "rights.take-along": "123icDLS",
    "rights.bring": "123iLS",
    "ruling.write": "D",
    "ruling.publish": "D",
    "concern.raise": "ms123lcoDVPCaLS",
    "concern.close": "cDLS",
    "concern.lift": "cDLS",
    "staff.invite": "12LS",
    "staff.revoke": "12LS",
    "email.choose": "ms123lcoDVPCaLS",
    "token.make": "ms123lcoDVPCaLS",
    "token.revoke": "ms123lcoDVPCaLS",
    "webhook.add": "123iLS",
    "webhook.add-all": "DaLS",
    "webhook.remove": "s",
    "staff.redeem": "vms123ikjdlcoDVPCaLS",
    "phone.passes": "123ikLS",
    "phone.renew": "123ikLS",
    "phone.open": "vms123ikjdlcoDVPCaLS",
    "phone.ask": "vms123ikjdlcoDVPCaLS",
    "phone.let-in": "123ikLS",
    "phone.rules": "123iLS",
    "office.grant": "DaS",
    "office.end": "DaS",
    "report.submit": "123icDLS",
    "report.send": "LS",
    "report.bring": "ms123ilcoDVPCaLS",
    "report.match": "s123icDPLS",
    "report.decide": "cDPLS",
    "report.void": "cDLS",
    "report.contest": "s",
    "report.settle": "cDLS",
    "rating.correct": "cDLS",
    "rating.refresh": "DPaLS",
    "event.import": "DaLS",
    "cards.import": "DaLS",
    "cards.correct": "DaLS",
    "deck.keep": "ms123lcoDVPCaLS",
    "deck.register": "s",
    "deck.consent": "s",
    "laptop.sign-in": "vms123ikjdlcoDVPCaLS",
    "product.add": "ms123lcoDVPCaLS",
    "demo.fill": "aLS",
}
EVERYBODY = "vms123ikjdlcoDVPCaLS"


def test_the_table_names_every_act():
    assert set(TABLE) == {str(act) for act in Permission} == {str(act) for act in MAY}


def cast(world, event):
    """Return one actor for each letter of the table."""
    row = world.row(event)
    directors = {
        str(of.rank): actors.actor_for_account(account_id=of.person.account.pk, now=world.now)
        for of in row.directorships.all()
    }
    helpers = {}
    for letter, role in zip("ikjd", ("director", "scorekeeper", "judge", "display"), strict=True):
        made = staff.invite_helper(by=SYSTEM, now=world.now, event=event, role=role)
        taken = staff.redeem_invite(by=VISITOR, now=world.now, token=made.token)
        helpers[letter] = actors.actor_for_invite(invite=taken, now=world.now)
    return {
        "v": VISITOR,
        "m": world.member(),
        "s": world.member(),
        **directors,
        **helpers,
        "l": world.official("league-director"),
        "c": world.official("coordinator", "europe"),
        "o": world.official("coordinator", "australia"),
        "D": world.official("director-of-organized-play"),
        "V": world.official("venue-verifier"),
        "P": world.official("data-processor"),
        "C": world.official("chair"),
        "a": world.official("administrator"),
        "L": world.laptop(),
        "S": SYSTEM,
    }


@pytest.mark.req("GOV-11", "GOV-5", "GOV-6", "GOV-7", "REG-27")
def test_every_actor_may_do_what_the_table_says_and_nothing_else(world):
    three = [world.member() for _ in range(3)]
    people = Person.objects.in_bulk([by.person_id for by in three])
    event = world.event(directors=tuple(people[by.person_id or 0].public_id for by in three))
    row = world.row(event)
    who = cast(world, event)
    assert "".join(who) == EVERYBODY
    own = who["s"].person_id

    for act, letters in TABLE.items():
        may = "".join(
            letter
            for letter, actor in who.items()
            if allowed(Permission(act), roles_of(actor, event=row, person_id=own))
        )
        assert (act, may) == (act, letters)


def test_a_director_elsewhere_wears_no_directors_hat_here(world):
    by = world.member()
    world.event(by=by, directors=())
    here = world.row(world.event())

    assert roles_of(by, event=here) == {AccessRole.VISITOR, AccessRole.MEMBER}


def test_a_helper_elsewhere_wears_no_hat_here(world):
    made = staff.invite_helper(by=SYSTEM, now=world.now, event=world.event(), role="director")
    taken = staff.redeem_invite(by=VISITOR, now=world.now, token=made.token)
    here = world.row(world.event())

    helper = actors.actor_for_invite(invite=taken, now=world.now)

    assert roles_of(helper, event=here) == {AccessRole.VISITOR}
