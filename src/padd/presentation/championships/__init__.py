"""Championships as people and programs see them."""
