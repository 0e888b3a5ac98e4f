"""The calendar: events, venues, registrations and approvals."""
