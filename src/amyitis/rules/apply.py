"""`apply`: the one door through which a game moves on."""

from amyitis.box.tables import CITY_PLANT_SLOT

from . import agenda, caravan, court, fields, garden, palace, questions, round_end, round_start, temples, turns
from .agenda import close_question, pop
from .bits import count_bits, has_bit, lowest_bit
from .questions import FIRST_ACTION, FIRST_DEAL
from .rule import rule
from .state import State
from .supply import gain_good


@rule
def is_legal(s: State, action: int) -> bool:
    """Whether `apply` would take this action now."""
    if s.asked == questions.DEAL:
        return action >= FIRST_DEAL and round_start.deal_is_legal(s, action - FIRST_DEAL)
    if s.asked == questions.OVER or action < FIRST_ACTION[s.asked] or action >= FIRST_ACTION[s.asked + 1]:
        return False
    return has_bit(s.legal, action - FIRST_ACTION[s.asked])


@rule
def perform_round_task(s: State, task: int) -> None:
    """The tasks of phases I and III."""
    if task == agenda.DEAL_CRAFTS:
        round_start.ask_deal(s)
    elif task == agenda.INCOME:
        round_start.income(s)
    elif task == agenda.PROCESSION:
        round_end.ask_procession(s)
    elif task == agenda.SCORE_ISHTAR:
        round_end.ask_ishtar(s)
    elif task == agenda.SCORE_MARDUK:
        round_end.score_marduk(s)
    elif task == agenda.TAMMOUZ_FIRST:
        round_end.ask_tammouz_field(s)
    elif task == agenda.TAMMOUZ_SECOND:
        round_end.ask_swap(s)
    elif task == agenda.GOODS_LIMIT:
        round_end.ask_drop(s)
    elif task == agenda.END_ROUND:
        round_end.end_round(s)


@rule
def perform_trade_task(s: State, task: int) -> None:
    """The tasks of the caravan's trade and of planting (8.9)."""
    if task == agenda.MARKET_SALE:
        caravan.ask_sale(s)
    elif task == agenda.MARKET_DIG:
        caravan.ask_market_dig(s)
    elif task in (agenda.COURT_PAYMENT, agenda.PLANT_PAYMENT):
        caravan.ask_payment(s, task)
    elif task == agenda.COURT_PURCHASE:
        caravan.ask_purchase(s)
    elif task == agenda.CHOOSE_SQUARE:
        caravan.ask_square(s)
    elif task == agenda.TILE_PALACE:
        court.take_tile_palace(s, s.seat)
    elif task == agenda.TILE_COURT:
        court.ask_tile_court(s)
    elif task == agenda.TILE_GOOD:
        court.ask_tile_good(s)
    elif task == agenda.CARAVANEER_GOOD:
        court.ask_caravaneer_good(s)
    elif task == agenda.IRRIGATION_BONUS:
        garden.irrigation_bonus(s, garden.plant_quality(s, CITY_PLANT_SLOT[s.caravan]))
    elif task == agenda.GREY_CUBES:
        garden.grey_cubes(s)
    elif task == agenda.TURN_PLANT:
        caravan.turn_plant_card(s)


@rule
def perform_palace_task(s: State, task: int) -> None:
    """The tasks of the Palace phase (13.4)."""
    if task == agenda.PALACE_PHASE:
        palace.start_palace_phase(s)
    elif task == agenda.PICK_BONUS:
        palace.ask_bonus(s)


@rule
def perform(s: State, task: int) -> None:
    """Do a task from the agenda: it acts, asks, or both."""
    if task == agenda.START_TURN:
        turns.start_turn(s)
    elif task == agenda.NEXT_TURN:
        turns.next_turn(s)
    elif task == agenda.WORK_FIELD:
        fields.ask_row(s, task)
    elif task == agenda.SERVE_TEMPLE:
        temples.ask_temple(s, task)
    elif task == agenda.ENGINEER_DIG:
        garden.ask_dig(s, task)
    elif task <= agenda.END_ROUND:
        perform_round_task(s, task)
    elif task < agenda.PALACE_PHASE:
        perform_trade_task(s, task)
    else:
        perform_palace_task(s, task)


@rule
def carry_out_round_answer(s: State, task: int, p: int, answer: int) -> None:
    """The answers of phases I and III."""
    if task == agenda.DEAL_CRAFTS:
        round_start.lay_out_crafts(s, answer)
    elif task == agenda.PROCESSION:
        round_end.procession(s, p, answer)
    elif task == agenda.SCORE_ISHTAR:
        round_end.ishtar_prize(s, p, answer)
    elif task == agenda.TAMMOUZ_FIRST:
        fields.work_field(s, p, answer, 10_05)
    elif task == agenda.TAMMOUZ_SECOND:
        round_end.swap_good(s, p, answer)
    elif task == agenda.GOODS_LIMIT:
        round_end.drop_good(s, p, answer)


@rule
def carry_out_trade_answer(s: State, task: int, p: int, answer: int) -> None:
    """The answers of the caravan's trade and of planting."""
    if task == agenda.MARKET_SALE:
        caravan.sell(s, p, answer)
    elif task == agenda.MARKET_DIG:
        garden.dig(s, p, answer, 7_04)
    elif task == agenda.COURT_PAYMENT:
        caravan.hand_over(s, p, answer, 7_05)
    elif task == agenda.PLANT_PAYMENT:
        caravan.hand_over(s, p, answer, 7_06)
    elif task == agenda.COURT_PURCHASE:
        court.take_card(s, p, answer, 7_05)
    elif task == agenda.CHOOSE_SQUARE:
        garden.plant(s, p, answer, garden.plant_quality(s, CITY_PLANT_SLOT[s.caravan]))
    elif task == agenda.TILE_COURT:
        court.take_card(s, p, answer, 8_06)
    elif task == agenda.TILE_GOOD:
        gain_good(s, p, answer, 8_06)
    elif task == agenda.CARAVANEER_GOOD:
        court.take_caravaneer_good(s, p, answer)


@rule
def carry_out(s: State, task: int, answer: int) -> None:
    """Carry out the answer to the question that a task asked."""
    p = s.seat
    if task == agenda.START_TURN:
        turns.take_action(s, p, answer)
    elif task == agenda.WORK_FIELD:
        fields.work_field(s, p, answer, 6_02)
    elif task == agenda.SERVE_TEMPLE:
        temples.enter_temple(s, answer, p, 6_04)
    elif task == agenda.ENGINEER_DIG:
        garden.dig(s, p, answer, 6_05)
    elif task <= agenda.END_ROUND:
        carry_out_round_answer(s, task, p, answer)
    elif task < agenda.PALACE_PHASE:
        carry_out_trade_answer(s, task, p, answer)
    else:
        palace.pick_bonus(s, p, answer)


@rule
def apply(s: State, action: int) -> None:
    """Answer the open question with a legal action, then go on to the next real choice, the next deal or the end.

    A question with a single legal answer is answered by itself, except the choice of an action (5.2).
    """
    answer = action - FIRST_ACTION[s.asked]
    while True:
        task = s.task
        close_question(s)
        carry_out(s, task, answer)
        while s.asked == questions.NOTHING:
            perform(s, pop(s))
        if s.asked == questions.ACTION or count_bits(s.legal) != 1:
            return
        answer = lowest_bit(s.legal)
