"""Games rebuilt from their logs: the game, its record, every moment, and the replay."""

import json
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest

from amyitis.errors import AmyitisError
from amyitis.game import Game
from amyitis.service.games.records import play_back
from amyitis.table import GameMetadata, LogEntry
from amyitis.table.messages.shapes import ReplayFrames
from amyitis.table.replaying import (
    entries_of_log,
    moment_of_log,
    record_of_log,
    replay_entries,
    replay_log,
    replay_of_game,
    replay_of_log,
)
from tests.game.view.replaying import with_changes
from tests.server.playing import late_record
from tests.table.sitting import kept, play_on, table_of


def played_log(moves: int = 150) -> tuple[GameMetadata, list[LogEntry]]:
    """A game with moves, deals and undos."""
    new = kept(palace=True)
    table = table_of(new)
    log = new.log + [logged for change in play_on(table, moves) for logged in change.step.entries]
    assert {logged.kind for logged in log} == {"move", "deal", "undo"}
    return replace(new.metadata, ply=len(log)), log


METADATA, LOG = played_log()


def test_the_frames_of_a_replay_lead_to_every_moment() -> None:
    replay = replay_of_log(METADATA, LOG)
    view = replay["start"]
    assert view == moment_of_log(METADATA, [])["view"]
    for ply, frame in enumerate(replay["frames"], 1):
        view = with_changes(view, frame["set"])
        if ply % 10 == 0 or LOG[ply - 1].kind != "move":
            moment = moment_of_log(METADATA, LOG[:ply])
            assert (moment["ply"], moment["view"], moment["entries"]) == (ply, view, [frame["entry"]])
    assert len(replay["frames"]) == len(LOG)


def test_a_moment_between_a_move_and_its_deal_waits_for_the_deal() -> None:
    deal = next(place for place, logged in enumerate(LOG) if logged.kind == "deal" and place)
    game = replay_log(METADATA, LOG[:deal]).game
    assert game.question == "deal"
    assert moment_of_log(METADATA, LOG[:deal])["position"] == game.position


def test_a_record_has_the_moves_that_were_not_taken_back() -> None:
    record = record_of_log(METADATA, LOG, {"Event": "a test"})
    game = Game.from_record(record)
    assert game.headers == {"Event": "a test"}
    assert game.position == replay_log(METADATA, LOG).game.position
    assert len(game.plies) == len(LOG) - sum(1 + logged.count for logged in LOG if logged.kind == "undo")


def test_the_replay_of_a_game_is_that_of_its_log() -> None:
    log = LOG[: next(place for place, logged in enumerate(LOG) if logged.kind == "undo")]
    of_log, of_game = replay_of_log(METADATA, log), replay_of_game(replay_log(METADATA, log).game)
    assert of_game["start"] == of_log["start"]
    assert [frame["set"] for frame in of_game["frames"]] == [frame["set"] for frame in of_log["frames"]]
    for mine, its in zip(of_game["frames"], of_log["frames"], strict=True):
        assert mine["entry"] == its["entry"] | {"at": 0}
    without_moves: ReplayFrames = {"start": of_log["start"], "frames": []}
    assert replay_of_game(Game.from_position(METADATA.start)) == without_moves


def test_each_frame_is_made_a_fragment_when_it_is_made() -> None:
    made = list[int]()

    def fragment(frame: dict[str, dict[str, int]]) -> int:
        made.append(frame["entry"]["ply"])
        return made[-1]

    frames: Any = replay_of_log(METADATA, LOG[:5], fragment)["frames"]
    assert frames == made == [1, 2, 3, 4, 5]


def test_every_entry_has_its_events() -> None:
    entries = entries_of_log(METADATA, LOG)
    assert [entry.logged for entry in entries] == LOG
    assert all(entry.events for entry in entries if entry.logged.kind == "deal")
    assert not any(entry.events for entry in entries if entry.logged.kind == "undo")


def test_a_log_with_a_gap_is_refused() -> None:
    with pytest.raises(AmyitisError, match="entry 3 of its log is missing"):
        replay_log(METADATA, LOG[:2] + LOG[3:])
    game = replay_log(METADATA, LOG[:4]).game
    with pytest.raises(AmyitisError, match="entry 5 of its log is missing"):
        list(replay_entries(METADATA, LOG[5:], game, 4))


def test_a_replay_takes_little_more_memory_than_its_text() -> None:
    text = late_record(2, True, 0)
    play_back(text, None, True)
    tracemalloc.start()
    try:
        size = len(json.dumps(play_back(text, None, True)))
        assert tracemalloc.get_traced_memory()[1] < 40 * size
    finally:
        tracemalloc.stop()
