"""Card data: uploaded, reviewed, put into use; and the resulting catalogue."""

from padd.services.cards.catalogue import current_catalogue, pin_catalogue, pinned_catalogue

__all__ = ["current_catalogue", "pin_catalogue", "pinned_catalogue"]
