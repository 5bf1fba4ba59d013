"""The rules of Amyitis, one file per thing on the table; sections 1 to 13 of the rulebook, written once."""
