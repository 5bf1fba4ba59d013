/** What a moving picture shows: a turn move by move, or the whole game within half a minute. */
import { expect, it } from 'vitest';
import { Gif, Palette } from '../../src/replay/moving/gif';
import { gameOf, turnAt, WHOLE } from '../../src/replay/moving/plan';

const stops = { turns: [0, 1, 4, 6], rounds: [0, 6] };
const plies = (shown: { ply: number }[]) => shown.map(({ ply }) => ply);

it('shows the turn that is looked at, from what was before it', () => {
  expect(plies(turnAt(stops, 3))).toEqual([1, 2, 3, 4]);
  expect(plies(turnAt(stops, 4))).toEqual([1, 2, 3, 4]);
  expect(plies(turnAt(stops, 0))).toEqual([0, 1]);
  expect(plies(turnAt(stops, 6))).toEqual([4, 5, 6]);
});

it('shows a whole game turn by turn, and no game takes longer than half a minute', () => {
  expect(plies(gameOf(stops))).toEqual(stops.turns);
  const turns = Array.from({ length: 412 }, (_, i) => 2 * i);
  const shown = gameOf({ turns, rounds: [] });
  expect(shown).toHaveLength(100);
  expect([shown[0]!.ply, shown.at(-1)!.ply]).toEqual([0, 822]);
  const seconds = shown.reduce((sum, { hundredths }) => sum + hundredths, 0);
  expect(seconds).toBeGreaterThan(0.85 * WHOLE);
  expect(seconds).toBeLessThanOrEqual(WHOLE);
});

it('writes of a frame only what has changed', async () => {
  const pixels = new Uint8ClampedArray(4 * 100 * 100).map((_, i) => (i * 7919) % 251);
  const palette = new Palette([pixels]);
  const numbers = palette.numbers(pixels);
  const size = async (...frames: Uint8Array[]) => {
    const gif = new Gif(100, 100, palette);
    for (const frame of frames) gif.add(frame, 50);
    return gif.finish().size;
  };
  const one = await size(numbers);
  expect((await size(numbers, numbers)) - one).toBeLessThan(40);
  expect((await size(numbers, numbers.with(5050, (numbers[5050]! + 1) % 255))) - one).toBeLessThan(40);
});
