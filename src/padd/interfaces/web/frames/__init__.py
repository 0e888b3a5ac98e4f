"""What stands around the pages of an event: for its staff, and for everybody."""
