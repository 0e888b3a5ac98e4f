"""Queries of people."""
