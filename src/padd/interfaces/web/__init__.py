"""Pages: views of a few lines, plain values for templates, and the templates."""
