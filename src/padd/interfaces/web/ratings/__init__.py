"""Players in figures: ratings with their history, records, rivals, seasons."""
