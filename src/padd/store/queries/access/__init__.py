"""Queries of offices, helpers and the audit."""
