"""Documents on paper, as PDF."""
