"""Every error has its exit status, its parts, and one clear sentence."""

import pickle

import pytest

from amyitis.errors import AmyitisError, BoxError, Drift, Illegal, Malformed

ERRORS: list[tuple[AmyitisError, int, str]] = [
    (AmyitisError("no"), 1, "no"),
    (Malformed("unknown token 'fly'"), 3, "unknown token 'fly'"),
    (Illegal("go:Uruk", "7.5", "1 dates or wine"), 4, "go:Uruk is not allowed here: 1 dates or wine (rule 7.5)"),
    (Illegal("pass", "5.3"), 4, "pass is not allowed here (rule 5.3)"),
    (BoxError("goods.each", "is missing"), 6, "goods.each: is missing"),
    (BoxError("", "there is no box"), 6, "there is no box"),
]


@pytest.mark.parametrize(("error", "code", "message"), ERRORS)
def test_exit_code_and_message(error: AmyitisError, code: int, message: str) -> None:
    assert error.exit_code == code
    assert str(error) == message


def test_drift_names_line_and_both_hashes() -> None:
    error = Drift(12, "abcd", "ef01")
    assert (error.line, error.expected, error.found, error.exit_code) == (12, "abcd", "ef01", 5)
    assert str(error).startswith("line 12: the record expects position abcd, the replay reached ef01")


def test_parts() -> None:
    illegal = Illegal("go:Uruk", "7.5", "1 dates or wine")
    assert (illegal.token, illegal.clause, illegal.missing) == ("go:Uruk", "7.5", "1 dates or wine")
    assert BoxError("goods.each", "is missing").entry == "goods.each"


def test_the_families() -> None:
    assert issubclass(Malformed, ValueError)
    assert issubclass(Illegal, ValueError)
    assert issubclass(BoxError, Malformed)
    assert not issubclass(Drift, ValueError)


@pytest.mark.parametrize(
    "error",
    [Illegal("pass", "5.3", "x"), Drift(1, "a", "b"), BoxError("a", "b"), Malformed("x", faults=[{"key": "row"}])],
)
def test_errors_survive_pickling(error: AmyitisError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
