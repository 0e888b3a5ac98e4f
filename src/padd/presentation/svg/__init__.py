"""Pictures made by the server: text in, SVG out, without a framework."""
