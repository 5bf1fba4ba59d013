import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import type { Game, SeatFacts } from '../../src/api/types';
import NoteList from '../../src/fair/NoteList.svelte';
import { isAway, type TableNotes } from '../../src/fair/table_notes.svelte';
import { GameRoom } from '../../src/table/room/game_room.svelte';

afterEach(cleanup);

/** The note of one who is away, as one of the others sees it. */
function away(more: Partial<SeatFacts>, yours = false) {
  const seat = { seat: 'K', name: 'Enlil', kind: 'person', wish: null, votes: 0, votes_needed: 2, ...more };
  const game = { seats: [seat], yours } as unknown as Game;
  const room = { id: 'abc', game, name: () => 'Enlil' } as unknown as GameRoom;
  const notes = {
    cards: null,
    away: [seat],
    mine: [],
    opened: 'K',
    minutes: () => 3,
  } as unknown as TableNotes;
  render(NoteList, { room, notes });
}

test('who is away: how many votes there are, for what, and how many decide', () => {
  away({});
  expect(screen.getByText(/Votes so far: 0 of 2\./)).toBeTruthy();
  cleanup();
  away({ wish: 'bot:Steward', votes: 1 });
  expect(screen.getByText(/Votes so far for a bot: 1 of 2\./)).toBeTruthy();
  cleanup();
  away({ wish: 'open', votes: 1, votes_needed: 3 });
  expect(screen.getByText(/Votes so far to free the seat: 1 of 3\./)).toBeTruthy();
});

test('nobody is away before the server says so: later in a slow game', () => {
  const seat = { seat: 'K', kind: 'person', yours: false, last_seen: 1_000_000 } as SeatFacts;
  const game = { online: [], absent_after: 600 } as unknown as Game;
  expect(isAway(game, seat, 1_000_000 + 599_000)).toBe(false);
  expect(isAway(game, seat, 1_000_000 + 601_000)).toBe(true);
  expect(isAway({ ...game, online: ['K'] }, seat, 2_000_000)).toBe(false);
  expect(isAway(game, { ...seat, yours: true }, 2_000_000)).toBe(false);
});

test('whoever made the table needs no votes', () => {
  away({ votes: 1, wish: 'open' }, true);
  expect(screen.getByText(/The person who made the table decides alone/)).toBeTruthy();
  expect(screen.queryByText(/Votes so far/)).toBeNull();
});
