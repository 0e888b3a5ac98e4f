"""What makes the web server fast or safe, whatever it serves; each piece can be left out."""
