"""Events of the calendar as pages show them."""
