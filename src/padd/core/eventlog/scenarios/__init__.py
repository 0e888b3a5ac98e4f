"""The optional scenarios in play: what each draws, records and requires at the end."""
