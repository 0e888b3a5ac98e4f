"""Players in figures: ratings with their way, records, rivals, seasons."""
