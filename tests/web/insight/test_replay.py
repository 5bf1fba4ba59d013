"""Replays in a real browser: golden records as the engine plays them, forwards or backwards; broken ones; forks."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from amyitis.game import Game
from amyitis.game.view import view_of
from tests.golden_games import GOLDEN, GOLDEN_GAMES
from tests.server.playing import ME
from tests.server.running import RunningServer
from tests.web.conftest import DESKTOP, PHONE, NewPage
from tests.web.playing import LAID, SCORING, SLIDER, new_game, open_record, play_a_turn

# Goes to each ply in turn and reads off the table what lies there; meanwhile nothing is laid out, to save time.
READ = """async (plies) => {
  const whole = document.getElementById('app');
  whole.style.display = 'none';
  const slider = document.querySelector('input[type=range]'), found = [];
  for (const ply of plies) {
    slider.value = ply;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    for (let i = 0; i < 4; i++) await new Promise(queueMicrotask);
    const places = {};
    for (const one of whole.querySelectorAll('[data-place]')) places[one.dataset.place] ??= one;
    const number = (place) => Number(places[place]?.textContent.match(/\\d+/)?.[0]);
    const of = (kind, read) => Object.fromEntries(Object.keys(places).filter((place) => place.startsWith(`${kind}:`))
      .map((place) => [place.slice(kind.length + 1), read(place.slice(kind.length + 1))]));
    const cubes = (place) => [...places[place].querySelectorAll('use[href^="#cube-"]')]
      .map((cube) => cube.getAttribute('href').slice(6));
    found.push({
      seats: of('panel', (seat) => ['prestige', 'talents', 'camels', 'cubes'].map((kind) => number(`${kind}:${seat}`))),
      sides: of('side', (side) => cubes(`side:${side}`).length),
      temples: of('temple', (temple) => cubes(`temple:${temple}`).join('')),
    });
  }
  whole.style.display = '';
  return found;
}"""


def expected(view: Mapping[str, Any]) -> dict[str, Any]:
    """What the table must show for a view of the engine."""
    return {
        "seats": {
            seat["seat"]: [seat[kind] for kind in ("prestige", "talents", "camels", "cubes")] for seat in view["seats"]
        },
        "sides": {side: len(found["cubes"]) for side, found in view["garden"]["sides"].items()},
        "temples": {name: "".join(cube for cube in cubes if cube) for name, cubes in view["temples"].items()},
    }


def views_of(game: Game) -> list[dict[str, Any]]:
    """The table after each move, the start first."""
    return [expected(view_of(state)) for state in [*(ply.before for ply in game.plies), game.state]]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", ["palace-four", "two-shrewd"])
def test_the_end_of_a_replay_shows_the_final_scoring(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None], name: str, size: tuple[int, int]
) -> None:
    record = (GOLDEN / f"{name}.amy").read_text(encoding="utf-8")
    page = new_page(size)
    open_record(page, server.address, record)
    reopen = page.get_by_role("button", name="Final scoring")
    expect(reopen).to_have_count(0)
    page.keyboard.press("End")
    reopen.click()
    keep(page, f"replay {name} scoring {'phone' if size == PHONE else 'desktop'}")
    totals = page.locator(f"{SCORING} tr.total td").all_inner_texts()
    assert [int(total.split()[0]) for total in totals] == list(Game.from_record(record).scores.values())
    expect(page.locator(SCORING).get_by_role("link", name="Download")).to_have_count(0)
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(SCORING)).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(reopen).to_have_count(0)


def moments(wanted: list[dict[str, Any]]) -> list[int]:
    """The plies that show something else than the one before: the others would only say the same again."""
    return [ply for ply, shown in enumerate(wanted) if ply == 0 or shown != wanted[ply - 1]]


@pytest.mark.parametrize(
    "name", ["four-limited", "house-rules", "palace-four", "three-without-white", "two-red-and-blue"]
)
def test_a_golden_record_as_the_engine_plays_it(server: RunningServer, new_page: NewPage, name: str) -> None:
    """Every fourth moment and the last; one record forwards, the next backwards."""
    path = GOLDEN / f"{name}.amy"
    record = path.read_text(encoding="utf-8")
    wanted = views_of(Game.from_record(record))
    page = new_page()
    open_record(page, server.address, record)
    assert int(page.locator(SLIDER).get_attribute("max") or 0) == len(wanted) - 1
    plies = sorted({*moments(wanted)[::4], len(wanted) - 1})
    check(page, wanted, plies if GOLDEN_GAMES.index(path) % 2 else plies[::-1])


@pytest.mark.parametrize("name", ["palace-three", "two-careless"])
def test_a_golden_record_move_by_move_and_in_jumps(server: RunningServer, new_page: NewPage, name: str) -> None:
    """Every single ply forwards, and some of them again in any order."""
    record = (GOLDEN / f"{name}.amy").read_text(encoding="utf-8")
    wanted = views_of(Game.from_record(record))
    page = new_page()
    open_record(page, server.address, record)
    check(page, wanted, list(range(len(wanted))))
    check(page, wanted, Random(name).sample(range(len(wanted)), 30))


def check(page: Page, wanted: list[dict[str, Any]], plies: list[int]) -> None:
    """Go to plies in this order, and compare what the table shows there."""
    for ply, shown in zip(plies, page.evaluate(READ, plies), strict=True):
        assert shown == wanted[ply], f"ply {ply}"


def test_a_broken_record_is_refused_with_its_line(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    lines = GOLDEN_GAMES[0].read_text(encoding="utf-8").splitlines()
    broken = next(i for i, line in enumerate(lines) if line.startswith("W ")) + 1
    lines[broken - 1] += " dig:z9-z8"
    page.goto(f"{server.address}/replay")
    page.locator("input[type=file]").first.set_input_files(
        {"name": "broken.amy", "mimeType": "text/plain", "buffer": "\n".join(lines).encode()}
    )
    expect(page.get_by_role("alert").first).to_contain_text(f"line {broken} of the record")
    assert page.locator(SLIDER).count() == 0


def test_of_a_file_with_several_games_one_is_chosen(server: RunningServer, new_page: NewPage) -> None:
    texts = [path.read_text(encoding="utf-8") for path in GOLDEN_GAMES[:2]]
    page = new_page()
    page.goto(server.address)
    page.locator("input[type=file]").first.set_input_files(
        {"name": "both.amy", "mimeType": "text/plain", "buffer": "\n".join(texts).encode()}
    )
    games = page.get_by_role("list", name="both.amy holds 2 games").get_by_role("button")
    expect(games).to_have_count(2)
    games.nth(1).click()
    expect(page.locator(SLIDER)).to_have_attribute("max", str(len(Game.from_record(texts[1]).plies)))


def test_a_game_forked_from_a_replay_is_played_on(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    record = GOLDEN_GAMES[0].read_text(encoding="utf-8")
    game = Game.from_record(record, to=60)
    open_record(page, server.address, record)
    page.evaluate(READ, [60])
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    forked = page.request.get(f"{server.address}/api/v1/games/{page.url.rsplit('/', 1)[1]}").json()
    assert forked["view"]["round"] == game.round
    play_a_turn(page, Random(1))


def test_a_running_game_is_followed(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    game_id = new_game(page, server.address, [ME, ME])
    address = f"{server.address}/api/v1/games/{game_id}"

    def play(moves: int) -> int:
        game = page.request.get(address).json()
        for _ in range(moves):
            body = {"ply": game["ply"], "tokens": game["legal"][:1]}
            game = page.request.post(f"{address}/moves", data=body).json()
        return int(game["ply"])

    last = play(5)
    page.goto(f"{server.address}/replay/{game_id}?ply={last}")
    slider = page.locator(SLIDER)
    expect(slider).to_have_value(str(last))
    last = play(3)
    expect(slider).to_have_attribute("max", str(last))
    expect(slider).to_have_value(str(last))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    expect(slider).to_have_attribute("max", str(play(2)))
    expect(slider).to_have_value(str(last - 1))


def test_a_position_is_a_link(server: RunningServer, new_page: NewPage) -> None:
    page = new_page()
    game = Game.from_record(GOLDEN_GAMES[0].read_text(encoding="utf-8"), to=60)
    page.goto(f"{server.address}/position?text={quote(game.position)}")
    expect(page.locator(LAID)).to_be_visible()
    for seat in game.view()["seats"]:
        expect(page.locator(f"[data-place='prestige:{seat['seat']}']").first).to_contain_text(str(seat["prestige"]))
    page.goto(f"{server.address}/position?text=amy1_nonsense")
    expect(page.get_by_role("alert").first).to_be_visible()


# Decodes a moving picture as the browser does: its seconds, and how many frames differ from the one before.
DECODE = """async (file) => {
  const data = Uint8Array.from(atob(file), (one) => one.charCodeAt(0));
  const decoder = new ImageDecoder({ type: 'image/gif', data });
  await decoder.tracks.ready;
  const frames = decoder.tracks.selectedTrack.frameCount;
  const canvas = new OffscreenCanvas(600, 600), pen = canvas.getContext('2d', { willReadFrequently: true });
  let [seconds, different, before, colours] = [0, 0, '', 0];
  for (let frameIndex = 0; frameIndex < frames; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    seconds += image.duration / 1e6;
    pen.drawImage(image, 0, 0);
    const words = new Uint32Array(pen.getImageData(0, 0, 600, 600).data.buffer);
    let sum = 0;
    for (const word of words) sum = (sum * 31 + word) | 0;
    if (sum !== before) different++;
    before = sum;
    colours = new Set(words).size;
    image.close();
  }
  return { frames, seconds, different, colours, size: data.length };
}"""


def kept_picture(page: Page) -> dict[str, float]:
    """The moving picture that is shown, kept as a file, as the browser plays it."""
    with page.expect_download() as kept:
        page.get_by_role("link", name="Save it").click()
    assert kept.value.suggested_filename == "amyitis.gif"
    found: dict[str, float] = page.evaluate(DECODE, b64encode(kept.value.path().read_bytes()).decode())
    return found


def test_a_turn_and_a_game_are_given_away_as_moving_pictures(
    server: RunningServer, new_page: NewPage, keep: Callable[[Page, str], None]
) -> None:
    page = new_page(DESKTOP)
    open_record(page, server.address, (GOLDEN / "two-shrewd.amy").read_text(encoding="utf-8"))
    page.get_by_role("button", name="Share", exact=True).click()
    moving = page.get_by_role("group", name="As an animation (GIF)")
    made = moving.get_by_role("img", name="The animation")
    moving.get_by_role("button", name="This turn").click()
    expect(made).to_be_visible()
    turn = kept_picture(page)
    assert 2 <= turn["frames"] <= 20
    assert turn["seconds"] < 15

    page.context.set_offline(True)  # nothing is asked of anybody once the page knows how
    try:
        before = made.get_attribute("src") or ""
        moving.get_by_role("button", name="The game in 30 seconds").press("Enter")
        expect(made).not_to_have_attribute("src", before)
        keep(page, "moving-picture")
        game = kept_picture(page)
        assert 20 <= game["frames"] <= 100
        assert 20 <= game["seconds"] <= 31
        assert game["different"] > 0.9 * game["frames"]
        assert game["colours"] > 50
        assert game["size"] < 4_000_000
    finally:  # other tests go on with this context
        page.context.set_offline(False)
