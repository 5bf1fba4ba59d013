"""The same games on a Ray cluster: two nodes on this machine, with a core each."""

import importlib.util
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from amyitis.errors import AmyitisError
from amyitis.lab.balance.table import measure
from amyitis.lab.cluster import Cluster, do_there, program
from amyitis.lab.levels.meetings import meet
from amyitis.lab.statistics import study
from amyitis.lab.tournaments.folder import TournamentFolder
from amyitis.lab.tournaments.match import Fixture, play_match
from amyitis.lab.tournaments.tournament import Tournament, run
from amyitis.lab.variants import Variant
from amyitis.lab.workers import OneProcess

needs_ray = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed")

TOURNAMENT = Tournament(("random", "random", "random"), Variant(3), seed=21)


@pytest.fixture
def address() -> Iterator[str]:
    """A cluster of two nodes; its files and its token lie in a folder of its own, with a short name for its sockets."""
    from ray.cluster_utils import Cluster as LocalCluster

    with (
        tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as environment,
    ):
        for variable in ("HOME", "RAY_TMPDIR"):
            environment.setenv(variable, folder)
        environment.setenv("RAY_USAGE_STATS_ENABLED", "0")
        nodes = LocalCluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        nodes.add_node(num_cpus=1)
        yield nodes.address
        nodes.shutdown()  # type: ignore[no-untyped-call]


@pytest.mark.slow
@needs_ray
@pytest.mark.filterwarnings("default")
def test_a_tournament_on_a_cluster_is_the_same_to_the_last_byte(address: str, tmp_path: Path) -> None:
    """And so are statistics, the gate, balance and errors; all in one test, for a cluster takes a while to start."""
    here, there = tmp_path / "here", tmp_path / "there"
    ours = run(TOURNAMENT, 6, OneProcess(), TournamentFolder(here, TOURNAMENT.plan()))
    theirs = run(TOURNAMENT, 6, Cluster(address), TournamentFolder(there, TOURNAMENT.plan()))
    assert [result.scores for result in theirs] == [result.scores for result in ours]
    records = sorted(path.name for path in (here / "games").iterdir())
    assert len(records) == 6
    for name in records:
        assert (there / "games" / name).read_bytes() == (here / "games" / name).read_bytes()
    files = sorted((there / "games").iterdir())
    assert json.dumps(study(files, Cluster(address)).as_json()) == json.dumps(study(files, OneProcess()).as_json())
    gates = [meet("random", "random", Variant(2), 4, 1, workers) for workers in (OneProcess(), Cluster(address))]
    assert gates[0].wins == gates[1].wins
    tables = [measure(Variant(2), 30, "random", workers) for workers in (OneProcess(), Cluster(address))]
    assert tables[0] == tables[1]
    with pytest.raises(AmyitisError, match=r"^there is no bot 'nobody'"):
        list(Cluster(address).each(play_match, [Fixture(0, 1, ("random", "nobody"), Variant(2))]))


@needs_ray
def test_an_address_where_nobody_listens_is_refused_at_once() -> None:
    with pytest.raises(AmyitisError, match="no Ray cluster at localhost:1: "):
        list(Cluster("localhost:1").each(len, ["x"]))


def test_a_machine_with_another_program_or_box_is_found_out() -> None:
    source, box = program()
    assert do_there(len, "four", (source, box)) == 4
    with pytest.raises(AmyitisError, match=f"has another program: {source}, not older"):
        do_there(len, "four", ("older", box))
    with pytest.raises(AmyitisError, match=f"has another box: {box}, not mine"):
        do_there(len, "four", (source, "mine"))
