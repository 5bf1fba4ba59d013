"""How rule functions are run: copied, compiled for the CPU or a GPU, kept as machine code, called over many states."""
