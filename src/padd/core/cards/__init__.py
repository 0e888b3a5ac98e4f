"""Cards: printings, what makes them one card, sets, card lists and the catalogue."""
