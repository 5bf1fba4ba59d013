"""Hints: every step leaves at most half of the moves, and always the best."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amyitis.analysis.hints import hint_steps, kind_of

ACTIONS = ["pass", "go:Ur", "go:Mari", "go:Babylon", *(f"{craft}/{group}" for craft in "FTEM" for group in "123")]
TEMPLES = ["ishtar", "marduk", "tammouz"]


@pytest.mark.parametrize(("question", "every"), [("action", ACTIONS), ("temple", TEMPLES)])
@given(data=st.data())
def test_each_step_leaves_at_most_half_of_the_moves(question: str, every: list[str], data: st.DataObject) -> None:
    legal = data.draw(st.lists(st.sampled_from(every), min_size=2, unique=True))
    ranking = data.draw(st.permutations(legal))[: data.draw(st.integers(1, 5))]
    left = legal
    for step in hint_steps(question, legal, ranking):
        assert set(step.left) <= set(left)
        assert 2 * len(step.left) <= len(left) or left == ranking[:1]
        assert ranking[0] in step.left
        left = step.left
    assert (step.by, left) == ("names", ranking[:1])


def test_kinds_of_moves() -> None:
    assert [kind_of(token) for token in ("priest/2", "free:peasant/1", "go:Babylon", "pass", "dig:a1-a2")] == [
        "priest",
        "peasant",
        "market",
        "pass",
        None,
    ]
