"""Queries of championships, rights and applications."""
