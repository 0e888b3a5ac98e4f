"""Every action that a log can contain: what it checks, and what it changes."""
