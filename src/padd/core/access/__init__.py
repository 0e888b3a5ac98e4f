"""Integrity of the audit: its chained hashes."""
