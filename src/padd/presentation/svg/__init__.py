"""Images made by the server as SVG text, without a framework."""
