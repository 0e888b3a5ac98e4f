"""People: their records, duplicates, privacy and erasure."""

from padd.services.people.people import PersonDetails, add_person
from padd.services.people.search import KnownPerson, search_people

__all__ = ["KnownPerson", "PersonDetails", "add_person", "search_people"]
