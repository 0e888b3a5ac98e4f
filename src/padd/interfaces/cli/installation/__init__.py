"""Commands of those who keep an installation."""
