/** Questions to the coach: one at a time, so that who tries many moves quickly never has too many waiting. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CoachApi } from '../../src/coach/coach_api';

const asked: string[] = [];
const answers: object[] = [];
const always = () => true;
const rest = () => vi.advanceTimersByTimeAsync(2000);
const moment = (...tokens: string[]) => ({ ply: 3, tokens });

beforeEach(() => {
  vi.useFakeTimers();
  for (const list of [asked, answers]) list.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { tokens } = (await request.json()) as { tokens: string[] };
    asked.push(`${new URL(request.url).pathname.split('/').at(-1)} ${tokens.join(' ')}`);
    return Response.json(answers.shift() ?? { status: 'running', error: null });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('one question is open at a time, and a hint is next', async () => {
  const api = new CoachApi('game');
  void api.moveCost(moment('one'), always);
  void api.shares(moment('two'), always);
  void api.hint(moment(), 1, always);
  await rest();
  expect(new Set(asked)).toEqual(new Set(['move-cost one']));
  answers.push({ status: 'done', error: null, move_cost: null }, { status: 'done', error: null, hint: null });
  asked.length = 0;
  await rest();
  expect(asked.slice(0, 3)).toEqual(['move-cost one', 'hint ', 'shares two']);
});

test('what the engine has begun is awaited when nobody wants it; what waits is then not asked', async () => {
  const api = new CoachApi('game');
  let wanted = true;
  const first = api.moveCost(moment('one'), () => wanted);
  const second = api.moveCost(moment('two'), () => wanted);
  const third = api.moveCost(moment('three'), always);
  await rest();
  wanted = false;
  await rest();
  expect(new Set(asked)).toEqual(new Set(['move-cost one']));
  answers.push({ status: 'done', error: null, move_cost: { move: 'one' } });
  answers.push({ status: 'failed', error: 'no' }, { status: 'done', error: null, move_cost: null });
  const failed = expect(third).rejects.toThrow('no');
  await rest();
  expect([await first, await second]).toEqual([null, null]);
  await failed;
  expect(asked.at(-1)).toBe('move-cost three');
});
