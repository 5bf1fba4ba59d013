/** Puzzles: what is offered, what a wrong move leaves, and the line that is shown in the end. */
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import PuzzleBar from '../../src/insight/puzzles/PuzzleBar.svelte';
import PuzzlePhone from '../../src/insight/puzzles/PuzzlePhone.svelte';
import { PuzzleRoom } from '../../src/insight/puzzles/puzzle_room.svelte';
import type { Attempt, Puzzle } from '../../src/insight/puzzles/puzzle_source';
import { nextAddress, shareWho, themeKey } from '../../src/insight/puzzles/words';
import RefutationLine from '../../src/insight/shared/RefutationLine.svelte';
import en from '../../src/strings/en';
import { roomBoard } from '../../src/table/board/room_board.svelte';
import { Explaining } from '../../src/table/tooltip/explaining.svelte';
import { twoPlayers as table } from '../views';

const SEAT = table.seats[0]!.seat;
const NOTHING: Attempt = {
  ...{
    right: null,
    reply: [],
    turn: 1,
    wrong: [],
    tries_left: 3,
    hints: [],
    hints_left: 2,
    result: null,
    change: 0,
  },
  solution: null,
};
const SOLUTION = {
  ...{ best: 'pass', second: 'go:Uruk', points: 10, low: 8, high: 12 },
  ...{ best_line: ['pass'], second_line: ['go:Uruk'], reasons: [], proven: false },
};

function puzzle(attempt: Attempt | null): Puzzle {
  return {
    ...{ id: 'abc', number: 1, players: 2, seat: SEAT, round: 1, question: 'action', position: 'text' },
    ...{ themes: ['pass'], difficulty: 2, turns: 1, moves: ['pass', 'go:Uruk', 'go:Mari'], view: table },
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
      'puzzles/abc/answer': { ...NOTHING, right: false, wrong: [['go:Mari']], tries_left: 2 },
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

  test('marks the parts of a phone in which moves glow, and opens none of them', async () => {
    serve({ 'puzzles/abc': puzzle(null), 'puzzles/me': STANDING, me: { known: true } });
    const room = new PuzzleRoom();
    await room.enter({ key: 'abc' });
    const board = roomBoard(room, new Explaining());
    render(PuzzlePhone, { room, board, view: room.view!, zoom: 1, daily: false, theme: '' });
    const tabs = [...document.querySelectorAll('[role=tab]')];
    const named = (one: Element) => one.textContent?.trim();
    expect(tabs.filter((one) => one.getAttribute('aria-selected') === 'true').map(named)).toEqual([
      en['table.garden'],
    ]);
    expect(tabs.filter((one) => one.classList.contains('meant')).map(named)).toEqual([
      en['table.crafts'],
      en['table.caravan'],
    ]);
    cleanup();
  });

  test('answers a wrong move on the board, and comes back to the question', async () => {
    const step = { events: [], question: 'action', legal: [], set: [] };
    const refutation = { proven: true, points: 100, low: 100, high: 100, final: { W: 2, K: 1 } };
    serve({
      'puzzles/abc': puzzle(null),
      'puzzles/me': STANDING,
      me: { known: true },
      'puzzles/abc/answer': { ...NOTHING, right: false, wrong: [['go:Mari']], tries_left: 2 },
      'puzzles/abc/refutation': {
        ...{ status: 'done', error: null },
        refutation: { ...refutation, moves: ['go:Mari', 'pass'] },
      },
      'positions/explore': {
        ...{ position: 'after', ends_with: 'over', outlook: null },
        steps: [
          { ...step, token: 'go:Mari', seat: SEAT, decider: 'K' },
          { ...step, token: 'pass', seat: 'K', decider: null },
        ],
      },
    });
    const room = new PuzzleRoom();
    await room.enter({ key: 'abc' });
    await room.tryMove('go:Mari');
    await vi.waitFor(() => expect(room.refuting.answer?.proven).toBe(true));
    render(RefutationLine, { refuting: room.refuting, seat: SEAT });
    expect(document.body.textContent).toContain('that gives the win away');
    cleanup();
    room.refuting.show(2);
    expect(room.refuting.step?.seat).toBe('K');
    expect(room.deciding).toBeNull();
    room.refuting.show(0);
    expect(room.deciding).toBe(SEAT);
    await room.tryMove('go:Uruk');
    expect(room.refuting.shown).toBe(0);
  });

  test('is solved by the whole turn: what is right stays on the table', async () => {
    const step = { token: 'go:Uruk', seat: SEAT, events: [], decider: SEAT, set: [] };
    const answer = { ...NOTHING, right: true, wrong: [['pass'], ['go:Uruk', 'pay:b'], ['go:Mari', 'pay:w']] };
    const asked = serve({
      'puzzles/abc': puzzle(null),
      'puzzles/me': STANDING,
      me: { known: true },
      'puzzles/abc/answer': answer,
      'positions/explore': {
        ...{ position: 'after', ends_with: 'pay', outlook: { options: [], reasons: [] } },
        steps: [{ ...step, question: 'pay', legal: ['pay:b', 'pay:w'] }],
      },
    });
    const room = new PuzzleRoom();
    await room.enter({ key: 'abc' });
    await room.tryMove('go:Uruk');
    expect(asked).toContain('positions/explore');
    expect(room.turn).toEqual(['go:Uruk']);
    expect(room.over).toBe(false);
    expect(room.legal).toEqual(['pay:w']);
    render(PuzzleBar, { room, daily: true });
    expect(document.body.textContent).toContain('find the rest of the turn');
    cleanup();
    const over = { ...answer, result: 'later' };
    serve({ 'puzzles/abc/answer': over, 'puzzles/me': STANDING, me: { known: true } });
    await room.tryMove('pay:w');
    expect(room.turn).toEqual([]);
    expect(room.over).toBe(true);
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
