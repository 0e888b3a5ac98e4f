"""The dates an event can have."""
