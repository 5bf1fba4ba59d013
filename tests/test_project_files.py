"""The files by which others find their way: what they name is there."""

import re
import tomllib
from pathlib import Path

import yaml  # type: ignore[import-untyped]

import amyitis

ROOT = Path(__file__).parents[1]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def read(name: str) -> dict[str, object]:
    """A YAML file of the project."""
    return dict(yaml.safe_load((ROOT / name).read_text(encoding="utf-8")))


def test_workflows_run_targets_that_are_there() -> None:
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert files
    for file in files:
        called = re.findall(r"run: make ([a-z-]+)", file.read_text(encoding="utf-8"))
        assert called, file.name
        assert set(called) <= TARGETS


def test_the_matrix_has_the_versions_of_python_that_we_name() -> None:
    named = re.findall(r"Python :: (3\.\d+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for workflow, job in (("test", "everything"), ("build", "install")):
        found = read(f".github/workflows/{workflow}.yml")
        assert found["jobs"][job]["strategy"]["matrix"]["python"] == named  # type: ignore[index]


def test_what_is_published_is_what_was_tried() -> None:
    jobs = read(".github/workflows/build.yml")["jobs"]
    publish = jobs["publish"]  # type: ignore[index]
    assert publish["needs"] == "install"
    assert jobs["install"]["needs"] == "wheel"  # type: ignore[index]
    assert publish["if"] == "github.event_name == 'release'"
    assert publish["permissions"] == {"id-token": "write", "attestations": "write", "contents": "read"}
    assert not [step for step in publish["steps"] if "run" in step], "nothing is built where it is published"


def test_files_that_contributors_are_sent_to_are_there() -> None:
    pages = ("CONTRIBUTING.md", "docs/howto/change-a-rule.md", "docs/howto/release.md", "docs/howto/own-box.md")
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in pages)
    named = set(re.findall(r"`((?:src|tests|docs|examples|web)/[\w./-]+)`", text))
    assert len(named) > 15
    assert not [one for one in sorted(named) if not (ROOT / one).exists() and "DIGEST" not in one]
    for function in ("score_row", "ask_peasant", "send_peasant"):
        assert f"def {function}(" in (ROOT / "src/amyitis/rules/board/fields.py").read_text(encoding="utf-8")


def test_a_wheel_is_built_by_the_same_version_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (backend,) = project["build-system"]["requires"]
    assert backend in project["dependency-groups"]["build"]
    assert backend in (ROOT / "requirements" / "constraints.txt").read_text(encoding="utf-8").splitlines()


def test_a_citation_names_this_version() -> None:
    cited = read("CITATION.cff")
    assert cited["version"] == amyitis.__version__
    assert cited["license"] == "MIT"


def test_hooks_before_a_commit_run_what_the_checks_run() -> None:
    (local,) = read(".pre-commit-config.yaml")["repos"]  # type: ignore[misc]
    lint = (ROOT / "Makefile").read_text(encoding="utf-8")
    for hook in local["hooks"]:  # type: ignore[has-type]
        assert f"$(BIN)/{Path(hook['entry'].split()[0]).name}" in lint


def test_forms_for_issues_ask_for_something() -> None:
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    assert len(forms) == 3
    for form in forms:
        asked = read(str(form.relative_to(ROOT)))
        assert asked["name"]
        assert any(one.get("validations", {}).get("required") for one in asked["body"])  # type: ignore[attr-defined]
