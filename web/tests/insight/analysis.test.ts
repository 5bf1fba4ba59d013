/** The analysis board: moves of all seats, lines played at once, deals, and an evaluation that grows. */
import { render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AnalysisRoom } from '../../src/insight/analysis/analysis_room.svelte';
import MoveList from '../../src/insight/analysis/MoveList.svelte';
import { steady } from '../../src/insight/analysis/order';
import { Evaluating } from '../../src/insight/analysis/evaluating.svelte';
import { provenWords } from '../../src/insight/analysis/proven';
import { FakeSocket } from '../api/fake_socket';
import { twoPlayers as view } from '../views';

const JOB = { key: 'k', kind: 'evaluation', error: null, done: 0, total: 1 };

interface Asked {
  path: string;
  position: string;
  tokens: string[];
}

/** A server on which a position is the tokens that led to it. */
function serve(refuses = ''): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url, 'http://here').pathname.replace('/api/v1/', '');
    const given = (await request.clone().json()) as { position: string; tokens?: string[] };
    const tokens = given.tokens ?? [];
    asked.push({ path, position: given.position, tokens });
    if (given.position === 'nonsense' || tokens.includes(refuses))
      return Response.json({ type: 'bad', title: '', status: 400, detail: 'that is wrong' }, { status: 400 });
    if (path === 'positions')
      return Response.json({
        position: given.position,
        decider: 'W',
        question: 'action',
        legal: ['pass'],
        view,
      });
    const steps = tokens.map((token, i) => ({
      ...{ token: token === 'deal' ? 'deal:FTE/FTE' : token, seat: i % 2 ? 'K' : 'W', events: [], set: {} },
      ...{
        decider: token === 'pass' ? '$' : 'K',
        question: token === 'pass' ? 'deal' : 'action',
        legal: ['pass'],
      },
    }));
    const position = [given.position, ...tokens].join(' ');
    return Response.json({ position, steps, ends_with: 'decision', outlook: null });
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe('the board', () => {
  test('plays moves, goes back, and goes another way', async () => {
    serve();
    const room = new AnalysisRoom();
    expect(await room.begin('start')).toBe('');
    await room.tryMove('go:Uruk');
    await room.tryMove('pass');
    expect(room.position).toBe('start go:Uruk pass');
    expect(room.dealing).toBe(true);
    expect(room.deciding).toBeNull();
    await room.deal();
    expect(room.trail.at(-1)?.token).toBe('deal:FTE/FTE');
    await room.goTo(1);
    expect(room.deciding).toBe('K');
    await room.tryMove('go:Mari');
    expect(room.trail.map(({ token }) => token)).toEqual(['', 'go:Uruk', 'go:Mari']);
    await room.stepBack();
    expect(room.at).toBe(1);
  });

  test('plays a line at once, and asks for a position on its way only when it is looked at', async () => {
    const asked = serve();
    const room = new AnalysisRoom();
    await room.begin('start');
    await room.play(['a', 'b', 'c']);
    expect(room.position).toBe('start a b c');
    const before = asked.length;
    await room.goTo(2);
    expect(room.position).toBe('start a b');
    expect(asked.slice(before)).toEqual([
      { path: 'positions/explore', position: 'start', tokens: ['a', 'b'] },
    ]);
    await room.goTo(99);
    expect(room.at).toBe(3);
    await Promise.all([room.goTo(2), room.goTo(1)]);
    expect(room.position).toBe('start a');
    await room.play(['d']);
    expect(room.position).toBe('start a d');
  });

  test('says what is wrong, and keeps what it shows', async () => {
    serve('never');
    const room = new AnalysisRoom();
    await room.begin('start');
    expect(await room.begin('nonsense')).toBe('That is wrong.');
    expect(room.position).toBe('start');
    await room.tryMove('never');
    expect(room.trouble).toBe('That is wrong.');
    expect(room.trail).toHaveLength(1);
  });
});

test('an evaluation grows until it is done, and that of another position is not waited for', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  const asked = vi.fn();
  vi.stubGlobal('fetch', (request: Request) => {
    asked(`${request.method} ${new URL(request.url).pathname}`);
    return Promise.resolve(Response.json({ ...JOB, status: 'waiting', evaluation: null }));
  });
  const evaluating = new Evaluating();
  evaluating.about('here');
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.last.address).toMatch(/\/api\/v1\/jobs\/k\/live$/);
  FakeSocket.last.tell({ ...JOB, status: 'running', evaluation: { position: 'here', visits: 2 } });
  expect(evaluating.evaluation?.visits).toBe(2);
  expect(evaluating.running).toBe(true);
  FakeSocket.last.tell({ ...JOB, status: 'done', evaluation: { position: 'here', visits: 3 } });
  FakeSocket.last.drop(1000);
  expect(evaluating.evaluation?.visits).toBe(3);
  expect(evaluating.running).toBe(false);
  evaluating.about('there');
  evaluating.about(null);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked.mock.calls).toEqual([['POST /api/v1/evaluations']]);
  expect(evaluating.evaluation).toBeNull();
  vi.useRealTimers();
});

test('rows stay where they are under a pointer', () => {
  const rows = [{ move: 'c' }, { move: 'a' }, { move: 'd' }, { move: 'b' }];
  expect(steady(rows, null).map(({ move }) => move)).toEqual(['c', 'a', 'd', 'b']);
  expect(steady(rows, ['a', 'b', 'c']).map(({ move }) => move)).toEqual(['a', 'b', 'c', 'd']);
});

describe('a proof in words', () => {
  const shares = (...values: number[]) => ({ W: values[0]!, K: values[1]!, B: values[2]! });
  const proof = { moves: [], line: [], prestige: shares(98, 97, 60) };

  test('names the winner and the prestige, or who shares the win', () => {
    const [won, shared] = [shares(1, 0, 0), shares(0.5, 0.5, 0)];
    expect(provenWords({ ...proof, least: won, most: won })).toBe('Proven: White wins 98 : 97 : 60');
    expect(provenWords({ ...proof, least: shared, most: shared })).toMatch(/White and Black share the win/);
  });

  test('says that others decide where they do', () => {
    const open = { ...proof, least: shares(0, 0, 0), most: shares(1, 1, 0), prestige: null };
    expect(provenWords(open)).toMatch(/White or Black can win/);
  });
});

test('a list of all moves says of each whether it is proven', () => {
  const line = { visits: 0, wins: { W: 1, K: 0 }, prestige: { W: 30, K: 29 }, line: [], proven: true };
  const lines = [
    { ...line, move: 'pass' },
    { ...line, move: 'noble', wins: { W: 0.4, K: 0.6 }, proven: false },
    { ...line, move: 'ishtar', wins: { W: 0.4, K: 0.6 }, proven: false, visits: 3 },
  ];
  render(MoveList, { lines, exact: true, decider: 'W', level: '', chosen: null, choose: () => undefined });
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent!.replace(/\s+/g, ' ').trim());
  expect(rows[0]).toMatch(/100 %.*30 proven$/);
  expect(rows[1]).toMatch(/– – not proven$/); // a guess that nothing was looked at for is not shown
  expect(rows[2]).toMatch(/40 %.*30 not proven$/);
});
