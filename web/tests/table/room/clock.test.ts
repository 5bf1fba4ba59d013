import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/api/types';
import { entriesThatHold, sectionsOf } from '../../../src/table/log/sections';
import { speak } from '../../../src/strings/index.svelte';
import { leftOf, timeSaid, timeShort } from '../../../src/table/room/clock.svelte';
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
    const [minute, hour, day] = [60, 3600, 86_400];
    const said = (seconds: number[]) => seconds.map((n) => timeSaid(n * SECOND));
    expect(said([0, 0.1, 59.2, minute, 760, hour - 0.5])).toEqual([
      ...['0:00', '0:01', '1:00', '1:00', '12:40', '60:00'],
    ]);
    expect(said([hour, hour + 1, 65 * minute])).toEqual(['1 h', '1 h 1 min', '1 h 5 min']);
    expect(said([day, day - 1, day - minute, day - minute - 1])).toEqual([
      ...['24 h', '24 h', '23 h 59 min', '23 h 59 min'],
    ]);
    expect(said([day + 1, 2 * day, 2 * day - 1, 51 * hour])).toEqual([
      ...['1 day 1 h', '2 days', '2 days', '2 days 3 h'],
    ]);
  });

  test('say less on a phone, and it stays near', () => {
    const short = [59.2, 760, 99 * 60, 100 * 60, 86_399, 86_400, 47 * 3600, 51 * 3600, 3 * 86_400 - 1];
    expect(short.map((n) => timeShort(n * SECOND))).toEqual([
      ...['1:00', '12:40', '99:00', '2 h', '24 h', '24 h', '47 h', '2 d', '3 d'],
    ]);
  });

  test.each([
    ['de', ['24 h', '23 h 59 min', '2 Tage', '2 Tage 3 h', '2 T']],
    ['fr', ['24 h', '23 h 59 min', '2 j', '2 j 3 h', '2 j']],
    ['cs', ['24 h', '23 h 59 min', '2 dny', '2 dny 3 h', '2 d']],
  ] as const)('say it in %s, too', async (language, said) => {
    await speak(language);
    const [day, hour] = [86_400_000, 3_600_000];
    const times = [day - 1, day - 60_000, 2 * day, 51 * hour].map((n) => timeSaid(n));
    expect([...times, timeShort(51 * hour)]).toEqual(said);
    await speak('en');
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
