"""Queries of ratings and careers."""
