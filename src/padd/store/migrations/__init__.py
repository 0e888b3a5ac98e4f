"""The history of the tables, each step named."""
