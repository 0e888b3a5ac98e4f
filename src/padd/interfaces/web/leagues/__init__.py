"""Leagues: the hub, the page of a league, and the dashboard of its director."""
