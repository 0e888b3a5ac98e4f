"""Event files read in the browser: uploaded ones and the examples."""
