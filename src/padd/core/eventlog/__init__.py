"""Running an event: what is done, what the rules of the day say, what then is."""
