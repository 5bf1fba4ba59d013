import { describe, expect, test } from 'vitest';
import type { SeatFacts, Summary } from '../../src/api/types';
import { nextGame, standing } from '../../src/lobby/first/next';
import { friendsTable, hotSeat, NO_SWITCHES, quickGame, type Quick } from '../../src/lobby/start/new_game';
import {
  ago,
  company,
  inOrder,
  progressInWords,
  resultInWords,
  resultOf,
  terms,
} from '../../src/lobby/tables/game_words';

const seat = (letter: SeatFacts['seat'], facts: Partial<SeatFacts> = {}): SeatFacts => ({
  seat: letter,
  name: letter,
  kind: 'person',
  bot: null,
  yours: false,
  returnable: false,
  was_yours: false,
  last_seen: null,
  wish: null,
  votes: 0,
  votes_needed: 1,
  ...facts,
});
const game = (facts: Partial<Summary>): Summary => ({
  id: 'g',
  name: '',
  created: 0,
  updated: 0,
  players: 2,
  switches: NO_SWITCHES,
  public: false,
  ply: 1,
  over: false,
  result: '*',
  decider: 'W',
  waiting_for_names: [],
  your_turn: false,
  yours: false,
  seats: [seat('W', { name: 'Amata', yours: true }), seat('K', { name: 'Enlil' })],
  rematch: null,
  round: 1,
  tiles_left: 16,
  scores: {},
  ...facts,
});

describe('a new game', () => {
  const wanted: Quick = {
    opponents: 2,
    level: 'Architect',
    colour: 'B',
    first: 'drawn',
    palace: true,
    limited: false,
    coach: true,
  };

  test('against bots: I sit first in my colour, they take the colours that are left', () => {
    const asked = quickGame(wanted);
    expect(asked.colours).toBe('BWK');
    expect(asked.seats).toMatchObject([
      { kind: 'me' },
      { kind: 'bot', bot: 'Architect' },
      { kind: 'bot', bot: 'Architect' },
    ]);
    expect(new Set(asked.seats.map((seat) => seat.name)).size).toBe(3);
    expect(asked.switches.palace).toBe(true);
    expect(asked.first).toBe('chance');
    expect(asked.coach).toBe(true);
  });

  test('who begins: me, or the seat after me so that I am last', () => {
    expect(quickGame({ ...wanted, first: 'me' }).first).toBe(0);
    expect(quickGame({ ...wanted, first: 'last' }).first).toBe(1);
  });

  test('with friends: empty seats are left out, and with them their colours', () => {
    const asked = friendsTable({
      name: ' ',
      seats: { W: 'open', K: '', B: 'me', R: 'Steward' },
      palace: false,
      limited: true,
      lap: true,
      nobles: true,
      duel: true,
      open: true,
      several: true,
      closed: true,
      coach: true,
      clock: 'day',
      whenUp: 'loss',
    });
    expect(asked.clock).toEqual({ kind: 'slow', allowance: 86_400, increment: 0, when_up: 'loss' });
    expect(asked.colours).toBe('WBR');
    expect(asked.seats).toMatchObject([{ kind: 'open' }, { kind: 'me' }, { kind: 'bot', bot: 'Steward' }]);
    expect(asked).toMatchObject({
      public: true,
      several_seats: true,
      coach: true,
      name: null,
    });
    expect(asked.switches).toEqual({
      palace: false,
      limited_supply: true,
      full_lap: true,
      unlimited_noble: false,
      open_duel: false,
    });
  });

  test('at one screen: everyone is me, by name', () => {
    expect(hotSeat(['Amata', 'Ninsun', 'Enlil'])).toMatchObject({
      colours: 'WKB',
      seats: [
        { kind: 'me', name: 'Amata' },
        { kind: 'me', name: 'Ninsun' },
        { kind: 'me', name: 'Enlil' },
      ],
    });
  });
});

describe('a game of a list', () => {
  test('reads the result as the server writes it', () => {
    const result = resultOf('W 41, K 38: W');
    expect(result?.scores).toEqual(
      new Map([
        ['W', 41],
        ['K', 38],
      ]),
    );
    expect(result?.winners).toEqual(['W']);
    expect(resultOf('*')).toBeNull();
  });

  test('says who won, from my side where I hold one seat', () => {
    expect(resultInWords(game({ over: true, result: 'W 61, K 54: W' }))).toBe('You won 61 to 54');
    expect(resultInWords(game({ over: true, result: 'W 50, K 54: K' }))).toBe('Enlil won 54 to 50');
    expect(resultInWords(game({ over: true, result: 'W 54, K 54: W K' }))).toBe(
      'You share the victory with 54',
    );
    const both = [seat('W', { name: 'Amata', yours: true }), seat('K', { name: 'Enlil', yours: true })];
    expect(resultInWords(game({ over: true, result: 'W 61, K 54: W', seats: both }))).toBe(
      'Amata won 61 to 54',
    );
  });

  test('names the others: people, then bots and free seats counted', () => {
    const seats = [
      seat('W', { yours: true }),
      seat('K', { name: 'Enlil' }),
      seat('B', { kind: 'bot', bot: 'Steward' }),
      seat('R', { kind: 'bot', bot: 'Steward' }),
    ];
    expect(company(game({ seats }))).toBe('Enlil, 2 × Steward');
    const open = [seat('W', { yours: true }), seat('K', { kind: 'open', name: '' })];
    expect(company(game({ seats: open }))).toBe('1 free seat');
  });

  test('keeps the name of somebody for whom a bot plays', () => {
    const seats = [
      seat('W', { yours: true }),
      seat('K', { name: 'Enlil', kind: 'bot', bot: 'Steward', returnable: true }),
    ];
    expect(company(game({ seats }))).toBe('Enlil');
  });

  test('comes in order: my turn, running, over, the latest first', () => {
    const listed = [
      game({ id: 'over', over: true, updated: 9 }),
      game({ id: 'older', updated: 4 }),
      game({ id: 'running', updated: 5 }),
      game({ id: 'older turn', your_turn: true, updated: 1 }),
      game({ id: 'turn', your_turn: true, updated: 2 }),
    ];
    expect(inOrder(listed).map((one) => one.id)).toEqual(['turn', 'older turn', 'running', 'older', 'over']);
  });

  test('says how far it has come, where that is known', () => {
    expect(progressInWords(game({ round: 6, tiles_left: 1 }))).toBe('Round 6, 1 tile left');
    expect(progressInWords(game({ round: 0, tiles_left: null }))).toBe('');
  });

  test('says roughly when', () => {
    const now = 1_000_000_000;
    expect(ago(now - 20_000, now)).toBe('just now');
    expect(ago(now - 2 * 3_600_000, now)).toMatch(/^2 hr\.? ago$/);
    expect(ago(now - 30 * 3_600_000, now)).toBe('yesterday');
  });
});

describe('what comes first', () => {
  const over = game({ id: 'over', over: true, updated: 9 });
  const running = [game({ id: 'early', updated: 3 }), game({ id: 'late', updated: 7 })];

  test('is the latest game that waits for me', () => {
    const turns = [
      game({ id: 'turn', your_turn: true, updated: 5 }),
      game({ id: 'older turn', your_turn: true, updated: 1 }),
    ];
    expect(nextGame([over, ...running, ...turns])?.id).toBe('turn');
  });

  test('else the one in which something happened last; none where all are over', () => {
    expect(nextGame([over, ...running])?.id).toBe('late');
    expect(nextGame([over])).toBeNull();
  });

  test('shows who has how much, and which are mine', () => {
    expect(standing(game({ scores: { W: 14, K: 32 } }))).toEqual([
      { seat: 'W', score: 14, mine: true },
      { seat: 'K', score: 32, mine: false },
    ]);
    expect(standing(game({}))).toEqual([]);
  });
});

test('what is agreed on at a table is told before somebody sits down: switches, clocks, and what a lost time means', () => {
  const view = { switches: { ...NO_SWITCHES, limited_supply: true } } as never;
  const clock = { kind: 'live', allowance: 600_000, increment: 10_000, when_up: 'loss' } as never;
  expect(terms({ view, clock })).toEqual([
    'Limited supply',
    '10 min each, + 10 s a turn',
    'Time up: the game is lost',
  ]);
  expect(terms({ view, clock: null })).toEqual(['Limited supply']);
});
