"""From the field of a round to its pairings."""
