"""A reported event compared with another version, or under another rulebook."""
