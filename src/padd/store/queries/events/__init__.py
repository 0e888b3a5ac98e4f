"""Queries of the calendar, of one event, and of its approvals."""
