"""A file is there whole or not at all."""

from pathlib import Path

import pytest

from amyitis.files import draft_of, write_atomically


def test_text_and_bytes_are_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomically(path, "old\n")
    assert path.read_bytes() == b"old\n"
    write_atomically(path, b"new")
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"new"]


def test_what_was_there_stays_if_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old", encoding="utf-8")

    def refuse(*paths: object) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr("amyitis.files.os.replace", refuse)
    with pytest.raises(OSError, match="no space"):
        write_atomically(path, "new")
    assert [one.read_text(encoding="utf-8") for one in tmp_path.iterdir()] == ["old"]


def test_an_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*paths: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr("amyitis.files.os.replace", interrupt)
        with pytest.raises(KeyboardInterrupt):
            write_atomically(tmp_path / "a.txt", "new")
    assert not list(tmp_path.iterdir())


def test_what_is_written_beside_a_draft_is_removed_with_it(tmp_path: Path) -> None:
    def write(name: str, more: str) -> None:
        with draft_of(tmp_path / name, ["-wal"]) as draft:
            draft.write_text("new", encoding="utf-8")
            Path(f"{draft}-wal").write_text({"one": "more"}[more], encoding="utf-8")

    write("a.sqlite", "one")
    assert [one.name for one in tmp_path.iterdir()] == ["a.sqlite"]
    with pytest.raises(KeyError):
        write("b.sqlite", "none")
    assert [one.name for one in tmp_path.iterdir()] == ["a.sqlite"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
