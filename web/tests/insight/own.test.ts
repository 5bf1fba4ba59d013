/** One's own mistakes: what a review leaves, when it comes back, and what many games say together. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Review } from '../../src/api/types';
import { answered, BOXES, dueOf, kept } from '../../src/insight/own/kept';
import { learnFrom } from '../../src/insight/own/mistakes';
import { ownMistakes } from '../../src/insight/own/own_puzzles';
import { meanOf, profileOf } from '../../src/insight/own/profile';
import { twoPlayers as view } from '../views';

const DAY = 86_400_000;
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

beforeEach(() => localStorage.clear());

describe('mistakes of mine', () => {
  test('are kept once, of a whole review, and of my seat alone', async () => {
    await learnFrom('abc', review(false), 'W', async (ply) => `p${ply}`, 0);
    expect(kept().mistakes).toEqual([]);
    for (let time = 0; time < 2; time += 1)
      await learnFrom('abc', review(), 'W', async (ply) => `p${ply}`, 0);
    expect(kept().mistakes.map(({ id, position }) => [id, position])).toEqual([
      ['abc-9', 'p9'],
      ['abc-30', 'p30'],
    ]);
    expect(kept().games).toHaveLength(1);
  });

  test('come back after ever longer times, and are done in the end', async () => {
    await learnFrom('abc', review(), 'W', async () => 'p', 0);
    let now = 0;
    const days = BOXES.slice(1);
    for (const wait of days) {
      expect(dueOf(kept().mistakes, now).map(({ id }) => id)).toContain('abc-9');
      answered('abc-9', true, now);
      expect(dueOf(kept().mistakes, now + wait * DAY - 1).map(({ id }) => id)).toEqual(['abc-30']);
      now += wait * DAY;
    }
    answered('abc-30', false, 0);
    expect(dueOf(kept().mistakes, DAY - 1)).toEqual([]);
    answered('abc-9', true, now);
    expect(kept().mistakes.map(({ id }) => id)).toEqual(['abc-30']);
  });

  test('are asked as puzzles: the move played is wrong, the better one right', async () => {
    await learnFrom('abc', review(), 'W', async () => 'p', 0);
    const cost = {
      loss: LOSS,
      as_good: false,
      reasons: [],
      best_line: ['go:Uruk'],
      move_line: ['pass', 'go:Mari'],
    };
    vi.stubGlobal('fetch', async (request: Request) => {
      const path = new URL(request.url, 'http://here').pathname.replace('/api/v1/', '');
      if (path === 'positions') return Response.json({ players: 2, legal: ['pass', 'go:Uruk'], view });
      if (path === 'positions/try') return Response.json({ outlook: { options: [], reasons: [] } });
      return Response.json({ kind: 'move_cost', status: 'done', move_cost: cost });
    });
    const source = ownMistakes();
    expect(await source.find('daily')).toMatchObject({ id: 'abc-9', number: 2, moves: ['pass', 'go:Uruk'] });
    expect(await source.answer('abc-9', ['pass'])).toMatchObject({
      right: false,
      tries_left: 2,
      result: null,
    });
    expect((await source.refute('abc-9', ['pass'])).refutation?.moves).toEqual(['pass', 'go:Mari']);
    const over = await source.answer('abc-9', ['go:Uruk']);
    expect(over).toMatchObject({
      right: true,
      result: 'later',
      solution: { best: 'go:Uruk', second: 'pass' },
    });
    expect(kept().mistakes[0]).toMatchObject({ id: 'abc-9', box: 0 });
    expect(kept().mistakes[0]!.due).toBeGreaterThan(Date.now());
    vi.unstubAllGlobals();
  });
});

describe('a profile', () => {
  test('says what was lost where, and what luck brought', async () => {
    await learnFrom('abc', review(), 'W', async () => 'p', 0);
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
    await learnFrom('abc', review(), 'W', async () => 'p', 0);
    const games = kept().games.map((one) => ({ ...one, themes: { ...one.themes, pass: 0.01 } }));
    expect(profileOf(games).themes.map(({ theme }) => theme)).toEqual(['camels', 'court']);
  });

  test('has a margin of 95 % from three games on', () => {
    expect(meanOf([1, 3]).margin).toBeNull();
    expect(meanOf([1, 2, 3])).toEqual({ mean: 2, margin: 1.96 / Math.sqrt(3), games: 3 });
  });
});
