"""Championships: their stages, the ledger of byes and head starts, applications."""

from padd.services.championships.awarded_rights import book_event_rights, book_rights_of_people
from padd.services.championships.used_rights import reasons_about_rights

__all__ = ["book_event_rights", "book_rights_of_people", "reasons_about_rights"]
