"""The version of the rules: it goes up when the same moves could reach another position, or legality changes.

A state says by which version it is played (`s.rules_version`), so that games of an earlier one go on as they began:

1. the Palace phase comes before the deal, and of two players one alone on the Palace track takes two bonuses (13.4);
2. the Palace phase comes after the deal and the income, and one alone on the track takes one bonus.
"""

RULES_VERSION = 2  # of new games
RULES_VERSIONS = (1, 2)  # that can be played
