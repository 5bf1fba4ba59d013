"""The levels of the bots measured against each other, and what reviews say of them."""
