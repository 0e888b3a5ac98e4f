"""The calendar and the pages of its events: form, adviser, registrations, venues."""
