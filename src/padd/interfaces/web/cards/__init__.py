"""Pages of cards: search, one card, card data."""
