"""The engine as analyses use it: trees, readers and rollouts of one position."""
