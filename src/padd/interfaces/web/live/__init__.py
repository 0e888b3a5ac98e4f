"""Live updates: tell open pages that an event has changed."""
