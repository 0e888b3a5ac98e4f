"""Commands about championships."""
