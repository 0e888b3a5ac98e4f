"""What the director does next: steps, checklist, warnings, remedies."""
