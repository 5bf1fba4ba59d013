"""The table of tasks and their questions: all that is to be said of one stands in its row.

A task does its work (`perform`), and some ask a question: of which kind, by which clause, who carries out the answer,
and in which words. To add one, give it a number (`agenda.py`) and a row here; for a new kind of question, a row in
`questions.py` too. Whatever is forgotten is an error as soon as the rules are imported, or a table by kind elsewhere
(`questions.by_kind`); the words of the page are compared by a test.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from . import agenda, questions
from .board import caravan, court, fields, garden, palace, temples
from .course import round_end, round_start, turns
from .questions import KIND_NAMES, N_KINDS
from .rule import RULES, Dispatch
from .state import State

Perform = Callable[[State], None]
CarryOut = Callable[[State, int, int], None]

TaskName = Literal[
    "deal", "income", "turn", "next", "procession", "ishtar", "marduk", "tammouz1", "tammouz2", "limit", "end",
    "field", "temple", "engineer", "sale", "market-dig", "court-pay", "court", "plant-pay", "square",
    "tile-palace", "tile-court", "tile-good", "caravaneer-good", "irrigation", "grey", "flip", "palace", "pick",
]  # fmt: skip


@dataclass(frozen=True)
class Task:
    """A step of the game: its number, its name in positions and views, and the function that does it."""

    number: int
    name: TaskName
    perform: Perform


@dataclass(frozen=True)
class Question(Task):
    """A task that asks: its perform opens the question, unless there is nothing to ask.

    `sentence` asks the player; `must` says what a seat has to do ("W must ..."), `chosen` what it chooses ("W chooses
    ..."). A question that `opens` begins a line of its own in a record; others belong to the turn that led to them.
    """

    kind: int
    carry_out: CarryOut
    clause: str
    sentence: str
    must: str
    chosen: str
    opens: bool = False


TASKS: tuple[Task, ...] = (
    Question(
        agenda.DEAL_CRAFTS, "deal", round_start.ask_deal, questions.DEAL, round_start.lay_out_crafts, "4.1",
        "How do the Craft cards lie?", "deal the Craft cards now", "a deal", opens=True,
    ),
    Task(agenda.INCOME, "income", round_start.income),
    Question(
        agenda.START_TURN, "turn", turns.start_turn, questions.ACTION, turns.take_action, "5.2",
        "What will you do: recruit a craft, lead the caravan to a city, or pass?",
        "choose an action now: pass, recruit or move the caravan", "an action", opens=True,
    ),
    Task(agenda.NEXT_TURN, "next", turns.next_turn),
    Question(
        agenda.PROCESSION, "procession", round_end.ask_procession, questions.TEMPLE, round_end.procession, "10.1",
        "You lead the procession: which temple gets your cube? The other two get a grey one.",
        "choose a temple for the procession now", "a temple for the procession", opens=True,
    ),
    Question(
        agenda.SCORE_ISHTAR, "ishtar", round_end.ask_ishtar, questions.ISHTAR_PRIZE, round_end.ishtar_prize, "10.3",
        "You are first in the temple of Ishtar: do you take a camel or a talent?",
        "choose between a camel and a talent now", "camel or talent", opens=True,
    ),
    Task(agenda.SCORE_MARDUK, "marduk", round_end.score_marduk),
    Question(
        agenda.TAMMOUZ_FIRST, "tammouz1", round_end.ask_tammouz_row, questions.ROW, round_end.work_for_tammouz, "10.5",
        "You are first in the temple of Tammouz and may work as a peasant: in which field row?",
        "choose a field row now", "a field row", opens=True,
    ),
    Question(
        agenda.TAMMOUZ_SECOND, "tammouz2", round_end.ask_swap, questions.SWAP, round_end.swap_good, "10.5",
        "You are second in the temple of Tammouz: which good do you exchange, if any?",
        "exchange a good or keep all now", "a good to exchange", opens=True,
    ),
    Question(
        agenda.GOODS_LIMIT, "limit", round_end.ask_drop, questions.DROP, round_end.drop_good, "10.6",
        "You hold {held} goods and may keep {limit}: which do you give back?",
        "discard a good now", "a good to discard",
    ),
    Task(agenda.END_ROUND, "end", round_end.end_round),
    Question(
        agenda.WORK_FIELD, "field", fields.ask_peasant, questions.ROW, fields.send_peasant, "6.2",
        "In which field row does your peasant work?", "choose a field row now", "a field row",
    ),
    Question(
        agenda.SERVE_TEMPLE, "temple", temples.ask_priest, questions.TEMPLE, temples.send_priest, "6.4",
        "Which temple does your priest serve?", "choose a temple now", "a temple",
    ),
    Question(
        agenda.ENGINEER_DIG, "engineer", garden.ask_engineer, questions.DIG, garden.send_engineer, "6.5",
        "Between which two squares does your engineer dig?", "choose a side to irrigate now", "a canal to dig",
    ),
    Question(
        agenda.MARKET_SALE, "sale", caravan.ask_sale, questions.SELL, caravan.sell, "7.4",
        "What do you sell in {caravan}?", "choose what to sell now", "what to sell",
    ),
    Question(
        agenda.MARKET_DIG, "market-dig", caravan.ask_market_dig, questions.DIG, caravan.dig_at_market, "7.4",
        "The sale brings you a free canal: between which two squares?", "choose a side to irrigate now",
        "a canal to dig",
    ),
    Question(
        agenda.COURT_PAYMENT, "court-pay", caravan.ask_court_payment, questions.PAY, caravan.pay_court, "7.8",
        "How do you pay in {caravan}?", "choose how to pay now", "how to pay",
    ),
    Question(
        agenda.COURT_PURCHASE, "court", caravan.ask_purchase, questions.COURT, caravan.buy_card, "7.5",
        "Which Court card do you take in {caravan}?", "choose a Court card now", "a Court card",
    ),
    Question(
        agenda.PLANT_PAYMENT, "plant-pay", caravan.ask_plant_payment, questions.PAY, caravan.pay_plant, "7.8",
        "How do you pay in {caravan}?", "choose how to pay now", "how to pay",
    ),
    Question(
        agenda.CHOOSE_SQUARE, "square", caravan.ask_square, questions.PLANT, garden.plant, "8.5",
        "Which square do you plant?", "choose a square to plant now", "a square to plant",
    ),
    Task(agenda.TILE_PALACE, "tile-palace", court.take_tile_palace),
    Question(
        agenda.TILE_COURT, "tile-court", court.ask_tile_court, questions.COURT, court.take_tile_card, "8.6",
        "Your tile brings a Court card of your choice: which one?", "choose the tile's Court card now", "a Court card",
    ),
    Question(
        agenda.TILE_GOOD, "tile-good", court.ask_tile_good, questions.TAKE, court.take_tile_good, "8.6",
        "Your tile brings a good of your choice: which one?", "choose the tile's good now", "a good to take",
    ),
    Question(
        agenda.CARAVANEER_GOOD, "caravaneer-good", court.ask_caravaneer_good, questions.TAKE,
        court.take_caravaneer_good, "9.3", "Which good do you take with your Caravaneer?",
        "choose the good of a level-2 Caravaneer now", "a good to take",
    ),
    Task(agenda.IRRIGATION_BONUS, "irrigation", garden.irrigation_bonus),
    Task(agenda.GREY_CUBES, "grey", garden.grey_cubes),
    Task(agenda.TURN_PLANT, "flip", caravan.turn_plant_card),
    Task(agenda.PALACE_PHASE, "palace", palace.start_palace_phase),
    Question(
        agenda.PICK_BONUS, "pick", palace.ask_bonus, questions.BONUS, palace.pick_bonus, "13.4",
        "Which bonus of the Palace do you take for this round?", "choose a bonus of the Palace now",
        "a bonus of the Palace", opens=True,
    ),
)  # fmt: skip


def check_tasks(tasks: tuple[Task, ...]) -> None:
    """Raise ValueError unless every task has its row, in order, every kind is asked, and all words are there."""
    numbers = {name: value for name, value in vars(agenda).items() if name.isupper() and isinstance(value, int)}
    without = set(numbers.values()) - {task.number for task in tasks}
    if without:
        raise ValueError(f"tasks without a row: {sorted(name for name, value in numbers.items() if value in without)}")
    if [task.number for task in tasks] != list(range(len(numbers))):
        raise ValueError("the rows of the tasks are not in the order of their numbers")
    if tuple(task.name for task in tasks) != get_args(TaskName):
        raise ValueError("the names of the tasks are not those of TaskName")
    asking = [task for task in tasks if isinstance(task, Question)]
    unasked = {*range(N_KINDS), questions.DEAL} - {task.kind for task in asking}
    if unasked:
        raise ValueError(f"kinds that no task asks: {[KIND_NAMES[kind] for kind in sorted(unasked)]}")
    for task in tasks:
        if task.perform not in RULES or (isinstance(task, Question) and task.carry_out not in RULES):
            raise ValueError(f"the task {task.name} is not done by rule functions")
    for task in asking:
        if not all((task.clause, task.sentence, task.must, task.chosen)):
            raise ValueError(f"the question of the task {task.name} lacks its clause or its words")


check_tasks(TASKS)

TASK_NAMES: tuple[TaskName, ...] = tuple(task.name for task in TASKS)
# By task: the kind of question that it asks, NOTHING where it asks none.
KIND_OF_TASK: tuple[int, ...] = tuple(task.kind if isinstance(task, Question) else questions.NOTHING for task in TASKS)
# The tasks that ask, by their names.
QUESTIONS: dict[str, Question] = {task.name: task for task in TASKS if isinstance(task, Question)}

# Do a task from the agenda: it acts, asks, or both.
perform = Dispatch("perform", [task.perform for task in TASKS])
# Carry out the answer of a seat to the question that a task asked.
carry_out = Dispatch("carry_out", [task.carry_out if isinstance(task, Question) else None for task in TASKS])
