"""Commands that check, report and import finished events."""
