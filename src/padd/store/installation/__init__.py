"""The database itself: migrations, copies, durability, locks."""
