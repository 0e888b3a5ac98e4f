"""Every action that a log can hold: what it asks first, and what it changes."""
