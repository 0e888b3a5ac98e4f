"""Commands that run an event and print its papers."""
