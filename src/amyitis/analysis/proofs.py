"""Proofs of how a game ends, as an analysis shows them, and losses that are exact."""

from collections.abc import Sequence

from amyitis.notation.positions import seat_letters
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.apply import apply
from amyitis.rules.bits import count_bits, has_bit
from amyitis.rules.course.scoring import last_round, winners
from amyitis.rules.state import State
from amyitis.search.solver import Proof, Solver

from .shapes import POINTS, Loss, Proven, Shares

QUICK = 60_000  # positions that a proof in a review may look at: nearly all last rounds of two are proven with them
# The same in a round that need not be the last, by number of players: there most attempts fail, with more than two all.
OPEN = {2: 6_000, 3: 600, 4: 600}


def quick(s: State) -> int:
    """Returns how many positions a proof in a review may look at."""
    return QUICK if last_round(s) else OPEN[s.players]


def proven(solver: Solver, s: State, nodes: int = QUICK) -> Proven | None:
    """Returns the proof of a decision as it is shown; None where so many positions are too few."""
    proof = solver.prove(s, nodes)
    if proof is None:
        return None
    line, last = _line(solver, s, nodes)
    return Proven(
        by_seat(s, proof.least),
        by_seat(s, proof.most),
        [token(move) for move in proof.moves],
        line,
        final_prestige(last) if last.asked == questions.OVER else None,
    )


def proven_line(solver: Solver, s: State, move: int, nodes: int = QUICK) -> list[str]:
    """Returns a move and the best moves after it, as far as they can be proven."""
    after = s.copy()
    apply(after, move)
    return [token(move), *_line(solver, after, nodes)[0]]


def _line(solver: Solver, s: State, nodes: int) -> tuple[list[str], State]:
    line = list(solver.line(s, nodes))
    return [token(move) for move, _ in line], line[-1][1] if line else s


def proof_of(solver: Solver, s: State, nodes: int = QUICK) -> Proof | None:
    """Returns the proof of a decision or of a finished game."""
    if s.asked != questions.OVER:
        return solver.prove(s, nodes)
    shares = final_shares(s)
    margin = s.seats[0].prestige - s.seats[1].prestige if s.players == 2 else None
    return Proof(shares, shares, (), margin)


def proven_loss(solver: Solver, s: State, best: int, played: int, nodes: int = QUICK) -> Loss | None:
    """Returns what one move costs its player beside another, if both can be proven."""
    proofs = []
    for move in (best, played):
        after = s.copy()
        apply(after, move)
        proof = proof_of(solver, after, nodes)
        if proof is None:
            return None
        proofs.append(proof)
    better, worse = proofs
    p = s.seat
    points, low, high = (
        POINTS * (one - other)
        for one, other in (
            (better.least[p], worse.least[p]), (better.least[p], worse.most[p]), (better.most[p], worse.least[p])
        )
    )  # fmt: skip
    prestige = 0.0
    if better.margin is not None and worse.margin is not None:
        prestige = float(better.margin - worse.margin) * (1 if p == 0 else -1)
    best_shares, played_shares = (by_seat(s, middle(proof)) for proof in proofs)
    return Loss(max(0.0, points), low, high, prestige, best_shares, played_shares, prestige, prestige, proven=True)


def middle(proof: Proof) -> tuple[float, ...]:
    """Returns each seat's share of the win; where others decide it, the middle of what they can choose."""
    return tuple((least + most) / 2 for least, most in zip(proof.least, proof.most, strict=True))


def final_shares(s: State) -> tuple[float, ...]:
    """11.4: the winners share a finished game equally."""
    best = winners(s)
    return tuple(1.0 / count_bits(best) if has_bit(best, p) else 0.0 for p in range(s.players))


def final_prestige(s: State) -> Shares:
    """Returns what each seat has in a finished game."""
    return by_seat(s, [float(player.prestige) for player in s.seats[: s.players]])


def by_seat(s: State, values: Sequence[float]) -> Shares:
    """Returns values by the letters of the seats."""
    return dict(zip(seat_letters(s), values, strict=True))
