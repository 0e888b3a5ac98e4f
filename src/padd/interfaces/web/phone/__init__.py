"""My match: the pages of a player's phone."""
