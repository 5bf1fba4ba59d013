import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/api/types';
import { entriesThatHold, sectionsOf } from '../../../src/table/log/sections';
import { leftOf, timeSaid } from '../../../src/table/room/clock.svelte';
import type { Entry } from '../../../src/api/types';

const CLOCK: Clock = {
  kind: 'live',
  allowance: 600_000,
  increment: 10_000,
  when_up: 'stand_in',
  warning: 120_000,
  left: { W: 90_000, K: 61_000 },
  running: 'K',
  asleep: false,
  given_back: 0,
};
const SECOND = 1000;

describe('clocks', () => {
  test('only the one that runs goes on, and never below nothing', () => {
    expect(leftOf(CLOCK, 2000)).toEqual({ W: 90_000, K: 59_000 });
    expect(leftOf(CLOCK, 100_000)).toEqual({ W: 90_000, K: 0 });
    expect(leftOf({ ...CLOCK, running: null }, 2000)).toEqual(CLOCK.left);
    expect(leftOf({ ...CLOCK, asleep: true }, 2000)).toEqual(CLOCK.left);
  });

  test('say what is left as people do', () => {
    const said = [0, 1, 59.2, 60, 760, 3600 + 300, 2 * 86_400 + 3 * 3600].map((n) => timeSaid(n * SECOND));
    expect(said).toEqual(['0:00', '0:01', '1:00', '1:00', '12:40', '1 h 5 min', '2 days 3 h']);
    expect([760, 3600 + 300, 2 * 86_400 + 3 * 3600].map((n) => timeSaid(n * SECOND, true))).toEqual([
      '12:40',
      '1 h',
      '2 d',
    ]);
  });
});

test('what happens beside the moves is told, but where the clocks begin', () => {
  const entry = (ply: number, token: string, seat: Entry['seat'] = 'W'): Entry => ({
    ...{ ply, kind: 'table', seat, token, opens_turn: false, count: 0, at: 0, by_bot: false, events: [] },
  });
  const entries = [entry(1, 'begin', '$'), entry(2, 'ask:end'), entry(3, 'end', '$')];
  expect(
    sectionsOf(entriesThatHold(entries)).map(({ kind, seat, tokens }) => [kind, seat, ...tokens]),
  ).toEqual([
    ['table', 'W', 'ask:end'],
    ['table', null, 'end'],
  ]);
});
