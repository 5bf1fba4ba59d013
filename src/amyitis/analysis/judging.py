"""One move of a position judged: for whoever tries again where a game was lost."""

from amyitis.game import Game
from amyitis.notation.positions import seat_letter
from amyitis.notation.tokens import token
from amyitis.rules.questions import ASKED_NAMES

from .grades import grade
from .lines import line_on
from .losses import USUAL, Effort, paired_loss
from .reasons import reasons_between
from .shapes import Judgement
from .thinkers import AnyThinker, is_at_home, own_thinker


def judge(
    game: Game, move: str, beside: str | None = None, effort: Effort = USUAL, thinker: AnyThinker | None = None
) -> Judgement:
    """What a move costs beside another, or beside the best one, and why; raises Malformed or Illegal."""
    thinker = thinker or own_thinker()
    played, s = game.check(move), game.state
    thinker.start(0)
    best = thinker.read(s, effort.visits).best.action if beside is None else game.check(beside)
    loss = paired_loss(thinker, s, best, played, effort)
    lines = [line_on(thinker, s, one, effort.visits) for one in (best, played)]
    return Judgement(
        position=game.position,
        seat=seat_letter(s, s.seat),
        question=ASKED_NAMES[s.asked],
        at_home=is_at_home(thinker, s),
        move=token(played),
        best=token(best),
        loss=loss,
        grade=grade(loss.low, game.players),
        best_line=lines[0],
        move_line=lines[1],
        reasons=[] if played == best else reasons_between(s, *lines),
    )
