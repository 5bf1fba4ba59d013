"""How rule functions become machine code: copied, compiled, called, and kept between runs."""
