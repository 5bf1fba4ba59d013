/** While a server compiles the rules, a table says so with progress, and asks only while a bot is waited for. */
import { render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { Seat } from '../../../src/api/types';
import PromptLine from '../../../src/table/answers/PromptLine.svelte';
import { watchCompiling } from '../../../src/table/room/compiling.svelte';
import { enterAnew, game, room } from './fresh_room.svelte';

enterAnew();
afterEach(() => vi.unstubAllGlobals());

test('what a bot waits for is said with progress, and forgotten with its move', async () => {
  const asked: string[] = [];
  let compiling: object | null = { done: 89, total: 178 };
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return Promise.resolve(Response.json({ levels: [], measured: [], names: [], compiling }));
  });
  const stop = $effect.root(() => watchCompiling(room));
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual([]);
  game.push('W', 'pass', 'K');
  room.receive(game.update(0));
  room.game = { ...room.game!, seats: [{ ...room.game!.seats[0]!, seat: 'K' as Seat, kind: 'bot' }] };
  flushSync();
  await vi.advanceTimersByTimeAsync(3500);
  flushSync();
  expect(asked[0]).toBe('/api/v1/bots');
  render(PromptLine, { room, view: room.view! });
  expect(screen.getByRole('status').textContent).toContain('gets ready');
  expect(screen.getByRole('status').textContent).toContain('the server compiles the rules');
  expect((screen.getByRole('progressbar') as HTMLProgressElement).value).toBe(0.5);
  compiling = null;
  await vi.advanceTimersByTimeAsync(3000);
  flushSync();
  expect(screen.queryByRole('progressbar')).toBeNull();
  game.push('K', 'pass', 'W');
  room.receive(game.update(1));
  await vi.advanceTimersByTimeAsync(2000);
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(before);
  stop();
});
