/** One's own mistakes: what a review leaves, when it comes back, and what many games say together. */
import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Review } from '../../src/api/types';
import { BOXES, dueOf, kept, noteResult } from '../../src/insight/own/kept';
import { learnFrom } from '../../src/insight/own/mistakes';
import ProgressPage from '../../src/insight/own/ProgressPage.svelte';
import { ownMistakes } from '../../src/insight/own/own_puzzles';
import { meanOf, profileOf } from '../../src/insight/own/profile';
import PuzzlePanel from '../../src/insight/puzzles/PuzzlePanel.svelte';
import { PuzzleRoom } from '../../src/insight/puzzles/puzzle_room.svelte';
import { twoPlayers as view } from '../views';

const SAT = [
  { seat: 'W', name: 'Anna', bot: null },
  { seat: 'K', name: 'Scribe', bot: 'Scribe' },
] as const;
const LOSS = { points: 12, low: 9, high: 15, prestige: 2, best: {}, played: {}, proven: false };

function review(complete = true): Review {
  const decision = (ply: number, round: number, seat: string, grade: string | null) => ({
    ...{ ply, round, seat, question: 'action', played: 'pass', best: 'go:Uruk', grade, counts: true },
    ...{ before: {}, after: {}, loss: grade ? LOSS : { ...LOSS, points: 0 }, best_line: [], played_line: [] },
    ...{ reasons: [], themes: grade ? ['camels', 'court'] : [] },
  });
  return {
    complete,
    players: 2,
    decisions: [
      decision(3, 1, 'W', null),
      decision(9, 2, 'W', 'mistake'),
      decision(12, 2, 'K', 'blunder'),
      decision(30, 6, 'W', 'blunder'),
    ],
    summary: [{ seat: 'W', result: -20, luck: 5 }],
  } as unknown as Review;
}

/** Set the clock to an hour of a day, from 20 March 2026 on. */
function onDay(day: number, hour: number): void {
  vi.setSystemTime(new Date(2026, 2, 20 + day, hour));
}

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Prague'); // the clocks go forward on 29 March
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('mistakes of mine', () => {
  test('are kept once, of a whole review, and of my seat alone', async () => {
    await learnFrom('abc', review(false), 'W', SAT, async (ply) => `p${ply}`, 0);
    expect(kept().mistakes).toEqual([]);
    for (let time = 0; time < 2; time += 1)
      await learnFrom('abc', review(), 'W', SAT, async (ply) => `p${ply}`, 0);
    expect(kept().mistakes.map(({ id, position }) => [id, position])).toEqual([
      ['abc-9', 'p9'],
      ['abc-30', 'p30'],
    ]);
    expect(kept().games).toHaveLength(1);
  });

  const dueNow = () => dueOf(kept().mistakes).map(({ id }) => id);

  test('come back after ever longer times, and are done in the end', async () => {
    vi.useFakeTimers();
    onDay(0, 22);
    await learnFrom('abc', review(), 'W', SAT, async () => 'p');
    expect(dueNow()).toEqual(['abc-9', 'abc-30']);
    expect(noteResult('abc-9', true)).toBe(1);
    expect(noteResult('abc-30', true)).toBe(1);
    expect(dueNow()).toEqual([]);
    onDay(1, 7); // not a whole day later, and yet the next day
    expect(dueNow()).toEqual(['abc-9', 'abc-30']);
    expect(noteResult('abc-9', true)).toBe(3);
    expect(noteResult('abc-30', false)).toBe(1); // a miss
    onDay(2, 12);
    expect(dueNow()).toEqual(['abc-30']);
    expect(noteResult('abc-30', true)).toBe(1);
    let day = 1;
    for (const wait of BOXES.slice(2)) {
      onDay(day + wait - 1, 23);
      expect(dueNow()).not.toContain('abc-9');
      day += wait;
      onDay(day, 0);
      expect(dueNow()).toContain('abc-9');
      const last = wait === 21;
      expect(noteResult('abc-9', true)).toBe(last ? 0 : wait === 3 ? 7 : 21);
    }
    expect(day).toBe(1 + 3 + 7 + 21);
    expect(kept().mistakes.map(({ id, box }) => [id, box])).toEqual([['abc-30', 1]]);
    expect(noteResult('abc-9', true)).toBe(0);
  });

  test('that are tried before they are due do not move on, and go back after a miss', async () => {
    vi.useFakeTimers();
    onDay(0, 12);
    await learnFrom('abc', review(), 'W', SAT, async () => 'p');
    noteResult('abc-9', true);
    onDay(1, 12);
    expect(noteResult('abc-9', true)).toBe(3);
    onDay(2, 12);
    expect(noteResult('abc-9', true)).toBe(2);
    expect(kept().mistakes[0]).toMatchObject({ id: 'abc-9', box: 2 });
    expect(noteResult('abc-9', false)).toBe(1);
    expect(kept().mistakes[0]).toMatchObject({ id: 'abc-9', box: 0 });
  });

  /** A service that knows one turn: `go:Uruk` is best, then `pay:b` or `pay:w` are right, and behind that `dig` follows. */
  function serve(): string[][] {
    const asked: string[][] = [];
    const loss = (points: number) => ({ ...LOSS, points });
    const cost = {
      ...{ loss: LOSS, scale: 'share', as_good: false, reasons: [] },
      ...{ best_line: ['go:Uruk'], move_line: ['pass', 'go:Mari'] },
    };
    vi.stubGlobal('fetch', async (request: Request) => {
      const path = new URL(request.url, 'http://here').pathname.replace('/api/v1/', '');
      if (path === 'positions') return Response.json({ players: 2, legal: ['pass', 'go:Uruk'], view });
      if (path === 'positions/try') return Response.json({ outlook: { options: [], reasons: [] } });
      if (path !== 'turn-answers')
        return Response.json({ kind: 'move_cost', status: 'done', move_cost: cost });
      const { tokens } = (await request.json()) as { tokens: string[] };
      asked.push(tokens);
      if (asked.length === 1) return Response.json({ status: 'running' }); // the first answer takes a while
      const last = tokens.at(-1)!;
      const right = last !== 'pass' && last !== 'pay:g';
      const said = { reply: right && tokens.length === 2 ? ['dig'] : [], over: right && tokens.length === 2 };
      const its = { ...cost, loss: loss(7), move_line: [last, 'then'] };
      return Response.json({ status: 'done', error: null, right, ...said, cost: right ? null : its });
    });
    return asked;
  }

  test('are asked as puzzles of whole turns', async () => {
    await learnFrom('abc', review(), 'W', SAT, async () => 'p', 0);
    const asked = serve();
    const source = ownMistakes();
    expect(await source.find('daily')).toMatchObject({ id: 'abc-9', moves: ['pass', 'go:Uruk'] });
    expect([source.due(), source.players()]).toEqual([2, SAT]);
    expect(await source.answer('abc-9', ['pass'])).toMatchObject({
      right: false,
      tries_left: 2,
      result: null,
    });
    expect((await source.refute('abc-9', ['pass'])).refutation?.moves).toEqual(['pass', 'then']);
    expect(await source.answer('abc-9', ['go:Uruk'])).toMatchObject({ right: true, result: null, turn: 1 });
    expect(source.again()).toBeNull();
    expect(await source.answer('abc-9', ['go:Uruk', 'pay:g'])).toMatchObject({
      ...{ right: false, tries_left: 1 },
      wrong: [['pass'], ['go:Uruk', 'pay:g']],
    });
    expect((await source.refute('abc-9', ['go:Uruk', 'pay:g'])).refutation).toMatchObject({
      ...{ moves: ['go:Uruk', 'pay:g', 'then'], points: 7 },
    });
    expect(await source.answer('abc-9', ['go:Uruk', 'pay:w'])).toMatchObject({
      ...{ right: true, result: 'later', reply: ['dig'] },
      solution: { best: 'go:Uruk', second: 'pass', points: 12 },
    });
    expect([source.again(), source.due()]).toEqual([1, 1]);
    expect(asked).toHaveLength(5); // each turn once, and the first twice; what is refuted is known
    expect(kept().mistakes[0]).toMatchObject({ id: 'abc-9', box: 0 });
    expect(kept().mistakes[0]!.due).toBeGreaterThan(Date.now());
    vi.unstubAllGlobals();
  });

  test('name who sat in the game, and are no longer due once they are over', async () => {
    await learnFrom('abc', review(), 'W', SAT, async () => 'p', 0);
    serve();
    const room = new PuzzleRoom(ownMistakes());
    await room.enter('daily');
    expect([room.name('W'), room.name('K')]).toEqual(['Anna', 'Scribe']);
    render(PuzzlePanel, { room, daily: false, theme: '' });
    const header = () => document.querySelector('.number')!.textContent;
    expect(header()).toBe('2 due');
    await room.giveUp();
    await tick();
    expect(header()).toBe('1 due');
    expect(document.querySelector('.said')!.textContent).toContain('It comes back tomorrow.');
    cleanup();
    vi.unstubAllGlobals();
  });

  test('are missed after three wrong choices, wherever they lie in the turn', async () => {
    await learnFrom('abc', review(), 'W', SAT, async () => 'p', 0);
    serve();
    const source = ownMistakes();
    await source.find('daily');
    await source.answer('abc-9', ['pass']);
    await source.answer('abc-9', ['go:Uruk']);
    await source.answer('abc-9', ['go:Uruk', 'pay:g']);
    expect(await source.answer('abc-9', ['go:Uruk', 'pass'])).toMatchObject({
      ...{ right: false, result: 'failed', tries_left: 0 },
      wrong: [['pass'], ['go:Uruk', 'pay:g'], ['go:Uruk', 'pass']],
    });
    expect(source.again()).toBe(1);
    vi.unstubAllGlobals();
  });
});

describe('a profile', () => {
  test('says what was lost where, and what luck brought', async () => {
    await learnFrom('abc', review(), 'W', SAT, async () => 'p', 0);
    const profile = profileOf(kept().games);
    expect(profile.adjusted).toEqual({ mean: -25, margin: null, games: 1 });
    expect(profile.phases.map(({ phase, lost }) => [phase, lost.mean])).toEqual([
      ['early', 6],
      ['middle', 0],
      ['late', 12],
    ]);
    expect(profile.players).toEqual([{ players: 2, lost: { mean: 8, margin: null, games: 1 } }]);
    expect(profile.themes.map(({ theme, lost }) => [theme, lost.mean])).toEqual([
      ['camels', 12],
      ['court', 12],
    ]);
  });

  test('leaves out themes that cost no points', async () => {
    await learnFrom('abc', review(), 'W', SAT, async () => 'p', 0);
    const games = kept().games.map((one) => ({ ...one, themes: { ...one.themes, pass: 0.01 } }));
    expect(profileOf(games).themes.map(({ theme }) => theme)).toEqual(['camels', 'court']);
  });

  test('has a margin of 95 % from three games on', () => {
    expect(meanOf([1, 3]).margin).toBeNull();
    const { mean, margin } = meanOf([1, 2, 3]);
    expect([mean, margin]).toEqual([2, expect.closeTo(4.303 / Math.sqrt(3))]); // Student's t with two degrees
    const many = meanOf(Array.from({ length: 101 }, (_, i) => i % 2));
    expect(many.margin).toBeCloseTo((1.984 * Math.sqrt(0.25 * 1.01)) / Math.sqrt(101), 2);
  });

  /** A game: its players and rounds, my result and luck, and my decisions as [round, points, theme of a mistake]. */
  type Told = [
    players: number,
    rounds: number,
    result: number,
    luck: number,
    mine: [number, number, string?][],
  ];
  const GAMES: Told[] = [
    [2, 6, 50, 12, [[1, 1], [3, 8, 'camels'], [6, 3]]],
    [3, 7, -33, -5, [[1, 5, 'court'], [2, 0], [4, 2], [7, 9, 'camels']]],
    [2, 5, -50, 4, [[1, 0], [2, 7, 'court'], [5, 11, 'camels']]],
    [4, 6, 75, 20, [[2, 2], [3, 1]]],
  ]; // prettier-ignore

  function told([players, rounds, result, luck, mine]: Told): Review {
    const others = [
      { round: rounds, seat: 'K', counts: true, grade: 'blunder', loss: LOSS, themes: ['tempo'] },
    ];
    const plain = { round: 1, seat: 'W', counts: false, grade: null, loss: { ...LOSS, points: 40 } };
    const decisions = mine.map(([round, points, theme]) => ({
      ...{ round, seat: 'W', counts: true, grade: theme ? 'mistake' : null, loss: { ...LOSS, points } },
      ...{ themes: theme ? [theme, 'tempo'] : [], played: 'pass', best: 'go:Uruk', question: 'action' },
    }));
    const summary = [{ seat: 'W', result, luck }];
    const all = [...decisions, plain, ...others].map((one, ply) => ({ ...one, ply }));
    return { complete: true, players, decisions: all, summary } as unknown as Review;
  }

  /** A row of the page as it must be, of one figure for each game. */
  function row(name: string, figures: number[]): string[] {
    const n = figures.length;
    const mean = figures.reduce((sum, figure) => sum + figure) / n;
    const squares = figures.reduce((sum, figure) => sum + figure * figure, 0);
    const error = Math.sqrt((squares / n - mean * mean) / (n - 1));
    const sure = n < 3 ? 'too few games' : `± ${(error * { 3: 4.303, 4: 3.182 }[n]!).toFixed(1)}`;
    return [name, mean.toFixed(1), sure];
  }

  test('is right on a second day with several games', async () => {
    vi.useFakeTimers();
    onDay(0, 21);
    for (const [i, game] of GAMES.slice(0, 2).entries())
      await learnFrom(`a${i}`, told(game), 'W', SAT, async (ply) => `p${ply}`);
    for (const id of ['a0-1', 'a1-0']) noteResult(id, true);
    onDay(1, 9);
    for (const [i, game] of GAMES.slice(2).entries())
      await learnFrom(`b${i}`, told(game), 'W', SAT, async (ply) => `p${ply}`);
    noteResult('a0-1', true); // right on two days
    noteResult('a1-3', false);
    render(ProgressPage);
    const cells = [...document.querySelectorAll('tbody tr')]
      .map((line) => [...line.children].map((cell) => cell.textContent!.replace(/\s+/g, ' ').trim()))
      .filter(({ length }) => length === 3);
    const perDecision = (wanted: (round: number, game: Told) => boolean) =>
      GAMES.map((game) => game[4].filter(([round]) => wanted(round, game)).map(([, points]) => points))
        .filter(({ length }) => length)
        .map((lost) => lost.reduce((sum, points) => sum + points, 0) / lost.length);
    const perGame = (theme: string) =>
      GAMES.map(
        (game) =>
          game[4]
            .filter(([, , its]) => its && [its, 'tempo'].includes(theme))
            .reduce((sum, [, n]) => sum + n, 0) / 2,
      );
    /** In which third of its game a round begins. */
    const third = (round: number, [, rounds]: Told) =>
      [1, 2, 3].find((part) => 3 * (round - 1) < part * rounds);
    expect(cells).toEqual([
      row(
        'First third',
        perDecision((round, game) => third(round, game) === 1),
      ),
      row(
        'Second third',
        perDecision((round, game) => third(round, game) === 2),
      ),
      row(
        'Last third',
        perDecision((round, game) => third(round, game) === 3),
      ),
      ...[2, 3, 4].map((n) =>
        row(
          `${n} players`,
          perDecision((_round, [players]) => players === n),
        ),
      ),
      row('Tempo', perGame('tempo')),
      row('Camels', perGame('camels')),
      row('Court cards', perGame('court')),
    ]);
    const text = document.body.textContent!.replace(/\s+/g, ' ');
    expect(text).toContain('3 mistakes are due.');
    expect(text).toContain('right 2 times, in 3 days');
    expect(text).toContain('in a day');
    // Results 50, -33, -50, 75; luck 12, -5, 4, 20: means 10.5 and 7.75, and 2.75 without luck.
    expect(text).toContain(
      '4 games: +11 points a game beyond an even share. The deals brought +8 of them; without them +3.',
    );
    const rest = [38, -28, -54, 55];
    expect(text).toContain(`Margin: ± ${Math.round(Number(row('', rest)[2]!.slice(2)))}.`);
    cleanup();
  });
});
