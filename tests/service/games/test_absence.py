"""Nobody is absent for time in which the server could not see them."""

from unittest.mock import Mock

from amyitis.service.games.watching.presence import LONGEST_BEAT, Presence


class SetClock:
    """A clock that is set by the test, in milliseconds."""

    at = 1_700_000_000_000

    def now(self) -> int:
        return self.at


def test_a_server_sees_nobody_while_it_is_down_or_stands_still() -> None:
    clock = SetClock()
    presence = Presence(Mock(clock=clock), Mock(), Mock(), Mock())
    began = clock.at
    assert presence.attentive_since() == began, "after a start nobody is absent at once"
    for _ in range(10):
        clock.at += LONGEST_BEAT // 2
        assert presence.attentive_since() == began
    clock.at += LONGEST_BEAT + 1
    assert presence.attentive_since() == clock.at, "nor after a pause"
    clock.at -= 60_000
    assert presence.attentive_since() == clock.at, "nor when the clock was set"
