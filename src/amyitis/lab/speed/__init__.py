"""How fast the engine is: beside a fixed loop, beside other engines, on a GPU, in the search."""
