"""The one list of switches: values, texts and refusals. What each does is in the tests of its clause."""

from dataclasses import fields
from typing import Any

import pytest

from amyitis.errors import Malformed
from amyitis.game import Game
from amyitis.rules.state import State
from amyitis.rules.switches import NO_SWITCHES, SWITCH_NAMES, SWITCH_WORDS, Switches

ALL = Switches(**dict.fromkeys(SWITCH_NAMES, True))


@pytest.mark.parametrize("name", SWITCH_NAMES)
def test_each_switch_can_be_written_and_read_back(name: str) -> None:
    switches = Switches(**{name: True})
    assert str(switches) == name
    assert switches.names() == [name]
    assert Switches.parse(str(switches)) == switches
    assert Switches.from_dict(switches.as_dict()) == switches


def test_none_and_all_can_be_written_and_read_back() -> None:
    assert str(NO_SWITCHES) == ""
    assert Switches.parse("") == NO_SWITCHES == Switches()
    assert Switches.parse(str(ALL)) == ALL
    assert str(ALL).split() == [field.name for field in fields(Switches)]


@pytest.mark.parametrize("text", ["castle", "palace castle", "Palace", "palace,full_lap"])
def test_an_unknown_name_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match=r"there is no switch .*; there are limited_supply, palace, "):
        Switches.parse(text)


@pytest.mark.parametrize("values", [None, "palace", ["palace"]])
def test_switches_are_given_by_name(values: Any) -> None:
    with pytest.raises(Malformed, match="switches are given by their names"):
        Switches.from_dict(values)


def test_a_game_refuses_a_keyword_that_is_no_switch() -> None:
    with pytest.raises(Malformed, match="there is no switch 'colour'"):
        Game.new(2, 1, colour=True)


def test_a_state_that_is_marked_says_which_switches_are_on() -> None:
    s = State()
    ALL.mark(s)
    assert Switches.of(s) == ALL
    assert [getattr(s, name) for name in SWITCH_NAMES] == [1] * len(SWITCH_NAMES)


def test_no_two_switches_share_a_word() -> None:
    for of_each in zip(*SWITCH_WORDS.values(), strict=True):
        assert len(set(of_each)) == len(SWITCH_NAMES)
