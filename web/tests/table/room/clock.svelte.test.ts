/** What the table says of its clocks: that one runs out, to its owner alone, and what was given back; for a while. */
import { render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { Clock, Seat } from '../../../src/api/types';
import TableNotice from '../../../src/table/frame/TableNotice.svelte';
import { isLow } from '../../../src/table/room/clock.svelte';
import { enterAnew, room } from './fresh_room.svelte';

const LOW = 'Your time is running out.';

enterAnew();

/** What the clocks say: so many seconds are left to whoever's clock runs. */
function say(running: Seat, seconds: number, givenBack = 0): void {
  const clock: Clock = {
    ...{ kind: 'live', allowance: 100_000, increment: 0, when_up: 'loss', warning: 20_000 },
    ...{ left: {}, running, asleep: false, given_back: 1000 * givenBack },
  };
  if (room.game) room.game = { ...room.game, clock };
  room.left = { [running]: 1000 * seconds };
  flushSync();
}

/** What the table says now, and what it says when it has been looked at for a while. */
async function words(): Promise<(string | undefined)[]> {
  const now = screen.queryByRole('status')?.textContent.trim();
  await vi.advanceTimersByTimeAsync(20_000);
  flushSync();
  return [now, screen.queryByRole('status')?.textContent.trim()];
}

test('its owner is warned as the time comes to a fifth, not where a round begins below it', async () => {
  const [mine] = room.mine as [Seat];
  const other: Seat = mine === 'W' ? 'K' : 'W';
  render(TableNotice, { room });
  say(mine, 21);
  expect([isLow(room, mine), ...(await words())]).toEqual([false, undefined, undefined]);
  say(mine, 20);
  expect([isLow(room, mine), ...(await words())]).toEqual([true, LOW, undefined]);
  say(other, 21);
  say(other, 19);
  expect([isLow(room, other), ...(await words())]).toEqual([true, undefined, undefined]);
  say(mine, 18);
  expect([isLow(room, mine), ...(await words())]).toEqual([true, undefined, undefined]);
});

test('what was given back is said', async () => {
  const [mine] = room.mine as [Seat];
  render(TableNotice, { room });
  say(mine, 60, 1);
  expect(await words()).toEqual([undefined, undefined]);
  say(mine, 60, 22);
  expect(await words()).toEqual(['0:22 given back: the server was away', undefined]);
});
