"""A server with an owner's box: rules and lesson say what is printed there."""

from pathlib import Path

import httpx

from amyitis.box.loading import packaged_text
from tests.owners import owners_text
from tests.server.running import FAILED_AFTER, Databases, run_server


def served(databases: Databases, box: Path, *paths: str) -> list[httpx.Response]:
    """What a server with this box says to these questions."""
    with run_server(databases.sqlite(), "--box", str(box)) as server:
        return [httpx.get(f"{server.address}/api/v1/{path}", timeout=FAILED_AFTER) for path in paths]


def test_the_rules_are_told_with_another_box(databases: Databases, scratch: Path) -> None:
    box = scratch / "box.toml"
    box.write_text(owners_text(), encoding="utf-8")
    facts, rules, lesson = served(databases, box, "box", "rules?lang=cs", "lesson")
    assert facts.json()["engineer"]["prestige"] == 59
    clauses = {one["number"]: one for part in rules.json()["sections"] for one in part["clauses"]}
    assert "59 bodů prestiže" in clauses["6.5"]["text"]
    assert clauses["7.4"]["title"] == "Kish"
    assert clauses["2.2"]["example"] is None, "a picture with cities that are not there is not drawn"
    assert lesson.status_code == 404


def test_the_lesson_is_taught_where_its_words_hold(databases: Databases, scratch: Path) -> None:
    box = scratch / "box.toml"
    text = packaged_text().replace("[engineer]\nprestige = 2", "[engineer]\nprestige = 3")
    box.write_text(text.replace("[marduk]\nprestige = [2, 1]", "[marduk]\nprestige = [4, 1]"), encoding="utf-8")
    (lesson,) = served(databases, box, "lesson")
    said = lesson.json()
    assert (said["numbers"]["engineer"], said["numbers"]["marduk"]) == (3, 4)
    assert said["moments"][-1]["view"]["winners"] == ["W"]
