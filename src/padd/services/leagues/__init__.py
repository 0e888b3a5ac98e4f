"""Leagues: asking for one, announcing a season, booking bonus points, the title."""
