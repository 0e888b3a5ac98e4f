"""What a person may do: one permission check, one transaction, one audit entry."""
