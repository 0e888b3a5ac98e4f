"""Running an event: actions, what the rules say about them, and the new state."""
