"""Live: open pages learn at once that an event has moved on."""
