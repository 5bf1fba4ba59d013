"""Deals that balance each other: one shuffled deck of Craft cards, turned on by one card from deal to deal.

A deck of so many cards gives as many deals. Each of them is as likely as any deal of a shuffled deck (1.3, 4.1), and in
all of them together every card lies once in every place. So whatever a single card in a single group is worth to
anybody, good luck with it in one deal is paid back in the others, and their mean is hardly moved by chance. Which cards
of the deck make up a group is shuffled too: of neighbours the same ones would meet again and again.
"""

from amyitis.box.tables import CRAFT_COUNT, MAX_SEATS, N_CRAFTS
from amyitis.engine.arrays import Numbers
from amyitis.rules.course.chance import Shuffler, draw_below, shuffler
from amyitis.rules.course.round_start import craft_cards
from amyitis.rules.questions import CRAFT_BITS, FIRST_DEAL, GROUP_BITS, GROUP_SIZE
from amyitis.rules.rule import rule
from amyitis.rules.state import State

MOST_CARDS = sum(CRAFT_COUNT[MAX_SEATS])
DECK = 2 * MOST_CARDS  # numbers of a shuffled deck: its cards, then where the card for each place is taken from
STREAMS = 64  # of a rollout: more than a game has rounds
FIRST_STREAM = 1 << 16  # above all that games, bots and searches use


@rule
def shuffle_deck(s: State, r: Shuffler, deck: Numbers) -> int:
    """4.1: lay the Craft cards of a game into `deck` in random order; returns how many there are."""
    cards = 0
    for craft in range(N_CRAFTS):
        for _ in range(craft_cards(s, craft)):
            insert(r, deck, 0, cards, craft)
            insert(r, deck, MOST_CARDS, cards, cards)
            cards += 1
    return cards


@rule
def insert(r: Shuffler, deck: Numbers, first: int, count: int, value: int) -> None:
    """Put a number among `count` others that are shuffled already, so that all of them are."""
    place = first + draw_below(r, count + 1)
    deck[first + count] = deck[place]
    deck[place] = value


@rule
def turned_deal(players: int, deck: Numbers, cards: int, turn: int) -> int:
    """4.1: the deal of a deck that was turned on by so many cards, as one number (`rules/questions.py`)."""
    deal = 0
    for card in range(GROUP_SIZE * players):
        craft = deck[(turn + deck[MOST_CARDS + card]) % cards]
        deal += 1 << (GROUP_BITS * (card // GROUP_SIZE) + CRAFT_BITS * craft)
    return deal


def deck_size(s: State) -> int:
    """How many deals a deck gives in a game: as many as it has cards."""
    return sum(craft_cards(s, craft) for craft in range(N_CRAFTS))


def deals_of_deck(s: State, seed: int, first: int = 0) -> list[int]:
    """The deals of one deck, as actions: those of a rollout from a position that waits for one."""
    deck = [0] * DECK
    cards = shuffle_deck(s, shuffler(seed, FIRST_STREAM + STREAMS * first), deck)
    return [FIRST_DEAL + turned_deal(s.players, deck, cards, turn) for turn in range(cards)]
