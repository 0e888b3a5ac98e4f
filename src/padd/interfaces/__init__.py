"""How a person or a program asks: command line and pages."""
