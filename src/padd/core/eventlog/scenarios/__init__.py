"""The optional scenarios in play: what each draws, records and asks before the end."""
