"""Reviews: what every move cost and why, skill and luck."""
