"""The reasons beside each place of a championship: they name the step that decided."""

import msgspec
import pytest
from tests.core.championships.championship_builder import label, people, swiss

from padd.core.championships.awards import championship_result
from padd.core.championships.ranking import RankedPerson
from padd.core.championships.stages import Person, StagePlace
from padd.presentation.championships.ranking_reasons import ranking_reasons
from padd.rulebooks.loader import rulebook


def line(place, final, heat):
    person = Person(f"p{place}")
    best = StagePlace(person, *heat, disqualified=False) if heat else None
    return RankedPerson(
        place=place, person=person, disqualified=False, in_final=final, best_heat=best
    )


@pytest.mark.req("AMB-130")
def test_every_place_names_the_step_that_put_it_before_the_next():
    played = championship_result(
        [swiss(label("continental"), people(6))], lambda _: rulebook("opg-5")
    )
    ranking = (
        line(1, 1, (3, 15)),
        line(2, 2, (1, 18)),
        line(3, None, (5, 14)),
        line(4, None, (5, 13)),
        line(5, None, (6, 13)),
        line(6, None, (6, 13)),
    )

    why = ranking_reasons(msgspec.structs.replace(played, ranking=ranking))

    said = {person: [step.mark for step in steps] for person, steps in why.items()}
    assert said == {
        "p1": ["→"],
        "p2": ["→"],
        "p3": ["–", "=", "→"],
        "p4": ["–", "→"],
        "p5": ["–", "=", "=", "→"],
    }
    assert str(why["p3"][-1].words) == ("Victory points of that heat decide: 14, then 13.")
