"""Lists of names as people paste them."""
