"""Leagues: the hub, the page of a league, and the cockpit of its director."""
