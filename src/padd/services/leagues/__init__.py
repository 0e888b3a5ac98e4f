"""Leagues: requests, season announcements, bonus points, champions."""
