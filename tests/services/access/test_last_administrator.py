"""The last administrator stays until there is another one."""

import pytest

from padd.core.refusal import RefusalError
from padd.services.access import offices
from padd.services.access.actors import SYSTEM
from padd.store.models.people import Grant


def test_the_last_administrator_is_not_ended_and_one_of_two_is(world):
    world.official("administrator")
    (only,) = Grant.objects.values_list("pk", flat=True)

    with pytest.raises(RefusalError) as refused:
        offices.end_office(by=SYSTEM, now=world.now, grant_id=only)
    world.official("administrator")
    offices.end_office(by=SYSTEM, now=world.now, grant_id=only)

    assert refused.value.codes == ("last-administrator",)
    assert Grant.objects.filter(ended_at=None).count() == 1
