"""The director's console: the pages for running an event."""
