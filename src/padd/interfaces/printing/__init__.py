"""What is printed: the flyer of an event."""
