import { opensTurn } from '../opens_turn';
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, test, vi } from 'vitest';

/** The server of these tests: the lesson it teaches, and how often it was asked. */
const server = vi.hoisted(() => {
  const it = { lesson: {} as unknown, asked: 0 };
  globalThis.fetch = (async () => {
    it.asked += 1;
    return new Response(JSON.stringify(it.lesson), { headers: { 'Content-Type': 'application/json' } });
  }) as typeof fetch;
  return it;
});

import Guide from '../../src/learn/guide/Guide.svelte';
import { askedFrom, turnOf, watchedBefore, type Lesson, type LessonStep } from '../../src/learn/lesson';
import { LessonRoom } from '../../src/learn/lesson_room.svelte';
import { lessonBoard } from '../../src/learn/lesson_board';
import { isDone, keptProgress } from '../../src/learn/progress';
import { tabFor } from '../../src/table/frame/parts';
import { prefer } from '../../src/preferences.svelte';
import words from '../../src/strings/en/learn.json';
import { Explaining } from '../../src/table/tooltip/explaining.svelte';
import { planting } from '../views';

function step(key: string, kind: LessonStep['kind'], ply: number, ...tokens: string[]): LessonStep {
  return { key, kind, ply, tokens, marks: [], clause: kind === 'watch' ? '' : '5.1', leap: false };
}

function reason(token: string, missing: string) {
  return { token, legal: false, clause: '7.2', missing, key: 'too_far', facts: {} };
}

/** A short lesson along the true one: read, a turn of two moves with its confirmation, Black's answer, the end. */
const moves = [
  ['W', 'peasant/1'],
  ['W', 'bottom'],
  ['K', 'priest/1'],
  ['K', 'ishtar'],
  ['W', 'pass'],
] as const;
const deciders = ['W', 'W', 'K', 'K', 'W', null] as const;
const lesson: Lesson = {
  learner: 'W',
  position: '',
  numbers: {},
  steps: [
    step('goal', 'read', 0),
    step('recruit', 'do', 0, 'peasant/1'),
    step('field', 'do', 1, 'bottom'),
    step('confirm', 'confirm', 2),
    step('their-priest', 'watch', 2, 'priest/1', 'ishtar'),
    step('pass', 'do', 4, 'pass'),
    step('scoring', 'read', 5),
  ],
  entries: moves.map(([seat, token], i) => ({
    ply: i + 1,
    kind: 'move',
    seat,
    token,
    opens_turn: opensTurn(token),
    count: 0,
    at: 0,
    by_bot: seat === 'K',
    events: [],
  })),
  moments: deciders.map((decider, ply) => ({
    ply,
    decider,
    over: decider === null,
    legal: decider === 'W' ? ['pass', 'peasant/1', 'priest/2', 'top', 'bottom'] : [],
    view: {
      ...planting,
      round: ply,
      question: { seat: decider ?? 'W', kind: ply === 1 ? 'row' : 'action', task: 'turn' },
    },
    outlook: decider === 'W' ? { options: [], reasons: [reason('go:Mari', `too far at ${ply}`)] } : null,
  })),
};

async function entered(): Promise<LessonRoom> {
  const room = new LessonRoom();
  await room.enter();
  return room;
}

beforeEach(() => {
  Object.assign(server, { lesson, asked: 0 });
  localStorage.clear();
  prefer({ speed: 0 });
});

describe('a lesson', () => {
  test('knows the turn a step belongs to, and what was watched before it', () => {
    expect(lesson.steps.map((_, i) => turnOf(lesson, i))).toEqual([0, 1, 1, 1, 4, 5, 6]);
    expect(watchedBefore(lesson, 5)).toEqual(['their-priest']);
    expect(watchedBefore(lesson, 2)).toEqual([]);
    expect(askedFrom(lesson, 4, 1)).toBe(5);
    expect(askedFrom(lesson, 4, -1)).toBe(3);
    expect(askedFrom(lesson, -1, -1)).toBeNull();
  });

  test('a click astray in the middle of a turn takes nothing back', async () => {
    const moments = lesson.moments.map((one, ply) =>
      ply === 1 ? { ...one, legal: ['top', 'bottom'] } : one,
    );
    Object.assign(server, { lesson: { ...lesson, moments } });
    const room = await entered();
    await room.next();
    await room.tryMove('peasant/1');
    room.choose('craft:2/priest');
    expect(room.line.map(({ token }) => token)).toEqual(['peasant/1']);
    expect(room.target).toBe('row:bottom');
  });

  test('is played to its end by doing what is asked, and asks the server for nothing more', async () => {
    const room = await entered();
    const { asked } = server;
    expect([room.number, room.asked.length]).toEqual([1, 6]);
    await room.next();
    expect(room.target).toBe('craft:1/peasant');
    expect([...room.choices.places.keys()]).toEqual(['craft:1/peasant']);
    await room.tryMove('peasant/1');
    expect(room.target).toBe('row:bottom');
    await room.tryMove('bottom');
    expect(room.target).toBe('confirm');
    expect(room.complete).toBe(true);
    await room.confirm();
    expect(room.step?.key).toBe('pass');
    expect(room.meanwhile).toEqual(['their-priest']);
    expect(room.view?.round).toBe(4);
    await room.tryMove('pass');
    expect(room.step?.key).toBe('scoring');
    expect(room.game?.over).toBe(true);
    expect(server.asked).toBe(asked);
    expect(keptProgress(1)).toEqual({ at: 'scoring', done: true });
  });

  test('takes no other move than the one that is asked for', async () => {
    const room = await entered();
    await room.next();
    await room.tryMove('pass');
    expect(room.step?.key).toBe('recruit');
  });

  test('knows at once why another move is not allowed, wherever one comes from', async () => {
    const room = await entered();
    const why = () => room.prospects.reasons.get('go:Mari')?.missing;
    expect(why()).toBeUndefined(); // there is something to read
    await room.next();
    expect(why()).toBe('too far at 0');
    await room.tryMove('peasant/1');
    expect(why()).toBe('too far at 1');
    await room.tryMove('bottom');
    room.back();
    expect(why()).toBe('too far at 1');
    expect((await entered()).prospects.reasons.get('go:Mari')?.missing).toBe('too far at 1');
  });

  test('can be skipped through, and goes back step by step', async () => {
    const room = await entered();
    const seen: string[] = [];
    while (room.step && room.step.key !== 'scoring') {
      seen.push(room.step.key);
      await room.skip();
    }
    expect(seen).toEqual(['goal', 'recruit', 'field', 'confirm', 'pass']);
    room.back();
    room.back();
    expect(room.step?.key).toBe('confirm');
    expect(room.line.map(({ token }) => token)).toEqual(['peasant/1', 'bottom']);
    room.back();
    expect(room.line.map(({ token }) => token)).toEqual(['peasant/1']);
    room.back();
    room.back();
    room.back();
    expect(room.step?.key).toBe('goal');
  });

  test('passes over a leap at once, without a table in between', async () => {
    const [first, ...more] = lesson.steps;
    const moments = lesson.moments.map((moment, ply) => (ply > 0 && ply < 4 ? null : moment));
    const leap = {
      ...step('s-leap', 'watch', 0, ...moves.slice(0, 4).map(([, token]) => token)),
      leap: true,
    };
    server.lesson = { ...lesson, moments, steps: [first, leap, ...more.slice(-2)] };
    const room = await entered();
    await room.next();
    expect([room.step?.key, room.game?.ply, room.entries.length]).toEqual([more.at(-2)?.key, 4, 4]);
  });

  test('is resumed where it was left, and begins anew once it is done', async () => {
    const first = await entered();
    await first.next();
    await first.tryMove('peasant/1');
    const again = await entered();
    expect([again.step?.key, again.resumed]).toEqual(['field', true]);
    expect(again.line.map(({ token }) => token)).toEqual(['peasant/1']);
    expect(isDone(1)).toBe(false);
    while (again.step?.key !== 'scoring') await again.skip();
    const onceMore = await entered();
    expect([onceMore.step?.key, isDone(1)]).toEqual(['goal', true]);
    await onceMore.next();
    expect(isDone(1)).toBe(true);
    localStorage.setItem('amyitis.lesson', '{"at":"a step of long ago"}');
    expect((await entered()).step?.key).toBe('goal');
  });

  test('answers a click astray with a hint, and points at the place after the second', async () => {
    const room = await entered();
    const board = lessonBoard(room, new Explaining());
    await room.next();
    board.choose('craft:2/priest');
    expect(room.hint).toBe('later');
    expect(room.shown).toBe(0);
    board.choose('square:d4');
    expect(room.hint).toBe('nothing');
    expect(room.shown).toBe(1);
    expect(board.mark('craft:2/priest')).toBe('none');
    await room.skip();
    expect(room.hint).toBeNull();
  });
});

describe('the guide', () => {
  test('says where we are and what to do, and goes on and back', async () => {
    const room = await entered();
    render(Guide, { room });
    expect(screen.getByText('Step 1 of 6')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Back one step' }).disabled).toBe(true);
    await fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByRole('heading').textContent).toBe(words['learn.recruit.title']);
    expect(document.querySelector('.do')?.textContent?.trim()).toBe(
      words['learn.recruit.do'].replaceAll(/<\/?b>/g, ''),
    );
    await fireEvent.click(screen.getByRole('button', { name: 'Show me' }));
    expect(room.shown).toBe(1);
    await fireEvent.click(screen.getByRole('button', { name: 'Back one step' }));
    expect(screen.getByText('Step 1 of 6')).toBeTruthy();
  });

  test('shows on a phone the part of the table that is meant', () => {
    expect(
      ['craft:1/peasant', 'pass', 'city:Susa', 'temple:marduk', 'side:a1-b1', 'court:banker/1'].map(tabFor),
    ).toEqual(['crafts', 'crafts', 'caravan', 'fieldsTemples', 'garden', 'court']);
    expect(tabFor('confirm')).toBeNull();
  });
});
