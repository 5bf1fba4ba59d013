"""The second edition of fair deals: a commitment that binds the game, shares of every player, a sealed generator."""

import json
import re
import sys
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from amyitis.box.tables import BOX_DIGEST, BOX_NAME
from amyitis.cli import app
from amyitis.errors import Malformed
from amyitis.game import Game, Switches
from amyitis.game.deals.dealing import SealedShuffler, dealer, draw_deal
from amyitis.game.deals.fair_deals import (
    Terms,
    commitment,
    deal_seed,
    fairness_headers,
    new_secret,
    seal_of,
    shares_text,
)
from amyitis.game.deals.verifying import Verdict, verify_deals

SECRET = "11" * 32
SHARES = shares_text({"W": "22" * 32, "K": "late", "B": "bot"})
ID = "a-game"


def terms(game: Game, goes_on: tuple[int, str] | None = None, first: str | None = None) -> str:
    """What the commitment to a game binds."""
    box = f"{BOX_NAME} {BOX_DIGEST}"
    kinds = {seat: "bot" if seat == "B" else "person" for seat in game.seats}
    return str(Terms(ID, game.rules_version, box, kinds, game.switches, first, goes_on))


def play(game: Game) -> Game:
    """Random moves to the end."""
    random = Random(1)
    while not game.is_over:
        game.push(random.choice(list(game.legal_moves)))
    return game


def finished(palace: bool = False, shares: str = SHARES, first: str | None = None) -> tuple[Game, dict[str, str]]:
    """A game that was dealt as promised, and the headers of its record."""
    promised = commitment(terms(Game.new(3, 1, palace=palace), first=first), SECRET)
    game = play(Game.new(3, deal_seed(SECRET, promised, shares), palace=palace, first=first))
    return game, {"Id": ID} | fairness_headers(promised, shares, SECRET, first=first)


def faults(verdict: Verdict) -> list[str]:
    """The words for what is wrong."""
    return [one.key for one in verdict.faults]


@pytest.mark.parametrize("palace", [False, True])
def test_an_honest_record_is_verified(palace: bool) -> None:
    game, headers = finished(palace)
    verdict = verify_deals(game.record(headers), headers["Commitment"])
    assert verdict.fair
    assert verdict.edition == 2
    assert verdict.deals == verdict.all_deals == sum(ply.is_deal for ply in game.plies)
    assert [one.key for one in verdict.notes] == ["shares", "late"]


@pytest.mark.parametrize(
    ("missing", "found"),
    [
        ("Commitment", ["no-commitment"]),
        ("Secret", ["no-secret"]),
        ("Shares", ["no-shares"]),
        ("Id", ["no-id"]),
    ],
)
def test_what_is_missing_is_a_fault_with_a_sentence(missing: str, found: list[str]) -> None:
    game, headers = finished()
    del headers[missing]
    verdict = verify_deals(game.record(headers))
    assert faults(verdict) == found
    assert verdict.deals == 0
    assert all(len(one.sentence) > 20 for one in verdict.faults)


def test_the_commitment_binds_all_of_the_game() -> None:
    """A promise for one game is none for another: other id, switches, first player, start."""
    game, headers = finished()
    assert faults(verify_deals(game.record(headers | {"Id": "another"}))) == ["other-secret"]
    assert faults(verify_deals(game.record(headers | {"First": "W"}))) == ["other-secret"]
    assert faults(verify_deals(game.record(headers | {"DealsFrom": "0"}))) == ["other-secret", "part"]
    assert faults(verify_deals(game.record(headers | {"Secret": "33" * 32}))) == ["other-secret"]
    palace, _headers = finished(palace=True)
    assert faults(verify_deals(palace.record(headers))) == ["other-secret"]
    assert faults(verify_deals(game.record(headers), "00" * 32)) == ["other-commitment"]


def test_shares_that_were_changed_give_other_deals() -> None:
    game, headers = finished()
    other = shares_text({"W": "23" * 32, "K": "late", "B": "bot"})
    assert faults(verify_deals(game.record(headers | {"Shares": other}))) == ["other-start"]
    with pytest.raises(Malformed, match="in order"):
        verify_deals(game.record(headers | {"Shares": "W=bot"}))


def test_without_any_share_the_server_could_have_chosen() -> None:
    game, headers = finished(shares=shares_text({"W": "none", "K": "none", "B": "bot"}))
    assert faults(verify_deals(game.record(headers))) == ["no-share"]


def test_a_chosen_game_does_not_pass_by_dealing_from_its_last_ply_on() -> None:
    game = play(Game.new(3, 7))
    last = len(game.plies)
    promised = commitment(terms(game, (last, game.position)), SECRET)
    headers = {"Id": ID} | fairness_headers(promised, SHARES, SECRET, deals_from=last)
    verdict = verify_deals(game.record(headers))
    assert faults(verdict) == ["part"]
    assert verdict.deals == 0
    assert f"{verdict.all_deals} of {verdict.all_deals} deals" in verdict.faults[0].sentence


def test_a_game_that_goes_on_is_verified_from_there() -> None:
    random, game = Random(3), Game.new(3, 77)
    for _ in range(60):
        game.push(random.choice(list(game.legal_moves)))
    on = Game.from_position(game.start)
    for ply in game.plies:
        on.push_id(ply.action)
    promised = commitment(terms(on, (len(on.plies), on.position)), SECRET)
    headers = {"Id": ID} | fairness_headers(promised, SHARES, SECRET, deals_from=len(on.plies))
    on.deal_from(deal_seed(SECRET, promised, SHARES))
    verdict = verify_deals(play(on).record(headers))
    assert faults(verdict) == ["part"]
    assert 0 < verdict.deals < verdict.all_deals


def test_a_chosen_first_player_is_bound_and_said() -> None:
    game, headers = finished(first="K")
    verdict = verify_deals(game.record(headers))
    assert verdict.fair
    assert "first-chosen" in [one.key for one in verdict.notes]
    del headers["First"]
    assert faults(verify_deals(game.record(headers))) == ["other-secret"]


def test_a_deal_shows_nothing_of_the_next() -> None:
    """Each part has a row of its own, by HMAC; seeds that differ in one bit have nothing in common."""
    rows = set()
    for seed in (bytes(32), bytes(31) + b"\x01"):
        shuffler = SealedShuffler(seed)
        for _part in range(20):
            shuffler.begin_part()
            rows.add(tuple(shuffler.draw() for _ in range(9)))
    assert len(rows) == 40
    words = [word for row in rows for word in row]
    assert len(set(words)) == len(words)
    assert all(140 < sum(word >> bit & 1 for word in words) < 220 for bit in range(32))


def test_the_generator_is_hmac_of_its_part_and_block() -> None:
    """These numbers are promised for ever: games must be dealt the same by every later version."""
    shuffler = SealedShuffler(bytes.fromhex(SECRET))
    shuffler.begin_part()
    assert [shuffler.draw() for _ in range(3)] == [0x61A0893D, 0xDA8400FC, 0x0F82E4B8]  # as openssl says
    state = Game.new(3, 1).plies[0].before
    deals = dealer(bytes.fromhex(SECRET))
    assert draw_deal(state, deals) == draw_deal(state, dealer(bytes.fromhex(SECRET)))
    assert isinstance(deals, SealedShuffler)
    assert deals.part == 1
    assert Game.new(2, bytes.fromhex(SECRET)).moves == ["deal:TEE/FTM"]
    assert seal_of("22" * 32) == "8054cfd537cc29218cc293f8e459294e05dc4409704be3c9343bcdff805b9437"


def test_every_card_of_the_deck_is_as_likely_as_another() -> None:
    """The deals of the sealed generator are those of a fair shuffle: the share of each craft in 2,000 deals."""
    game = Game.new(4, 1)
    deck, counts = Game.from_position(game.start).deck, dict[str, int]()
    for number in range(2000):
        seed = deal_seed(new_secret(), f"{number:064x}", "W=none K=none")
        dealt = Game.from_position(game.start, seed).moves[0].removeprefix("deal:").replace("/", "")
        for letter in dealt:
            counts[letter] = counts.get(letter, 0) + 1
    whole = sum(deck.values())
    for letter, cards in deck.items():
        if cards:
            assert abs(counts[letter] / sum(counts.values()) - cards / whole) < 0.015


def test_seeds_of_bytes_have_their_length() -> None:
    with pytest.raises(Malformed, match="32 bytes"):
        Game.new(2, b"short")


def test_terms_are_a_text_that_anybody_can_write() -> None:
    text = str(
        Terms(
            "abc",
            1,
            "Rio digest",
            {"W": "person", "K": "bot"},
            Switches(palace=True, limited_supply=True),
            "K",
            (3, "position"),
        )
    )
    assert text.split("\n") == [
        "amyitis-deals-2",
        "game: abc",
        "rules: 1",
        "box: digest",
        "seats: W=person K=bot",
        "switches: limited_supply,palace",
        "begins: K",
        "from: ply 3 5a452459503be70d2ed2fca46dd91e05e820a957f175686a77d03fff80f664fe",
    ]


def test_the_command_says_what_it_found(tmp_path: Path) -> None:
    game, headers = finished()
    file, run = tmp_path / "game.amy", CliRunner().invoke
    file.write_text(game.record(headers), encoding="utf-8")
    result = run(app, ["verify", str(file), "--commitment", headers["Commitment"].upper()])
    assert result.exit_code == 0
    assert "game.amy: fair; " in result.output
    assert "shares of W" in result.output
    result = run(app, ["verify", str(file), "--commitment", "00" * 32])
    assert result.exit_code == 1
    assert "wrong: the commitment is not the one" in result.output
    file.write_text(game.record(headers | {"Id": "x"}), encoding="utf-8")
    result = run(app, ["verify", str(file), "--json"])
    assert result.exit_code == 1
    assert json.loads(result.output)["faults"][0][0] == "other-secret"


def other_ways_to_write(text: str) -> set[str]:
    """Every text that somebody could take for these shares: other spaces, cases, orders, words, repeated seats."""
    parts, found = text.split(" "), set[str]()
    spaces = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()]
    for space in [*spaces, "  ", " \t", ",", "; ", "\u200b", "\ufeff", ""]:
        found |= {space.join(parts), text + space, space + text, text.replace("=", f"={space}", 1)}
        found |= {f"{parts[0]}{space}{' '.join(parts[1:])}", text.replace("=", f"{space}=", 1)}
    found |= {" ".join(order) for order in permutations(parts)}
    found |= {f"{part} {text}" for part in parts} | {f"{text} {part}" for part in parts}
    found |= {" ".join([parts[0], parts[0].replace("2", "3"), *parts[1:]]), text.upper(), text.lower(), text.title()}
    found |= {text.replace("late", word) for word in ("none", "bot", "LATE", "", "-", "0" * 64, "lat\u0435")}
    found |= {text.replace("bot", word) for word in ("none", "late", "Bot", "", "-", "person", "0" * 64)}
    found |= {text.replace("22", digits, 1) for digits in ("\uff12\uff12", "2 2", "0x22", "22\u0301")}
    return found - {text}


def test_no_second_text_with_the_same_meaning_gives_another_seed() -> None:
    game, headers = finished()
    honest = deal_seed(SECRET, headers["Commitment"], SHARES)
    ways = other_ways_to_write(SHARES)
    assert len(ways) > 149
    for text in ways:
        record = _with_header(game.record(headers), "Shares", text)
        try:
            verdict = verify_deals(record)
        except Malformed:
            continue
        assert not verdict.fair or deal_seed(SECRET, headers["Commitment"], text) == honest, text


@pytest.mark.parametrize("key", ["Secret", "Commitment"])
def test_secret_and_commitment_have_one_form(key: str) -> None:
    game, headers = finished()
    value = ("ab" * 32) if key == "Secret" else headers[key]
    for text in (value.upper(), f" {value}", f"{value}\u00a0", f"0x{value[2:]}"):
        with pytest.raises(Malformed):
            verify_deals(_with_header(game.record(headers), key, text))


def test_a_bot_cannot_become_a_person_with_a_share() -> None:
    game, headers = finished()
    changed = SHARES.replace("bot", "33" * 32)
    assert "other-secret" in faults(verify_deals(_with_header(game.record(headers), "Shares", changed)))


@pytest.mark.parametrize("value", ["\u0665", "05", "+5", " 5", "5_0", "9" * 5000])
@pytest.mark.parametrize("key", ["DealsFrom", "Seed"])
def test_numbers_have_one_form(key: str, value: str) -> None:
    game, headers = finished()
    if key == "Seed":
        headers = {"Seed": "5", "Commitment": "00" * 32}
    with pytest.raises(Malformed, match=f"{key} wants a number"):
        verify_deals(_with_header(game.record(headers | {key: "5"}), key, value))


def _with_header(record: str, key: str, value: str) -> str:
    """The record with another text in a header, written there as it is."""
    return re.sub(rf'\[{key} "[^"]*"\]', lambda _found: f'[{key} "{value}"]', record, count=1)
