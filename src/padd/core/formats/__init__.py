"""The kinds of play: Swiss, brackets, Tribbles, and what leads from one to the next."""
