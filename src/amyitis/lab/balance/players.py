"""Who plays the games of a balance table: one bot in all seats, and a sentence that says how far it can be trusted."""

from dataclasses import dataclass
from functools import cache

from amyitis.bots.playing import bot_seed, play_out
from amyitis.bots.registry import make_bot
from amyitis.bots.search_bots import make_net_search_bot
from amyitis.box.tables import BOX_DIGEST, BOX_NAME
from amyitis.engine.compiled import compiling_allowed
from amyitis.game import Game
from amyitis.lab.variants import Variant
from amyitis.nets.cards import LARGE, SMALL, NetworkRefused, check_kind
from amyitis.nets.network import Network, find_network

from .bare import bare_moves

BARE, WITH_TREE = "net", "netsearch"


@dataclass(frozen=True)
class Player:
    """A bot by its name, and what is to be said of it."""

    bot: str
    about: str
    trained_for_box: bool | None  # None: nothing was trained


def find_player(bot: str, variant: Variant) -> Player:
    """Returns the bot of this name; a network that was trained for another box plays, too, and `about` says so.

    Raises Malformed for a bot that there is not, NetworkRefused for a network that cannot play such games.
    """
    name, _, argument = bot.partition(":")
    if name not in (BARE, WITH_TREE):
        make_bot(bot)
        return Player(bot, f"{bot}, which knows any box", None)
    if name == WITH_TREE:
        make_net_search_bot(argument, 0, any_box=True)
    which = _network_of(name, argument)
    network = find_network(which, any_box=True)
    check_kind(network.card, variant.example(), which)
    size = f"the network {network.name!r}" + (" without a search" if name == BARE else " with a tree search")
    if network.for_this_box:
        return Player(bot, f"{bot}: {size}, trained for this box", True)
    about = (
        f"{bot}: {size}, trained for the box {network.card.get('box_digest')} and NOT for this one "
        f"({BOX_NAME} {BOX_DIGEST}): an approximation, good for small changes"
    )
    return Player(bot, about, False)


def find_judge(bot: str, variant: Variant) -> str | None:
    """The network that judges the games of a bot: its own, or else the packaged small one if it fits; None for none."""
    name, _, argument = bot.partition(":")
    if name in (BARE, WITH_TREE):
        return _network_of(name, argument)
    try:
        check_kind(find_network(SMALL).card, variant.example(), SMALL)
    except NetworkRefused:
        return None
    return SMALL if compiling_allowed() else None  # a plain one takes seconds for a position


def _network_of(name: str, argument: str) -> str:
    """The network that a bot plays with."""
    return (argument or LARGE) if name == BARE else (argument.partition(",")[2] or SMALL)


@cache
def load(name: str) -> Network:
    """The network of this name or file, for whichever box it is."""
    return find_network(name, any_box=True)


def played_moves(bot: str, variant: Variant, seed: int) -> list[int]:
    """The moves, deals included, of the game of a seed in which this bot holds all seats."""
    name, _, argument = bot.partition(":")
    if name == BARE:
        return bare_moves(load(argument or LARGE), variant, seed)
    game = Game.new(variant.players, seed, **variant.switches.as_dict())
    seeds = [bot_seed(seed, place) for place in range(variant.players)]
    if name == WITH_TREE:
        play_out(game, [make_net_search_bot(argument, 0, any_box=True) for _ in seeds], seed)
    else:
        play_out(game, [make_bot(bot, seat_seed) for seat_seed in seeds], seed)
    return [ply.action for ply in game.plies]
