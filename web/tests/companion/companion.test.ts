/** The companion: what it says is true of the position, one thing at a time, and nobody is asked twice. */
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Entry, View } from '../../src/api/types';
import { Companion } from '../../src/companion/companion.svelte';
import CompanionCard from '../../src/companion/CompanionCard.svelte';
import { factsOf } from '../../src/companion/facts';
import { keepProgress } from '../../src/learn/progress';
import Consolation from '../../src/companion/Consolation.svelte';
import { tallyOf } from '../../src/table/scoring/tally';
import finished from '../views/finished-2.jsonl?raw';
import { preferences, prefer } from '../../src/preferences.svelte';
import type { GameRoom } from '../../src/table/room/game_room.svelte';
import { onePassed as passed } from '../views';

function viewWith(own: object, more: object = {}): View {
  const view = structuredClone(passed);
  Object.assign(view.seats[0]!, { camels: 1, goods_held: 1, tiles_to_next_favour: 3, gardeners: 0 }, own);
  const empty = view.fields.top.map((space) => ({ ...space, cube: null }));
  return {
    ...view,
    fields: { top: empty, bottom: empty },
    garden: { ...view.garden, squares: {} },
    ...more,
  };
}
function said(view: View): string[] {
  return factsOf(view, 'W').map(({ key, clause }) => `${key} ${clause}`);
}
const garden = passed.garden;

describe('what is said', () => {
  test('nothing where nothing presses', () => {
    expect(said(viewWith({}))).toEqual([]);
  });

  test('the end: first what is lost with it', () => {
    expect(said(viewWith({ gardeners: 2 }, { last_round: true }))).toEqual(['gardeners 11.3', 'last 11.3']);
    const near = { ...garden, squares: {}, tiles_left: 6, tiles_at_end: 4 };
    expect(factsOf(viewWith({}, { garden: near }), 'W')).toEqual([
      { key: 'near', clause: '11.1', values: { n: 2 } },
    ]);
    expect(said(viewWith({}, { garden: { ...near, tiles_left: 7 } }))).toEqual([]);
    expect(said(viewWith({}, { last_round: true, winners: ['K'] }))).toEqual([]);
  });

  test('goods beyond the limit, no camel, a favour that is near', () => {
    expect(said(viewWith({ goods_held: 3 }))).toEqual(['goods 10.6']);
    expect(said(viewWith({ camels: 0 }))).toEqual(['camels 7.2']);
    expect(said(viewWith({ camels: 0, passed: true }))).toEqual([]);
    expect(said(viewWith({ tiles_to_next_favour: 1 }))).toEqual(['favour 11.2']);
  });

  test('a row whose last space would win a Gardener, while there is one', () => {
    const row = (cubes: string) =>
      [...cubes].map((cube) => ({ good: 'salt', cube: cube === '-' ? null : cube }));
    const fields = (cubes: string) => ({ top: row(cubes), bottom: row('-----') });
    const court = { ...passed.court, gardener: 1 };
    expect(said(viewWith({}, { fields: fields('WKWK-'), court }))).toEqual(['row 6.3']);
    expect(said(viewWith({}, { fields: fields('WKKB-'), court }))).toEqual([]);
    expect(said(viewWith({}, { fields: fields('WWWW-'), court: { ...court, gardener: 0 } }))).toEqual([]);
  });

  test('a square where a tie keeps everybody from the bonus, if one more can be dug there', () => {
    const square = { ...garden.squares['a1']!, irrigated: true, planted_by: null, cubes: { W: 1, K: 1 } };
    const at = (cubes: object, open: boolean) => ({
      ...garden,
      squares: { a1: { ...square, cubes } },
      sides: { 'a1-b1': { ...garden.sides['a1-b1']!, open } },
    });
    expect(said(viewWith({}, { garden: at({ W: 1, K: 1 }, true) }))).toEqual(['majority 8.7']);
    expect(said(viewWith({}, { garden: at({ W: 1, K: 1 }, false) }))).toEqual([]);
    expect(said(viewWith({}, { garden: at({ W: 2, K: 1 }, true) }))).toEqual([]);
  });
});

describe('what is offered', () => {
  const seats = [
    { seat: 'W', kind: 'person', yours: true },
    { seat: 'K', kind: 'bot', yours: false },
  ];
  function room(more: object = {}): GameRoom {
    const view = viewWith({ goods_held: 3, camels: 0 });
    return { me: 'W', mine: ['W'], view, entries: [], game: { over: false, seats }, ...more } as never;
  }
  beforeEach(() => {
    localStorage.clear();
    prefer({ sounds: false });
  });

  test('a companion, after the lesson, alone against bots; refused, never again', async () => {
    expect(new Companion(room()).offered).toBe(false);
    keepProgress(1, { at: 'scoring', done: true });
    const people = seats.map((seat) => ({ ...seat, kind: 'person' }));
    expect(new Companion(room({ game: { over: false, seats: people } })).any).toBe(false);
    render(CompanionCard, { companion: new Companion(room()) });
    await fireEvent.click(screen.getByRole('button', { name: 'No, thank you' }));
    expect(screen.queryByRole('region')).toBeNull();
    expect(new Companion(room()).any).toBe(false);
  });

  test('says one sentence at a time, each with its clause, and can be put away', async () => {
    keepProgress(1, { at: 'scoring', done: true });
    render(CompanionCard, { companion: new Companion(room()) });
    await fireEvent.click(screen.getByRole('button', { name: 'Yes, please' }));
    expect(screen.getByRole('status').textContent).toContain('Good to be here.');
    expect(screen.getByRole('status').textContent).toContain('You hold 3 goods');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/rules/10.6');
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('status').textContent).toContain('no camel');
    expect(screen.getByRole('status').textContent).not.toContain('Good to be here.');
    await fireEvent.click(screen.getByRole('button', { name: 'no more of this' }));
    expect(screen.queryByRole('status')).toBeNull();
    expect(new Companion(room()).any).toBe(false);
  });

  test('greets once, and has one useful thing a round where nothing presses', () => {
    const view = { ...viewWith({}), round: 1 };
    const companion = new Companion(room({ view }));
    companion.want(true);
    const said = [1, 2, 3].map((round) => {
      view.round = round;
      return [companion.fact?.key, companion.greets];
    });
    expect(said).toEqual([
      ['price', true],
      ['pass', false],
      ['temples', false],
    ]);
  });

  test('sounds, once, after the first own move', async () => {
    const moved = { entries: [{ seat: 'W' }] };
    expect(new Companion(room()).soundsOffered).toBe(false);
    expect(new Companion(room({ entries: [{ seat: 'K' }] })).soundsOffered).toBe(false);
    render(CompanionCard, { companion: new Companion(room(moved)) });
    await fireEvent.click(screen.getByRole('button', { name: 'No, thank you' }));
    expect(preferences.sounds).toBe(false);
    expect(new Companion(room(moved)).any).toBe(false);
  });
});

describe('after a heavy loss', () => {
  const entries = finished
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Entry);
  const seats = [
    { seat: 'W', name: 'Amata', kind: 'person', yours: true },
    { seat: 'K', name: 'Ninsun', kind: 'bot' },
  ];
  const room = { me: 'W', mine: ['W'], game: { over: true, seats }, name: () => 'Ninsun' };
  const tally = (white: number) =>
    tallyOf(entries, [
      { seat: 'W', prestige: white },
      { seat: 'K', prestige: 60 },
    ]);

  function told(white: number, companion = new Companion(room as unknown as GameRoom)): string {
    companion.want(true);
    render(Consolation, { companion, tally: tally(white), room: room as unknown as GameRoom });
    return screen.queryByRole('region', { name: 'Companion' })?.textContent ?? '';
  }

  test('a kind word and one lesson: where most of the difference came from', () => {
    const said = told(30);
    expect(said).toContain('you saw it through');
    expect(said).toMatch(/Ninsun had \d+ more than you/);
    expect(said.match(/Try this/g)).toHaveLength(1);
  });

  test('nothing where it was close, or won', () => {
    expect(told(50)).toBe('');
    expect(told(80)).toBe('');
  });
});
