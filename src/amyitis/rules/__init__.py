"""The rules of Amyitis, written once; where each section of the rulebook is:

| section | file |
|---|---|
| 2 set-up | `course/setup.py`, what is random in it `course/chance.py` |
| 4 phase I | `course/round_start.py` |
| 5 phase II | `course/turns.py` |
| 6 recruit | `board/recruiting.py`, `board/fields.py`, `board/temples.py` |
| 7 move the caravan | `board/caravan.py` |
| 8 the garden | `board/garden.py`, its shape `board/garden_map.py` |
| 9 Court cards | `board/court.py` |
| 10 phase III | `course/round_end.py` |
| 11 end of the game | `course/scoring.py` |
| 12 supply | `board/supply.py` |
| 13 the Palace expansion | `board/palace.py` |

The files beside this one are how a game moves: `state.py` is all that lies on the table, `questions.py` what a seat can
be asked, `agenda.py` and `tasks.py` what is still to be done, `apply.py` the one door. `checks/` says what must be true
of every position.

Here is what is known of the rules without a box. Their version goes up when the same moves could reach another
position, or legality changes. A state says by which version it is played (`s.rules_version`), so that games of an
earlier one go on as they began.
"""

RULES_VERSION = 1  # of new games
RULES_VERSIONS = (1,)  # that can be played

# A seed is a number of 64 bits.
SEED_BITS = 64
SEED_LIMIT = 1 << SEED_BITS
