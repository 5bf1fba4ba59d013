/** Puzzles: what is offered, what a wrong move leaves, and the line that is shown in the end. */
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import PuzzleBar from '../../src/insight/puzzles/PuzzleBar.svelte';
import { PuzzleRoom, type Attempt, type Puzzle } from '../../src/insight/puzzles/puzzle_room.svelte';
import { nextAddress, shareWho, themeKey } from '../../src/insight/puzzles/words';
import en from '../../src/strings/en';
import { twoPlayers as table } from '../views';

const SEAT = table.seats[0]!.seat;
const NOTHING: Attempt = {
  ...{ right: null, wrong: [], tries_left: 3, hints: [], hints_left: 2, result: null, change: 0 },
  solution: null,
};
const SOLUTION = {
  ...{ best: 'pass', second: 'go:Uruk', points: 10, low: 8, high: 12 },
  ...{ best_line: ['pass'], second_line: ['go:Uruk'], reasons: [] },
};

function puzzle(attempt: Attempt | null): Puzzle {
  return {
    ...{ id: 'abc', number: 1, players: 2, seat: SEAT, round: 1, question: 'action', position: 'text' },
    ...{ themes: ['pass'], difficulty: 2, moves: ['pass', 'go:Uruk', 'go:Mari'], view: table },
    ...{ outlook: { options: [], reasons: [] }, rating: 1340, played: 0, solved: 0, attempt },
  };
}

/** Answers by the end of the path that is asked for. */
function serve(answers: Record<string, unknown>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (request: Request) => {
    const path = new URL(request.url, 'http://here').pathname.replace('/api/v1/', '');
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify(answers[path]), { status: 200 }));
  });
  return asked;
}

const STANDING = { rating: 1500, sure: false, played: 0, solved: 0, streak: 0, days: [] };

afterEach(() => vi.unstubAllGlobals());

describe('a puzzle', () => {
  test('offers its moves to its seat, and a wrong one not again', async () => {
    serve({
      'puzzles/abc': puzzle(null),
      'puzzles/me': STANDING,
      me: { known: true },
      'puzzles/abc/answer': { ...NOTHING, right: false, wrong: ['go:Mari'], tries_left: 2 },
    });
    const room = new PuzzleRoom();
    await room.enter({ key: 'abc' });
    expect(room.deciding).toBe(SEAT);
    expect(room.legal).toEqual(['pass', 'go:Uruk', 'go:Mari']);
    await room.tryMove('go:Mari');
    expect(room.wrong).toBe('go:Mari');
    expect(room.legal).toEqual(['pass', 'go:Uruk']);
    expect([...room.wrongPlaces]).toEqual(['city:Mari']);
    expect(room.bestPlace).toBeNull();
    expect(room.over).toBe(false);
  });

  test('that is over is not asked again, and shows its line', async () => {
    const step = {
      token: 'pass',
      seat: SEAT,
      events: [],
      decider: null,
      question: 'over',
      legal: [],
      set: [],
    };
    const asked = serve({
      'puzzles/daily': puzzle({ ...NOTHING, result: 'failed', solution: SOLUTION }),
      'puzzles/me': STANDING,
      'positions/explore': { position: 'end', steps: [step], ends_with: 'over', outlook: null },
    });
    const room = new PuzzleRoom();
    await room.enter('daily');
    await vi.waitFor(() => expect(room.solution).toHaveLength(1));
    expect(room.over).toBe(true);
    expect(room.deciding).toBeNull();
    expect(room.bestPlace).toBe('pass');
    render(PuzzleBar, { room, daily: true });
    expect(document.body.textContent).toContain('The answer is shown');
    expect(document.body.textContent).not.toContain('find the best move');
    cleanup();
    await room.tryMove('pass');
    expect(asked).not.toContain('puzzles/abc/answer');
    room.show(5);
    expect(room.played).toBe(1);
    room.show(-1);
    expect(room.played).toBe(0);
  });

  test('that is not there is said to be gone', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        new Response(JSON.stringify({ type: 'not-found', title: '', status: 404, detail: 'no' }), {
          status: 404,
        }),
      ),
    );
    const room = new PuzzleRoom();
    await room.enter({ theme: 'nothing', after: '' });
    expect(room.gone).toBe(true);
  });
});

test('it is said how many solve a puzzle once some have tried', () => {
  expect(shareWho({ played: 4, solved: 4 })).toBeNull();
  expect(shareWho({ played: 12, solved: 5 })).toContain('42 %');
});

test('every theme and part has its words', () => {
  for (const theme of ['camels', 'last round', 'tempo', 'market'])
    expect(en).toHaveProperty([themeKey(theme)]);
  expect(nextAddress('last round', 'abc')).toBe('/puzzle/next?theme=last+round&after=abc');
  expect(nextAddress('', '')).toBe('/puzzle/next');
});
