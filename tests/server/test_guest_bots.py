"""Which bots a guest of the server may seat."""

import pytest

from amyitis.server.bots.guests import bots_for_guests, check_bot
from amyitis.server.http.refusals import BadRequest


@pytest.mark.parametrize("bot", ["search:60000", "netsearch:60000", "net:/etc/passwd.json", "netsearch:N=4,/x.json"])
def test_no_guest_chooses_how_long_a_bot_thinks_or_which_file_it_reads(bot: str) -> None:
    with pytest.raises(BadRequest, match="may not take a seat"):
        check_bot(bot)
    assert bot.partition(":")[0] not in bots_for_guests()
