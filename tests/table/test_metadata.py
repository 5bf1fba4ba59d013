"""What is stored of a game comes back as it was."""

import json

import pytest

from amyitis.game import Switches
from amyitis.table import GameMetadata
from amyitis.table.metadata import ID_LENGTH, new_id
from tests.table.sitting import kept

METADATA = kept(palace=True, limited_supply=True).metadata


def test_metadata_comes_back_from_a_row_with_further_columns() -> None:
    row = METADATA.to_row()
    assert row["switches"] == "limited_supply palace"
    assert GameMetadata.from_row(row | {"further": 1}) == METADATA
    assert GameMetadata.from_row(row | {"switches": ""}).switches == Switches()


def test_metadata_comes_back_from_json_and_what_is_not_known_is_refused() -> None:
    content = json.loads(json.dumps(METADATA.as_dict()))
    assert GameMetadata.from_dict(content) == METADATA
    with pytest.raises(TypeError):
        GameMetadata.from_dict(content | {"further": 1})


def test_no_id_begins_like_an_option_of_a_command() -> None:
    ids = {new_id() for _ in range(500)}
    assert len(ids) == 500
    assert all(one.isalnum() and one.isascii() and len(one) == ID_LENGTH for one in ids)
