"""What is remembered: people, venues, events, and who did what."""
