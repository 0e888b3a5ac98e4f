"""Events of every format, laid out for programs and people."""
