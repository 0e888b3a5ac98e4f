"""Online play over weeks: hours two people share, game timers, reminders."""
