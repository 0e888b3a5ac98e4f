"""Queries of leagues and their points."""
