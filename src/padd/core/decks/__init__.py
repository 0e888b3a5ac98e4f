"""Decks: lists of cards, whether they may be played, and by which section not."""
