"""Finished events: results, standings, cross table, downloads."""
