"""Ratings: what of an event is rated, what it changes, and why."""
