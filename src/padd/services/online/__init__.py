"""Online play over weeks: free hours, proposals, messages, reminders."""
