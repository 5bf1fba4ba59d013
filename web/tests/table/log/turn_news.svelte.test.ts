/** What the table says by itself: how a round ended, and what the others did, until the next move is tried. */
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Seat } from '../../../src/api/types';
import NewsCard from '../../../src/table/log/NewsCard.svelte';
import { TurnNews } from '../../../src/table/log/turn_news.svelte';
import { enterAnew, game, room } from '../room/fresh_room.svelte';

enterAnew();
let news: TurnNews;
let stop: () => void;

beforeEach(() => {
  stop = $effect.root(() => void (news = new TurnNews(room)));
  flushSync();
});
afterEach(() => {
  stop();
  cleanup();
});

/** These seats move, one after the other, and then it is White's turn; the last move may begin a round. */
async function played(seats: string, more: object = {}): Promise<void> {
  const before = game.ply;
  [...seats].forEach((seat, i) => game.push(seat as Seat, 'pass', (seats[i + 1] ?? 'W') as Seat));
  Object.assign(game.entries.at(-1)!.set, more);
  room.receive(game.update(before));
  await vi.advanceTimersByTimeAsync(3000);
  flushSync();
}

test('what several others did is said when the turn comes, once, until a move is tried', async () => {
  await played('WK');
  expect(news.any).toBe(false);
  await played('WKB');
  expect([news.since, news.round]).toEqual([true, false]);
  await room.tryMove('pass');
  flushSync();
  expect(news.any).toBe(false);
  await room.stepBack();
  flushSync();
  expect(news.any).toBe(false);
});

test('the first round of a table that waited for players is no news', async () => {
  await played('WK', { round: 0 });
  await played('WK', { round: 1 });
  expect(news.any).toBe(false);
});

test('the end of a round is said for a while, longer where it is read, and can be put away', async () => {
  const round = (room.base?.round ?? 0) + 1;
  await played('WK', { round });
  expect([news.since, news.round]).toEqual([false, true]);
  render(NewsCard, { room, news });
  const card = screen.getByRole('region', { name: 'News from the table' });
  await fireEvent.pointerEnter(card);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(news.round).toBe(true);
  await fireEvent.pointerLeave(card);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(news.round).toBe(false);
  await played('WK', { round: round + 1 });
  await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(news.round).toBe(false);
});
