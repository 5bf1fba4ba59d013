"""What lies on the table: garden, fields, temples, caravan, cards and the common supply (6 to 9, 12, 13)."""
