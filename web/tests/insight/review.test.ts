/** A review on the page: plies of the record, shares that add up, who led, and what a try is told. */
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Entry, ReviewedMove, Review, Seat } from '../../src/api/types';
import { areasOf, luckOf } from '../../src/insight/review/curve';
import {
  boundsOf,
  decisionAt,
  ledTo,
  looksWorse,
  lossesOf,
  practiceOf,
  readTo,
  roundsOf,
  turningPoints,
} from '../../src/insight/review/findings';
import Moment from '../../src/insight/review/Moment.svelte';
import { markedPlace, partOf } from '../../src/insight/review/marks';
import { asRecorded, heldPlaces } from '../../src/insight/review/recorded';
import { ReviewRoom } from '../../src/insight/review/review_room.svelte';
import Summary from '../../src/insight/review/Summary.svelte';
import ThinkLonger from '../../src/insight/review/ThinkLonger.svelte';
import WinGraph from '../../src/insight/review/WinGraph.svelte';
import { moveName } from '../../src/insight/shared/move_words';
import Reasons from '../../src/insight/shared/Reasons.svelte';
import { reasonSaid } from '../../src/insight/shared/reason_words';
import { atLevel } from '../../src/insight/shared/level_shares';
import ScaleChoice from '../../src/insight/shared/ScaleChoice.svelte';
import { inPoints, seatsFrom } from '../../src/insight/shared/shares';
import type { ReplayFrames } from '../../src/replay/room/replay_views';
import { prefer } from '../../src/preferences.svelte';
import { named, type Source } from '../../src/replay/room/source';
import { replay } from '../views';

const LAST = replay.frames.length;
const entry = (kind: Entry['kind'], seat: string, count = 0) => ({ kind, seat, count, token: '', ply: 0 });
const frames = (...entries: ReturnType<typeof entry>[]) =>
  entries.map((one, i) => ({
    entry: { ...one, ply: i + 1 },
    set: { round: i },
  })) as unknown as ReplayFrames['frames'];

function reviewedMove(ply: number, seat: Seat, points: number, grade: ReviewedMove['grade']): ReviewedMove {
  const shares = { W: 0.5, K: 0.3, B: 0.2 };
  const played = { W: 0.5 - points / 100, K: 0.3 + points / 100, B: 0.2 };
  return {
    ...{ ply, seat, round: 1, question: 'action', played: 'pass', best: 'go:Uruk' },
    ...{ before: shares, after: played, grade, counts: true, best_line: [], played_line: [] },
    loss: {
      ...{ points, low: points - 1, high: points + 1, prestige: 2, prestige_low: 1, prestige_high: 3 },
      ...{ best: shares, played, proven: false },
    },
    reasons: [],
    scale: 'share',
    as_good: false,
  };
}

function reviewOf(decisions: ReviewedMove[], complete = true): Review {
  const shares = Array.from({ length: LAST + 1 }, (_, ply) => ({
    W: ply < 20 ? 0.6 : 0.2,
    K: 0.1,
    B: ply < 20 ? 0.3 : 0.7,
  }));
  return {
    ...{
      version: 2,
      seed: 0,
      players: 3,
      seats: ['W', 'K', 'B'],
      over: true,
      trained_for_this_box: true,
      shares,
      powers: { Scribe: shares.map(() => 0.5), Governor: null },
      decisions,
    },
    ...{ bounds: { inaccuracy: 10 / 3, mistake: 20 / 3, blunder: 10 }, done: 2, total: 40, complete },
    prestige_bounds: { inaccuracy: 2, mistake: 4, blunder: 6 },
    deals: [
      { ply: 0, round: 0, luck: { W: 3, K: -1, B: -2 } },
      { ply: 0, round: 1, luck: { W: 2, K: -1, B: -1 } },
      { ply: 30, round: 2, luck: { W: 0.4, K: 0, B: -0.4 } },
    ],
    summary: (['W', 'K', 'B'] as const).map((seat) => ({
      ...{ seat, result: 10.4, skill: -2.6, skill_margin: 1.4, gifts: 8.2, luck: 4.3, unexplained: 0.5 },
      ...{ decisions: 3, mean_loss: 1, mean_loss_margin: 0.4, plays_like: ['Steward', 'Astronomer'] },
      grades: {},
    })),
  };
}

function room(review: Review, ply = 0): ReviewRoom {
  const source: Source = {
    ...{ replay, seats: named(replay.start, 'W Amata; K Ninsun; B Enlil'), box: '', game: null, over: true },
    address: () => null,
    position: (at) => Promise.resolve(`position ${at}`),
    moment: () => ({}),
  };
  const made = new ReviewRoom(source, ply, () => Promise.reject(new Error('not asked')));
  made.review = review;
  return made;
}

afterEach(() => {
  cleanup();
  prefer({ sharesOf: '' });
  vi.unstubAllGlobals();
});

describe('a game as its record has it', () => {
  const log = frames(
    ...[entry('deal', '$'), entry('move', 'W'), entry('move', 'W'), entry('undo', 'W', 2)],
    ...[entry('move', 'W'), entry('move', 'K'), entry('undo', 'K', 1), entry('move', 'K')],
  );

  it('leaves out what was taken back, and the taking back', () => {
    expect(heldPlaces(log)).toEqual([0, 4, 7]);
  });

  it('counts its plies anew, and asks for positions by those of the log', async () => {
    const position = vi.fn((ply: number) => Promise.resolve(String(ply)));
    const start = { round: 9 } as unknown as ReplayFrames['start'];
    const source = {
      replay: { start, frames: log },
      game: 'abc',
      position,
      moment: (ply: number) => ({ ply }),
    };
    const recorded = asRecorded(source as unknown as Source);
    expect(recorded.replay.frames.map((one) => one.entry.ply)).toEqual([1, 2, 3]);
    expect(recorded.address(2)).toBe('/review/abc?ply=2');
    expect(await Promise.all([0, 1, 2, 3].map((ply) => recorded.position(ply)))).toEqual([
      '0',
      '1',
      '5',
      '8',
    ]);
    expect(recorded.moment(3)).toEqual({ ply: 8 });
  });
});

describe('shares', () => {
  it('are whole points that add up to 100', () => {
    expect(inPoints({ W: 1 / 3, K: 1 / 3, B: 1 / 3 })).toEqual({ W: 34, K: 33, B: 33 });
    expect(inPoints({ W: 0.455, K: 0.347, B: 0.198 })).toEqual({ W: 45, K: 35, B: 20 });
    expect(seatsFrom(['W', 'K', 'B'], 'K')).toEqual(['K', 'B', 'W']);
  });

  it('lie over each other as areas, the chosen seat at the bottom', () => {
    const frame = { width: 480, top: 0, bottom: 100 };
    const areas = areasOf(reviewOf([]), 'B', frame);
    expect(areas.map(({ seat }) => seat)).toEqual(['B', 'W', 'K']);
    expect(areas[0]?.edge.startsWith('M0.0 70.0')).toBe(true);
    expect(areas[2]?.edge.endsWith('480.0 0.0')).toBe(true);
  });

  it('tell the luck of deals, the set-up with the first, and not what is below a point', () => {
    expect(luckOf(reviewOf([]), 'W')).toEqual([{ ply: 0, points: 5 }]);
  });
});

describe('findings', () => {
  it('says where a class counts less than the likely loss', () => {
    const review = reviewOf([]);
    expect(looksWorse(reviewedMove(1, 'W', 7, 'inaccuracy'), review)).toBe(true);
    expect(looksWorse(reviewedMove(1, 'W', 7, 'mistake'), review)).toBe(false);
    expect(looksWorse(reviewedMove(1, 'W', 2, null), review)).toBe(false);
    const lost = { ...reviewedMove(1, 'W', 0, 'inaccuracy'), scale: 'prestige' as const };
    expect(looksWorse(lost, review)).toBe(false);
    expect(looksWorse({ ...lost, loss: { ...lost.loss, prestige: 4 } }, review)).toBe(true);
  });

  const review = reviewOf([
    reviewedMove(1, 'W', 12, 'blunder'),
    reviewedMove(2, 'K', 1, null),
    reviewedMove(9, 'K', 4, 'inaccuracy'),
  ]);
  const rounds = roundsOf(
    [
      { ply: 0, round: 4 },
      { ply: 18, round: 5 },
      { ply: 30, round: 6 },
    ],
    LAST,
  );

  it('are the losses of a seat, the decision at a ply, and how far it was read', () => {
    expect(lossesOf(review, 'W').map(({ ply }) => ply)).toEqual([1]);
    expect(lossesOf(review).length).toBe(2);
    expect(decisionAt(review, 2)?.seat).toBe('K');
    expect(decisionAt(review, 3)).toBeNull();
    expect(readTo(review)).toBe(LAST);
    expect(readTo({ ...review, complete: false })).toBe(10);
    expect(turningPoints(review, 'W', 1).map(({ ply }) => ply)).toEqual([1]);
    expect(boundsOf(review.bounds)).toEqual({ inaccuracy: 3.3, mistake: 6.7, blunder: 10 });
  });

  it('say what to practise: the theme that cost most', () => {
    const about = (points: number, ...themes: string[]) => ({
      ...reviewedMove(1, 'W', points, 'mistake'),
      themes,
    });
    expect(practiceOf([])).toBeNull();
    expect(practiceOf([reviewedMove(1, 'W', 9, 'mistake')])).toBeNull();
    expect(practiceOf([about(6, 'court', 'caravan'), about(7, 'pass'), about(5, 'court')])).toEqual({
      ...{ theme: 'court', n: 2, points: 11 },
    });
  });

  it('know the rounds, until when a loser led, and since when the winner did', () => {
    expect(rounds).toEqual([
      { round: 4, from: 0, to: 19 },
      { round: 5, from: 19, to: 31 },
      { round: 6, from: 31, to: LAST },
    ]);
    expect(ledTo(review, rounds, 'W', false)).toBe(4);
    expect(ledTo(review, rounds, 'B', true)).toBe(5);
    expect(ledTo(review, rounds, 'K', false)).toBeNull();
  });

  it('mark moves where they are seen, also those without a place of their own', () => {
    const view = { ...replay.start, caravan: 'Mari' };
    expect(markedPlace('pay:b', view, 'W')).toBe('city:Mari');
    expect(markedPlace('camel', view, 'W')).toBe('temple:ishtar');
    expect(partOf(markedPlace('swap:bd', view, 'W'))).toBe('fieldsTemples');
    expect(partOf(markedPlace('priest/2', view, 'W'))).toBe('crafts');
    expect(partOf(markedPlace('dig:a1-b1', view, 'W'))).toBe('garden');
  });
});

describe('the room', () => {
  const review = () =>
    reviewOf([
      reviewedMove(3, 'W', 12, 'blunder'),
      reviewedMove(5, 'K', 4, 'inaccuracy'),
      reviewedMove(7, 'W', 7, 'mistake'),
    ]);

  it('goes from the summary to the losses of the chosen seat and back', () => {
    const here = room(review());
    expect([here.summary, here.whose]).toEqual([true, 'W']);
    here.step(1);
    expect([here.summary, here.ply, here.decision?.grade]).toEqual([false, 3, 'blunder']);
    here.step(1);
    expect(here.ply).toBe(7);
    here.step(1);
    expect(here.ply).toBe(7);
    here.step(-1);
    here.step(-1);
    expect(here.summary).toBe(true);
    here.look('K');
    here.step(1);
    expect(here.ply).toBe(5);
  });

  it('hides the answer while it is tried, knows the best and the played move, and can be asked again', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (request: Request) => {
      asked.push(new URL(request.url).pathname);
      const options = ['pass', 'go:Uruk'].map((token) => ({
        token,
        events: [],
        then: [],
        outcomes: [],
        garden: null,
      }));
      const tried = { ply: 0, steps: [], ends_with: 'decision', outlook: { options, reasons: [] } };
      return new Response(JSON.stringify(tried), { headers: { 'Content-Type': 'application/json' } });
    });
    const here = room(review());
    await here.step(1);
    expect(here.trial?.position).toBe('position 3');
    expect([here.deciding, here.legal]).toEqual(['W', ['pass', 'go:Uruk']]);
    await here.tryMove('pass');
    expect(here.trial?.answered?.loss?.points).toBe(12);
    expect(here.deciding).toBeNull();
    here.again();
    await here.tryMove('go:Uruk');
    expect(here.trial?.answered?.loss?.points).toBe(0);
    expect(asked).toEqual(['/api/v1/positions/try']);
    here.jump(9);
    expect(here.trial).toBeNull();
    // A mistake that was tried is shown with its answer; one that was not, as a question.
    await here.visit(3);
    expect([here.ply, here.trial]).toEqual([3, null]);
    const again = room(review());
    const visited = again.visit(3);
    expect(again.trial?.legal).toEqual([]); // its answer is not seen before its moves are known
    await visited;
    expect(again.trial?.decision.ply).toBe(3);
    again.backToMoment();
    await again.visit(3);
    expect(again.trial).toBeNull();
  });

  it('has another move judged, and says so if that fails', async () => {
    const answers = [
      { key: 'a', status: 'running', error: null, move_cost: null },
      {
        key: 'a',
        status: 'done',
        error: null,
        move_cost: { loss: { points: 6, low: 5, high: 7 }, reasons: [] },
      },
      { key: 'a', status: 'failed', error: 'no', move_cost: null },
    ];
    vi.stubGlobal('fetch', async () => {
      return new Response(JSON.stringify(answers.shift()), {
        headers: { 'Content-Type': 'application/json' },
      });
    });
    const here = room(review(), 3);
    const [decision] = review().decisions;
    const trial = { decision: decision as ReviewedMove, position: 'p', legal: ['noble'], answered: null };
    here.trial = trial;
    await here.tryMove('noble');
    expect(here.trial?.answered?.loss?.points).toBe(6);
    here.again();
    await here.tryMove('noble');
    expect([here.trial?.answered, here.trouble]).toEqual([
      null,
      'The engine could not judge this move. Try it again.',
    ]);
  });

  it('thinks longer about a move: the interval shrinks, and the class may change', async () => {
    const asked: number[] = [];
    vi.stubGlobal('fetch', async (request: Request) => {
      const { times, games } = (await request.json()) as { times: number; games: number };
      asked.push(times);
      const loss = { ...reviewedMove(3, 'W', 12, null).loss, low: 8 + times / 10, high: 14 };
      const grade = times > 10 ? 'mistake' : 'blunder';
      const played_out = games ? { games, points: 9.4, points_error: 3.2 } : null;
      const move_cost = { loss, grade, scale: 'share', reasons: [], best_line: ['go:Uruk'], played_out };
      return Response.json({ key: 'a', status: 'done', error: null, move_cost });
    });
    const here = room(review(), 3);
    expect(here.canThinkLonger).toBe(true);
    const { container } = render(ThinkLonger, { room: here, decision: here.decision! });
    const done = here.thinkLonger();
    expect([here.canThinkLonger, here.longer?.running]).toEqual([false, true]);
    await done;
    expect(asked).toEqual([10, 40]);
    expect([here.decision?.grade, here.decision?.loss.low]).toEqual(['mistake', 12]);
    expect(here.review?.shares[3]).toEqual(here.decision?.loss.best);
    expect(here.losses.map(({ grade }) => grade)).toEqual(['mistake', 'mistake']);
    expect(here.longer).toMatchObject({ ply: 3, times: 40, was: 'blunder', running: false });
    expect(here.canThinkLonger).toBe(false);
    cleanup();
    expect(container.textContent).toBe('');
    const again = render(ThinkLonger, { room: here, decision: here.decision! });
    expect(again.getByRole('status').textContent).toBe(
      'After 40 times as much thought: Mistake. Both moves were played out 100 times with the same deals: this one cost 9 points, with a standard error of 3.',
    );
  });

  it('says of a move that a bot made it for somebody', () => {
    const here = room(review(), 3);
    expect(render(Moment, { room: here }).container.textContent).not.toContain('a bot stood in');
    cleanup();
    here.entries = here.entries.map((one, place) => ({ ...one, by_bot: place === 3 }));
    expect(render(Moment, { room: here }).container.textContent).toContain('a bot stood in');
  });

  it('is drawn as a slider that says the shares and the loss, and as a summary that adds up', () => {
    const here = room(review(), 3);
    const { getByRole } = render(WinGraph, { room: here });
    const said = getByRole('slider').getAttribute('aria-valuetext') ?? '';
    expect(said).toContain('Amata 60, Ninsun 10, Enlil 30; blunder, round 1, 12 points');
    prefer({ sharesOf: 'Scribe' });
    const { slider, moment } = {
      slider: render(WinGraph, { room: here }),
      moment: render(Moment, { room: here }),
    };
    const scaled = atLevel({ W: 0.6, K: 0.1, B: 0.3 }, 0.5);
    expect(scaled['W']).toBeCloseTo(Math.sqrt(0.6) / (Math.sqrt(0.6) + Math.sqrt(0.1) + Math.sqrt(0.3)), 9);
    expect(slider.getAllByRole('slider').at(-1)?.getAttribute('aria-valuetext')).toContain(
      'Amata 47, Ninsun 19, Enlil 34; blunder, round 1, 12 points',
    );
    expect(moment.container.textContent).toContain('in strong play');
    prefer({ sharesOf: 'Governor' });
    expect([here.level, here.shown?.shares[3]]).toEqual(['', { W: 0.6, K: 0.1, B: 0.3 }]);
    prefer({ sharesOf: '' });
    cleanup();
    expect(render(Moment, { room: here }).container.textContent).not.toContain('in strong play');
    cleanup();
    const lost = reviewedMove(3, 'W', 12, 'mistake');
    const inPrestige = room(
      reviewOf([{ ...lost, scale: 'prestige', loss: { ...lost.loss, prestige: 5 } }]),
      3,
    );
    const graph = render(WinGraph, { room: inPrestige });
    expect(graph.getByRole('slider').getAttribute('aria-valuetext')).toContain(
      'mistake, round 1, 5 prestige',
    );
    cleanup();
    const { container } = render(Summary, { room: here });
    const sums = [...container.querySelectorAll('.sum')].map((one) => one.textContent?.trim());
    expect(sums[0]).toMatch(/−3 skill \(± 1\)\s+\+8 gifts\s+\+4 luck\s+\+1 not explained/);
    expect(container.querySelector('.seat > strong')?.textContent).toBe('+10');
    expect(container.querySelector('.scale')?.textContent).toContain('95 % sure to be 3.3 points');
  });
});

describe('the scale of win shares', () => {
  it('is chosen among what is known, kept, and says of which level too little is', async () => {
    const { getByRole, getAllByRole } = render(ScaleChoice, { powers: { Scribe: [0.5], Governor: null } });
    const choice = getByRole('combobox') as HTMLSelectElement;
    expect(choice.value).toBe('');
    expect(
      getAllByRole('option').map((one) => [one.textContent?.trim(), (one as HTMLOptionElement).disabled]),
    ).toEqual([
      ['strong play', false],
      ['Scribe', false],
      ['Governor (too little known)', true],
    ]);
    await fireEvent.change(choice, { target: { value: 'Scribe' } });
    expect(JSON.parse(localStorage.getItem('amyitis.preferences') ?? '{}')).toMatchObject({
      sharesOf: 'Scribe',
    });
    prefer({ sharesOf: '' });
  });

  it('leaves certain shares as they are', () => {
    expect(atLevel({ W: 1, K: 0 }, 0.6)).toEqual({ W: 1, K: 0 });
    expect(atLevel({ W: 0.7, K: 0.3 }, null)).toEqual({ W: 0.7, K: 0.3 });
  });
});

describe('words', () => {
  it('name every kind of move', () => {
    expect(
      ['go:Uruk', 'priest/2', 'dig:a1-b1', 'pay:bw', 'swap:sb', 'top', 'ishtar', 'banker', 'pass'].map(
        moveName,
      ),
    ).toEqual([
      ...['caravan to Uruk', 'Priest (group 2)', 'canal a1‑b1', 'paying barley and wine', 'salt for barley'],
      ...['upper row', 'temple of Ishtar', 'Banker', 'passing'],
    ]);
  });

  it('say a reason to the reader whom it is about', () => {
    const reason = {
      ...{
        key: 'camels',
        favours: 'best' as const,
        best: 1,
        played: 0,
        weight: 1,
        later: false,
        seat: 'W' as const,
      },
      ...{ texts: { en: 'Camels of {who}.' }, to_you: { en: 'Your camels.' } },
    };
    expect(reasonSaid(reason, ['W'])).toBe('Your camels.');
    expect(reasonSaid(reason, ['K'])).toBe('Camels of White.');
    expect(reasonSaid({ ...reason, to_you: {} }, ['W'])).toBe('Camels of White.');
    expect(reasonSaid(reason, [], () => 'Anna $& {who}')).toBe('Camels of Anna $& {who}.');
  });

  it('name the turn that is lost, by which rule, and what gave away the good', () => {
    const cause = {
      ...{
        move: 'go:Eshnunna',
        brings: ['plant:a2', 'banker'],
        clause: '7.3',
        key: 'cannot_pay',
        missing: '',
      },
      ...{
        facts: { city: 'Eshnunna', asks: ['salt'], seat: 'W', goods: [] },
        seat: 'W',
        by: 'sell:s',
        by_seat: 'W',
      },
    };
    const reason = { key: 'lost', favours: 'best' as const, best: 0, played: 0, weight: 1, later: false };
    expect(reasonSaid({ ...reason, cause: { ...cause, gave: 'sell:s' } })).toBe(
      'After the other move this is no longer possible: caravan to Eshnunna (7.3). Eshnunna asks for salt (wine can stand in); ' +
        'White holds no goods. What it needs was spent on: Selling salt. That rules out planting a2 or Banker.',
    );
    const taken = { ...cause, by: 'go:Ur', by_seat: 'K' };
    expect(reasonSaid({ ...reason, key: 'taken', cause: taken })).toContain(
      'Black comes first with caravan to Ur',
    );
  });

  it('lead from a reason to its clause', () => {
    const reason = {
      key: 'camels',
      favours: 'best' as const,
      ...{ best: 1, played: 0, weight: 1, later: false },
      clause: '7.2',
      texts: { en: 'Camels of White: +1 instead of +0 (7.2).' },
    };
    const { getByRole, container } = render(Reasons, { reasons: [reason] });
    expect(getByRole('link').getAttribute('href')).toBe('/rules/7.2');
    expect(container.textContent).toContain('Camels of White: +1 instead of +0 (7.2).');
  });
});
