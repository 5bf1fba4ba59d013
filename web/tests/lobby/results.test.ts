/** Results that keep one coming back: what they come to, and that a guest's browser keeps them. */
import { beforeEach, expect, it } from 'vitest';
import type { Summary } from '../../src/api/types';
import { recordOf, remember } from '../../src/lobby/results/results';

const at = (place: number, won: boolean, bot = 'Steward', players = 2) => ({ at: place, players, bot, won });

function game(id: string, result: string, updated: number, others: object = {}): Summary {
  const seats = [
    { seat: 'W', kind: 'person', yours: true, name: 'Ann', bot: null, returnable: false },
    { seat: 'K', kind: 'bot', yours: false, name: 'Steward', bot: 'Steward', returnable: false },
  ];
  return { id, over: result !== '', result, updated, players: 2, seats, ...others } as unknown as Summary;
}

beforeEach(() => localStorage.clear());

it('counts wins and losses by level and number of players, the last ten, and wins in a row', () => {
  const ended = [true, true, true, false, true, true].map((won, i) => at(i, won));
  const record = recordOf([
    ...ended,
    at(6, true, 'Governor', 4),
    ...[7, 8, 9, 10, 11].map((i) => at(i, false)),
  ]);
  expect(record.tallies).toEqual([
    { bot: 'Steward', players: 2, won: 5, lost: 6 },
    { bot: 'Governor', players: 4, won: 1, lost: 0 },
  ]);
  expect(record.last).toHaveLength(10);
  expect([record.streak, record.best]).toEqual([0, 3]);
  expect(recordOf(ended).streak).toBe(2);
});

it('keeps what it has seen, each game once, and no game that runs or in which I held several seats', () => {
  const won = game('a', 'W 41, K 38: W', 1);
  expect(remember([won, game('b', '', 2)]).last).toEqual([at(1, true)]);
  const both = game('c', 'W 41, K 38: W', 3);
  both.seats.forEach((seat) => (seat.yours = true));
  expect(remember([won, both]).last).toHaveLength(1);
  const record = remember([game('d', 'W 30, K 38: K', 4)]);
  expect(record.last).toEqual([at(1, true), at(4, false)]);
  expect(remember([]).tallies).toEqual([{ bot: 'Steward', players: 2, won: 1, lost: 1 }]);
});
