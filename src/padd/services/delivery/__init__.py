"""Delivery: e-mail, webhooks, live updates, and printouts on the disk."""
