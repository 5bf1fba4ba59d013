"""How fast the environments are."""
