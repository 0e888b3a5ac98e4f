"""Leagues as a viewer sees them."""
