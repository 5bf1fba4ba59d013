"""`amyitis rules`: the rulebook on the terminal."""

import json
import re

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from amyitis import rulebook
from amyitis.errors import Malformed
from amyitis.rulebook import Clause, Section

WIDTH = 100


def show_rules(which: str | None, as_json: bool, lang: str = "en", *, rulings: bool = False) -> None:
    """Print the table of contents, a section ("6"), a clause ("6.3"), the clauses that hold all the words, or rulings.

    Raises Malformed if `which` is a number that the rulebook does not have, or `lang` no language of the rulebook, and
    for something to look for beside `rulings`, which lists them all.
    """
    book = rulebook.sections(lang)
    query = (which or "").strip()
    if rulings and query:
        raise Malformed(f"--rulings lists all rulings: leave out {query!r}.")
    if rulings:
        every_ruling = rulebook.rulings(lang)
        _print(
            Group(*(_panel(ruling, lang) for ruling in every_ruling)),
            {"rulings": [_clause_json(ruling) for ruling in every_ruling]},
            as_json,
        )
    elif not query:
        _print(_contents(book), {"sections": [_section_json(part, with_text=False) for part in book]}, as_json)
    elif re.fullmatch(r"[0-9]{1,4}\.?", query):
        part = rulebook.section(int(query.rstrip(".")), lang)
        _print(_section(part, lang), _section_json(part, with_text=True), as_json)
    elif re.fullmatch(r"[0-9]+\.[0-9]+", query):
        clause = rulebook.clause(query, lang)
        _print(_panel(clause, lang), _clause_json(clause), as_json)
    else:
        hits = rulebook.find(query, lang)
        _print(
            _hits(query, hits, lang), {"words": query, "clauses": [_clause_json(clause) for clause in hits]}, as_json
        )


def _print(page: RenderableType, content: dict[str, object], as_json: bool) -> None:
    if as_json:
        print(json.dumps(content, indent=2, ensure_ascii=False))
        return
    console = Console()
    console.print(page, width=min(console.width, WIDTH))


def _contents(book: tuple[Section, ...]) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for part in book:
        if part.number > 1:
            table.add_row()
        table.add_row(Text(f"{part.number}", style="bold"), Text(part.title, style="bold"))
        for clause in part.clauses:
            table.add_row(Text(clause.number, style="cyan"), Text(clause.title))
    return table


def _section(part: Section, lang: str) -> RenderableType:
    heading = Text(f"{part.number}. {part.title}", style="bold")
    return Group(heading, Text(), *(_panel(clause, lang) for clause in part.clauses))


def _panel(clause: Clause, lang: str) -> RenderableType:
    title = Text.assemble((clause.number, "cyan"), "  ", (clause.title, "bold"))
    text: list[RenderableType] = [Markdown(clause.text)]
    if clause.ruling is not None:
        why, otherwise = rulebook.LEADS[lang]
        text += [Text(), _lead(why, clause.ruling.why), _lead(otherwise, clause.ruling.otherwise)]
    return Panel(Group(*text), title=title, title_align="left", box=ROUNDED, padding=(0, 1))


def _lead(word: str, text: str) -> RenderableType:
    return Text.assemble((f"{word}. ", "bold"), text, style="dim")


def _hits(words: str, hits: tuple[Clause, ...], lang: str) -> RenderableType:
    if not hits:
        return Text(f"No clause holds {words!r}.")
    count = "1 clause holds" if len(hits) == 1 else f"{len(hits)} clauses hold"
    return Group(Text(f"{count} {words!r}:"), Text(), *(_panel(clause, lang) for clause in hits))


def _section_json(part: Section, *, with_text: bool) -> dict[str, object]:
    clauses = [
        _clause_json(clause) if with_text else {"number": clause.number, "title": clause.title}
        for clause in part.clauses
    ]
    return {"number": part.number, "title": part.title, "clauses": clauses}


def _clause_json(clause: Clause) -> dict[str, object]:
    fields: dict[str, object] = {
        "number": clause.number,
        "title": clause.title,
        "text": clause.text,
        "ruling": clause.is_ruling,
    }
    if clause.ruling is not None:
        fields |= {"why": clause.ruling.why, "otherwise": clause.ruling.otherwise}
    return fields
