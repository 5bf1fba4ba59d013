import { UNDISTURBED } from '../../../src/api/types';
import { opensTurn } from '../../opens_turn';
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Entry, GameEvent, SeatFacts, View } from '../../../src/api/types';
import {
  endOfRound,
  pictureOfLine,
  tellEntries,
  type LogContext,
  type LogLine,
} from '../../../src/table/log/log';
import Log from '../../../src/table/log/Log.svelte';
import { Room, type Known } from '../../../src/table/room/room.svelte';
import { entriesSince, newsOf } from '../../../src/table/log/since_last_turn';
import finished from '../../views/finished-2.jsonl?raw';
import palaceRound from '../../views/palace-round.jsonl?raw';

afterEach(cleanup);

const NAMES: Record<string, string> = { W: 'Amata', K: 'Ninsun', B: 'Enlil', R: 'Shala', N: 'Grey' };
const context: LogContext = { name: (seat) => NAMES[seat] ?? seat, you: null, first: null, winners: [] };
const [last = '', ...moves] = finished.trim().split('\n');
const view = JSON.parse(last) as View;
const game = moves.map((line) => JSON.parse(line) as Entry);
const palace = palaceRound
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Entry);

type Happening = [clause: string, seat: GameEvent['seat'], what: string, amount?: number, detail?: string];
let ply = 0;
function entry(
  seat: Entry['seat'],
  token: string,
  happenings: Happening[] = [],
  more: Partial<Entry> = {},
): Entry {
  const events = happenings.map(([clause, who, what, amount = 1, detail = '']): GameEvent => ({
    clause,
    seat: who,
    what,
    amount,
    detail: detail || null,
    text: '',
  }));
  const opens_turn = opensTurn(token);
  return {
    ply: ++ply,
    kind: 'move',
    seat,
    token,
    opens_turn,
    count: 0,
    at: 0,
    by_bot: false,
    events,
    ...more,
  };
}
const engineer = () => [
  entry('K', 'engineer/2', [
    ['6.1', 'K', 'talents', -1],
    ['6.1', 'K', 'recruited', 2, 'engineer'],
    ['6.5', 'K', 'prestige', 2],
  ]),
  entry('K', 'dig:a3-b3', [['6.5', 'K', 'canal', 1, 'a3-b3']]),
];
const said = (line: LogLine) =>
  line.pieces
    .map(({ text }) => text)
    .join('')
    .replaceAll('\u2011', '-');
const told = (entries: Entry[], more: Partial<LogContext> = {}) =>
  tellEntries(entries, { ...context, ...more }).map(said);

test('the end of a round goes from its procession to the income of the next', () => {
  const deals = game.filter(({ kind }) => kind === 'deal').map((one) => game.indexOf(one));
  const upTo = (at: number) => endOfRound(tellEntries(game.slice(0, at + 1), context));
  expect(upTo(deals[0]!)).toBeNull();
  const kinds = deals.slice(1).map((at) => upTo(at)!.map(({ kind }) => kind));
  for (const told of kinds) {
    expect(told[0]).toBe('procession');
    expect(['round', 'income']).toContain(told.at(-1));
    expect(told).not.toContain('turn');
  }
  expect(new Set(kinds.flat())).toContain('marduk');
});

describe('the log in words', () => {
  test('the camel of an open duel is nobody’s turn', () => {
    const deal = entry(
      '$',
      'deal:F,F',
      [
        ['4.1', null, 'deal', 1],
        ['2.7', 'W', 'camels', 1],
        ['4.2', 'K', 'talents', 1],
      ],
      { kind: 'deal', opens_turn: false },
    );
    expect(told([deal]).slice(1)).toEqual(['Open duel: Amata +1 camel', 'Income: Ninsun +1 talent']);
    expect(tellEntries([deal], context).slice(1).map(pictureOfLine)).toEqual(['camel', 'banker']);
  });

  test('a turn of several decisions is one line, with its price and what it brought', () => {
    const lines = tellEntries(engineer(), context);
    expect(lines.map(said)).toEqual(['Ninsun took an engineer for 1 talent: canal a3-b3, +2 prestige']);
    expect(lines[0]?.pieces.filter(({ tag }) => tag === 'g').map(({ text }) => text)).toEqual([
      '+2 prestige',
    ]);
    expect(lines[0]).toMatchObject({ seat: 'K', kind: 'turn' });
    expect(lines[0]?.places).toEqual(expect.arrayContaining(['side:a3-b3', 'prestige:K']));
  });

  test('what a bot has played for somebody is not told them as their own', () => {
    const byBot = engineer().map((one) => ({ ...one, by_bot: true }));
    expect(told(engineer(), { you: 'K' })[0]).toMatch(/^You took/);
    expect(told(byBot, { you: 'K' })[0]).toMatch(/^Ninsun took/);
  });

  test('a journey says where to, what was paid and what was taken', () => {
    const journey = [
      entry('B', 'go:Susa', [
        ['7.2', 'B', 'camels', -3],
        ['7.1', 'B', 'caravan', 3, 'Susa'],
        ['7.5', 'B', 'good', -1, 'barley'],
      ]),
      entry('B', 'banker', [['7.5', 'B', 'court card', 2, 'banker']]),
    ];
    expect(told(journey)).toEqual([
      'Enlil moved the caravan 3 spaces to Susa (3 camels), paid barley, took Banker 2',
    ]);
    expect(told(journey, { you: 'B' })[0]).toMatch(/^You moved the caravan/);
  });

  test('a planting tells of the tile, the irrigation of others and the grey canals', () => {
    const planting = entry('W', 'go:Mari', [
      ['7.2', 'W', 'camels', -1],
      ['7.1', 'W', 'caravan', 1, 'Mari'],
      ['7.6', 'W', 'good', -1, 'wine'],
      ['7.6', 'W', 'good', -1, 'wine'],
      ['8.5', 'W', 'court card', -1, 'gardener'],
      ['8.6', 'W', 'tile', 1, 'c3'],
      ['8.6', 'W', 'prestige', 8],
      ['8.7', 'K', 'prestige', 2],
      ['8.8', 'N', 'canal', 1, 'b3-c3'],
      ['7.6', null, 'plant card turned', 1, 'Mari'],
    ]);
    expect(told([planting])).toEqual([
      'Amata moved the caravan 1 space to Mari (1 camel), paid 2 wine, planted c3 with 1 Gardener: ' +
        '+8 prestige, irrigation: Ninsun +2 prestige, grey canal b3-c3',
    ]);
  });

  test('those who have passed are told of behind the turn, together', () => {
    const pass = entry('B', 'pass', [
      ['5.3', 'B', 'passed'],
      ['5.3', 'R', 'talents'],
      ['5.3', 'W', 'talents'],
    ]);
    expect(told([pass])).toEqual(['Enlil passed', 'Shala and Amata have passed: +1 talent each']);
    expect(told([pass], { you: 'R' })[1]).toBe('Amata and you have passed: +1 talent each');
  });

  test('moves that were taken back are gone, and a quiet line says so', () => {
    const [craft, dig] = engineer() as [Entry, Entry];
    const undo = entry('K', '', [], { kind: 'undo', count: 1 });
    const again = entry('K', 'dig:a2-b2', [['6.5', 'K', 'canal', 1, 'a2-b2']]);
    expect(told([craft, dig, undo])).toEqual([
      'Ninsun took an engineer for 1 talent: +2 prestige',
      'Ninsun took back a move',
    ]);
    expect(told([craft, dig, undo, again])).toEqual([
      'Ninsun took back a move',
      'Ninsun took an engineer for 1 talent: canal a2-b2, +2 prestige',
    ]);
    const whole = entry('K', '', [], { kind: 'undo', count: 2 });
    const twice = entry('K', '', [], { kind: 'undo', count: 0 });
    expect(told([craft, dig, whole, twice])).toEqual(['Ninsun took back 2 moves']);
  });

  test('a whole game: a line for every turn and every round, and no word left unsaid', () => {
    const lines = tellEntries(game, { ...context, you: 'W', winners: ['K'] });
    const actions = game.filter(({ token }) => /^(pass|go:|[a-z]+\/)/.test(token));
    expect(lines.filter(({ kind }) => kind === 'turn')).toHaveLength(actions.length);
    expect(lines.filter(({ kind }) => kind === 'round').map(said)).toEqual(
      expect.arrayContaining(['Round 1: Ninsun begins', 'Round 2: you begin', 'Round 9: Ninsun begins']),
    );
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
    for (const line of lines) expect(said(line)).not.toMatch(/undefined|NaN|[{}<>]|^\s*$|\b(log|effect)\./);
    expect(lines.slice(-4).map(said)).toEqual([
      'The game ends with round 9',
      'Amyitis’ favour: Ninsun +10',
      'Goods left: Ninsun +1',
      'Ninsun has won',
    ]);
  });

  test('the Palace phase and the procession bonus', () => {
    const lines = told(palace);
    expect(lines).toContain('Palace: Ninsun took the Courtier bonus: Palace track to 7, +1 talent');
    expect(lines).toContain(
      'Procession (bonus): Enlil in Marduk, grey cubes in Ishtar and Tammouz; Amata pushed out of Marduk and Ishtar',
    );
    expect(lines).toContain('Round 4: Enlil begins');
    expect(lines).toContain('Income: Enlil +2 talents, Ninsun +1 talent');
    expect(lines).toContain('Marduk: Ninsun +2, Enlil +1');
  });

  test('a round that is over is not told again', () => {
    const first = tellEntries(game.slice(0, 30), context);
    const second = tellEntries(game.slice(0, 34), context);
    expect(second[0]).toBe(first[0]);
    expect(tellEntries(game.slice(0, 34), { ...context, you: 'K' })[0]).not.toBe(first[0]);
  });
});

describe('since your last turn', () => {
  test('tells of the others’ turns and of everybody’s gains', () => {
    const entries = game.slice(0, 10);
    const news = newsOf(entriesSince(entries, 'W', false), ['K', 'W'], context);
    expect(news.map(({ seat }) => seat)).toEqual(['K']);
    expect(news[0]?.turns.map(({ pieces }) => pieces.map(({ text }) => text).join(''))).toEqual([
      'Merchant: +1 camel',
    ]);
    expect(news[0]?.changes).toEqual([
      { what: 'talents', amount: -1 },
      { what: 'camels', amount: 1 },
    ]);
  });

  test('what a bot played for me is news', () => {
    const standIn = game.map((entry) => ({
      ...entry,
      by_bot: entry.by_bot || (entry.seat === 'W' && entry.ply > 3),
    }));
    const news = newsOf(entriesSince(standIn.slice(0, 10), 'W', false), ['K', 'W'], context);
    expect(news.map(({ seat }) => seat)).toEqual(['K', 'W']);
    expect(news[1]?.turns.length).toBeGreaterThan(0);
  });

  test('a turn one is in the middle of does not count', () => {
    const news = newsOf(entriesSince(game.slice(0, 8), 'W', true), ['K', 'W'], context);
    expect(news[0]?.turns).toHaveLength(1);
  });
});

function roomAt(plies: number): Room {
  const room = new Room('x');
  const seats = ['W', 'K'].map((seat) => ({
    seat,
    name: NAMES[seat] ?? '',
    kind: seat === 'W' ? 'person' : 'bot',
    bot: seat === 'W' ? null : 'Steward',
    yours: seat === 'W',
    returnable: false,
  })) as SeatFacts[];
  room.game = { ...UNDISTURBED, ply: plies, seats, view, over: false, legal: null } as unknown as Known;
  room.entries = game.slice(0, plies);
  return room;
}

describe('Log', () => {
  test('points at the places of the line under the mouse, and opens it with its clauses', async () => {
    const onPoint = vi.fn();
    render(Log, { room: roomAt(9), onPoint });
    await tick();
    const line = screen.getByRole('button', { name: /You moved the caravan/ });
    await fireEvent.mouseEnter(line);
    expect(onPoint.mock.lastCall?.[0]).toContain('square:b1');
    await fireEvent.mouseLeave(line);
    expect(onPoint.mock.lastCall?.[0]).toEqual([]);
    await fireEvent.click(line);
    expect(screen.getAllByRole('link', { name: 'rules 8.6' })[0]?.getAttribute('href')).toBe('/rules/8.6');
  });

  test('is one stop of the keyboard, and the arrows go from line to line', async () => {
    render(Log, { room: roomAt(9) });
    const lines = [...document.querySelectorAll<HTMLElement>('[data-line]')];
    expect(lines.filter((line) => line.tabIndex === 0)).toEqual([lines.at(-1)]);
    lines.at(-1)?.focus();
    await fireEvent.keyDown(lines.at(-1)!, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(lines.at(-2));
  });

  test('the summary opens from its heading and closes with Escape', async () => {
    render(Log, { room: roomAt(9) });
    await fireEvent.click(screen.getByRole('button', { name: 'Since your last turn' }));
    expect(screen.getByRole('dialog')).toBeTruthy();
    await fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
