"""The pages of the reference that are made from the program: `python docs/reference_pages.py`; a test compares them."""

import textwrap
from pathlib import Path

from amyitis import rulebook
from amyitis.box import load_box
from amyitis.nets.layout import ENCODING_VERSION, NAMES, SCALES, WIDTH
from amyitis.notation.tokens import token
from amyitis.rules import questions
from amyitis.rules.questions import FREE_RECRUIT, GO, N_ACTIONS, NOBLE, PASS, kind_of
from amyitis.rules.tasks import QUESTIONS

FOLDER = Path(__file__).parent / "reference"
LINE = 120
RULINGS = """\
The printed rules are silent in some places, and in others they can be read in two ways. There we had to decide, and
every such decision is a **ruling**: the clause says so, and this page lists them all with the reason and with what the
other reading would be. On the terminal: `amyitis rules --rulings`. A table that wants it otherwise can say so for some
of them with a rules switch; the clause names it.

Made from the rulebook by `python docs/reference_pages.py`; a test compares the two. Where the clauses name numbers,
these are those of the standard box.
"""


def rulings_page() -> str:
    """Returns all decisions of ours, each with its reason and the other reading."""
    box = load_box()
    lines = ["# Rulings", "", RULINGS]
    for part in rulebook.sections(box=box):
        for one in part.clauses:
            if one.ruling is not None:
                lines += [f"## {one.number} {one.title}", "", *_wrapped(one.text), ""]
                lines += [*_wrapped(f"**Why.** {one.ruling.why}"), ""]
                lines += [*_wrapped(f"**Otherwise.** {one.ruling.otherwise}"), ""]
    return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, LINE, break_long_words=False, break_on_hyphens=False)


def encoding_page() -> str:
    """Returns the table of every index of an encoded position."""
    lines = [
        "# The encoding of a position",
        "",
        f"Version {ENCODING_VERSION}, {WIDTH} numbers. Made from `src/amyitis/nets/layout.py` by",
        "`python docs/reference_pages.py`; a test compares the two.",
        "",
        "A position is seen by one seat, the viewer: its own numbers come first, then those of the seats to its left.",
        "Seats that are not in the game are all zero. A row holds numbers from 0 to 255; what a network sees is the",
        "number times its scale. `amyitis.nets.encoding.encode_position` writes such a row, and `legal_mask` the legal",
        "moves.",
        "",
        "| index | what it is | scale |",
        "|---:|---|---:|",
        *(f"| {i} | {name} | {scale:.4g} |" for i, (name, scale) in enumerate(zip(NAMES, SCALES, strict=True))),
    ]
    return "\n".join(lines) + "\n"


def action_page() -> str:
    """Returns the table of every action: number, token, kind of question and clauses."""
    rows = (
        f"| {action} | `{token(action)}` | {questions.KIND_NAMES[kind_of(action)]} | {clauses(action)} |"
        for action in range(N_ACTIONS)
    )
    return "\n".join(
        [
            "# Every action",
            "",
            f"{N_ACTIONS} actions, the same for every number of players, box and switch. Made from the rules' own",
            "tables by `python docs/reference_pages.py`; a test compares them.",
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


def clauses(action: int) -> str:
    """Returns the clauses behind an action: of the choice of an action its own, else those of the tasks that ask."""
    kind = kind_of(action)
    if kind == questions.ACTION:
        return "5.3" if action == PASS else "6.1" if action < NOBLE else "13.3" if action == NOBLE else _later(action)
    return ", ".join(sorted({one.clause for one in QUESTIONS.values() if one.kind == kind}, key=_number))


def _later(action: int) -> str:
    return "13.5" if FREE_RECRUIT <= action < GO else "7.1"


def _number(clause: str) -> tuple[int, ...]:
    return tuple(map(int, clause.split(".")))


PAGES = {"actions.md": action_page, "encoding.md": encoding_page, "rulings.md": rulings_page}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8")
