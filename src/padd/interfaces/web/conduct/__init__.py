"""Complaints about directors."""
