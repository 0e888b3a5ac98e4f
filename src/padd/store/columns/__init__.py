"""How values are stored in columns, and read from them."""
