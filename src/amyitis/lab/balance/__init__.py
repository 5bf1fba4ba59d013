"""Is a box fair? Many games of strong players, and what they say of seats, cards, cities, temples and crafts."""
