"""Build the files to distribute: a wheel, and one file that only needs Python."""
