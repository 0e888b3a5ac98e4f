"""What the guides say: every rule value with its citation."""
