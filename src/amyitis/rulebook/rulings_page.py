"""All rulings as one page of the docs: `python -m amyitis.rulebook.rulings_page > docs/reference/rulings.md`."""

import textwrap

from amyitis import rulebook
from amyitis.box import load_box

WIDTH = 120
INTRODUCTION = """\
The printed rules are silent in some places, and in others they can be read in two ways. There we had to decide, and
every such decision is a **ruling**: the clause says so, and this page lists them all with the reason and with what the
other reading would be. On the terminal: `amyitis rules --rulings`. A table that wants it otherwise can say so for some
of them with a rules switch; the clause names it.

Made from the rulebook by `python -m amyitis.rulebook.rulings_page > docs/reference/rulings.md`; a test compares
the two. Where the clauses name numbers, these are those of the standard box.
"""


def rulings_page() -> str:
    """Returns the page as Markdown."""
    box = load_box()
    lines = ["# Rulings", "", INTRODUCTION]
    for part in rulebook.sections(box=box):
        for one in part.clauses:
            if one.ruling is not None:
                lines += [f"## {one.number} {one.title}", "", *_wrapped(one.text), ""]
                lines += [*_wrapped(f"**Why.** {one.ruling.why}"), ""]
                lines += [*_wrapped(f"**Otherwise.** {one.ruling.otherwise}"), ""]
    return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    print(rulings_page(), end="")
