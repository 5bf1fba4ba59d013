"""Many moments evaluated in one compiled loop: by networks in floats, as they were, and by those of today."""

# mypy: ignore-errors
# (Half of it is for the types of another version.)

from amyitis.engine.arrays import Numbers, Rows
from amyitis.nets import forward
from amyitis.nets.forward import FloatTable, evaluate
from amyitis.rules.rule import rule

if hasattr(forward, "keep_row"):
    from benchmarks.speed.networks import evaluate_moments
else:
    from amyitis.nets.forward import Floats

    @rule
    def evaluate_moments(
        moments: Rows, counts: Numbers, viewers: Numbers, weights: Floats, blocks: int, rows: Rows, x: FloatTable,
        y: FloatTable, h: FloatTable, out: FloatTable,
    ) -> None:  # fmt: skip
        """Evaluate the rows of each moment together."""
        at = 0
        for k in range(len(counts)):
            for r in range(counts[k]):
                for i in range(len(rows[r])):
                    rows[r][i] = moments[at + r][i]
            evaluate(weights, blocks, rows, counts[k], x, y, h, out)
            at += counts[k]


__all__ = ["evaluate_moments"]
