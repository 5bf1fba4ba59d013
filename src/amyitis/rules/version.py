"""The version of the rules: it goes up when the same moves could reach another position, or legality changes."""

RULES_VERSION = 1
