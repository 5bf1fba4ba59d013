import { opensTurn } from '../../opens_turn';
import { expect, test } from 'vitest';
import type { Entry } from '../../../src/api/types';
import { lastTurns } from '../../../src/table/log/last_turn';
import palaceRound from '../../views/palace-round.jsonl?raw';

const listener = { name: (seat: string) => seat, you: null, winners: [] };
const entries = palaceRound
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Entry);

const entry = (ply: number, seat: string, token: string, ...events: object[]) =>
  ({ ply, seat, token, opens_turn: opensTurn(token), kind: 'move', count: 0, events }) as unknown as Entry;
const event = (what: string, detail: string | null, seat: string, amount: number, clause = '6.3') => ({
  what,
  detail,
  seat,
  amount,
  clause: what === 'talents' ? '6.2' : clause,
});

test('the last turn of each player: with what, where, for what', () => {
  const found = lastTurns(
    [
      entry(
        1,
        'W',
        'merchant/1',
        event('recruited', 'merchant', 'W', 1, '6.1'),
        event('camels', null, 'W', 1, '6.6'),
      ),
      entry(
        2,
        'K',
        'engineer/2',
        event('recruited', 'engineer', 'K', 2, '6.1'),
        event('prestige', null, 'K', 2, '6.5'),
      ),
      entry(3, 'K', 'dig:b1-c1', event('canal', 'b1-c1', 'K', 1, '6.5')),
      entry(
        4,
        'W',
        'peasant/1',
        event('talents', null, 'W', -1),
        event('recruited', 'peasant', 'W', 1, '6.1'),
      ),
      entry(5, 'W', 'top', event('cube in row', 'top', 'W', 1, '6.2'), event('good', 'palm', 'W', 1, '6.2')),
      entry(6, 'B', 'pass', event('passed', null, 'B', 1, '5.3')),
    ],
    listener,
  );
  expect(found.get('W')).toMatchObject({
    ...{ ply: 4, picture: 'peasant', where: 'upper row', plain: true },
    gains: [{ what: 'palm', amount: 1 }],
  });
  expect(found.get('K')).toMatchObject({ ply: 2, picture: 'engineer', where: 'b1\u2011c1', plain: false });
  expect(found.get('K')?.gains).toEqual([{ what: 'prestige', amount: 2 }]);
  expect(found.get('K')?.words).toContain('Engineer');
  expect(found.get('B')).toMatchObject({ picture: 'moon', where: 'passed', gains: [] });
  expect(found.has('R')).toBe(false);
});

test('every turn of a real round is told', () => {
  const seats = new Set(
    entries.filter(({ kind, token }) => kind === 'move' && /\/|go:|pass/.test(token)).map(({ seat }) => seat),
  );
  const found = lastTurns(entries, listener);
  expect([...found.keys()].sort()).toEqual([...seats].sort());
  for (const turn of found.values()) expect(turn.where).not.toBe('');
});
