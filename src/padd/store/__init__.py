"""The database: tables, constraints and queries."""
