"""The notebooks run from the first cell to the last; that of researchers is run by `tests/envs/test_gymnasium.py`."""

import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bot", "data"])
def test_a_notebook(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    if name == "data":
        pytest.importorskip("pandas", reason="pandas is not installed")
    monkeypatch.setenv("GAMES", "2")
    monkeypatch.setenv("DEALS", "2")
    monkeypatch.setenv("MPLBACKEND", "agg")
    scope: dict[str, Any] = {"__name__": "notebook"}
    for cell in json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec("".join(cell["source"]), scope)
    if name == "bot":
        assert len(scope["test"].deals) == 2
        assert "after 2 deals" in capsys.readouterr().out
    else:
        assert scope["decisions"]["game"].nunique() == len(scope["games"]) == 2
        scope["plt"].close("all")
