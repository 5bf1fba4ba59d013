"""A report on the documentation's prose, for writers and never a gate: `python -m tests.docs.prose`.

It counts pages, lines and sentences. It lists the longest pages, sentences and headings, and the sentences without an
actor: those that begin with "Who" or "What" and do not ask.
"""

import re
from itertools import pairwise

from markdown_it import MarkdownIt

from tests.docs.blocks import PAGES, ROOT

LONG_PAGE, LONG_SENTENCE, LONG_HEADING = 200, 30, 8  # lines, words, words
SHOWN = 5
ACTORLESS = re.compile(r"(Who|Whom|Whoever|What|Whatever) (?!.*\?).*")
GENERATED = {"actions.md", "encoding.md", "rulings.md"}


def main() -> None:
    """Print the report."""
    pages, sentences, headings = list[tuple[int, str]](), list[tuple[int, str]](), list[tuple[int, str]]()
    actorless = list[tuple[int, str]]()
    for page in PAGES:
        if page.name in GENERATED:
            continue
        name, text = str(page.relative_to(ROOT)), page.read_text(encoding="utf-8")
        pages.append((len(text.splitlines()), name))
        tokens = MarkdownIt().enable("table").parse(text)
        for before, token in pairwise(tokens):
            if token.type != "inline":
                continue
            into = headings if before.type == "heading_open" else sentences
            for sentence in re.split(r"(?<=[.!?:;])\s+", token.content):
                words = sentence.split()
                place = (len(words), f"{name}: {' '.join(words)[:90]}")
                into.append(place)
                if into is sentences and ACTORLESS.match(" ".join(words)):
                    actorless.append(place)
    lines = sum(count for count, _ in pages)
    print(f"{len(pages)} pages, {lines} lines, {len(sentences)} sentences")
    for what, found, bound in (
        ("pages over {} lines", pages, LONG_PAGE),
        ("sentences over {} words", sentences, LONG_SENTENCE),
        ("headings over {} words", headings, LONG_HEADING),
        ("sentences over {} words without an actor", actorless, 4),
    ):
        long = sorted((one for one in found if one[0] > bound), reverse=True)
        print(f"{len(long)} {what.format(bound)}")
        for count, text in long[:SHOWN]:
            print(f"  {count:4} {text}")


if __name__ == "__main__":
    main()
