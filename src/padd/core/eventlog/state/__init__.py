"""What an event is at one moment: its players, rounds, tables and clock."""
