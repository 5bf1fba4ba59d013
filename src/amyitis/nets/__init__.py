"""Networks: how a position is written as numbers, the forward pass, and the weights that come with the package."""
