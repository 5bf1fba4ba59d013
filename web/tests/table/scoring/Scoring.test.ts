import { UNDISTURBED } from '../../../src/api/types';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Entry, Game, SeatFacts, View } from '../../../src/api/types';
import { prefer } from '../../../src/preferences.svelte';
import { Room } from '../../../src/table/room/room.svelte';
import Scoring from '../../../src/table/scoring/Scoring.svelte';
import finished from '../../views/finished-2.jsonl?raw';

const [last = '', ...moves] = finished.trim().split('\n');
const view = JSON.parse(last) as View;
const entries = moves.map((line) => JSON.parse(line) as Entry);

function overRoom(changes: Partial<View> = {}, endedAt = 0): Room {
  const room = new Room('abc');
  const seats = [
    { seat: 'W', name: 'Amata', kind: 'person', bot: null, yours: true, returnable: false },
    { seat: 'K', name: 'Ninsun', kind: 'bot', bot: 'Steward', yours: false, returnable: false },
  ] as SeatFacts[];
  room.game = {
    ...UNDISTURBED,
    ply: entries.length,
    seats,
    over: true,
    legal: null,
    view: { ...view, ...changes },
    fairness: {
      commitment: 'c0ffee00c0ffee00',
      seed: '41',
      nonce: 'n',
      seed_chosen: false,
      seeded_start: true,
      deals_from: 0,
    },
  } as unknown as Game;
  room.entries = entries.map((entry) => ({ ...entry, at: endedAt }));
  return room;
}
const rows = () => [...document.querySelectorAll('tbody tr.shown')];
const cells = (words: string) =>
  [...(screen.getByText(words).closest('tr')?.querySelectorAll('td') ?? [])].map((one) =>
    one.textContent?.trim().replace(/\s+/g, ' '),
  );

beforeEach(() => prefer({ speed: 1 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('Scoring', () => {
  test('an old game shows the whole ledger at once, and it adds up', () => {
    render(Scoring, { room: overRoom() });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Ninsun wins');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('14 more than Amata');
    expect(cells('Amyitis’ favour')).toEqual(['– 4 tiles', '+10 7 tiles']);
    expect(cells('Goods left')).toEqual(['–', '+1']);
    const before = cells('After the last round').map(Number);
    expect(before).toEqual([46, 49]);
    expect(cells('Total')).toEqual(['46', '60 winner']);
  });

  test('a game that just ended is revealed row by row, and can be skipped', async () => {
    vi.useFakeTimers();
    render(Scoring, { room: overRoom({}, Date.now()) });
    expect(rows()).toHaveLength(0);
    expect(screen.getByRole('heading', { level: 1 }).textContent?.trim()).toBe('Final scoring');
    await vi.advanceTimersByTimeAsync(1_200);
    expect(rows()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(700);
    expect(rows()).toHaveLength(2);
    await fireEvent.click(screen.getByText('Show all'));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Ninsun wins');
  });

  test('who wants no motion sees all of it at once', () => {
    prefer({ speed: 0 });
    render(Scoring, { room: overRoom({}, Date.now()) });
    expect(screen.queryByText('Show all')).toBeNull();
  });

  test('a shared win is shared', () => {
    render(Scoring, { room: overRoom({ winners: ['W', 'K'] }) });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Ninsun and you share the win');
  });

  test('offers rematch, the record, the table and the lobby, and says how fair the deals were', async () => {
    const onRematch = vi.fn();
    const onLeave = vi.fn();
    render(Scoring, { room: overRoom(), onRematch, onLeave });
    await fireEvent.click(screen.getByText('Rematch'));
    await fireEvent.click(screen.getByText('To the start page'));
    expect([onRematch.mock.calls.length, onLeave.mock.calls.length]).toEqual([1, 1]);
    const record = screen.getByText('Download the record');
    expect(record.getAttribute('href')).toBe('/api/v1/games/abc/record');
    expect(record.hasAttribute('download')).toBe(true);
    expect(screen.getByText(/the server gave its seal: c0ffee00c0ff…/)).toBeTruthy();
    await fireEvent.click(screen.getByText('Look at the table'));
    expect(screen.queryByRole('table')).toBeNull();
    await fireEvent.click(screen.getByText('Final scoring'));
    await tick();
    expect(screen.getAllByRole('table').length).toBeGreaterThan(0);
  });
});
