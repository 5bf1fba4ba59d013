"""The table of every action: `python -m amyitis.nets.action_page > docs/reference/actions.md`.

For people who read what a network or an environment does.
"""

from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.questions import FREE_RECRUIT, GO, N_ACTIONS, NOBLE, PASS, kind_of
from amyitis.rules.tasks import QUESTIONS


def clauses(action: int) -> str:
    """Returns the clauses behind an action: of the choice of an action its own, else those of the tasks that ask."""
    kind = kind_of(action)
    if kind == questions.ACTION:
        return "5.6" if action == PASS else "6.1" if action < NOBLE else "13.3" if action == NOBLE else _later(action)
    return ", ".join(sorted({one.clause for one in QUESTIONS.values() if one.kind == kind}, key=_number))


def _later(action: int) -> str:
    return "13.5" if FREE_RECRUIT <= action < GO else "7.1"


def _number(clause: str) -> tuple[int, ...]:
    return tuple(map(int, clause.split(".")))


def action_page() -> str:
    """Returns the page: number, token, kind of question and clauses of every action."""
    rows = (
        f"| {action} | `{token(action)}` | {questions.KIND_NAMES[kind_of(action)]} | {clauses(action)} |"
        for action in range(N_ACTIONS)
    )
    return "\n".join(
        [
            "# Every action",
            "",
            f"{N_ACTIONS} actions, the same for every number of players, box and switch. Made from the rules' own",
            "tables by `python -m amyitis.nets.action_page > docs/reference/actions.md`; a test compares them.",
            "A mask has a 1 for each that is legal; [notation.md](notation.md) explains tokens, `amyitis rules 6.1`",
            "a clause. An action answers one kind of question, which may be asked for several reasons: then there are",
            "several clauses.",
            "",
            "| number | token | answers | clauses |",
            "|---:|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    print(action_page(), end="")
